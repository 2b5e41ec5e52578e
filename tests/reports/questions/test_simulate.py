"""A batch on a page."""

from __future__ import annotations

import functools

from reports.page.appendix import command_line
from reports.questions.simulate import BatchReport, advice, findings, headline, sentences, tables
from tests.playing import job, play
from tongits_sim.experiments.batch import BatchTotals
from tongits_sim.experiments.results import Results


@functools.cache
def report() -> BatchReport:
    return BatchReport.of(play(job(games=600)))


def test_says_who_earns_most_and_what_dealing_is_worth() -> None:
    best, dealer = advice(report())
    assert best.says == headline(report())
    assert dealer.says.startswith("The dealer wins ")
    assert "Played 600 games" in sentences(report())[-1]
    assert command_line(report()).startswith(
        "tongits simulate --rules pagat --players greedy,caller,hunter --games 600"
    )


def test_a_batch_without_a_game_or_without_money() -> None:
    empty = BatchReport.of(Results(job(), BatchTotals()))
    assert headline(empty) == "No game was finished."
    assert (tables(empty), findings(empty), len(advice(empty))) == ([], [], 1)
    score = BatchReport.of(play(job("pagat+progressive", games=10)))
    assert findings(score) == []
    assert "score" in advice(score)[0].says
