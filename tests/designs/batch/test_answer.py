"""The answer of a batch to JSON and back."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.playing import ROOT, job, play
from tongits_sim.designs.batch.answer import BatchAnswer, PlayerRow
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.run.answers import AnswerError

OLD = ROOT / "tests" / "golden" / "answers" / "simulate.json"
"""What the first version stored."""


@pytest.mark.parametrize("games", [0, 1, 300])
def test_the_answer_is_read_back_from_its_json(games: int) -> None:
    results = play(job("sjs", players="greedy,greedy,hunter", games=games)) if games else Results(job(), BatchTotals())
    assert BatchAnswer.from_dict(json.loads(json.dumps(results.to_dict(), allow_nan=False))) == results.answer


def test_columns_stand_in_the_order_of_the_format() -> None:
    names = list(PlayerRow.__dataclass_fields__)
    assert names[:4] == ["player", "slots", "games", "payout_mean"]
    assert names.index("payout_p05") < names.index("win_rate") < names.index("parts") < names.index("win_ci95")


def stored(path: Path = OLD) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def test_an_answer_that_an_earlier_version_stored_is_read() -> None:
    document = stored()
    answer = BatchAnswer.from_dict(document)
    assert json.loads(json.dumps(answer.to_dict())) == document


def test_a_damaged_answer_is_refused_with_the_place() -> None:
    document = copy.deepcopy(stored())
    document["players_summary"][1]["payout_ci95"] = [1]
    with pytest.raises(AnswerError, match=r"players_summary\[1\]\.payout_ci95 must be a list of 2"):
        BatchAnswer.from_dict(document)
    del document["players_summary"]
    with pytest.raises(AnswerError, match="players_summary is missing"):
        BatchAnswer.from_dict(document)
