"""Records written by an earlier program replay as they did: stored games of every preset."""

from __future__ import annotations

import json
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest

from tests.referee import check_file
from tongits_sim.records import replay as replaying
from tongits_sim.records.form import FORMAT
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay, verified_records
from tongits_sim.rules import KNOBS, preset_names
from tongits_sim.rules.ruleset import ALL_KNOBS

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
FILES = sorted(GOLDEN.glob("*.jsonl"))
NEW = "call.block_long_meld"
"""The knob that is taken for a new one. It is on under `online` alone."""
NEXT = ALL_KNOBS.newest + 1


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def old_record(path: Path, knob: str) -> dict[str, Any]:
    """The first record of a file, without the knob."""
    record: dict[str, Any] = json.loads(lines(path)[0])
    del record["rules"]["knobs"][knob]
    return record


@pytest.fixture(autouse=True)
def _rules_anew() -> None:
    replaying._rules_of.cache_clear()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stored_games_replay(path: Path) -> None:
    records = list(verified_records(str(path)))
    assert records
    assert check_file(lines(path)) == []
    for record in records:
        assert list(playback(record))


def test_every_kind_of_game_is_stored() -> None:
    assert set(preset_names()) < {path.stem for path in FILES}
    records = [json.loads(line) for path in FILES for line in lines(path)]
    acts = {event["act"] for record in records for event in record["events"]}
    assert acts >= {"draw", "take", "lay", "secret", "sapaw", "discard", "call", "challenge", "fold"}
    assert any("as" in event for record in records for event in record["events"])
    assert any(any(record["before"]["scores"]) and record["match_over"] for record in records)


def test_r9_2_a_held_secret_supports_a_call() -> None:
    (record,) = [json.loads(line) for line in lines(GOLDEN / "held-secret.jsonl")]
    knobs = record["rules"]["knobs"]
    assert [knobs[each] for each in ("call.needs", "secrets.grants", "secrets.privilege")] == [
        "any_table_meld",
        "call_and_challenge",
        "held",
    ]
    caller = next(event["seat"] for event in record["events"] if event["act"] == "call")
    laid = {event["seat"] for event in record["events"] if event["act"] in ("lay", "secret") or "cards" in event}
    assert caller not in laid
    knobs["secrets.privilege"] = "laid"
    (problem,) = replay(record)
    assert problem.startswith("R9.2: ")


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "online"], ids=lambda path: path.stem)
def test_a_knob_that_came_later_has_the_value_its_absence_means(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = old_record(path, NEW)
    assert replay(record) == [f"part 2: the list of knobs lacks {NEW}."]
    monkeypatch.setitem(KNOBS, NEW, replaced(KNOBS[NEW], since=NEXT, absent=False))
    assert replay(record) == []


@pytest.mark.parametrize(("absent", "rule"), [("end", ""), ("start", "R9")])
def test_an_absent_knob_decides_what_is_legal(absent: str, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    timing = "call.timing"
    record = next(record for path in FILES for record in map(json.loads, lines(path)) if has_end_call(record))
    del record["rules"]["knobs"][timing]
    monkeypatch.setitem(KNOBS, timing, replaced(KNOBS[timing], since=NEXT, absent=absent))
    assert [problem.partition(":")[0] for problem in replay(record)] == [rule] * bool(rule)


def has_end_call(record: dict[str, Any]) -> bool:
    """Whether a draw was called with the discard."""
    called = any(event["act"] == "call" for event in record["events"])
    return called and record["rules"]["knobs"]["call.timing"] == "end"


def test_a_record_of_a_newer_program_is_refused_in_a_sentence() -> None:
    record = json.loads(lines(GOLDEN / "pagat.jsonl")[0]) | {"format": "tongits-game/7"}
    (problem,) = replay(record)
    assert problem.startswith("format: format must be tongits-game/1")
    assert problem.endswith(f"{FORMAT}, not 'tongits-game/7'; a newer version of this program wrote it")


def test_an_old_record_must_not_state_what_came_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOBS, NEW, replaced(KNOBS[NEW], since=NEXT, absent=False))
    record = json.loads(lines(GOLDEN / "pagat.jsonl")[0])
    (problem,) = replay(record)
    assert problem == f"part 2: {NEW} came with version {NEXT} of the rules, these are of version 1."
    later = {name: knob.absent for name, knob in KNOBS.items() if 1 < knob.since < NEXT}
    whole = {**record["rules"], "knobs": later | record["rules"]["knobs"]}
    assert replay(record | {"format": f"tongits-game/{NEXT}", "rules": whole}) == []
