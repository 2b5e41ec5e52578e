"""Claims in words and tables, and on a page."""

from __future__ import annotations

from reports.questions import claims as question
from reports.questions import kind_of
from tests.analyses.answers.test_answers import row, some
from tongits_sim.run.answers import Estimate


def test_counts_the_verdicts() -> None:
    assert kind_of("claims") is type(some())
    assert question.headline(some()).startswith("4 things said about Tongits: 1 true, 1 false, 2 undecided")
    assert f"Holm's method over the {some().tested} tests" in " ".join(question.sentences(some()))


def test_each_claim_is_answered_on_the_first_screen() -> None:
    first, second, third, last = question.advice(some())
    assert first.asks == "“Low calls win.”"
    assert first.says == "True. 61.20 ± 0.30 % of them, three solved."
    assert "Said: A page; somebody; 2025." in first.sure
    assert "under online: 70.0 ± 1.0" in first.sure
    assert second.says.startswith("Undecided. 61.20 ± 0.30 % of them, counter against greedy")
    assert third.says == "False. 2.5 % of them."
    assert last.says == "Undecided."


def test_regions_in_words() -> None:
    assert question.region(row()) == "from 50"
    assert question.region(row(low=None, high=99.0)) == "up to 99"
    assert question.region(row(low=3.525, high=5.875)) == "3.52 to 5.88"
    assert question.region(row(low=None)) == "–"
    assert question.number_of(Estimate(None)) == "unknown"
