"""The bots' contract: a strategy is one small function for each decision, with named parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mahjong_sim.game.state import VIEW_DTYPE
from tongits_sim.bots.player import BaseHooks, BasePlayer, BaseStrategy, BoundedParam
from tongits_sim.compile.hooks import Hook

Param = BoundedParam


@dataclass(frozen=True)
class Hooks(BaseHooks):
    """One function `hook(view, params) -> action code` for each decision; `game/legality.py` describes the words."""

    win: Hook
    claim: Hook
    declare: Hook
    discard: Hook


@dataclass(frozen=True)
class Strategy(BaseStrategy):
    """A way of playing (see `BaseStrategy`)."""

    hooks: Hooks
    params: tuple[Param, ...] = ()
    cost: float = 32.0


@dataclass(frozen=True)
class Player(BasePlayer):
    """A strategy with values of its parameters (see `BasePlayer`)."""

    strategy: Strategy
    VIEW: ClassVar[np.dtype] = VIEW_DTYPE
    LOADER: ClassVar[str] = "mahjong_sim.bots.registry:load_player"

    @property
    def spec(self) -> str:
        """The text from which `load_player` makes this player, with its alias: `bold=defender(fold_at=3)`."""
        return self.full_spec
