"""Bots of any game are asked, and their faults noted."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from tongits_sim.any_game.asking import (
    CONTRACT,
    POSITION_FIELDS,
    REASON_CHANGED_VIEW,
    REASON_RAISED,
    ask,
    note_fault,
    predicate,
)
from tongits_sim.any_game.hook_calls import compile_for_view, listening
from tongits_sim.jit import njit

VIEW = np.dtype([("coin_view", "i8"), ("heads", "i8")], align=True)
PARAMS = np.dtype([("coin_params", "f8")], align=True)
TABLE = np.dtype([("coin_table", "i8"), ("seating", "i8", 2), *POSITION_FIELDS, ("fault_seating", "i8", 2)], align=True)


def answers(view: Any, params: Any) -> Any:
    """A hook: how many heads it sees."""
    return np.uint64(view.heads)


def meddles(view: Any, params: Any) -> Any:
    """A hook that turns a coin."""
    view.heads += 1
    return np.uint64(view.heads)


def raises(view: Any, params: Any) -> Any:
    """A hook that turns a coin and raises."""
    view.heads += 1
    if view.heads > 0:
        raise ValueError("too many heads")
    return np.uint64(0)


@njit(cache=False)
def call(address: Any, view: Any, params: Any, guard: Any, shadow: Any) -> Any:
    """Ask, as an engine does."""
    return ask(address, view, params, guard, shadow)


@pytest.mark.parametrize(
    ("hook", "guard", "answer"),
    [
        (answers, False, (5, 0, 5)),
        (answers, True, (5, 0, 5)),
        (meddles, False, (6, 0, 6)),
        (meddles, True, (6, int(REASON_CHANGED_VIEW), 5)),
        (raises, False, (0, int(REASON_RAISED), 6)),
        (raises, True, (0, int(REASON_RAISED), 5)),
    ],
)
def test_a_guarded_bot_leaves_its_view_as_it_was(hook: Any, guard: bool, answer: tuple[int, int, int]) -> None:
    view, shadow = np.zeros(1, VIEW), np.zeros(1, VIEW)
    params = np.zeros(1, PARAMS)
    view["heads"] = 5
    address = compile_for_view(hook, numba.from_dtype(VIEW), PARAMS, "bot", "toss")
    with listening():
        word, reason = call(address, view[0], params.ctypes.data, guard, shadow[0])
    assert (int(word), int(reason), int(view["heads"][0])) == answer


def test_the_first_fault_keeps_its_place() -> None:
    table = np.zeros(1, TABLE).view(np.recarray)
    table["now_match"], table["now_game"], table["seating"] = 5, 3, [1, 0]
    note_fault(table[0], 1, 2, 7)
    table["now_match"], table["seating"] = 6, [0, 1]
    note_fault(table[0], 0, 0, 8)
    assert table["faults"] == 2
    assert table["fault_seating"][0].tolist() == [1, 0]
    place = {name: int(table[f"fault_{name}"][0]) for name in ("match", "game", "seat", "decision", "reason")}
    assert place == {"match": 5, "game": 3, "seat": 1, "decision": 2, "reason": 7}


def test_a_fault_is_a_predicate() -> None:
    reasons = {3: ("C1", "the coin lies already")}
    assert predicate(3, "toss", reasons) == "broke rule C1 at its toss: the coin lies already"
    assert [predicate(code, "toss", reasons).split(": ")[0] for code in CONTRACT] == ["failed at its toss"] * 3
