"""The answer of whatif as JSON: read back as it was, also from earlier versions; what is no answer is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from analyses.answers.shared import Bot, Versions
from analyses.answers.whatif import (
    ChangeAnswer,
    MetricEffect,
    MetricLevel,
    Planned,
    RankedChange,
    SkippedChange,
    Solution,
    SolvedChange,
    WhatIfAnswer,
)
from tests.analyses.answers.test_tuning import tuned
from tongits_sim.run.answers import AnswerError, Estimate

EDGE = MetricEffect("dealer_edge", 0.1, 0.3, 0.2, (0.1, 0.3), 0.001, 0.002, "more", 4.0)
TURNS = MetricEffect("turns", 8.0, 8.0, 0.0, (0.0, 0.0), 1.0, 1.0, "none", None)


def whole() -> WhatIfAnswer:
    """An answer with something of every kind."""
    change = ChangeAnswer("pay.fold=2", "x", {"pay.fold": 2.0}, None, True, 0, 9, (EDGE, TURNS), (EDGE, TURNS), tuned())
    return WhatIfAnswer(
        base="pagat",
        rules="pagat",
        rules_option="--rules pagat",
        players=("a", "b", "c"),
        deals=10,
        games_played=120,
        seatings=6,
        match_games=1,
        seed=1,
        stopping=Planned("fixed", "Stopped after 10 deals, as planned."),
        level=0.95,
        alpha=0.05,
        correction="holm",
        family=4,
        command_line="tongits whatif",
        metrics=(MetricLevel("dealer_edge", 0.1, None), MetricLevel("turns", 8.0, (7.0, 9.0))),
        changes=(change,),
        skipped=(SkippedChange("x=1", "cannot be"),),
        rank_by="dealer_edge",
        ranking=(RankedChange(1, "pay.fold=2", None, EDGE),),
        tuned=tuned(),
        bots=(Bot("a", "greedy"),),
        knobs={"pay.fold": 1.0, "call.timing": "start"},
        versions=Versions(python="3.12"),
    )


def stored() -> dict[str, Any]:
    """The same as a file holds it."""
    document: dict[str, Any] = json.loads(json.dumps(whole().to_dict()))
    return document


def test_json_is_read_back() -> None:
    assert WhatIfAnswer.from_dict(stored()) == whole()
    assert WhatIfAnswer.from_dict(stored()).to_dict() == stored()


def test_the_keys_are_those_of_the_format() -> None:
    document = stored()
    assert list(document)[:12] == [
        *("command", "question", "asks", "base", "rules", "rules_option", "players", "deals", "games_played"),
        *("seatings", "match_games", "seed"),
    ]
    effect = ["metric", "base", "changed", "diff", "ci95", "p", "p_holm", "verdict", "variance_reduction"]
    assert list(document["changes"][0]["effects"][0]) == effect
    assert list(document["ranking"][0]) == ["rank", "change", "no_effect", *effect]


def test_a_map_has_a_second_corrected_p() -> None:
    effect = replace(EDGE, p_bh=0.0015)
    assert list(effect.to_dict())[-1] == "p_bh"
    assert (effect.p_corrected, EDGE.p_corrected) == (0.0015, 0.002)
    assert MetricEffect.from_dict(effect.to_dict()) == effect


def test_deals_were_called_games() -> None:
    document = stored()
    document["games"] = document.pop("deals")
    assert WhatIfAnswer.from_dict(document) == whole()


def test_effects_are_looked_up_by_metric() -> None:
    change = whole().changes[0]
    assert change.effect("turns") is TURNS
    assert TURNS.nothing
    assert not EDGE.nothing
    assert change.adapted_effect("dealer_edge") == EDGE
    assert replace(change, adapted=()).adapted_effect("turns") is None
    with pytest.raises(KeyError):
        change.effect("luck")


def broken(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The document with another value at a path."""
    document = place = stored()
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("changes",), [], "at least one change"),
        (("changes", 0, "effects"), [], r"changes\[0\]\.effects must hold the metrics"),
        (("changes", 0, "adapted"), [EDGE.to_dict()], r"changes\[0\]\.adapted must hold"),
        (("rank_by",), "luck", "by which changes are ranked"),
        (("changes", 0, "effects", 0, "verdict"), "sure", r"effects\[0\]\.verdict must be 'more' or 'less'"),
        (("ranking", 0, "rank"), "first", r"ranking\[0\]\.rank must be a whole number"),
        (("deals",), None, "deals must be a whole number, not null"),
    ],
)
def test_refuses_what_is_no_answer(path: tuple[Any, ...], value: Any, message: str) -> None:
    with pytest.raises(AnswerError, match=message):
        WhatIfAnswer.from_dict(broken(path, value))


def solved() -> WhatIfAnswer:
    """`whole` with solved players beside: twice the mechanical effect on the dealer's edge."""
    solution = Solution("pagat", "expert", 100, 1000, Estimate(0.01, (0.0, 0.02)), 500)
    twice = replace(EDGE, diff=0.4, ci95=(0.3, 0.5))
    answer = whole()
    changes = tuple(
        replace(each, solved=SolvedChange(replace(solution, rules=each.rules), (twice,))) for each in answer.changes
    )
    return replace(answer, changes=changes, solution=solution)


def test_solved_players_are_read_back_and_left_out_where_there_are_none() -> None:
    assert WhatIfAnswer.from_dict(json.loads(json.dumps(solved().to_dict()))) == solved()
    assert "solution" not in whole().to_dict()
    assert "solved" not in whole().to_dict()["changes"][0]
    change = solved().changes[0]
    assert [name for name, _ in change.plays] == ["mechanical", "adapted", "solved"]
    assert change.solved_effect("dealer_edge") is not None
    assert change.solved_effect("payout:greedy") is None
