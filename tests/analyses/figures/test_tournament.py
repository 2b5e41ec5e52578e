"""Figures of a tournament: their rows, and that they can be drawn."""

from __future__ import annotations

from dataclasses import replace

from analyses.figures.tournament import draw_lengths, draw_steps, lengths, steps
from tests.analyses.answers.test_tournament import some


def test_a_step_for_each_stage_and_the_title() -> None:
    rows = steps(some())
    assert [row.stage for row in rows] == ["First", "Final", "title"] * 2
    assert [row.chance for row in rows[:3]] == [100, 60, 20]
    assert len(draw_steps(rows).axes[0].lines) == 2


def test_a_lower_bracket_is_no_step() -> None:
    answer = some()
    lower = replace(answer.stages[1], name="Lower", players=6)
    upper = replace(answer.stages[1], name="Upper", players=3)
    kinds = tuple(replace(kind, reached=(*kind.reached, *kind.reached[1:])) for kind in answer.kinds)
    rows = steps(replace(answer, stages=(answer.stages[0], upper, lower), kinds=kinds))
    assert [row.stage for row in rows[:3]] == ["First", "Upper", "title"]


def test_a_point_for_each_length() -> None:
    rows = lengths(some())
    assert [(row.rounds, row.chance) for row in rows] == [(20, 50), (500, 95)]
    assert draw_lengths(rows, 0.9).axes[0].get_xscale() == "log"
