"""Makes the responses of `reader`, the files in strategies/responses, and measures its gain by games seen.

    python -m tools.reader make pagat sjs          # fits the responses and writes their files
    python -m tools.reader rates pagat             # how often each style says yes, as a bot counts it
    python -m tools.reader table pagat sjs wars    # the gain of reading, by games seen; other rules in short
    python -m tools.reader table pagat --write     # puts that into docs/explanation/reading.md

In the table `reader` and `solved` sit in the same seat of the same matches, beside two players of a style; the
difference of their earnings is averaged over games with about this number of games seen. The unit of the intervals is
the match, in three seatings.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analyses.solving.locks import style
from analyses.solving.responses import GAMES, ROUNDS, respond_to_styles, style_rates
from analyses.solving.solver import Problem
from strategies import load_player
from strategies.reader import FOLDER, SUFFIX
from strategies.solved import SHIPPED
from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.seats import Seats
from tongits_sim.designs.work import ROTATED
from tongits_sim.jit import njit
from tongits_sim.profiles.responses import STYLES, to_bytes
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.run.work import Block
from tools.blocks import write_block

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "reading.md"
WINDOWS = {"0": (0, 0), "1": (1, 1), "5": (4, 6), "20": (17, 23), "50": (44, 56), "1 to 56": (1, 56)}
"""Games seen, and the first and the last game (counted from 0) whose payoffs are averaged for them."""
LATE = "17 to 56", (17, 56)
SHORT = ("solved", "timid", "bold", "shy", "stubborn")
TABLES = {
    "solved": "solved",
    "timid": style("timid", "normal"),
    "bold": style("bold", "normal"),
    "shy": style("normal", "shy"),
    "stubborn": style("normal", "stubborn"),
    "timid/shy": style("timid", "shy"),
    "bold/stubborn": style("bold", "stubborn"),
    "normal": style("normal", "normal"),
    "expert": "expert",
    "greedy": "greedy",
}


@njit
def _add_game(records, paid, at):
    """Add the payout of slot 0; paid: int64[matches, games]."""
    table = records.table
    for seat in range(3):
        if table.seating[seat] == 0:
            paid[at, table.now_game] += records.result.payout[seat]


play_matches = match_loop(TABLE, _add_game)


def payoffs(rules: str, specs: tuple[str, str, str], matches: int, games: int, seed: int) -> np.ndarray:
    """Payout of the first player by match and game, units, mean of three seatings: float64[matches, games]."""
    seats = Seats(load(rules), [load_player(spec) for spec in specs], seed, lambda *where: "")
    seatings = seats.sit((0, 1, 2), ROTATED)
    paid = np.zeros((matches, games), np.int64)
    with seats.playing():
        play_matches(seats.records, paid, seats.deals(Block(0, 0, matches, games)), seatings, False)
    if seats.fault():
        raise SystemExit(f"a bot failed: {seats.fault()}")
    return paid / (100.0 * len(seatings))


def gains(
    rules: str, spec: str, other: str, matches: int, seed: int, windows: Mapping[str, tuple[int, int]] = WINDOWS
) -> dict[str, tuple[float, float]]:
    """The gain of a player over `solved` beside two others, by games seen: mean and half of its interval."""
    games = max(last for _, last in windows.values()) + 1
    own = payoffs(rules, (spec, other, other), matches, games, seed)
    more = own - payoffs(rules, ("solved", other, other), matches, games, seed)
    estimates = {}
    for seen, (first, last) in windows.items():
        each = more[:, first : last + 1].mean(axis=1)
        estimates[seen] = float(each.mean()), float(1.96 * each.std(ddof=1) / np.sqrt(matches))
    return estimates


def table(rules: str, spec: str, matches: int, seed: int) -> str:
    """The block of docs/explanation/reading.md."""
    lines = ["| two opponents | " + " | ".join(f"{seen} seen" for seen in WINDOWS) + " |"]
    lines.append("| --- |" + " ---: |" * len(WINDOWS))
    for name, other in TABLES.items():
        row = gains(rules, spec, other, matches, seed).values()
        lines.append(f"| {name} | " + " | ".join(f"{mean:+.3f} ± {half:.3f}" for mean, half in row) + " |")
    words = (
        f"What `{spec}` earns more than `solved` in the same seat, units a game under {rules}, by games of the match "
        f"already seen: {matches:,} matches from seed {seed}, each in three seatings."
    )
    return words + "\n\n" + "\n".join(lines)


def overview(names: Sequence[str], spec: str, matches: int, seed: int) -> str:
    """A table of several rules."""
    lines = ["| rules | " + " | ".join(SHORT) + " |", "| --- |" + " ---: |" * len(SHORT)]
    for rules in names:
        row = [gains(rules, spec, TABLES[other], matches, seed, dict([LATE]))[LATE[0]] for other in SHORT]
        lines.append(f"| {rules} | " + " | ".join(f"{mean:+.2f} ± {half:.2f}" for mean, half in row) + " |")
    words = (
        f"The same under other rules, averaged over {LATE[0]} games seen: {matches:,} matches from seed {seed}, each "
        "in three seatings."
    )
    return words + "\n\n" + "\n".join(lines)


def make(rules: str, games: int, rounds: int, seed: int) -> str:
    """Fit the responses under some rules and write their file; returns a sentence."""
    chosen = load(rules)
    problem = Problem(chosen, load_player("expert"), seed)
    responses = respond_to_styles(problem, SHIPPED.under(chosen), How(), games, rounds, look=lambda name: print(name))
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{rules}{SUFFIX}"
    path.write_bytes(to_bytes(responses))
    return f"{path}: {path.stat().st_size:,} bytes, rates {responses.rates}, weights {responses.weight}"


def style_rows(rules: str, seed: int) -> str:
    """How often each style says yes."""
    rates = style_rates(Problem(load(rules), load_player("expert"), seed))
    return "\n".join(
        f"{'/'.join(each):12} " + "  ".join(f"{kind} {rates[kind][each]:.3f}" for kind in rates) for each in STYLES
    )


def main() -> None:
    """Make, print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "rates", "table"))
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--spec", default="reader")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--matches", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options: Any = parser.parse_args()
    if options.what == "table":
        first, *others = options.rules
        text = table(first, options.spec, options.matches, options.seed)
        if others:
            text += "\n\n" + overview(others, options.spec, options.matches // 5, options.seed)
        if options.write:
            write_block(PAGE, "reader", text)
        else:
            print(text)
        return
    for rules in options.rules:
        print(
            make(rules, options.games, options.rounds, options.seed)
            if options.what == "make"
            else style_rows(rules, options.seed)
        )


if __name__ == "__main__":
    main()
