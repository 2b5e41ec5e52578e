"""The answer of a comparison: to JSON and back, an old one read, and a second seed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from analyses.answers.comparison import ComparisonAnswer, PairRow
from analyses.answers.shared import Verdict
from tests.designs.tournament.fields import compared, example
from tests.playing import ROOT
from tongits_sim.run.answers import AnswerError

OLD = ROOT / "tests" / "golden" / "answers" / "compare.json"
"""What the first version stored, with fewer payouts."""


def stored() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(OLD.read_text())
    return document


def test_the_answer_is_read_back_from_its_json() -> None:
    for answer in (example(), compared(games=1).answer):
        assert ComparisonAnswer.from_dict(json.loads(json.dumps(answer.to_dict(), allow_nan=False))) == answer


def test_an_answer_of_the_first_version_is_read_its_games_as_deals() -> None:
    document = stored()
    answer = ComparisonAnswer.from_dict(document)
    assert (answer.deals, answer.deals_asked) == (document["games"], document["games_asked"]) == (120, 120)
    assert answer.confirm is not None
    assert answer.confirm.deals == document["confirm"]["games"]
    again = json.loads(json.dumps(answer.to_dict()))
    for one in (document, document["confirm"]):
        one["deals"] = one.pop("games")
    document["deals_asked"] = document.pop("games_asked")
    document["bots"] = [bot | {"spec": ""} for bot in document["bots"]]
    assert again == document


@pytest.mark.parametrize(
    ("changed", "message"),
    [({"ranking": [5]}, r"ranking\[0\] must be an object"), ({"deals": 1.5}, "deals must be a whole number")],
)
def test_a_damaged_answer_is_refused_with_the_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        ComparisonAnswer.from_dict(stored() | changed)
    with pytest.raises(AnswerError, match="confirm must be an object"):
        ComparisonAnswer.from_dict(stored() | {"confirm": 5})


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("better", "better", "better"), ("better", "inconclusive", "inconclusive"), ("better", "worse", "inconclusive")],
)
def test_a_verdict_stands_only_if_both_seeds_say_it(first: Verdict, second: Verdict, expected: Verdict) -> None:
    row = PairRow("caller", "greedy", 1.0, (0.5, 1.5), 0.01, first, None)
    turned = second == "worse"
    other = (
        replace(row, a="greedy", b="caller", diff=0.5, verdict="better")
        if turned
        else replace(row, diff=0.5, verdict=second)
    )
    plain = replace(example(), ranking=(), confirm=None)
    confirmed = replace(plain, pairs=(row,)).confirmed(replace(plain, pairs=(other,)))
    (pair,) = confirmed.pairs
    assert (pair.verdict, pair.verdict_first) == (expected, first)
    assert pair.diff_confirm == (-0.5 if turned else 0.5)
    assert confirmed.confirm is not None
    assert (confirmed.confirm.agreed, confirmed.confirm.of) == (first == second, 1)


def test_a_verdict_against_the_baseline_needs_both_seeds() -> None:
    answer = replace(example(), confirm=None)
    verdicts: dict[str, Verdict | None] = {"caller": "better", "hunter": "worse", "greedy": None}
    other = replace(answer, ranking=tuple(replace(row, verdict_vs_baseline="inconclusive") for row in answer.ranking))
    mine = replace(
        answer, ranking=tuple(replace(row, verdict_vs_baseline=verdicts[row.player]) for row in answer.ranking)
    )
    by_player = {row.player: row.verdict_vs_baseline for row in mine.confirmed(other).ranking}
    assert by_player == {"caller": "inconclusive", "hunter": "inconclusive", "greedy": None}


def test_two_players_have_one_row() -> None:
    answer = example()
    assert answer.pair("caller", "greedy") is answer.pair("greedy", "caller")
    with pytest.raises(KeyError):
        answer.pair("caller", "nobody")
