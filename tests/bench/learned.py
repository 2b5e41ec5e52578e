"""Does `learned` beat every other bot? `python -m tests.bench.learned [--rules sjs,pagat] [--deals 20000] [--write]`.

For each preset and bot two things are measured on the same held-out deals, each in three seatings: what one seat earns
more as `learned` than as the bot, beside two of the bot; and what one seat earns as the bot beside two of `learned`.
Verdicts are corrected after Holm over all bots and presets. `--write` puts the table into docs/learned.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from analyses.solving.held_out import earned, gains
from analyses.solving.solver import Problem
from strategies import load_player, names_under
from tests.bench.blocks import write_block
from tests.playing import ROOT
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.stats import Interval, holm

PAGE = ROOT / "docs" / "learned.md"
NAME = "learned"
PRESETS = "sjs,wikipedia,grokipedia,pagat,online,wars"
AIM = 0.1
SEED = 20_261_122


class Row(NamedTuple):
    """A bot under a preset: what `learned` gains beside two of it, and what it earns beside two of `learned`."""

    rules: str
    bot: str
    gain: Interval
    other: Interval


def measured(rules: str, deals: int, how: How) -> list[Row]:
    """A row for every other bot that can play under these rules."""
    problem = Problem(load(rules), load_player("expert"), SEED)
    learned = load_player("learned")
    rows = []
    for name in names_under(problem.rules):
        if name in ("learned", "rollout", "best"):
            continue
        bot = load_player(name)
        (gain,) = gains(problem, (bot, bot, bot), [learned], how, deals, SEED)
        rows.append(Row(rules, name, gain, earned(problem, (bot, learned, learned), how, deals, SEED)))
        print(f"{rules:12} {name:10} {_words(gain)}   {_words(rows[-1].other)}", flush=True)
    return rows


def p_below(interval: Interval, aim: float) -> float:
    """One-sided p of a mean at or below an aim, by the normal approximation to its interval."""
    from statistics import NormalDist

    error = (float(interval.high) - float(interval.low)) / 2 / 1.96
    return 1.0 - NormalDist().cdf((float(interval.estimate) - aim) / max(error, 1e-12))


def _words(interval: Interval) -> str:
    half = (float(interval.high) - float(interval.low)) / 2
    return f"{float(interval.estimate):+.3f} ± {half:.3f}"


def table(rows: list[Row], deals: int) -> str:
    """The block: least of both for each preset, and how many bots it is sure of."""
    pvalues = holm([p_below(row.gain, AIM) for row in rows])
    sure_of = {(row.rules, row.bot) for row, p in zip(rows, pvalues, strict=True) if p < 0.05}
    lines = [
        "| rules | bots | gains at least | beside two of | beaten by more than 0.1, Holm | they earn at most | who |",
        "| --- | ---: | ---: | --- | ---: | ---: | --- |",
    ]
    for rules in dict.fromkeys(row.rules for row in rows):
        mine = [row for row in rows if row.rules == rules]
        least = min(mine, key=lambda row: float(row.gain.estimate))
        best = max(mine, key=lambda row: float(row.other.estimate))
        sure = sum((row.rules, row.bot) in sure_of for row in mine)
        lines.append(
            f"| `{rules}` | {len(mine)} | {_words(least.gain)} | `{least.bot}` | {sure} of {len(mine)} "
            f"| {_words(best.other)} | `{best.bot}` |"
        )
    words = (
        "*Gains*: what one seat earns more as `learned` than as the bot, beside two of that bot; *they earn*: what one "
        f"seat earns as the bot beside two of `learned`; units a game with 95 % intervals, {deals:,} deals in three "
        f"seatings from seed {SEED}, which nothing was learned from or chosen on. The least and the largest of all "
        "bots are selected, so their intervals are a little too narrow; the counts are corrected after Holm over all "
        f"{len(rows)} pairs.\n\n    python -m tests.bench.learned --write"
    )
    return words + "\n\n" + "\n".join(lines)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default=PRESETS)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    rows = [row for rules in given.rules.split(",") for row in measured(rules, given.deals, How())]
    text = table(rows, given.deals)
    print(text)
    if given.write:
        write_block(given.page, NAME, text)


if __name__ == "__main__":
    main()
