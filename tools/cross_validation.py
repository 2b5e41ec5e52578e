"""Compares the engine with the referee and the naive player, at length: `python -m tools.cross_validation 20`.

The number is the games of each rule set; each preset and overlay gets ten times as many. Prints the checks and every
disagreement; exit code 1 if there is a disagreement.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from time import perf_counter

from tests.validation import (
    Case,
    Report,
    check_engine,
    check_naive,
    payout_cases,
    preset_cases,
    random_cases,
    single_cases,
)

Check = Callable[[Case, int, int, Report], None]


def kinds(games: int, seed: int) -> list[tuple[str, Iterable[Case], int]]:
    """The kinds of rule sets, with the games of each."""
    rng = Random(seed)
    return [
        ("presets and overlays", preset_cases(), 10 * games),
        ("single changes", single_cases(), games),
        ("pairs", islice(random_cases(rng, 2), 300), games),
        ("five changes", islice(random_cases(rng, 5), 300), games),
        ("all random", islice(random_cases(rng), 600), games),
        ("payouts of one's own", islice(payout_cases(rng), 300), games),
    ]


def run(games: int, seed: int) -> Report:
    """Check everything, and print a line for each kind."""
    report = Report()
    for name, cases, number_of_games in kinds(games, seed):
        before = (report.engine, report.naive, len(report.problems))
        begun = perf_counter()
        for number, case in enumerate(cases):
            check_engine(case, number_of_games, seed + number, report)
            check_naive(case, max(1, number_of_games // 4), seed + number, report)
        engine = report.engine - before[0]
        naive = report.naive - before[1]
        new = report.problems[before[2] :]
        print(f"{name}: {engine} records of the engine, {naive} of the naive player, {len(new)} problems", end=" ")
        print(f"({perf_counter() - begun:.0f} s)", flush=True)
        for problem in new[:40]:
            print("   ", problem, flush=True)
    return report


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    report = run(games, seed)
    print(f"In all {report.engine + report.naive} records, {len(report.problems)} problems.")
    print(dict(report.seen.most_common()))
    sys.exit(1 if report.problems else 0)


if __name__ == "__main__":
    main()
