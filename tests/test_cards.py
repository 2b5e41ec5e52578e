import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.naive import DEFAULTS, NATURALS, RANKS, SUITS, normal, plain_total
from tests.sample_hands import hands, mask
from tests.sources import ROOT
from tongits_sim import cards
from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError

MASKS = st.integers(0, 2**64 - 1)
EVERY_CARD = (*NATURALS, "X1", "X2")


@njit
def popcount(value):
    return cards.popcount(value)


@njit
def lowest(value):
    return cards.lowest(value)


@njit
def highest(value):
    return cards.highest(value)


def test_every_card_is_16_times_the_suit_plus_the_rank() -> None:
    for card in NATURALS:
        number = 16 * SUITS.index(card[1]) + RANKS.index(card[0])
        assert cards.parse_card(card) == number
        assert cards.card_text(number) == card
    assert [cards.parse_card("X1"), cards.parse_card("X2")] == [14, 30] == [cards.X1, cards.X2]
    assert [cards.card_text(14), cards.card_text(30)] == ["X1", "X2"]


def test_the_named_masks_hold_what_they_say() -> None:
    assert mask(NATURALS) == cards.NATURALS
    assert mask(["X1", "X2"]) == cards.JOKERS
    assert mask(["Ac", "Ad", "Ah", "As"]) == cards.ACES == cards.COLUMN
    assert mask(["Kc", "Kd", "Kh", "Ks"]) == cards.KINGS
    assert int(cards.HIGH_ACES) == 2 * int(cards.KINGS)
    assert int(cards.HIGH_ACES) & int(cards.NATURALS | cards.JOKERS) == 0


@pytest.mark.parametrize(("text", "card"), [("10h", "Th"), ("th", "Th"), (" 7C ", "7c"), ("aS", "As"), ("x2", "X2")])
def test_cards_are_read_however_they_are_written(text: str, card: str) -> None:
    assert cards.card_text(cards.parse_card(text)) == card
    if text in EVERY_CARD or text == "10h":
        assert normal(text) == card


@pytest.mark.parametrize("text", ["", "7", "h7", "1h", "11h", "7x", "X3", "X", "7h8h", "10", "٧h"])
def test_text_that_is_no_card_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(TongitsError) as error:
        cards.parse_card(text)
    sentence = "is not a card; write rank and suit, like 7h, Td, As, or X1 and X2 for jokers"
    assert str(error.value) == f"{text!r} {sentence}"


@given(st.sets(st.sampled_from(EVERY_CARD)))
def test_masks_are_read_and_written(held: set[str]) -> None:
    value = cards.parse_mask(", ".join(held))
    assert value == mask(held)
    assert value.dtype == "uint64"
    assert cards.format_mask(value) == " ".join(card for card in EVERY_CARD if card in held)
    assert cards.cards_in(value) == [cards.parse_card(card) for card in EVERY_CARD if card in held]
    assert cards.cards_in(int(value)) == cards.cards_in(value)


def test_a_card_named_twice_is_refused() -> None:
    with pytest.raises(TongitsError, match=r"^the card Th is listed twice$"):
        cards.parse_mask("10h 9h Th")


@given(MASKS)
@example(0)
@example(1)
@example(1 << 63)
@example(2**64 - 1)
def test_bits_are_counted_and_found(value: int) -> None:
    assert popcount(U(value)) == value.bit_count()
    assert lowest(U(value)) == (next(i for i in range(64) if value >> i & 1) if value else 64)
    assert highest(U(value)) == value.bit_length() - 1


@given(MASKS, st.integers(0, 66))
def test_nth_bit(value: int, place: int) -> None:
    ones = [1 << i for i in range(64) if value >> i & 1]
    assert cards.nth_bit(U(value), place) == (ones[place] if place < len(ones) else 0)


def test_the_bit_and_the_column_of_every_card() -> None:
    for card in NATURALS:
        number = cards.parse_card(card)
        assert cards.bit(number) == mask([card])
        assert cards.column(number) == mask([card[0] + suit for suit in SUITS])
    assert cards.bit(cards.X2) == mask(["X2"])


def test_r1_points() -> None:
    for hand in [*((card,) for card in NATURALS), NATURALS, *hands(3000, seed=50)]:
        assert cards.points(mask(hand)) == plain_total(hand, DEFAULTS), hand
    assert cards.points(cards.JOKERS) == 0
    assert cards.points(mask(("Kh", "X1", "X2"))) == 10


@pytest.mark.parametrize(("kernel", "least"), [(cards.rank_pairs, 2), (cards.rank_threes, 3), (cards.rank_fours, 4)])
def test_ranks_held_several_times(kernel: Callable[[Any], Any], least: int) -> None:
    rng = random.Random(least)
    for _ in range(4000):
        columns = [rng.randrange(16) for _ in RANKS]
        hand = [
            rank + suit
            for rank, held in zip(RANKS, columns, strict=True)
            for i, suit in enumerate(SUITS)
            if held >> i & 1
        ]
        expected = sum(1 << rank for rank, held in enumerate(columns) if held.bit_count() >= least)
        assert kernel(mask(hand)) == expected, hand
        assert kernel(mask([*hand, "X1", "X2"])) == expected, hand


def test_the_bit_kernels_are_the_same_uncompiled() -> None:
    program = (
        "from tongits_sim.cards import *\n"
        "for v in (0, 1, 6, 1 << 63, 2**64 - 1, 0x123456789ABCDEF0):\n"
        "    print(popcount(U(v)), lowest(U(v)), highest(U(v)), points(U(v) & NATURALS))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    values = (0, 1, 6, 1 << 63, 2**64 - 1, 0x123456789ABCDEF0)
    expected = [(popcount(U(v)), lowest(U(v)), highest(U(v)), cards.points(U(v) & cards.NATURALS)) for v in values]
    assert [tuple(map(int, line.split())) for line in done.stdout.splitlines()] == expected
