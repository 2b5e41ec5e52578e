"""Rows of a log as events, and melds as action words."""

from __future__ import annotations

from mahjong_sim.game.log import ACT_ANSWER, ACT_DECLARE, ACT_DRAW, ACT_VOID, ACT_WIN
from mahjong_sim.melds import NEWS, SECRET
from mahjong_sim.records.events import action_of, event_of, events_of


def test_rows_are_events() -> None:
    assert event_of((ACT_DRAW, 2, 0, 13)) == {"seat": 2, "act": "draw", "tile": "5d"}
    assert event_of((ACT_DECLARE, 1, SECRET, 27)) == {"seat": 1, "act": "declare", "meld": "secret", "tile": "Dr"}
    assert event_of((ACT_WIN, 0, 3, 0)) == {"seat": 0, "act": "win", "by": "discard", "tile": "1s"}
    assert event_of((ACT_WIN, 0, 0, -1)) == {"seat": 0, "act": "win", "by": "deal", "tile": None}
    assert event_of((ACT_VOID, 3, 0, -1)) == {"seat": 3, "act": "void"}


def test_answers_are_no_events() -> None:
    assert events_of([(ACT_ANSWER, 0, 1, 0), (ACT_DRAW, 1, 0, 0)]) == [{"seat": 1, "act": "draw", "tile": "1s"}]


def test_melds_are_action_words() -> None:
    event = {"seat": 1, "act": "declare", "meld": "news", "tile": "We"}
    assert action_of(event) == NEWS + 256 * 30
