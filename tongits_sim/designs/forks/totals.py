"""The merged counts of forks: `Totals` in the layout of `layout.py`, with a name for every number."""

from __future__ import annotations

from tongits_sim.designs.forks import layout
from tongits_sim.run.totals import Axis, Totals


class ForkTotals(Totals):
    """The arrays of the FORK record under their names there, and `cells`, the moments of all cells of all binnings."""

    def __init__(self, cells: int) -> None:
        moments = ("n", "nn", *(f"{part}:{name}" for name in layout.VALUES for part in ("d", "nd", "dd")))
        super().__init__(
            {
                "games": (1,),
                "matches": (1,),
                "branches": (1,),
                "cells": (Axis("cell", cells), Axis("moment", moments)),
                "groups": (Axis("group", layout.GROUPS), Axis("moment", moments)),
                "naive": (layout.N_NAIVE,),
            }
        )
