import json
from pathlib import Path

import pytest

from tests.referee import check_file, check_record
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay, verified_records
from tongits_sim.rules import RuleSet, preset_names

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
FILES = sorted(GOLDEN.glob("*.jsonl"))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


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
    assert [knobs[knob] for knob in ("call.needs", "secrets.grants", "secrets.privilege")] == [
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_knob_that_a_record_lacks_has_its_default(path: Path) -> None:
    """A record of a version that did not have the knob reads as it did."""
    defaults = RuleSet().knobs()
    for record in map(json.loads, lines(path)):
        knobs = record["rules"]["knobs"]
        record["rules"]["knobs"] = {name: value for name, value in knobs.items() if value != defaults[name]}
        assert len(record["rules"]["knobs"]) < len(knobs)
        assert replay(record) == check_record(record) == []


def test_a_presets_record_lacks_no_knob_that_the_preset_sets() -> None:
    record = json.loads(lines(GOLDEN / "sjs.jsonl")[0])
    del record["rules"]["knobs"]["call.timing"]
    assert replay(record) == ["part 3: call.timing is start, but sjs has end"]
    assert check_record(record) == ["part 3: call.timing is 'start', but sjs has 'end'"]


def test_an_unknown_knob_is_refused() -> None:
    record = json.loads(lines(GOLDEN / "pagat.jsonl")[0])
    record["rules"]["knobs"]["bonus.queen"] = 0
    (problem,) = replay(record)
    assert problem.startswith("part 2: unknown knob 'bonus.queen'.")
    assert check_record(record) == ["part 2: there is no knob bonus.queen"]
