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
    content = sheet(card())
    assert content.parts[0].heads == ("", "Your count")
    assert content.parts[0].rows == (
        ("Neither opponent can fight", "any count"),
        ("One opponent can fight", "9 or less, or 50+ to bluff"),
        ("Both opponents can fight", "never"),
    )
    assert content.parts[1].rows == (
        ("1 card", "3 or less"),
        ("2+ cards", "20 or less"),
        ("Another fights already", "never"),
    )
    assert "costs 0.020 ± 0.010 units a game" in " ".join(content.small)
    assert any("Lay every meld" in text for _, text in sheet(card(lay_all=True)).parts[2].rows)


def test_tagalog_has_the_terms_of_the_table() -> None:
    text = " ".join(lines(sheet(card(), "tl"))).lower()
    for word in ("sunog", "sapaw", "bahay", "mano", "tapon", "kumporme", "bunot", "9 pababa"):
        assert word in text, word


def test_situations_in_words() -> None:
    rules = (
        CallRule(rivals=2, stock_from=0, stock_to=5, at_most=-1, at_least=40),
        CallRule(rivals=2, stock_from=6, stock_to=None, at_most=7),
    )
    fights = (ChallengeRule(after_challenge=True, cards_from=0, cards_to=4, at_most=None),)
    content = sheet(card(calls=rules, challenges=fights))
    assert content.parts[0].heads == ("Your count", "stock 0–5", "stock 6+")
    assert content.parts[0].rows == (("Both opponents can fight", "40+ to bluff", "7 or less"),)
    assert content.parts[1].rows == (("0–4 cards, another fights", "any count"),)
    assert "  Both opponents can fight  40+ to bluff  7 or less" in lines(content)


def test_a_decision_that_never_comes_up_is_not_on_the_card() -> None:
    assert [part.heading for part in sheet(card(challenges=())).parts] == ["Call a draw?", "On your turn"]


def test_another_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="choose en or tl"):
        sheet(card(), "fr")
