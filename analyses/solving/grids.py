"""Which cells a profile of these rules has: what an experienced player looks at before he calls or challenges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes
    from tongits_sim.rules import RuleSet

COUNT = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23, 26, 29, 32, 36, 40, 45, 50, 60, 75)
STOCK = (0, 1, 2, 3, 4, 6, 8, 10, 12, 14)
COARSE_COUNT = (0, 1, 3, 5, 7, 10, 13, 16, 20, 24, 28, 33, 38, 45, 55, 70)
COARSE_STOCK = (0, 1, 3, 6, 9, 12)


def grids(rules: RuleSet, match_games: int = 1) -> dict[str, Axes]:
    """The axes of each kind of decision.

    With a jackpot to be won in a match, who has won the game before is an axis too, and counts and stock are cut
    coarser.
    """
    streaks = match_games > 1 and rules.jackpot.seed > 0
    count, stock = (COARSE_COUNT, COARSE_STOCK) if streaks else (COUNT, STOCK)
    streak: Axes = (("streak", (0, 1, 2, 3)),) if streaks else ()
    cards = (0, 3, 5, 7, 9) if not streaks else (0, 4, 6, 8)
    own = (0, 4, 6, 8, 10) if not streaks else (0, 5, 7, 9)
    call: Axes = (("rivals", (0, 1, 2)), ("stock", stock), ("rival_cards", cards), ("own_cards", own), ("count", count))
    caller = tuple(range(13)) if not streaks else (0, 2, 4, 5, 6, 7, 8, 10)
    respond: Axes = (("other", (0, 1, 2, 3)), ("stock", stock), ("caller_cards", caller), ("count", count))
    return {"call": (*streak, *call), "respond": (*streak, *respond)}


def cells(axes: Axes) -> int:
    """Cells of a grid."""
    return math.prod(len(edges) for _, edges in axes)
