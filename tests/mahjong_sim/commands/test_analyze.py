"""`tongits mahjong analyze`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mahjong_sim.analyses.registry import QUESTIONS
from tests.playing import command

FEW = ("--games", "40", "--workers", "1")


def test_it_answers_in_words_json_and_csv(tmp_path: Path) -> None:
    page = tmp_path / "claims.html"
    code, out, err = command("mahjong", "analyze", "claims", *FEW, "--min-forks", "10", "-o", str(page))
    assert code == 0, err
    assert "taking a discard where the bot takes it" in " ".join(out.split())
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    code, out, _ = command("mahjong", "analyze", "claims", "--hands", "40", "--format", "json")
    document = json.loads(out)
    assert (document["question"], document["games"]) == ("claims", 40)
    code, out, _ = command("mahjong", "analyze", "claims", *FEW, "--format", "csv")
    assert out.startswith("meld,nearer,shanten,own_turn,own_turn_to,n,ev_diff,low,high,")


def test_the_same_seed_gives_the_same_digits_on_any_number_of_workers() -> None:
    found = []
    for workers in ("1", "2"):
        _, out, _ = command("mahjong", "analyze", "mano", "--games", "300", "--workers", workers, "--format", "json")
        found.append({key: value for key, value in json.loads(out).items() if key != "elapsed_s"})
    assert found[0] == found[1]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_is_a_command(name: str) -> None:
    code, out, _ = command("mahjong", "analyze", name, "--help")
    assert code == 0
    assert "--players" in out


def test_errors_are_a_sentence() -> None:
    code, _, err = command("mahjong", "analyze", "luck")
    assert code == 2
    assert "luck" in err
    code, _, err = command("mahjong", "analyze", "mano", "--players", "greedy,greedy")
    assert code == 2
    assert "four players, not 2" in err
    code, _, err = command("mahjong", "analyze", "mano", "--set", "pay.nobody=1")
    assert code == 2
    assert "unknown knob" in err
