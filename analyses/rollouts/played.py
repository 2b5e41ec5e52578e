"""Lets a bot play a card, and measures the cost at each table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from strategies.card_bot import Rows, by_card
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from analyses.rollouts.seated import Seats
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.options import RunOptions

MIN_DEALS = 200


def costs(
    rules: RuleSet,
    tables: Sequence[Seats],
    rows: Sequence[Sequence[Rows]],
    run_options: RunOptions,
    deals: int,
    seed: int,
) -> list[list[Estimate]]:
    """What a seat loses by playing some rows instead of thinking, units a game.

    Args:
        tables: the tables; the first seat that counts plays the rows.
        rows: for each table, sets of rows; an empty set costs nothing.
        deals: deals at each table, each in three seatings.
        seed: of the deals, from `check_seed`, so that they are not the deals that made the rows.
    """
    from tongits_sim.experiments.paired import Arm, PairedJob
    from tongits_sim.experiments.paired_estimates import PairedEstimates
    from tongits_sim.experiments.worker import ROTATIONS

    quiet = replace(run_options, out=None, resume=False, progress=None)
    found = []
    for seats, sets in zip(tables, rows, strict=True):
        slot = seats.slots[0]
        played = [each for each in sets if each]
        arms = [Arm(rules, seats.players)]
        for each in played:
            players = list(seats.players)
            players[slot] = by_card(players[slot], each)
            arms.append(Arm(rules, (players[0], players[1], players[2])))
        if len(arms) == 1:
            found.append([Estimate(0.0) for _ in sets])
            continue
        job = PairedJob(tuple(arms), max(deals, MIN_DEALS), seed, 1, ROTATIONS)
        effects = PairedEstimates(job, quiet.run(job, "cost").totals, ["a", "b", "c"])
        lost = iter([Estimate.of(effects.payout(arm, slot).diff.scaled(-1)) for arm in range(1, len(arms))])
        found.append([next(lost) if each else Estimate(0.0) for each in sets])
    return found
