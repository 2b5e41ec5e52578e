"""The words, tables and figures of `analyze exposure`, from a document of few games."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

from analyses.answers.exposure import ExposureAnswer
from analyses.question import inquiry
from analyses.registry import question
from reports.questions import exposure as words
from tests.playing import command


@cache
def document() -> ExposureAnswer:
    """An answer."""
    asked = question("exposure")
    answer: ExposureAnswer = asked.ask(inquiry(asked, players="greedy,hunter,random", games=10_000, min_forks=50))
    return answer


def test_the_answer_names_players_and_estimator() -> None:
    headline = words.headline(document())
    assert "greedy, hunter, random" in headline
    assert "(paired rollouts)" in headline
    assert "±" in headline


def test_sentences_say_what_is_certain() -> None:
    sentences = words.sentences(document())
    assert any(text.startswith("The sign is resolved in ") for text in sentences)
    assert all(text.strip() for text in sentences)


def test_tables_are_whole() -> None:
    tables = words.tables(document())
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key


def test_figures_are_drawn_and_told() -> None:
    for each in words.findings(document()):
        each.draw().savefig(io.BytesIO(), format="svg")
        assert each.text.endswith(".")


def test_on_the_command_line() -> None:
    code, out, err = command("analyze", "exposure", "--games", "3000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert "(paired rollouts)" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 100
    code, out, _ = command("analyze", "exposure", "--games", "1000", "--format", "csv")
    assert code == 0
    assert "ci95_low" in out.splitlines()[0]


def test_holding_to_the_end_is_never_laying_by_choice() -> None:
    """Taking a discard opens all the same."""
    held = replace(document(), hold_turns=0)
    assert "for the whole game by choice" in words.headline(held)
    assert any("a player who takes a discard still opens" in text for text in words.sentences(held))
    assert not any("never laying" in text for text in words.sentences(document()))
