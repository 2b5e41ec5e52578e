"""Games as text: a few recorded ones, kept with their texts in tests/golden, compared letter by letter.

After a wanted change of the texts: `python -m tests.records.test_playback` writes them anew from the records.
"""

import json
from pathlib import Path

import pytest

from strategies import load_players
from tests.playing import BAD_BOTS, command
from tests.referee import check_record
from tests.validation import PLAYERS
from tongits_sim.core.record_form import Record
from tongits_sim.records.form import read_line
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import load

FOLDER = Path(__file__).parents[1] / "golden" / "playbacks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def recorded(name: str) -> Record:
    return read_line((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))


def text(record: Record) -> str:
    return "\n".join(playback(record)) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_golden_records_are_right_and_read_as_they_did(name: str) -> None:
    record = recorded(name)
    assert replay(record) == check_record(record) == []
    assert text(record) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_there_are_golden_playbacks_of_every_kind() -> None:
    endings = {recorded(name)["result"]["ending"] for name in NAMES}
    assert endings >= {"tongits", "draw", "challenge", "stock_out", "spread"}


@pytest.mark.parametrize("rules", ["casino_x+joker", "wikipedia", "sjs+joker"])
def test_every_game_can_be_told(rules: str) -> None:
    for players in PLAYERS[:4]:
        for record in play_records(load(rules), load_players(players), 15, 2, 5):
            lines = text(record)
            assert all(event["card"] in lines for event in record["events"] if "card" in event)
            assert record["players"][0] in lines


def test_a_game_that_a_fault_ends_is_told_up_to_there() -> None:
    line = f"records --players {BAD_BOTS}:late,greedy,caller --games 400 --seed 1".split()
    code, out, err = command(*line)
    assert code == 2
    games = [json.loads(each) for each in out.splitlines()]
    assert all(replay(each) == [] for each in games)
    lines = err.splitlines()
    (start,) = (number for number, each in enumerate(lines) if each.startswith("Game "))
    assert lines[start] == f"Game 1 of match {len(games) + 1}. Seed 1, rules pagat."
    assert any(each.startswith("Turn 9: ") for each in lines)
    assert lines[-3].startswith("Here the bot ")
    assert "late broke rule R2 at its discard" in lines[-3]
    assert lines[-2].startswith("The line: ")
    assert lines[-2].endswith("return discard_least_useful(view, params) if view.turn < 10 else U(0)")
    assert lines[-1].startswith("Error: the bot ")
    assert sum("late holds" in each and "  " not in each for each in lines) == 1


def main() -> None:
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(text(recorded(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
