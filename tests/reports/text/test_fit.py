"""What `tongits analyze styles` says: the style in sentences, a table, and rows of CSV."""

from __future__ import annotations

import pytest

from reports.text.fit import csv_rows, sentences, show_fit
from tests.analyses.answers.test_fit import example


def test_sentences() -> None:
    lines = list(sentences(example()))
    assert lines[0].startswith("lola calls in 60 % (95 % interval 45 % to 74 %) of 40 chances, most like: bold/shy")
    assert lines[1].startswith("lola was never asked to challenge")
    assert "--lock 2=lola.profile" in lines[-1]
    assert "--against lola.profile" in lines[-1]


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    show_fit(example())
    out = capsys.readouterr().out
    assert "call, one can challenge" in out
    assert "23 to 31" in out
    assert "45 to 74 %" in out


def test_rows() -> None:
    (row,) = csv_rows(example())
    assert (row["kind"], row["stock_from"], row["stock_to"], row["count_to"]) == ("call", 10, None, 28)
    assert (row["asked"], row["yes"], row["share_low"]) == (40, 24, 0.45)
