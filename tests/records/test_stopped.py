"""The record of a game that a fault ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.playing import BAD_BOTS, command, job
from tongits_sim.any_game.record_file import StoppedGame
from tongits_sim.any_game.record_form import RecordError
from tongits_sim.records.read import verified_records
from tongits_sim.records.stopped import is_stopped, playback_of_stopped, read_stopped, stopped_record
from tongits_sim.records.write import play_job_records


@pytest.fixture(scope="module")
def stopped() -> dict[str, Any]:
    """A game that a bot stopped."""
    with pytest.raises(StoppedGame) as caught:
        list(play_job_records(job(players=f"greedy,{BAD_BOTS}:late,caller", games=400)))
    return stopped_record(caught.value.record, caught.value.fault)


def test_it_is_read_back_with_its_fault(stopped: dict[str, Any]) -> None:
    line = json.dumps(stopped)
    assert is_stopped(line)
    record, fault = read_stopped(line)
    assert "result" not in record
    assert (fault.label, fault.decision) == ("late", "discard")
    assert fault.failure == stopped["fault"]["failure"]
    text = "\n".join(playback_of_stopped(record, fault))
    assert "Here the bot on seat" in text
    assert f"The line: {BAD_BOTS}:29: return discard_least_useful" in text


def test_it_is_no_game_record(stopped: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="format"):
        list(verified_records("x", [json.dumps(stopped)]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fault": {}}, "fault lacks keys"),
        ({"fault": None}, "fault lacks keys"),
        ({"dealer": 7}, "dealer"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_one_is_refused(stopped: dict[str, Any], change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_stopped(json.dumps({**stopped, **change}))


def test_its_moves_and_its_fault_are_verified(stopped: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="no respond of seat"):
        read_stopped(json.dumps({**stopped, "fault": {**stopped["fault"], "decision": "respond"}}))
    with pytest.raises(RecordError):
        read_stopped(json.dumps({**stopped, "events": stopped["events"][1:]}))
    with pytest.raises(RecordError, match="not a seat"):
        read_stopped(json.dumps({**stopped, "fault": {**stopped["fault"], "seat": 3}}))


def test_records_writes_it_beside_the_others_and_replay_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, _, err = command(*f"records --players {BAD_BOTS}:late,greedy,caller --games 400 -o {path}".split())
    assert code == 2
    assert f"Wrote that game to {tmp_path / 'games.stopped.json'}" in err
    code, out, _ = command("replay", str(tmp_path / "games.stopped.json"))
    assert code == 0
    assert "Here the bot on seat" in out
    assert len(list(verified_records(str(path)))) == 2
