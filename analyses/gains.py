"""Gains of players in one seat, all on the same held-out deals; each deal is also played without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tongits_sim.experiments.worker import ROTATIONS
from tongits_sim.rules.amounts import takes_fees

if TYPE_CHECKING:
    from tongits_sim.experiments.paired_estimates import PairedEstimates
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.run_options import RunOptions
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

MAX_ARMS = 12
"""Tables played at a time, because each table needs records in every thread."""


def gains(
    rules: RuleSet,
    seats: tuple[Player, ...],
    others: Sequence[Player],
    run_options: RunOptions,
    deals: int,
    seed: int,
    match_games: int = 1,
) -> list[Interval]:
    """Earnings a game of slot 0 as each of `others`, less its earnings as `seats[0]`, on the same deals.

    Seats that earn exactly 0 over the seatings of a deal (`even`) are not played. Raises TongitsError.

    Args:
        others: who sits in slot 0 instead.
        deals: deals (matches), each in three seatings.
    """
    intervals: list[Interval] = []
    for first in range(0, len(others), MAX_ARMS):
        compared = [] if even(rules, seats, match_games) else [seats]
        tables = [*compared, *((player, *seats[1:]) for player in others[first : first + MAX_ARMS])]
        effects = _played(rules, tables, run_options, deals, seed, match_games)
        if compared:
            intervals += [effects.payout(arm, 0).diff for arm in range(1, len(tables))]
        else:
            intervals += [effects.earned(arm, 0) for arm in range(len(tables))]
    return intervals


def even(rules: RuleSet, seats: tuple[Player, ...], match_games: int = 1) -> bool:
    """Return True if slot 0 earns exactly 0 over the seatings of every deal.

    Three equal players play the same game in each seating, and slot 0 takes every seat once. So slot 0 earns the sum of
    the three payouts, which is 0 in a match of one game without fees.
    """
    return seats[0] is seats[1] is seats[2] and match_games == 1 and not takes_fees(rules)


def _played(
    rules: RuleSet,
    tables: Sequence[tuple[Player, ...]],
    run_options: RunOptions,
    deals: int,
    seed: int,
    match_games: int,
) -> PairedEstimates:
    """Tables of three players on the same deals, in three seatings; the first is the base."""
    from tongits_sim.experiments.paired import Arm, PairedJob
    from tongits_sim.experiments.paired_estimates import PairedEstimates

    arms = tuple(Arm(rules, (a, b, c)) for a, b, c in tables)
    job = PairedJob(arms, deals, seed, match_games, ROTATIONS)
    # in threads, because a player may exist only in memory
    quiet = replace(run_options, out=None, resume=False, progress=None, backend="threading", scheduler=None)
    return PairedEstimates(job, quiet.run(job).totals, ["a", "b", "c"])
