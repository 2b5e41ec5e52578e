"""The cells of a profile of these rules: the features that an experienced player looks at before deciding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tongits_sim.errors import TongitsError
from tongits_sim.rules.endings import BlockOpponentSapaw

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes
    from tongits_sim.rules import RuleSet

COUNT = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23, 26, 29, 32, 36, 40, 45, 50, 60, 75)
STOCK = (0, 1, 2, 3, 4, 6, 8, 10, 12, 14)
DISCARD = (0, 5, 9)
COARSE_COUNT = (0, 1, 3, 5, 7, 10, 13, 16, 20, 24, 28, 33, 38, 45, 55, 70)
COARSE_STOCK = (0, 1, 3, 6, 9, 12)

DECISIONS = {"calls": "call", "challenges": "respond", "lay": "lay", "sapaw": "sapaw"}
"""Decisions that can be solved, as people name them, and their kinds in a profile."""
USUAL = ("call", "respond")


class GridError(TongitsError):
    """A decision that cannot be solved."""


def grids(rules: RuleSet, match_games: int = 1, kinds: Sequence[str] = USUAL) -> dict[str, Axes]:
    """The axes of each kind of decision.

    With a jackpot to win in a match, the streak of the last winner is an axis too, and counts and stock are cut
    coarser.

    Raises:
        GridError: these rules have no such decision.
    """
    if "sapaw" in kinds and rules.call.block_opponent_sapaw is BlockOpponentSapaw.OFF:
        raise GridError(
            f"a sapaw keeps nobody from calling under {rules.name} (call.block_opponent_sapaw=off), so nothing is "
            "to be decided; leave sapaw out of --decisions"
        )
    streaks = match_games > 1 and rules.jackpot.seed > 0
    count, stock = (COARSE_COUNT, COARSE_STOCK) if streaks else (COUNT, STOCK)
    streak: Axes = (("streak", (0, 1, 2, 3)),) if streaks else ()
    cards = (0, 3, 5, 7, 9) if not streaks else (0, 4, 6, 8)
    own = (0, 4, 6, 8, 10) if not streaks else (0, 5, 7, 9)
    caller = tuple(range(13)) if not streaks else (0, 2, 4, 5, 6, 7, 8, 10)
    rivals = ("rivals", (0, 1, 2))
    all_axes: dict[str, Axes] = {
        "call": (
            *(rivals, ("rival_discard", DISCARD), ("stock", stock)),
            *(("rival_cards", cards), ("own_cards", own), ("count", count)),
        ),
        "respond": (
            *(("other", (0, 1, 2, 3)), ("caller_discard", DISCARD), ("stock", stock)),
            *(("caller_cards", caller), ("count", count)),
        ),
        "lay": (rivals, ("stock", stock), ("least_cards", (0, 5, 7, 9, 11)), ("count", COARSE_COUNT)),
        "sapaw": (rivals, ("stock", stock), ("rival_cards", cards), ("own_melds", (0, 1)), ("count", COARSE_COUNT)),
    }
    return {kind: (*streak, *axes) for kind, axes in all_axes.items() if kind in kinds}


def kinds_of(names: str) -> tuple[str, ...]:
    """The kinds of decisions in a list of names, such as `calls,challenges,lay`, in the order of DECISIONS.

    Raises:
        GridError: for a name that is no decision, or for a list without calls and challenges.
    """
    asked = {name.strip() for name in names.split(",")}
    for name in sorted(asked - set(DECISIONS)):
        raise GridError(f"{name!r} is not a decision that can be solved; choose among {', '.join(DECISIONS)}")
    if not {"calls", "challenges"} <= asked:
        raise GridError("calls and challenges are always solved; write --decisions calls,challenges,lay to add others")
    return tuple(kind for name, kind in DECISIONS.items() if name in asked)


def cells(axes: Axes) -> int:
    """Cells of a grid."""
    return math.prod(len(edges) for _, edges in axes)
