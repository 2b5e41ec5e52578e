"""Comparisons in sentences."""

from __future__ import annotations

from dataclasses import replace

from analyses.comparison_text import answer, baseline_answer, certainty
from tests.designs.tournament.fields import example


def test_says_what_is_certain() -> None:
    document = example()
    assert "Against the baseline greedy" in baseline_answer(document)
    assert baseline_answer(replace(document, baseline=None)) == ""
    assert document.confirm is not None
    assert f"Seed {document.confirm.seed} confirmed " in certainty(document)
    doubtful = tuple(replace(row, verdict="inconclusive") for row in document.pairs)
    assert answer(replace(document, pairs=doubtful)).startswith("Undecided")
    sure = tuple(replace(row, verdict="better") for row in document.pairs)
    assert "more than" in answer(replace(document, pairs=sure))
