import pytest

from reports.play.orders import _cards, _plain_words
from tongits_sim.cards import card_text, format_mask
from tongits_sim.records.notation import read_sheet
from tongits_sim.table.position_text import SEAT_OF, read_cards, read_table


@pytest.mark.parametrize("text", ["3h 10h Ks X1", "3♥ 10♥ K♠ X1", "3♥️ 10♥️ K♠️ X1", "3♡,T♡,K♤,x1", "3h10hKsX1"])
def test_every_reader_reads_cards_as_screens_print_them(text: str) -> None:
    """`advise --hand`, `records import` and the prompt of `play`."""
    wanted = ["3h", "Th", "Ks", "X1"]
    assert [card_text(card) for card in read_cards(text, "the hand")] == wanted
    apart = text if " " in text or "," in text else "3h 10h Ks X1"
    assert read_sheet(f"hand A {apart}").hands[0] == wanted
    assert _cards(_plain_words(apart).split())[0] == wanted


@pytest.mark.parametrize("joker", ["X1=6c", "X1(6c)", "x1(6♣)", "X1=6♣"])
def test_every_reader_reads_what_a_joker_stands_for(joker: str) -> None:
    (meld, cards) = read_table(f"right: 4c 5c {joker}", SEAT_OF)[0]
    assert (format_mask(meld.cards), meld.jokers, len(cards)) == ("4c 5c 6c", 1, 3)
    assert read_sheet(f"A: [4c 5c {joker}]").moves[0].faces == (("X1", "6c"),)
    assert _cards(_plain_words(f"4c 5c {joker}").split())[1] == {"X1": "6c"}
