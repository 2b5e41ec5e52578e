"""Hooks asked at positions laid by hand."""

from __future__ import annotations

from typing import Any

import numba

from mahjong_sim.bots.registry import load_player
from mahjong_sim.bots.strategy import params_dtype
from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.any_game.hook_calls import call_hook, compile_for_view
from tongits_sim.jit import njit


def answer(board: Board, spec: str) -> int:
    """What a bot answers to the decision that a board waits for: the code it plays with is asked."""
    player, decision = load_player(spec), DECISIONS[int(board.view["decision"])]
    hook, params = getattr(player.strategy.hooks, decision), player.params()
    layout, view = params_dtype(player.strategy.params), numba.from_dtype(VIEW_DTYPE)
    address = compile_for_view(hook, view, layout, player.strategy.name, decision)
    said, raised = _call(board.view, address, params.ctypes.data)
    assert not raised
    return int(said)


@njit
def _call(view: Any, address: Any, params: Any) -> Any:
    return call_hook(address, view, params)
