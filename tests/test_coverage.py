"""Are 95 % intervals 95 % intervals? The whole program is run 200 times with other seeds, as a user would run it, and
its intervals are held against one very long run.

A share of 200 runs is known to within 1.5 % (binomial standard error at 95 %), so a single kind of interval may lie
between 89 and 100 %; all kinds together, which are many and partly independent, between 93 and 97 %.

So a kind of interval that holds the truth 80 % of the time is found by 99.9 % of such tests, one of 85 % by 93 %, one
of 90 % by 27 %; a right one is blamed by 0.03 %.

How surely 200 runs find that does not depend on their length: each is as short as its rarest events and quantiles let
it be. Shorter ones are, if anything, harder on an interval.
"""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playing import command

RUNS = 200
LONG = 1_000_000_007
"""Seed of the long run; the short ones have 1 to 200."""
LONGER = 64
"""How many times as long it is. Its variance is 1 / 64 of that of a short run, which `holds` allows for: then 95 % are
95 % on average over long runs. One of them is off by d standard errors of a short run, and 0.115 (d^2 - 1 / 64) is
taken from the coverage of all short runs alike. That has a standard deviation of 0.0025 beside the 0.0154 of 200 runs,
so that a long run without any error would find what is wrong no more than half a percent more often."""
WIDER = math.sqrt(1 + 1 / LONGER)

Found = dict[str, tuple[float, list[float]]]


def off(runs: int) -> float:
    return 4 * math.sqrt(0.95 * 0.05 / runs)


def holds(value: float, limits: list[float], truth: float) -> bool:
    """Whether an interval, widened by the error of the long run, contains the result of the long run."""
    low, high = limits
    return value - WIDER * (value - low) <= truth <= value + WIDER * (high - value)


def answer(*arguments: str) -> dict[str, Any]:
    code, out, err = command(*arguments, "--format", "json", "--workers", "1")
    assert code == 0, err
    document: dict[str, Any] = json.loads(out)
    return document


def intervals(rows: list[dict[str, Any]], key: str, keep: tuple[str, ...]) -> Iterator[tuple[str, float, list[float]]]:
    for row in rows:
        for name in keep:
            estimate = row[name]
            if estimate["ci95"] is not None:
                yield f"{row[key]} {name}", estimate["mean"], estimate["ci95"]


def simulated(document: dict[str, Any]) -> Found:
    rows = list(intervals(document["players_summary"], "player", ("payout", "wins", "sunog")))
    rows += intervals(document["seats_summary"], "seat", ("payout", "wins"))
    rows += intervals([document["dealer_summary"] | {"who": "dealer"}], "who", ("payout", "wins"))
    leader = document["leader"]
    rows.append((f"{leader['player']} over {leader['next']}", leader["lead"]["mean"], leader["lead"]["ci95"]))
    return {name: (value, limits) for name, value, limits in rows}


def of_sunog(document: dict[str, Any]) -> Found:
    keys = ("burned", "burned_of_losses", "paid", "loss_other")
    rows = list(intervals(document["by_bot"], "player", keys))
    clock = [row | {"who": f"clock {row['turn']}"} for row in document["cells"] if row["kind"] == "all"]
    rows += intervals(clock[1:4], "who", ("opened", "burned_in_the_end"))
    dealt = [row for row in document["groups"] if row["kind"] == "melds"]
    rows += intervals(dealt[:2], "group", ("burned", "cost"))  # two melds are dealt too rarely
    return {name: (value, limits) for name, value, limits in rows}


def of_payouts(document: dict[str, Any]) -> Found:
    rows = list(intervals(document["variants"], "rules", ("turnover", "dealer", "dealer_share")))
    rows += intervals(document["jackpots"], "rules", ("games_between", "size"))
    rows += intervals(document["parts"], "part", ("turnover", "dealer"))
    rows += intervals([row for row in document["endings"] if row["share"]["mean"] > 0.02], "ending", ("share",))
    return {str(name): (value, limits) for name, value, limits in rows}


def of_sessions(document: dict[str, Any]) -> Found:
    keys = ("payout", "session_sd", "ended_ahead", "share_ahead", "median", "bankroll_95")
    rows = list(intervals(document["cells"], "player", keys))
    named = [row | {"who": f"{row['player']}, {row['bankroll']:g}"} for row in document["ruin"] if row["named"]]
    rows += intervals(named, "who", ("ruined",))
    rows += intervals([document | {"who": "the"}], "who", ("house",))
    return {name: (value, limits) for name, value, limits in rows}


def of_fees(document: dict[str, Any]) -> Found:
    rows = list(intervals(document["fees"], "level", ("house", "of_moved")))
    cells = [row | {"who": f"{row['player']} at {row['level']}"} for row in document["players_at_fees"]]
    rows += intervals(cells, "who", ("payout",))
    rows += intervals(document["break_even"], "player", ("base", "level"))
    return {name: (value, limits) for name, value, limits in rows}


def of_whatif(document: dict[str, Any]) -> Found:
    """The intervals of `tongits whatif`, those of rare shares among them; that of the spread is too wide on purpose."""
    (change,) = document["changes"]
    rows = [*intervals(document["metrics"], "metric", ("value",)), *intervals(change["effects"], "metric", ("diff",))]
    return {name: (value, limits) for name, value, limits in rows if "spread" not in name}


SIMULATE = ("simulate", "--rules", "pagat", "--players", "greedy,caller,hunter")
PAYOUTS = ("analyze", "payouts", "--rules", "pagat", "--players", "greedy", "--session", "20")
SESSIONS = ("analyze", "sessions", "--rules", "casino_x", "--players", "greedy,expert,expert", "--session", "20")
FEES = ("analyze", "payouts", "--rules", "casino_x", "--players", "greedy,caller,hunter", "--fee", "10")
CASES: dict[str, tuple[tuple[str, ...], int, Any]] = {
    "single games": (SIMULATE, 2000, simulated),
    "matches of 20 games, with a jackpot": ((*SIMULATE, "--match-games", "20"), 8000, simulated),
    "analyze sunog": (("analyze", "sunog", "--players", "expert,expert,greedy"), 2000, of_sunog),
    "whatif, stock out in 0.7 % of games": (("whatif", "--change", "call.timing=end"), 300, of_whatif),
    "analyze payouts": (PAYOUTS, 5000, of_payouts),
    "analyze sessions": ((*SESSIONS, "--bankroll", "20", "--bankroll", "40"), 2500, of_sessions),
    "analyze payouts --fee": ((*FEES, "--session", "10"), 1500, of_fees),
}


MORE = {"analyze sessions": 400}
"""Runs of cases whose kinds of interval vary together: all there are of the same sessions of two players, so that 200
runs tell hardly more of them than of a single one."""


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_intervals_hold_the_truth(case: str) -> None:
    arguments, games, read = CASES[case]
    truth: Found = read(answer(*arguments, "--games", str(LONGER * games), "--seed", str(LONG)))
    held: dict[str, list[bool]] = {}
    runs = MORE.get(case, RUNS)
    for seed in range(1, runs + 1):
        for name, (value, limits) in read(answer(*arguments, "--games", str(games), "--seed", str(seed))).items():
            # A width of 0 is a constant: nothing to cover, and nothing to be wrong.
            if name in truth and truth[name][1][0] < truth[name][1][1]:
                held.setdefault(name, []).append(holds(value, limits, truth[name][0]))
    shares = {name: sum(hits) / len(hits) for name, hits in held.items() if len(hits) == runs}
    print(
        f"{case}: {len(shares)} kinds of interval, {sum(shares.values()) / len(shares):.3f}",
        *sorted(shares.items(), key=str),
    )
    assert len(shares) >= 10
    for name, share in shares.items():
        assert abs(share - 0.95) < off(runs), (name, share)
    assert 0.93 <= sum(shares.values()) / len(shares) <= 0.97
