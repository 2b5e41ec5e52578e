"""Records as text: what is written is read again, and what cannot be read is refused with its line."""

from __future__ import annotations

import random

import pytest

from mahjong_sim.records.replay import verify
from mahjong_sim.records.text import from_text, to_text
from mahjong_sim.rules import PRESETS
from tests.mahjong_sim.games import recorded
from tongits_sim.any_game.record_form import RecordError

BOTS = "greedy,random,greedy,random"


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_written_is_read_again(preset: str) -> None:
    records = recorded(preset, BOTS)
    text = "# games of bots\n\n" + "\n".join(map(to_text, records))
    assert list(from_text(text)) == list(records)


def test_knobs_that_differ_are_named() -> None:
    record = recorded("visayan", BOTS, 2, 2, "win.several=all", "hand.flush=0.75", "jai_alai.share=2")[0]
    text = to_text(record)
    assert text.count("\nknob ") == 3
    assert "knob win.several = all\n" in text
    (again,) = from_text(text)
    assert again == record
    verify(again)


def test_a_line_is_what_a_seat_does() -> None:
    text = to_text(recorded("visayan", BOTS)[0])
    assert text.startswith("mahjong-game/1\nrules visayan\ngame 0 of match 0 seed 41\n")
    assert "; discard " in text


def test_changed_texts_are_refused_or_read() -> None:
    chance = random.Random(8)
    text = to_text(recorded("visayan", BOTS)[0])
    lines = text.splitlines()
    reasons = []
    for _ in range(60):
        at = chance.randrange(len(lines))
        words = lines[at].split()
        words[chance.randrange(len(words))] = chance.choice(("", "x", "-1", "99", "none", ";", "1s"))
        other = "\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]])
        try:
            for record in from_text(other):
                verify(record)
        except RecordError as error:
            reasons.append(error.reason)
    assert len(reasons) > 30
    assert all(reasons)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "lacks"),
        ("mahjong-game/1\nfly me", "line 2, 'fly me', cannot be read"),
        ("mahjong-game/1\n0: jump 5d", "is not an event|unknown act"),
        ("mahjong-game/1\nknob no.such = 1", "line 2"),
    ],
)
def test_what_is_no_record(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        list(from_text(text))
