"""Does a player beat every other bot? `python -m tools.beside deep [--rules R] [--deals N] [--write]`.

For each preset and bot two things are measured on the same held-out deals, each in three seatings: what one seat earns
more as the player than as the bot, beside two of the bot; and what one seat earns as the bot beside two of the player.
Verdicts are corrected after Holm over all bots and presets. Of a player for any rules the same is measured under rule
sets drawn at random. `--write` puts the tables into the page of the player.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from analyses.gains import earned, gains
from analyses.rule_draws import draw_rules
from strategies import load_player, names
from strategies.deep import RULES
from tests.playing import ROOT
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.stats import Interval, holm, mean_of_repeats
from tools.blocks import write_block

NAME = "beside"
SEED = 20_261_122
SEARCHING = ("rollout", "best")
PAGES = ROOT / "docs" / "explanation"


@dataclass(frozen=True)
class Claim:
    """The claim that a player gains more than `aim` beside two of every bot but those `left_out`.

    Attributes:
        shown: bots with a column of their own.
        drawn: number of rule sets drawn at random, under which it should gain too.
    """

    player: str
    rules: str
    aim: float
    left_out: tuple[str, ...]
    page: Path
    shown: tuple[str, ...] = ()
    drawn: int = 0


CLAIMS = {
    "deep": Claim("deep", ",".join(RULES), 0.0, SEARCHING, PAGES / "deep.md", ("expert", "greedy"), 40),
}


class Row(NamedTuple):
    """A bot under a preset: the gain of the player beside two of it, and its earnings beside two of the player."""

    rules: str
    bot: str
    gain: Interval
    other: Interval


def measured(claim: Claim, rules: str, deals: int, how: How) -> list[Row]:
    """A row for every other bot that can play under these rules."""
    house, player = load(rules), load_player(claim.player)
    rows = []
    for name in names():
        if name == claim.player or name in claim.left_out:
            continue
        bot = load_player(name)
        (gain,) = gains(house, (bot, bot, bot), [player], how, deals, SEED)
        rows.append(Row(rules, name, gain, earned(house, (bot, player, player), how, deals, SEED)))
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
    columns = "".join(f"beside 2 {bot} | " for bot in claim.shown)
    lines = [
        f"| rules | {columns}bots | gains at least | beside two of | beaten{margin}, Holm | they earn at most | who |",
        f"| --- |{' ---: |' * len(claim.shown)} ---: | ---: | --- | ---: | ---: | --- |",
    ]
    for rules in dict.fromkeys(row.rules for row in rows):
        mine = [row for row in rows if row.rules == rules]
        least = min(mine, key=lambda row: float(row.gain.estimate))
        best = max(mine, key=lambda row: float(row.other.estimate))
        shown = "".join(f"{_words(row.gain)} | " for bot in claim.shown for row in mine if row.bot == bot)
        sure = sum((row.rules, row.bot) in beaten for row in mine)
        lines.append(
            f"| `{rules}` | {shown}{len(mine)} | {_words(least.gain)} | `{least.bot}` | {sure} of {len(mine)} "
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


# ---- rules drawn at random


def drawn(claim: Claim, deals: int, how: How) -> list[Interval]:
    """For every drawn rule set the gain of the player over `expert`, in units of the price of a fold."""
    player, expert = load_player(claim.player), load_player("expert")
    rows = []
    for number in range(claim.drawn):
        rules = draw_rules(number, SEED)
        (gain,) = gains(rules, (expert, expert, expert), [player], how, deals, SEED)
        rows.append(gain.scaled(1 / float(rules.pay.fold)))
        print(f"draw {number:3} {_words(rows[-1])}", flush=True)
    return rows


def drawn_table(claim: Claim, rows: list[Interval], deals: int) -> str:
    """The block: the mean gain over `expert`, and under how many of the rule sets it is above 0."""
    above, sure, below = (
        sum(test(each) for each in rows)
        for test in (lambda g: float(g.estimate) > 0, lambda g: g.low > 0, lambda g: g.high < 0)
    )
    lines = [
        "| over, beside two of it | median gain | mean gain | above 0 | surely above 0 | surely below 0 |",
        "| --- |" + " ---: |" * 5,
        (
            f"| `expert` | {median(float(each.estimate) for each in rows):+.3f} | {_words(mean_of_repeats(rows))} "
            f"| {above} of {len(rows)} | {sure} of {len(rows)} | {below} of {len(rows)} |"
        ),
    ]
    said = (
        f"What one seat gains as `{claim.player}` under {claim.drawn} rule sets drawn at random (a preset with up to "
        f"six knobs moved, seed {SEED}), which nothing was trained for, in what a fold costs there; "
        f"{deals:,} deals each in three seatings. The interval of the mean holds what rule sets differ by."
    )
    return said + "\n\n" + "\n".join(lines)


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
    if claim.drawn:
        few = options.deals // 4
        text += "\n\n" + drawn_table(claim, drawn(claim, few, How()), few)
    print(text)
    if options.write:
        write_block(claim.page, NAME, text)


if __name__ == "__main__":
    main()
