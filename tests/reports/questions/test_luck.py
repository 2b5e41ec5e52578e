"""What is said about luck."""

from __future__ import annotations

from reports.questions import luck as words
from tests.analyses.test_luck import document, example
from tests.designs.tournament.fields import NULL_BOTS


def test_says_how_many_games() -> None:
    found = example()
    told = words.answer(found)
    assert "With a chance of 95 % to be ahead of" in told
    assert " needs " in told
    rest = " ".join(words.sentences(found))
    assert "real sessions of" in rest
    assert "the formula" in rest


def test_undecided_is_said() -> None:
    found = document(games=600, match_games=1, players=",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2)))
    assert found["cells"][0]["verdict"] == "inconclusive"
    assert words.answer(found).startswith("Undecided")
    assert words.tables(found)


def test_tables_and_figures() -> None:
    found = example()
    made = words.tables(found)
    assert [table.key for table in made] == ["pairs", "sessions", "first"]
    assert all(len(row) == len(table.headings) for table in made for row in table.rows)
    (leads,) = words.findings(found)
    assert leads.text.endswith(".")
    assert leads.draw().axes[0].get_xlabel()
