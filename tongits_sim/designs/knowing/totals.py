"""The counts of knowing: for every arm the gain of the seat that knows more, summed over the three seats of a deal."""

from __future__ import annotations

from tongits_sim.run.totals import Axis, Totals


class KnowingTotals(Totals):
    """Sums over deals, by arm: the gain in hundredths, and the products of the gains of two arms."""

    def __init__(self, arms: int) -> None:
        super().__init__(
            {
                "games": (1,),
                "gain": (Axis("arm", arms),),
                "products": (Axis("arm", arms), Axis("other", arms)),
                "thoughts": (Axis("arm", arms),),
                "changed": (Axis("arm", arms),),
                "worlds": (Axis("arm", arms),),
            }
        )
