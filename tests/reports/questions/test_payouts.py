"""What is said about payouts."""

from __future__ import annotations

from reports.questions import payouts as words
from tests.analyses.test_payouts import document


def test_says_what_dealing_is_worth() -> None:
    found = document()
    told = words.answer(found)
    assert "Dealing is worth most under" in told
    rest = " ".join(words.sentences(found))
    assert "jackpot is hit every" in rest
    assert "Three copies of greedy" in rest
    alone = words.answer(document("pagat"))
    assert "Under pagat a game moves" in alone
    assert "Its dealer nets" in alone


def test_tables_and_figures() -> None:
    found = document()
    made = words.tables(found)
    assert [table.key for table in made] == ["variants", "parts", "endings", "sessions", "jackpots", "ruin", "places"]
    assert all(len(row) == len(table.headings) for table in made for row in table.rows)
    assert "ruin" not in [table.key for table in words.console(found)]
    assert "ruin" in [table.key for table in words.console(document("pagat"))]
    assert [each.key for each in words.findings(found)] == ["fairness", "parts", "spread"]
    assert all(each.text.endswith(".") and each.draw().axes for each in words.findings(found))


def test_a_handful_of_games_is_told_too() -> None:
    few = document("pagat", "online", games=3, session=1)
    assert words.answer(few)
    assert words.tables(few)
    assert words.findings(few)
    assert words.sentences(few)
