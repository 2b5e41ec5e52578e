"""`tongits review` in a terminal."""

from __future__ import annotations

import pytest

from reports.text.review import against_words, csv_rows, luck_sentence, mistake_sentence, pair, show_review
from tests.analyses.answers.test_review import answer, choice
from tongits_sim.run.answers import Estimate


def test_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show_review(answer())
    out = capsys.readouterr().out
    assert "ann loses 0.50 ± 0.30 units a game" in " ".join(out.split())
    assert "The largest mistakes" in out
    assert "as if the others played like expert" in " ".join(out.split())
    show_review(answer(choice(0.0, "best")))
    assert "No clear mistake was found." in capsys.readouterr().out


def test_words() -> None:
    assert pair(Estimate(None, None)) == "-"
    assert pair(Estimate(1.0, None)) == "1.00"
    assert pair(Estimate(-4.0, (-5.0, -3.0))) == "−4.00 ± 1.00"
    assert "bad against every field: timid 0.50" in mistake_sentence(choice(0.5))
    assert "divides the variance of a result by 1.50" in luck_sentence(answer())
    assert against_words(answer()) == "expert"


def test_rows_are_flat() -> None:
    rows = csv_rows(answer())
    assert len(rows) == 3
    assert rows[0]["lost_low"] == pytest.approx(0.4)
    assert rows[0]["hand"] == "Ks 7h"
