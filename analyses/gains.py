"""The gains of players in one seat, all on the same held-out deals, each deal also played without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tongits_sim.experiments.tournament import ROTATIONS
from tongits_sim.rules.amounts import takes_fees

if TYPE_CHECKING:
    from tongits_sim.experiments.paired_estimates import PairedEstimates
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

MOST_ARMS = 12
"""Tables played at a time: each has records of its own in every thread."""


def gains(
    rules: RuleSet,
    seats: tuple[Player, ...],
    others: Sequence[Player],
    how: How,
    deals: int,
    seed: int,
    match_games: int = 1,
) -> list[Interval]:
    """The earnings a game of slot 0 as each of `others`, less its earnings as `seats[0]`, on the same deals. Seats that
    earn exactly 0 over the seatings of a deal (`even`) are not played.

    Args:
        rules: the house rules.
        seats: three players.
        others: who sits in slot 0 instead.
        how: where to play, in threads.
        deals: deals (matches), each in three seatings.
        seed: of the deals.
        match_games: games of a match.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    intervals: list[Interval] = []
    for first in range(0, len(others), MOST_ARMS):
        compared = [] if even(rules, seats, match_games) else [seats]
        tables = [*compared, *((each, *seats[1:]) for each in others[first : first + MOST_ARMS])]
        effects = _played(rules, tables, how, deals, seed, match_games)
        if compared:
            intervals += [effects.payout(arm, 0).diff for arm in range(1, len(tables))]
        else:
            intervals += [effects.earned(arm, 0) for arm in range(len(tables))]
    return intervals


def even(rules: RuleSet, seats: tuple[Player, ...], match_games: int = 1) -> bool:
    """Whether slot 0 earns exactly 0 over the seatings of every deal.

    Three equal players play the same game in each seating, and slot 0 has every seat of it once: it earns what all
    three do together, which is nothing in a single game where no fees are taken.
    """
    return seats[0] is seats[1] is seats[2] and match_games == 1 and not takes_fees(rules)


def earned(rules: RuleSet, seats: tuple[Player, ...], how: How, deals: int, seed: int) -> Interval:
    """The earnings a game of slot 0 at a table."""
    return _played(rules, [seats], how, deals, seed, 1).level("payout:a")


def _played(
    rules: RuleSet, tables: Sequence[tuple[Player, ...]], how: How, deals: int, seed: int, match_games: int
) -> PairedEstimates:
    """Tables of three players on the same deals, in three seatings; the first is the base."""
    from tongits_sim.experiments.paired import Arm, PairedJob
    from tongits_sim.experiments.paired_estimates import PairedEstimates

    arms = tuple(Arm(rules, (a, b, c)) for a, b, c in tables)
    work = PairedJob(arms, deals, seed, match_games, ROTATIONS)
    # in threads, as players may be in memory only
    quiet = replace(how, out=None, resume=False, progress=None, backend="threading", scheduler=None)
    return PairedEstimates(work, quiet.run(work).totals, ["a", "b", "c"])
