"""Does a player beat every other bot? `python -m tools.beside learned|solved [--rules R] [--deals N] [--write]`.

For each preset and bot two things are measured on the same held-out deals, each in three seatings: what one seat earns
more as the player than as the bot, beside two of the bot; and what one seat earns as the bot beside two of the player.
Verdicts are corrected after Holm over all bots and presets. `--write` puts the table into the player's page.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from analyses.solving.held_out import earned, gains
from analyses.solving.solver import Problem
from strategies import load_player, names_under
from tests.playing import ROOT
from tongits_sim.rules import load, preset_names
from tongits_sim.run.how import How
from tongits_sim.stats import Interval, holm
from tools.blocks import write_block

NAME = "beside"
SEED = 20_261_122
SEARCHING = ("rollout", "best")
PAGES = ROOT / "docs" / "explanation"


@dataclass(frozen=True)
class Claim:
    """What is claimed of a player: that it gains more than `aim` beside two of every bot but those `left_out`."""

    player: str
    rules: str
    aim: float
    left_out: tuple[str, ...]
    page: Path


CLAIMS = {
    "learned": Claim("learned", "sjs,wikipedia,grokipedia,pagat,online,wars", 0.1, SEARCHING, PAGES / "learned.md"),
    "solved": Claim("solved", ",".join(preset_names()), 0.0, (*SEARCHING, "learned", "reader"), PAGES / "solving.md"),
}


class Row(NamedTuple):
    """A bot under a preset: what the player gains beside two of it, and what it earns beside two of the player."""

    rules: str
    bot: str
    gain: Interval
    other: Interval


def measured(claim: Claim, rules: str, deals: int, how: How) -> list[Row]:
    """A row for every other bot that can play under these rules."""
    problem = Problem(load(rules), load_player("expert"), SEED)
    player = load_player(claim.player)
    rows = []
    for name in names_under(problem.rules):
        if name == claim.player or name in claim.left_out:
            continue
        bot = load_player(name)
        (gain,) = gains(problem, (bot, bot, bot), [player], how, deals, SEED)
        rows.append(Row(rules, name, gain, earned(problem, (bot, player, player), how, deals, SEED)))
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


def table(claim: Claim, rows: list[Row], deals: int) -> str:
    """The block: the least gain and the largest income of a bot for each preset, and how many bots surely lose."""
    pvalues = holm([p_below(row.gain, claim.aim) for row in rows])
    beaten = {(row.rules, row.bot) for row, p in zip(rows, pvalues, strict=True) if p < 0.05}
    margin = f" by more than {claim.aim:g}" if claim.aim else ""
    lines = [
        f"| rules | bots | gains at least | beside two of | beaten{margin}, Holm | they earn at most | who |",
        "| --- | ---: | ---: | --- | ---: | ---: | --- |",
    ]
    for rules in dict.fromkeys(row.rules for row in rows):
        mine = [row for row in rows if row.rules == rules]
        least = min(mine, key=lambda row: float(row.gain.estimate))
        best = max(mine, key=lambda row: float(row.other.estimate))
        sure = sum((row.rules, row.bot) in beaten for row in mine)
        lines.append(
            f"| `{rules}` | {len(mine)} | {_words(least.gain)} | `{least.bot}` | {sure} of {len(mine)} "
            f"| {_words(best.other)} | `{best.bot}` |"
        )
    words = (
        f"*Gains*: what one seat earns more as `{claim.player}` than as the bot, beside two of that bot; *they earn*: "
        f"what one seat earns as the bot beside two of `{claim.player}`; units a game with 95 % intervals, {deals:,} "
        f"deals in three seatings from seed {SEED}, which nothing was learned from or chosen on. The least and the "
        "largest of all bots are selected, so their intervals are a little too narrow; the counts are corrected after "
        f"Holm over all {len(rows)} pairs. Left out: {', '.join(f'`{name}`' for name in claim.left_out)}.\n\n"
        f"    python -m tools.beside {claim.player} --write"
    )
    return words + "\n\n" + "\n".join(lines)


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", choices=sorted(CLAIMS))
    parser.add_argument("--rules")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    claim = CLAIMS[options.player]
    names = (options.rules or claim.rules).split(",")
    rows = [row for rules in names for row in measured(claim, rules, options.deals, How())]
    text = table(claim, rows, options.deals)
    print(text)
    if options.write:
        write_block(claim.page, NAME, text)


if __name__ == "__main__":
    main()
