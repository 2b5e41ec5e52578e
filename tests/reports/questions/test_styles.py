"""The maps of nine styles in words and tables, in a terminal and on a page."""

from __future__ import annotations

from reports.questions import styles as question
from tests.analyses.answers.test_answers import CALLERS, CHALLENGERS
from tests.analyses.answers.test_answers import styles_some as some
from tongits_sim.run.answers import flat


def test_words_name_the_best_read_and_the_worst_one() -> None:
    headline = question.headline(some())
    assert "bold callers who are stubborn challengers" in headline
    assert "+8.00 units" in headline
    wrong, open_, _ = question.sentences(some())
    assert "bold/normal" in wrong
    assert "−8.7" in wrong
    assert "+0.08 units" in open_


def test_maps_have_a_row_for_callers_and_a_column_for_challengers() -> None:
    maps = question.console(some())
    for each in maps:
        assert [row[0] for row in each.rows] == list(CALLERS)
        assert tuple(each.headings[1:]) == CHALLENGERS
    assert maps[0].rows[1][2].startswith("+4.00")
    assert maps[2].rows[0][1] == "–"
    whole = question.tables(some())[len(maps)]
    assert len(whole.rows) == 9
    assert all(len(row) == 10 for row in whole.rows)


def test_rows_of_csv() -> None:
    rows = [flat(row) for row in question.rows(some())]
    assert len(rows) == 81
    assert rows[1]["true_challenges"] == "normal"
    assert rows[1]["gain"] == -0.1
    assert rows[0]["exploitability_high"] == 0.001
