"""Verdicts in words: one answer to a situation, bluffs named, no thresholds."""

from __future__ import annotations

from dataclasses import replace

from analyses.questions.calls import WORDS as CALL
from analyses.words import verdict_words
from reports.questions import words as words_of
from tests.analyses.answers.examples import verdicts as example

ANSWER = example(
    (
        ("call", 1.0, False),
        ("mix", 0.0, False),
        ("wait", -1.0, False),
        ("call", 0.5, True),
        ("unresolved", 0.1, False),
        (None, 0, False),
    )
)


def test_the_headline_counts_situations() -> None:
    headline = verdict_words.headline(ANSWER, CALL)
    assert "calling is better in 2 of 5 situations and waiting a turn in 1" in headline
    assert "in 1 both are worth the same" in headline


def test_the_pocket_table_says_what_to_do() -> None:
    (table,) = verdict_words.pocket(ANSWER, CALL)
    assert table.rows == [
        ["12+", "call with 0–9; mix with 10–19; wait with 20–29; call with 30–39 (a bluff); not resolved with 40–49"]
    ]
    (piece,) = verdict_words.advice(ANSWER, CALL)
    assert table.rows[0][1] in piece.says
    assert piece.sure.count("95 % interval") == 2


def test_a_bluff_is_named_with_what_it_loses() -> None:
    text = verdict_words.bluff_words(ANSWER)
    assert "with counts from 30 up, a call is a bluff: 25.0 %" in text
    assert "−3.00 units" in text
    assert verdict_words.bluff_words(example((("call", 1.0, False),))) == ""


def test_tables_hold_both_values_and_no_threshold() -> None:
    tables = words_of(ANSWER).tables(ANSWER)
    assert [table.key for table in tables] == ["cells-2", "cells"]
    assert [row[1] for row in tables[0].rows] == ["call +1.00", "mix 0.00", "wait −1.00", "bluff +0.50", "? +0.10"]
    assert [row[3] for row in tables[1].rows] == ["call", "mix", "wait", "call (bluff)", "unresolved"]
    text = " ".join([*words_of(ANSWER).sentences(ANSWER), *(table.markdown() for table in tables)])
    assert "threshold" not in text.lower()
    assert "at most" not in text


def test_the_figure_hatches_what_is_worth_the_same() -> None:
    (finding,) = words_of(ANSWER).findings(ANSWER)
    assert "everybody playing solved" in finding.text
    assert finding.draw().axes


def test_other_axes_have_a_list_of_cells_only() -> None:
    cells = tuple(replace(cell, at={**cell.at, "own_open": 0, "own_open_to": 0}) for cell in ANSWER.cells)
    other = replace(ANSWER, cells=cells)
    assert [table.key for table in verdict_words.tables(other, CALL)] == ["cells"]
    assert verdict_words.pocket(other, CALL) == []
    assert verdict_words.findings(other, CALL) == []
    assert verdict_words.advice(other, CALL)[0].says == verdict_words.headline(other, CALL)
