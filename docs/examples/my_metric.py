"""Metrics of your own: copy this file, change it, and measure how house rules change the metrics.

tongits whatif --change call.timing=end --metric docs/examples/my_metric.py:points_left
"""

from __future__ import annotations

from tongits_sim.compile.jit import njit
from tongits_sim.experiments.paired import Metric
from tongits_sim.game.state import PART_BONUS


@njit
def losers_points(view, result):
    """Points that the losers still hold when the game ends."""
    points = 0
    for seat in range(3):
        if seat != result.winner:
            points += result.counts[seat]
    return points


@njit
def bonus_money(view, result):
    """Hundredths paid for bonuses."""
    return result.parts[PART_BONUS, result.winner] if result.winner >= 0 else 0


POINTS_LEFT = Metric("points_left", losers_points)
BONUSES = Metric("units_of_bonuses", bonus_money, scale=0.01)
