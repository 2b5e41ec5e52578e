"""What is said about luck."""

from __future__ import annotations

import json
from dataclasses import replace

from reports.page.stored import typed
from reports.questions import luck as words
from reports.questions import words as reader
from reports.text.stake import at
from tests.analyses.test_luck import document, example
from tests.designs.tournament.fields import NULL_BOTS
from tongits_sim.run.answers import Estimate


def test_says_how_many_games() -> None:
    answer = example()
    headline = words.headline(answer)
    assert " with 95 % probability, " in headline
    assert " needs " in headline
    rest = " ".join(words.sentences(answer))
    assert "played with another seed" in rest
    assert "the formula gives" in rest


def test_undecided_is_said() -> None:
    answer = document(games=600, match_games=1, players=",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2)))
    assert answer.cells[0].verdict == "inconclusive"
    assert words.headline(answer).startswith("Inconclusive")
    assert words.tables(answer)


def test_tables_and_figures() -> None:
    answer = example()
    tables = words.tables(answer)
    assert [table.key for table in tables] == ["pairs", "sessions", "first"]
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    (leads,) = words.findings(answer)
    assert leads.text.endswith(".")
    assert leads.draw().axes[0].get_xlabel()


def test_sessions_that_disagree_are_said_beside_the_number() -> None:
    """A number of games that sessions refute never stands alone, and why it may be wrong is said."""
    answer = example()
    first = answer.certain[0]
    claim, led = Estimate(0.95, (0.85, 0.996)), Estimate(0.993, (0.99, 0.996))
    wrong = replace(first, sessions=4000, session_games=1420, lead=led, level=0.0, formula=claim, agrees=False)
    rest = tuple(cell for cell in answer.cells if cell != first)
    conflicting = replace(answer, cells=(replace(wrong, agreement="disagrees"), *rest))
    assert "Sessions contradict that number: after 1,420 games" in words.headline(conflicting)
    assert "Sessions contradict that number" in words.advice(conflicting)[0].sure
    text = " ".join(words.sentences(conflicting))
    assert "not the 95.0 % that the formula gives" in text
    assert "whose edge is known only roughly: over its interval the formula gives 85.0 % to 99.6 %" in text
    unsure = replace(answer, cells=(replace(wrong, agreement="cannot tell"), *rest))
    assert "contradict" not in words.headline(unsure)
    assert "too few sessions to confirm or refute the 95.0 %" in " ".join(words.sentences(unsure))


def test_an_answer_from_json_is_told_alike() -> None:
    answer = example()
    stored = typed(json.loads(json.dumps(answer.to_dict())))
    read = reader(stored)
    assert read.headline(stored) == words.headline(answer)
    assert read.tables(stored) == words.tables(answer)
    assert read.sentences(stored) == words.sentences(answer)


def test_time_is_said_at_a_pace() -> None:
    answer = example()
    with at(pace=8.0):
        headline = words.headline(answer)
    assert " at 8 s a turn)." in headline
    assert "a turn" not in words.headline(answer)
    older = replace(answer, turns=None)
    with at(pace=8.0):
        assert "a turn" not in words.headline(older)
    assert "turns" not in older.to_dict()
