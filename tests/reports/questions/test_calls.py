"""The words, tables and figures of `analyze calls`, from a document of few games."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

from analyses.question import inquiry
from analyses.registry import question
from reports.questions import calls as words
from tests.playing import command


@cache
def document() -> dict[str, Any]:
    """An answer."""
    asked = question("calls")
    found: dict[str, Any] = asked.ask(inquiry(asked, players="greedy,bluffer,greedy", games=20_000, min_forks=50))
    return found


def test_the_answer_names_players_and_estimator() -> None:
    told = words.answer(document())
    assert "greedy, bluffer, greedy" in told
    assert told.endswith("(forked).")
    assert "±" in told


def test_sentences_warn_of_the_naive_difference() -> None:
    told = words.sentences(document())
    assert any(text.startswith("Do not compare games") for text in told)
    assert any("cells the sign is resolved" in text for text in told)
    assert all(text.strip() for text in told)


def test_tables_are_whole() -> None:
    tables = words.tables(document())
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key


def test_figures_are_drawn_and_told() -> None:
    findings = words.findings(document())
    assert findings
    for each in findings:
        each.draw().savefig(io.BytesIO(), format="svg")
        assert each.text.endswith(".")


def test_on_the_command_line() -> None:
    code, out, err = command("analyze", "calls", "--games", "3000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert "(forked)." in out
    code, out, _ = command("analyze", "calls", "--games", "1000", "--format", "csv")
    assert code == 0
    assert "ci95_low" in out.splitlines()[0]
    assert "own_count" in out.splitlines()[0]
