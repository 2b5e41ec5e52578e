"""Comparisons on a page."""

from __future__ import annotations

from dataclasses import replace

from reports.questions.compare import advice, command_line, method, sentences, size, tables
from tests.experiments.tournament.fields import compared, example
from tongits_sim.experiments.batch_answer import House
from tongits_sim.run.answers import Estimate


def test_says_what_was_played_and_how() -> None:
    document = example()
    assert size(document) == "120 deals"
    assert size(replace(document, match_games=5)) == "120 matches of 5"
    assert method(document)["correction"].startswith("Holm over 3 pairs")
    with_baseline, without = sentences(document), sentences(replace(document, baseline=None))
    assert with_baseline[1:] == without


def test_the_command_asks_the_same_again() -> None:
    document = replace(example(), confirm=None, match_games=3, players=("a b", "c"))
    line = "tongits compare 'a b' c --rules pagat --deals 120 --seed 1 --match-games 3 --all-triples --baseline greedy"
    assert command_line(document) == line
    assert command_line(replace(document, command_line="tongits compare x")) == "tongits compare x"
    stopping = replace(document.stopping, mode="width", width=0.5)
    assert command_line(replace(document, stopping=stopping)).endswith("--stop-at-width 0.5")


def test_a_lead_that_is_not_certain_is_not_claimed() -> None:
    document = compared(games=1).answer
    (piece,) = advice(document)
    assert piece.says.startswith("Undecided")


def test_the_house_has_a_row_where_it_takes_fees() -> None:
    document = replace(example(), house=House(Estimate(0.35, (0.33, 0.37))))
    assert len(sentences(document)) == len(sentences(example())) + 1
    ranking = tables(document)[0]
    assert ranking.rows[-1][:2] == ["house", "+0.350 ± 0.020"]
    assert {len(row) for row in ranking.rows} == {len(ranking.headings)}
