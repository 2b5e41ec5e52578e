"""What is said about sunog."""

from __future__ import annotations

import json
from dataclasses import replace

from reports.page.stored import typed
from reports.questions import sunog as words
from reports.questions import words as reader
from tests.analyses.test_sunog import document


def test_says_how_often_and_how_dear() -> None:
    found = document()
    told = words.headline(found)
    assert "burned (sunog) in" in told
    assert "of all losses" in told
    assert "units a game" in told
    rest = " ".join(words.sentences(found))
    assert "hunter" in rest
    assert "exact: 60.87 %" in rest
    assert "These are observed frequencies" in rest
    assert "costs nothing extra" in words.headline(replace(document(rules="pagat", games=300), extra=0))


def test_tables_and_figures() -> None:
    found = document()
    made = words.tables(found)
    assert [table.key for table in made] == ["clock", "bots", "hands", "deals"]
    assert all(len(row) == len(table.headings) for table in made for row in table.rows)
    assert any("unresolved" in row[-1] for row in made[0].rows)
    assert [each.key for each in words.findings(found)] == ["clock", "danger"]
    assert all(each.text.endswith(".") for each in words.findings(found))


def test_a_handful_of_games_is_told_too() -> None:
    few = document(games=3)
    assert words.headline(few)
    assert words.sentences(few)
    assert words.tables(few)
    assert len(words.findings(few)) == 1


def test_an_answer_from_json_is_told_alike() -> None:
    found = document(games=600)
    stored = typed(json.loads(json.dumps(found.to_dict())))
    read = reader(stored)
    assert read.headline(stored) == words.headline(found)
    assert read.tables(stored) == words.tables(found)
    assert read.advice(stored) == words.advice(found)
