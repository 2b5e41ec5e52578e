"""Games as text: a few recorded ones, kept with their texts in tests/golden, compared letter by letter.

After a wanted change of the texts: `python -m tests.test_playback` writes them anew from the records.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from strategies import load_players
from tests.referee import check_record
from tests.validation import PLAYERS
from tongits_sim.records.form import Record, read_line
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import load

FOLDER = Path(__file__).parents[1] / "golden" / "playbacks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def recorded(name: str) -> Record:
    """A golden record."""
    return read_line((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))


def text(record: Record) -> str:
    """The game as text."""
    return "\n".join(playback(record)) + "\n"


@pytest.mark.parametrize("name", NAMES)
def test_golden_playbacks(name: str) -> None:
    assert text(recorded(name)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_golden_records_are_right(name: str) -> None:
    line = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    assert replay(json.loads(line)) == []
    assert check_record(json.loads(line)) == []


def test_there_are_golden_playbacks_of_every_kind() -> None:
    endings = {recorded(name)["result"]["ending"] for name in NAMES}
    assert endings >= {"tongits", "draw", "challenge", "stock_out", "spread"}


@pytest.mark.parametrize("rules", ["casino_x+joker", "wikipedia", "sjs+joker"])
def test_every_game_can_be_told(rules: str) -> None:
    for players in PLAYERS[:4]:
        for record in play_records(load(rules), load_players(players), 15, 2, 5):
            told = text(record)
            assert all(event["card"] in told for event in record["events"] if "card" in event)
            assert record["players"][0] in told


def main() -> None:
    """Write the texts anew."""
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(text(recorded(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
