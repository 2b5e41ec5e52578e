"""Cards as signs, letters and words; every card in every way."""

from __future__ import annotations

import pytest

from reports.play.faces import STYLES, Faces, colour_spans, usual_style
from tongits_sim.cards import NATURALS, card_text, cards_in

DECK = [card_text(card) for card in cards_in(int(NATURALS))] + ["X1", "X2", "X1(6c)"]


@pytest.mark.parametrize("style", STYLES)
def test_all_cards_look_different(style: str) -> None:
    shown = [Faces(style).card(card) for card in DECK]
    assert len(set(shown)) == len(DECK)


def test_words_have_no_signs() -> None:
    assert Faces("words").meld(["7c", "X2(8c)"]) == "7 of clubs, joker 2 as 8 of clubs"
    assert Faces("words").meld(["?", "?", "?", "?"]) == "4 cards face down"
    assert Faces().meld(["7c", "?"]) == "[7♣ ??]"
    assert Faces().event_cards({"as": {"X1": "6c"}}, ["5c", "X1"]) == "5♣ X1(6♣)"


def test_signs_where_they_can_be_written() -> None:
    assert usual_style(encoding="utf-8") == "signs"
    assert (
        usual_style(encoding="ascii")
        == usual_style(encoding="latin-1")
        == usual_style(encoding="nonsense")
        == "letters"
    )
    assert usual_style(plain=True, encoding="utf-8") == "words"


def test_every_suit_has_a_colour_and_two_share_one() -> None:
    styles = [colour_spans(f"10{sign}", 4)[0][2] for sign in "♣♦♥♠"]
    assert len(set(styles)) == 4
    assert len({colour_spans(f"10{sign}", 2)[0][2] for sign in "♣♦♥♠"}) == 2
    assert colour_spans("no card, not even 7h", 4) == []
