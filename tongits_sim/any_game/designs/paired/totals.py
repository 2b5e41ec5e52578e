"""What paired arms brought, merged: sums, squares and products over deals, exact integers."""

from __future__ import annotations

from tongits_sim.any_game.counts import Counts
from tongits_sim.run.totals import Axis, Totals


class PairedTotals(Totals):
    """Sums over deals of what each arm brought in a match.

    `x`, `xx`: each column of each arm, and squared; `first`: multiplied with the same column of the first arm;
    `pairs`: products of the payouts of slot 0 in two arms; `differ`, `apart`: deals in which a column is not that of
    the first arm, and in which these payouts differ; `rounds`: games of each arm.
    """

    def __init__(self, arms: int, counts: Counts) -> None:
        columns = (Axis("arm", arms), Axis("column", counts.names))
        super().__init__(
            {
                "games": (1,),
                "x": columns,
                "xx": columns,
                "first": columns,
                "differ": columns,
                "pairs": (Axis("arm", arms), Axis("other", arms)),
                "apart": (Axis("arm", arms), Axis("other", arms)),
                "rounds": (Axis("arm", arms),),
            }
        )
