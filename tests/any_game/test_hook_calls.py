"""Hooks over any game's view: compiled once for a layout, called by address, their errors heard by their thread."""

from __future__ import annotations

import threading
from typing import Any

import numba
import numpy as np
import pytest

from tongits_sim.any_game import hook_calls
from tongits_sim.any_game.hook_calls import call_hook, compile_for_view, listening
from tongits_sim.jit import njit

VIEW = np.dtype([("other_games_view", "i8"), ("tile", "i8")], align=True)
PARAMS = np.dtype([("other_games_params", "f8"), ("add", "f8")], align=True)


def answer(view: Any, params: Any) -> Any:
    """A hook: the tile and a parameter."""
    return np.uint64(view.tile + np.int64(params.add))


def raises(view: Any, params: Any) -> Any:
    """A hook that raises."""
    if view.tile >= 0:
        raise ValueError("not this tile")
    return np.uint64(0)


@njit(cache=False)
def ask(address: Any, view: Any, params: Any) -> Any:
    """Call a hook, as an engine does."""
    return call_hook(address, view, params)


def asked(hook: Any, tile: int) -> tuple[int, bool]:
    """What a hook answers to a view with this tile, and whether it raised."""
    view, params = np.zeros(1, VIEW).view(np.recarray), np.zeros(1, PARAMS)
    view["tile"], params["add"] = tile, 5
    address = compile_for_view(hook, numba.from_dtype(VIEW), PARAMS, "test", "discard")
    word, raised = ask(np.int64(address), view[0], np.int64(params.ctypes.data))
    return int(word), bool(raised)


def test_a_hook_of_any_game_is_called_through_its_address() -> None:
    assert asked(answer, 3) == (8, False)


def test_a_view_of_another_layout_is_another_hook() -> None:
    wider = np.dtype([("wider_games_view", "i8"), ("more", "i8"), ("tile", "i8")], align=True)
    one, other = (compile_for_view(answer, numba.from_dtype(each), PARAMS, "test", "win") for each in (VIEW, wider))
    assert one != other


def test_what_a_hook_raises_is_heard() -> None:
    with listening() as messages:
        assert asked(raises, 0) == (0, True)
    assert messages == ["ValueError: not this tile"]


def test_listening_ends() -> None:
    with listening() as messages:
        assert messages == []
        with pytest.raises(KeyError):
            _ = hook_calls._errors[0]
        assert messages is hook_calls._errors[threading.get_ident()]
    assert threading.get_ident() not in hook_calls._errors
