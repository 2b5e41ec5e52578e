"""Hooks asked in Python, at positions laid by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mahjong_sim.bots.registry import load_player
from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISIONS


def answer(board: Board, spec: str) -> int:
    """What a bot answers to the decision that a board waits for."""
    player = load_player(spec)
    hook: Callable[[Any, Any], Any] = getattr(player.strategy.hooks, DECISIONS[int(board.view["decision"])])
    return int(hook(board.view, player.params()[0] if player.strategy.params else np.zeros(1)[0]))
