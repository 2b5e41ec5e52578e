"""Games as text: a few recorded ones, kept with their texts in tests/golden, compared letter by letter.

After a wanted change of the texts: `python -m tests.records.test_playback` writes them anew from the records.
"""

from pathlib import Path

import pytest

from tests.referee import check_record
from tongits_sim.records.form import read_line
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import replay
from tongits_sim.records.schema import Record

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


def main() -> None:
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(text(recorded(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
