"""Figures of a batch: the rows that the figures of a comparison are drawn from."""

from __future__ import annotations

from analyses.figures.comparison import Flow, Point, moving
from tongits_sim.designs.batch.answer import BatchAnswer


def forest(answer: BatchAnswer) -> list[Point]:
    """Payouts, the best first."""
    rows = sorted(answer.players_summary, key=lambda row: -(row.payout.mean or 0))
    return [
        Point(row.player, row.payout.mean, row.payout.ci95 or (row.payout.mean, row.payout.mean))
        for row in rows
        if row.payout.mean is not None
    ]


def channels(answer: BatchAnswer) -> list[Flow]:
    """Payoff by ending: what a player won, and what it lost, per game of all its games."""
    return moving(
        Flow(row.player, ending, won, (row.payout_by_ending.get(ending) or 0.0) - won)
        for row in sorted(answer.players_summary, key=lambda row: -(row.payout.mean or 0))
        for ending, won in row.won_by_ending.items()
        if won is not None
    )
