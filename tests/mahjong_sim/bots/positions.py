from typing import Any

import numba
import numpy as np

from mahjong_sim.bots.registry import load_player
from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.compile.hooks import call_hook, compile_for_view
from tongits_sim.compile.jit import njit


def answer(board: Board, spec: str) -> int:
    """What a bot answers to the decision that a board waits for; its hook is called as the engine calls it."""
    return answer_of(load_player(spec), board)


def answer_of(player: Player, board: Board) -> int:
    """The same for a player; of its hooks only the one that is asked is compiled."""
    params = player.params()
    decision = DECISIONS[int(board.view["decision"])]
    hook = getattr(player.strategy.hooks, decision)
    address = compile_for_view(hook, numba.from_dtype(VIEW_DTYPE), params.dtype, player.strategy.name, decision)
    word, raised = _called(address, board.view, params.ctypes.data)
    assert not raised
    return int(word)


@njit
def _called(address: int, view: Any, params: int) -> tuple[np.uint64, bool]:
    return call_hook(address, view, params)  # type: ignore[no-any-return]
