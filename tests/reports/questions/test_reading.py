"""Functions of typed answers that are given JSON."""

from __future__ import annotations

import pytest

from reports.questions.reading import reads
from tongits_sim.run.answers import AnswerError, Estimate


@reads(Estimate)
def mean(estimate: Estimate) -> float | None:
    """Its mean."""
    return estimate.mean


def test_answers_and_json_are_read_alike() -> None:
    assert mean(Estimate(0.5)) == mean({"mean": 0.5, "ci95": None}) == 0.5
    assert mean.__doc__ == "Its mean."


def test_other_documents_are_refused() -> None:
    with pytest.raises(AnswerError, match="mean is missing"):
        mean({})
