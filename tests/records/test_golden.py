import json
from pathlib import Path

import pytest

from tests.referee import check_file
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay, verified_records
from tongits_sim.rules import preset_names

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


def test_a_record_that_lacks_a_knob_is_refused_in_a_sentence() -> None:
    record = json.loads(lines(GOLDEN / "pagat.jsonl")[0])
    del record["rules"]["knobs"]["call.timing"]
    assert replay(record) == ["part 2: the list of knobs lacks call.timing."]
