"""The end of a game in words: each ending, who is burned, and money that adds up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from analyses.words.money import parse_stake
from reports.play.faces import Faces
from reports.play.outcome import ending_sentence, outcome_lines, score_lines, standing
from tongits_sim.records.form import read_line

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "playbacks").glob("*.jsonl"))


def golden(path: Path) -> dict[str, Any]:
    """A recorded game."""
    return read_line(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_ending_is_explained_to_every_seat(path: Path) -> None:
    record = golden(path)
    for me in range(3):
        for faces in (Faces(), Faces("words")):
            lines = outcome_lines(record, me, faces, parse_stake("20 peso"))
            text = "\n".join(lines)
            won = record["result"]["winner"] == me
            assert lines[0].startswith("You win" if won else ("Right wins", "Left wins"))
            assert re.search(r"\(R\d", lines[0])
            assert "peso" in text
            assert ("burned" in text.partition("\n\n")[0]) == any(record["result"]["burned"])
    lines = outcome_lines(record, 0, Faces(), parse_stake("20 peso"))
    (total,) = (line for line in lines if line.startswith("in all"))
    paid = [float(amount.replace(",", "")) for amount in re.findall(r"([+-]?[\d,.]+) peso", total)]
    assert paid == [20 * float(amount) for amount in record["result"]["payout"]]


def test_names_whoever_called() -> None:
    record = golden(next(path for path in GOLDEN if path.stem == "challenge-online"))
    assert ending_sentence(record, 2) == "You win the draw that Left called: with 4, your count is the lowest (R11)."
    assert ending_sentence(record, 1) == "Right wins the draw that you called: with 4, its count is the lowest (R11)."


def test_the_score_counts_games_and_units() -> None:
    records = [golden(path) for path in GOLDEN[:3]]
    lines = score_lines(records, 0, ["you", "a", "b"], parse_stake("1"))
    assert lines[0].startswith("After 3 games")
    total = standing(records, 0)
    assert total == pytest.approx(sum(float(record["result"]["payout"][0]) for record in records))
    assert score_lines([], 0, ["you", "a", "b"], parse_stake("1")) == ["No game is finished yet."]
