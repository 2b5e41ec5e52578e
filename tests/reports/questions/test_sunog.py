"""What is said about sunog."""

from __future__ import annotations

import json
from dataclasses import replace

from reports.page.stored import typed
from reports.questions import sunog as words
from reports.questions import words as reader
from tests.analyses.test_sunog import document


def test_says_how_often_and_how_dear() -> None:
    answer = document()
    headline = words.headline(answer)
    assert "burned (sunog) in" in headline
    assert "of all losses" in headline
    assert "units a game" in headline
    rest = " ".join(words.sentences(answer))
    assert "hunter" in rest
    assert "exact: 60.87 %" in rest
    assert "These are observed frequencies" in rest
    assert "costs nothing extra" in words.headline(replace(document(rules="pagat", games=300), extra=0))


def test_tables_and_figures() -> None:
    answer = document()
    tables = words.tables(answer)
    assert [table.key for table in tables] == ["clock", "bots", "hands", "deals"]
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert any("unresolved" in row[-1] for row in tables[0].rows)
    assert [each.key for each in words.findings(answer)] == ["clock", "danger"]
    assert all(each.text.endswith(".") for each in words.findings(answer))


def test_a_handful_of_games_is_told_too() -> None:
    few = document(games=3)
    assert words.headline(few)
    assert words.sentences(few)
    assert words.tables(few)
    assert len(words.findings(few)) == 1


def test_an_answer_from_json_is_told_alike() -> None:
    answer = document(games=600)
    stored = typed(json.loads(json.dumps(answer.to_dict())))
    read = reader(stored)
    assert read.headline(stored) == words.headline(answer)
    assert read.tables(stored) == words.tables(answer)
    assert read.advice(stored) == words.advice(answer)
