"""What is said about payouts."""

from __future__ import annotations

import json

import pytest

from reports.page.stored import typed
from reports.questions import payouts as words
from reports.questions import words as reader
from tests.analyses.test_payouts import document


def test_says_what_dealing_is_worth() -> None:
    answer = document()
    headline = words.headline(answer)
    assert "the dealer's share of the turnover is highest under" in headline
    rest = " ".join(words.sentences(answer))
    assert "the jackpot is won once in" in rest
    assert "Three copies of greedy" in rest
    alone = words.headline(document("pagat"))
    assert "units change hands in a game" in alone
    assert "The dealer nets" in alone


def test_tables_and_figures() -> None:
    answer = document()
    tables = words.tables(answer)
    assert [table.key for table in tables] == ["variants", "parts", "endings", "sessions", "jackpots", "ruin", "places"]
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert "ruin" not in [table.key for table in words.console(answer)]
    assert "ruin" in [table.key for table in words.console(document("pagat"))]
    assert [each.key for each in words.findings(answer)] == ["fairness", "parts", "spread"]
    assert all(each.text.endswith(".") and each.draw().axes for each in words.findings(answer))


def test_a_handful_of_games_is_told_too() -> None:
    few = document("pagat", "online", games=3, session=1)
    assert words.headline(few)
    assert words.tables(few)
    assert words.findings(few)
    assert words.sentences(few)


def test_advice_is_about_the_rules_named_first() -> None:
    """And of one set of rules about that one alone."""
    fair, bring = words.advice(document("pagat", "sjs", "online"))
    assert fair.says.startswith("Under pagat, with three copies of greedy, the dealer nets ")
    assert bring.says.startswith("Under pagat a bankroll of ")
    assert " units lasts 95 % of sessions. Under the other rules shown it takes " in bring.says
    first, _, rest = bring.says.partition(" Under the other rules")
    assert "sjs" not in first
    assert "online" not in first
    assert "pagat" not in rest
    for advice in words.advice(document("pagat")):
        assert "other rules" not in advice.says


def test_the_dealer_does_not_get_what_is_not_counted() -> None:
    """His share with the jackpot is of what moves with the jackpot: two thirds it was of the rest."""
    answer = document("pagat")
    share = round(100 * (answer.variants[0].dealer_of_moved.mean or 0))
    assert 25 < share < 45
    assert f"nets {share} % of the turnover" in words.advice(answer)[0].says


def test_fees_are_not_passed_over() -> None:
    """Where the house takes its part the others do not lose what the dealer nets, and 0 is not fair."""
    fees = document("online")
    sentences = " ".join(words.sentences(fees))
    variant = fees.variants[0]
    assert f"The house keeps {variant.fees:.2f} units a game under online" in sentences
    assert f"so a player loses {variant.fees / 3:.2f}" in sentences
    text = words.findings(fees)[0].text
    assert "the others lose" not in text
    assert "0 is fair" not in text
    assert "Where the house takes fees" in text
    none = document("pagat")
    assert "The house keeps" not in " ".join(words.sentences(none))
    assert words.findings(none)[0].text.endswith("What the dealer nets the others lose; 0 is fair.")
    assert words.findings(document("pagat", "online"))[0].text.endswith("under the others 0 is fair.")


def test_an_answer_from_json_is_told_alike() -> None:
    answer = document("pagat", "online", games=600)
    stored = typed(json.loads(json.dumps(answer.to_dict())))
    read = reader(stored)
    assert read.headline(stored) == words.headline(answer)
    assert read.console(stored) == words.console(answer)
    assert read.advice(stored) == words.advice(answer)


def test_the_house_has_a_row_among_the_places() -> None:
    taxed, free = document("online"), document("pagat")
    (row,) = [row for row in taxed.places if row.place == "house"]
    assert row.payout.mean == pytest.approx(taxed.variants[0].fees)
    nets = sum(each.payout.mean or 0 for each in taxed.places if not each.place.startswith("seat"))
    assert nets == pytest.approx(0)
    assert not [row for row in free.places if row.place == "house"]
    parts = next(each for each in words.findings(taxed) if each.key == "parts")
    assert "The house takes out of all this (line above the bar): " in parts.text
    assert "House: its fees" in next(table for table in words.tables(taxed) if table.key == "places").note
