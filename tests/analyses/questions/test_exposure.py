"""analyze exposure: the two parts add up, and laying insures."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.questions import exposure as words
from analyses.questions.exposure import EXPOSURE, MELDS, ExposureAnswer, Insurance, LayBin, LayCell
from analyses.registry import question
from tests.analyses.answers.examples import AVERAGES, HEAD
from tongits_sim.run.answers import Estimate


@cache
def ask(**options: Any) -> dict[str, Any]:
    """The JSON of few games."""
    return EXPOSURE.ask(inquiry(EXPOSURE, **({"games": 10_000, "min_forks": 100} | options))).to_dict()


def test_the_document() -> None:
    answer = ask()
    assert answer["question"] == "exposure"
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"]
    assert {cell["meld"] for cell in answer["cells"]} == set(MELDS)
    for name in ("meld", "own_turn", "opponents_open"):
        assert sum(row["n"] for row in answer["by"] if row["by"] == name) == answer["forks"]
    assert answer["insurance"][0]["n"] == answer["forks"] == sum(part["n"] for part in answer["insurance"][1:])


def test_the_parts_add_up() -> None:
    for row in (*ask()["insurance"], *ask(hold=3)["insurance"]):
        whole, *parts = (row[name]["mean"] for name in ("payout", "sunog", "rest"))
        assert math.isclose(whole, sum(parts), abs_tol=1e-9)
    for cell in ask()["cells"]:
        if cell["n"]:
            whole, *parts = (cell[name]["mean"] for name in ("ev_diff", "sunog", "rest"))
            assert math.isclose(whole, sum(parts), abs_tol=1e-9)


def test_who_lays_is_burned_less_and_more_so_the_longer_the_other_holds() -> None:
    burned = [ask(hold=hold)["insurance"][0]["burned"]["mean"] for hold in (1, 3, 0)]
    assert 0 > burned[0] > burned[1] > burned[2]
    assert all(ask(hold=hold)["insurance"][0]["sunog"]["ci95"][0] > 0 for hold in (1, 3, 0))


def test_a_bot_that_hides_is_made_to_lay() -> None:
    answer = ask(players="hunter,hunter,greedy", of="hunter")
    groups = {part["bot"]: part["n"] for part in answer["insurance"]}
    assert groups["held"] > 0
    assert groups["all"] == answer["forks"]


@pytest.mark.parametrize("rules", ["pagat+joker", "online"])
def test_other_rules(rules: str) -> None:
    assert ask(rules=rules, games=2000, players="random,turtle,greedy")["forks"] > 100


PARTS: dict[str, Any] = dict.fromkeys(("sunog", "rest", "burned"), Estimate(None))


def answer() -> ExposureAnswer:
    """One cell of each kind."""
    own: dict[str, Any] = {"n": 5, "ev_diff": Estimate(1.0, (0.5, 1.5))} | PARTS
    return ExposureAnswer(
        question="exposure",
        **HEAD,
        hold_turns=0,
        cells=(LayCell(at={"meld": "set", "own_turn": 1}, resolved=False, **own),),
        averages=AVERAGES,
        insurance=(Insurance(bot="all", n=5, payout=Estimate(1.0, (0.5, 1.5)), **PARTS),),
        by=(LayBin(by="meld", bin="set", **own),),
    )


@cache
def document() -> ExposureAnswer:
    """An answer."""
    asked = question("exposure")
    answer: ExposureAnswer = asked.ask(inquiry(asked, players="greedy,hunter,random", games=10_000, min_forks=50))
    return answer


def test_holding_to_the_end_is_never_laying_by_choice() -> None:
    """Taking a discard opens all the same."""
    held = replace(document(), hold_turns=0)
    assert "for the whole game by choice" in words.headline(held)
    assert any("a player who takes a discard still opens" in text for text in words.sentences(held))
    assert not any("never laying" in text for text in words.sentences(document()))
