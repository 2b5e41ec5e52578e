"""What happened, told to one seat: a sentence a turn, and nothing that the seat does not see."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from reports.play.faces import Faces
from reports.play.news import name_of, news_since, told, whose
from tests.live.people import a_match, play_by_chance

EVENTS = [
    {"seat": 1, "act": "draw", "card": "7c"},
    {"seat": 1, "act": "secret", "cards": ["8c", "8d", "8h", "8s"]},
    {"seat": 1, "act": "discard", "card": "Kh"},
    {"seat": 2, "act": "take", "card": "Kh", "cards": ["Kc", "Kd", "Kh"]},
    {"seat": 2, "act": "discard", "card": "2c"},
    {"seat": 0, "act": "draw", "card": "Ks"},
    {"seat": 0, "act": "sapaw", "card": "Ks", "onto": 1},
    {"seat": 0, "act": "discard", "card": "3c"},
    {"seat": 1, "act": "call"},
    {"seat": 2, "act": "fold", "forced": True},
    {"seat": 0, "act": "challenge"},
]


def test_tells_each_seat_what_it_sees() -> None:
    assert told(EVENTS, 0, 0, Faces("letters")) == [
        "Right draws, lays 4 cards face down, a secret and discards Kh.",
        "Left takes Kh for [Kc Kd Kh] and discards 2c.",
        "You draw Ks, add Ks to Left's meld 2 and discard 3c.",
        "Right calls a draw.",
        "Left folds, having no right to challenge (R10).",
        "You challenge.",
    ]
    own = told(EVENTS, 0, 1, Faces("letters"))
    assert own[0] == "You draw 7c, lay [8c 8d 8h 8s] as a secret, face down and discard Kh."
    assert own[2] == "Left draws, adds Ks to Right's meld 2 and discards 3c."
    assert told(EVENTS, 8, 2, Faces())[0] == "Left calls a draw."


def test_news_begin_after_the_own_last_turn() -> None:
    assert news_since(EVENTS, 0) == 8
    assert news_since(EVENTS[:8], 0) == 0
    assert news_since([], 0) == 0


def test_names() -> None:
    assert [name_of(seat, 1) for seat in range(3)] == ["Left", "You", "Right"]
    assert [whose(seat, 1, 0) for seat in range(3)] == ["its own", "your", "Right's"]


@pytest.mark.parametrize("rules", ["casino_x+joker", "wikipedia", "rulesofcards"])
def test_every_event_has_words(rules: str) -> None:
    acts = set()
    for seed in range(10):
        match = a_match(rules, seed=seed)
        match.deal()
        play_by_chance(match, random.Random(seed))
        events = match.finish()["events"]
        acts |= {event["act"] for event in events}
        sentences = told(events, 0, 0, Faces())
        assert all(re.fullmatch(r"(You|Right|Left) .+\.", sentence) for sentence in sentences)
    assert {"draw", "take", "lay", "sapaw", "discard", "call"} <= acts


def test_golden_games_can_be_told() -> None:
    for path in (Path(__file__).parents[2] / "golden" / "playbacks").glob("*.jsonl"):
        events = json.loads(path.read_text(encoding="utf-8"))["events"]
        for seat in range(3):
            assert told(events, 0, seat, Faces("words"))
