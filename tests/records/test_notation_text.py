"""Records as notation: short where a preset says it, exact where none does."""

from __future__ import annotations

import json
from pathlib import Path

from strategies import load_players
from tongits_sim.records.form import read_line
from tongits_sim.records.notation_text import notation_of, rules_lines
from tongits_sim.records.write import play_records
from tongits_sim.rules import load

GOLDEN = Path(__file__).parents[1] / "golden" / "playbacks"


def test_writes_a_game_as_a_person_would() -> None:
    text = notation_of(read_line((GOLDEN / "challenge-online.jsonl").read_text(encoding="utf-8")))
    lines = text.splitlines()
    assert lines[0] == "rules online"
    assert "B: (4c 4d 4h 4s) -Ks" not in lines
    assert "B: [4c 4d 4h 4s] -Ks" in lines
    assert "A: <[2c 2d 2h] 5c@5d -Th" in lines
    assert lines[-3:] == ["B: call", "C: challenge", "A: fold"]
    assert "jackpot 0.30" in lines


def test_rules_are_named_as_shortly_as_they_can_be() -> None:
    assert rules_lines(load("pagat+joker")) == ["rules pagat+joker"]
    assert rules_lines(load("pagat", ["pay.fold=2"])) == ["rules pagat", "set pay.fold=2"]
    other = type(load("pagat")).from_knobs({**load("pagat").knobs(), "pay.fold": 2}, name="pagat")
    assert len(rules_lines(other)) == len(other.knobs()) + 1


def test_names_with_odd_characters_are_quoted() -> None:
    (record,) = play_records(load("pagat"), load_players("greedy,caller,hunter"), 1, 1)
    record["players"] = ["Ana # 1", "x y", 'B"']
    text = notation_of(read_line(json.dumps(record)))
    assert 'name A "Ana # 1"\nname B x y\nname C "B\\""\n' in text
