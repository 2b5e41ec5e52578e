"""`tongits mahjong simulate`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.playing import command

PLAYED = ("mahjong", "simulate", "--players", "random,greedy,random,random", "--games", "60")


def test_it_answers_in_words_json_and_csv(tmp_path: Path) -> None:
    code, out, err = command(*PLAYED)
    assert code == 0, err
    assert "60 games of mahjong · rules visayan · seed 1 · seats rotate" in out
    assert "greedy earns most" in out
    code, out, _ = command(*PLAYED, "--format", "json", "--out", str(tmp_path / "run"))
    answer = json.loads(out)
    assert (code, answer["command"], answer["games"]) == (0, "mahjong simulate", 60)
    assert json.loads((tmp_path / "run" / "results.json").read_text())["games"] == 60
    code, out, _ = command(*PLAYED, "--format", "csv")
    header, *rows = out.strip().splitlines()
    assert len(rows) == 2
    assert "payout_mean" in header


def test_rules_and_settings_are_named(tmp_path: Path) -> None:
    code, out, err = command(*PLAYED[:-1], "8", "--rules", "manila", "--set", "pay.discarder=1", "--fixed-seats")
    assert code == 0, err
    assert "rules manila with pay.discarder=1 · seed 1 · fixed seats" in out
