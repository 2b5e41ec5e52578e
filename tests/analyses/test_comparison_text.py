"""Comparisons in sentences."""

from __future__ import annotations

from dataclasses import replace

from analyses.comparison_text import answer, asked, baseline_answer, certainty, house_answer, ranking_table
from tests.designs.tournament.fields import example
from tongits_sim.designs.batch.answer import House
from tongits_sim.run.answers import Estimate


def test_says_what_is_certain() -> None:
    document = example()
    assert "Against the baseline greedy" in baseline_answer(document)
    assert baseline_answer(replace(document, baseline=None)) == ""
    assert "Seed 1000004 confirmed " in certainty(document)
    doubtful = tuple(replace(row, verdict="inconclusive") for row in document.pairs)
    assert answer(replace(document, pairs=doubtful)).startswith("Undecided")
    sure = tuple(replace(row, verdict="better") for row in document.pairs)
    assert "more than" in answer(replace(document, pairs=sure))


def test_says_what_was_played() -> None:
    assert asked(example()).startswith("3 players · 120 deals, each at every table")
    assert "120 matches of 5 games" in asked(replace(example(), match_games=5))


def test_the_ranking_is_a_table() -> None:
    headings, rows = ranking_table(example())
    assert headings[-1] == "To baseline"
    assert {len(row) for row in rows} == {len(headings)}
    assert rows[0][2] == "best"
    assert ranking_table(replace(example(), baseline=None))[0][-1] == "Challenges won"


def test_the_house_is_said_where_it_takes_fees() -> None:
    document = example()
    assert house_answer(document) == ""
    taxed = replace(document, house=House(Estimate(0.35, (0.33, 0.37))))
    assert house_answer(taxed).startswith("The house keeps 0.350 units a game (95 % interval 0.330 to 0.370), which ")
