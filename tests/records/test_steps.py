"""A record move by move agrees with the game: hands, counts, table, stock."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tongits_sim.any_game.steps import next_of
from tongits_sim.records.form import read_line
from tongits_sim.records.steps import CALLS, LAYS, steps_of

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "playbacks").glob("*.jsonl"))


def golden(path: Path) -> dict[str, Any]:
    """A recorded game."""
    return read_line(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_move_has_a_step(path: Path) -> None:
    record = golden(path)
    steps = steps_of(record)
    assert [step.act for step in steps] == ["deal", *(event["act"] for event in record["events"])]
    assert steps[0].hands[record["dealer"]].size == 13
    everything = 52 + int(json.loads(json.dumps(record["rules"]["knobs"]["jokers.count"])))
    for step in steps:
        held = sum(hand.size for hand in step.hands)
        laid = sum(len(cards) for _, cards in step.table)
        assert held + laid + step.stock + len(step.discards) == everything
    winner, result = record["result"]["winner"], record["result"]
    for seat in range(3):
        if not (result["ending"] in ("tongits", "spread") and seat == winner):
            assert steps[-1].hands[seat].count == result["counts"][seat]


def test_goes_from_call_to_call() -> None:
    steps = steps_of(golden(next(path for path in GOLDEN if path.stem == "challenge-online")))
    call = next_of(steps, 0, CALLS)
    assert steps[call].act == "call"
    assert steps[next_of(steps, call, CALLS)].act == "challenge"
    assert steps[next_of(steps, len(steps) - 1, LAYS, back=True)].act in LAYS
    assert next_of(steps, 0, LAYS, back=True) == 0
    assert next_of(steps, len(steps) - 1, CALLS) == len(steps) - 1
