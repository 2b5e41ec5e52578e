"""Bots that a kernel knows are asked directly, others by their address; each gets its own parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tongits_sim import jit
from tongits_sim.any_game.direct_hooks import Known, asking

PARAMS = np.dtype([("number", "f8")], align=True)
OTHER_PARAMS = np.dtype([("label", "f8"), ("number", "f8")], align=True)
TABLE = np.dtype([("seating", "i8", (3,)), ("seat_params", "i8", (3,))], align=True)
VIEW = np.dtype([("card", "i8")], align=True)


@jit.njit(cache=False)
def _first(view, params):
    return view.card + params.number


@jit.njit(cache=False)
def _second(view, params):
    return view.card * params.number


def _third(view, params):
    return 7


@jit.njit(cache=False)
def _by_address(table, view, seat, decision):
    return np.uint64(1000 + decision), np.int64(5)


LOW = Known("low", (_first, _second, _third), PARAMS)
HIGH = Known("high", (_third, _first, _second), OTHER_PARAMS)
EXPECTED = {
    "low": [(5, 0), (6, 0), (7, 0)],
    "high": [(7, 0), (7, 0), (12, 0)],
    None: [(1000, 5), (1001, 5), (1002, 5)],
}


@pytest.mark.parametrize("slots", [(LOW, LOW, LOW), (LOW, HIGH, LOW), (HIGH, LOW, None), (None, None, None)])
def test_who_sits_in_a_slot_answers(slots: Any) -> None:
    ask: Any = asking(slots, _by_address)
    params = [np.array([(4.0, 4.0)], OTHER_PARAMS) if bot is HIGH else np.array([(2.0,)], PARAMS) for bot in slots]
    table, view = (np.zeros(1, each).view(np.recarray)[0] for each in (TABLE, VIEW))
    view.card = 3
    for seating in ((0, 1, 2), (2, 0, 1)):
        table.seating[:] = seating
        table.seat_params[:] = [params[slot].ctypes.data for slot in seating]
        for seat, slot in enumerate(seating):
            answers = [ask(table, view, seat, decision) for decision in range(3)]
            assert answers == EXPECTED[slots[slot] and slots[slot].name]
