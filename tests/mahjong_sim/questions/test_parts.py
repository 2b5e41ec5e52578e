"""Words that questions share: no stronger than their numbers."""

from __future__ import annotations

from dataclasses import replace

from analyses.answers.cells import Extremes
from mahjong_sim.questions import parts, words
from tests.mahjong_sim.asked import asked
from tongits_sim.run.answers import Estimate


def test_the_table_in_words() -> None:
    answer = asked("claims")
    assert parts.table_of(answer) == "four greedy bots"
    assert parts.table_of(replace(answer, players=("a", "b", "c", "d"))) == "a, b, c, d"
    assert parts.asked(asked("mano")).startswith("mahjong analyze mano · 40 deals · greedy")
    assert words(asked("open")).__name__.endswith("opening")


def test_what_is_not_decided_is_said_so() -> None:
    assert parts.decided(Estimate(0.1, (-0.1, 0.3)), "gain", "loss") == "the sign is not decided"
    assert parts.decided(Estimate(0.1, (0.05, 0.3)), "gain", "loss") == "gain"
    assert parts.decided(Estimate(-0.1, (-0.2, -0.05)), "gain", "loss") == "loss"
    assert parts.points(0.1, (0.05, 0.15)) == "+10.0 ± 5.0"
    assert parts.points(None, None) == "–"


def test_extremes_are_named_as_chosen_elsewhere() -> None:
    answer = asked("claims")
    cell = max((each for each in answer.cells if each.ev_diff.ci95), key=lambda each: each.n)
    elsewhere = replace(answer, extremes={"cells": Extremes(most=cell.at, games=9, seed=2)})
    (text,) = parts.strongest(elsewhere, answer.cells, lambda each: "there")
    assert text.startswith("Most in favour: there, ")
    assert text.endswith(parts.HELD_OUT)
    nothing = replace(answer, extremes={"cells": Extremes(games=9, seed=2)})
    assert parts.strongest(nothing, answer.cells, lambda each: "there") == []


def test_rows_with_few_forks_are_left_out_of_tables_and_marked_in_figures() -> None:
    answer = asked("claims")
    table = parts.cells_table(answer, answer.cells, {"meld": "Meld"}, {}, ("cells", "Every cell"))
    assert len(table.rows) == sum(cell.n >= answer.min_forks for cell in answer.cells)
    rows = parts.grid_rows(answer.cells, 10**9, ("own_turn", "shanten", "meld"), lambda cell: (cell.ev_diff.mean, True))
    assert {row["state"] for row in rows} == {"few"}
