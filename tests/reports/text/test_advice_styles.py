"""The answer of `tongits advise --against styles` in a terminal."""

from __future__ import annotations

import pytest

from reports.text.advice import MOST_ROWS
from reports.text.advice_styles import actions_table, csv_rows, half, show_styles_advice, styles_table
from tests.analyses.answers.test_advise_styles import action, answer, gap
from tongits_sim.run.answers import Estimate


def test_the_answer_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    show_styles_advice(answer())
    text = " ".join(capsys.readouterr().out.split())
    assert text.index("Discard Ks: best against 2 styles") < text.index("timid/shy")
    assert "bad against every field" in text
    assert "100 worlds against two players of each style" in text
    assert "Assumed: No jackpot." in text
    assert "Calls." not in text
    show_styles_advice(answer(), verbose=True)
    text = " ".join(capsys.readouterr().out.split())
    assert "bold/stubborn: Discard Ks." in text
    assert "Calls." in text


def test_tables() -> None:
    many = [action(f"discard {n}", "bad", gap(-0.1 * n, 0.01), gap(-0.1 * n, 0.01)) for n in range(1, 12)]
    assert actions_table(answer(*many)).row_count == MOST_ROWS
    assert styles_table(answer()).row_count == 2
    assert half(Estimate(1.0)) == ""


def test_rows_for_a_table() -> None:
    rows = csv_rows(answer())
    assert len(rows) == 6
    assert (rows[3]["field"], rows[3]["behind"], rows[3]["judgement"]) == ("bold/stubborn", -0.5, "depends")
