"""The card in words: both languages say the same, with the table's terms."""

from __future__ import annotations

import re

import pytest

from analyses.answers.card import CallRule, ChallengeRule
from reports.text.card import EN, LANGUAGES, TL, LanguageError, lines, sheet
from tests.analyses.answers.test_card import card


def test_both_languages_have_the_same_words_with_the_same_numbers() -> None:
    assert set(LANGUAGES) == {"en", "tl"}
    assert EN.keys() == TL.keys()
    for key, text in EN.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", TL[key])), key
    assert sum(EN[key] == TL[key] for key in EN) <= 2  # sapaw, fold


def test_english() -> None:
    made = sheet(card())
    assert made.parts[0].rows == (
        ("Neither opponent can fight", "call with any count"),
        ("One opponent can fight", "call with 9 or less, or, to bluff, with 50 or more"),
        ("Both opponents can fight", "do not call"),
    )
    assert made.parts[1].rows == (
        ("Caller holds 0–1 cards", "fight with 3 or less"),
        ("Caller holds 2+ cards", "fight with 20 or less"),
        ("Another player fights", "fold"),
    )
    assert "costs 0.020 ± 0.010 units a game" in " ".join(made.small)
    assert any("Lay every meld" in text for _, text in sheet(card(lay_all=True)).parts[2].rows)


def test_tagalog_has_the_terms_of_the_table() -> None:
    text = " ".join(lines(sheet(card(), "tl"))).lower()
    for word in ("sunog", "sapaw", "bahay", "tapon", "kumporme", "bunot", "draw kung 9 pababa"):
        assert word in text, word


def test_situations_in_words() -> None:
    rules = (
        CallRule(rivals=2, stock_from=0, stock_to=5, at_most=-1, at_least=40),
        CallRule(rivals=2, stock_from=6, stock_to=None, at_most=7),
    )
    fights = (ChallengeRule(after_challenge=True, cards_from=0, cards_to=4, at_most=None),)
    made = sheet(card(calls=rules, challenges=fights))
    assert made.parts[0].rows[0] == ("Both opponents can fight, stock 0–5", "call only to bluff, with 40 or more")
    assert made.parts[1].rows == (("Another fights, 0–4 cards", "fight"),)


def test_another_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="choose en or tl"):
        sheet(card(), "fr")
