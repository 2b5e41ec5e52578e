"""Cells: coordinates lie flat in their JSON, and are read back."""

from __future__ import annotations

import json

import pytest

from analyses.answers.rollouts import ChoiceCell, Extremes, Placed, PlayedChart, cell_at
from tests.analyses.answers.examples import AVERAGES, choice
from tongits_sim.run.answers import AnswerError, Estimate

CELL = choice(1.5, own_count=4, own_count_to=6, opponents_open=2)


def test_coordinates_lie_flat_and_are_read_back() -> None:
    stored = json.loads(json.dumps(CELL.to_dict()))
    assert list(stored)[:4] == ["own_count", "own_count_to", "opponents_open", "n"]
    assert "at" not in stored
    assert ChoiceCell.from_dict(stored) == CELL
    assert ChoiceCell.from_dict(stored | {"of_a_later_version": [1]}) == CELL


def test_what_is_no_cell_is_refused() -> None:
    with pytest.raises(AnswerError, match="an object"):
        ChoiceCell.from_dict([1], "cells[0]")  # type: ignore[arg-type]
    with pytest.raises(AnswerError, match="own_count"):
        ChoiceCell.from_dict(CELL.to_dict() | {"own_count": [1]})
    with pytest.raises(AnswerError, match="n must be a whole number"):
        ChoiceCell.from_dict(CELL.to_dict() | {"n": "many"})


def test_coordinates_in_words_and_numbers() -> None:
    assert (CELL.words("own_count"), CELL.words("opponents_open")) == ("4–6", "2")
    assert (CELL.whole("own_count"), CELL.last("own_count"), CELL.last("opponents_open")) == (4, 6, 2)
    last = Placed(at={"own_turn": 6, "own_turn_to": None, "meld": "set"})
    assert (last.words("own_turn"), last.last("own_turn"), last.words("meld")) == ("6+", None, "set")
    with pytest.raises(AnswerError, match="meld"):
        last.whole("meld")


def test_a_cell_is_found_by_its_coordinates() -> None:
    cells = [choice(0.0, rank="A", seen=0), choice(1.0, rank="A", seen=1)]
    cell = cell_at(cells, {"rank": "A", "seen": 1})
    assert cell is cells[1]
    assert cell_at(cells, {"rank": "K"}) is None


def test_parts_are_read_back() -> None:
    assert type(AVERAGES).from_dict(AVERAGES.to_dict()) == AVERAGES
    assert set(AVERAGES.to_dict()["naive"]) == {"mean", "ci95", "note"}
    extremes = Extremes(most={"rank": "A"}, games=5, seed=2)
    assert Extremes.from_dict(extremes.to_dict()) == extremes
    chart = PlayedChart(
        file="a.toml",
        player="chart",
        source="greedy",
        deals=10,
        seed=3,
        diff=Estimate(0.5, (0.1, 0.9)),
        verdict="better",
        call_at=((1.0,),),
        challenge_at=((-1.0,),),
    )
    assert PlayedChart.from_dict(json.loads(json.dumps(chart.to_dict()))) == chart
