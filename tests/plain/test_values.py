"""Numbers of plain hooks: they count like compiled ones, and cards print as cards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tongits_sim.cards import U
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.plain.values import (
    WORD,
    Card,
    Cards,
    PlainArray,
    PlainRecord,
    ViewWriteError,
    answer_word,
    compiled_value,
)

WORDS = st.integers(0, WORD)


@given(WORDS, WORDS, st.integers(0, 63))
def test_sets_of_cards_count_like_compiled_words(one: int, other: int, shift: int) -> None:
    a, b = Cards(one), U(other)
    with np.errstate(all="ignore"):
        pairs = [
            (a & b, U(one) & b),
            (b | a, b | U(one)),
            (a ^ other, U(one) ^ b),
            (a + b, U(one) + b),
            (b - a, b - U(one)),
            (a * b, U(one) * b),
            (a << shift, U(one) << U(shift)),
            (a >> U(shift), U(one) >> U(shift)),
            (~a, ~U(one)),
            (-a, U(0) - U(one)),
            (b << Card(shift), b << U(shift)),
        ]
    for mine, expected in pairs:
        assert isinstance(mine, Cards)
        assert int(mine) == int(expected)
    compared = [bool(each) for each in (a == b, a != b, a < b, b <= a, a > b)]
    assert compared == [one == other, one != other, one < other, other <= one, one > other]
    assert hash(a) == hash(one)


def test_cards_print_as_cards() -> None:
    assert (str(Cards(0b111 << 32)), repr(Cards(0)), f"{Cards(1)}") == ("Ah 2h 3h", "no cards", "Ac")
    assert (str(Card(38)), f"{Card(-1)}", f"{Card(38):d}") == ("7h", "no card", "38")
    assert str(Cards(1 << 63)) == "0x8000000000000000"


def test_other_numbers_stay_what_they_are() -> None:
    assert (Card(5) + 1, type(Card(5) + 1), Card(5) / 2) == (6, int, 2.5)
    assert Cards(3) / 2 == 1.5
    with pytest.raises(TypeError):
        Cards(3) & "x"  # type: ignore[operator]


def test_a_record_is_read_field_by_field() -> None:
    view = new_record(VIEW_DTYPE)[0]
    view["hand"], view["offer"], view["hand_size"], view["count"] = 0b111, 38, (9, 10, 11), 12
    view["discards"][:2] = (0, 1)
    seen = PlainRecord(view)
    assert (str(seen.hand), str(seen.offer), list(seen.hand_size), seen.count) == ("Ac 2c 3c", "7h", [9, 10, 11], 12)
    assert str(seen.discards[1]) == "2c"
    assert (len(seen.hand_size), sum(seen.hand_size), seen.hand_size.sum(), seen.hand_size[-1]) == (3, 30, 30, 11)
    assert isinstance(seen.meld_fits, PlainArray)
    assert isinstance(seen.rules, PlainRecord)
    assert "hand = Ac 2c 3c" in repr(seen)
    assert str(seen.fits_of) == "[no cards, no cards, no cards]"
    with pytest.raises(AttributeError, match="there is no field 'hnd'"):
        _ = seen.hnd


def test_writing_reaches_the_record_unless_it_is_frozen() -> None:
    view = new_record(VIEW_DTYPE)[0]
    seen = PlainRecord(view)
    seen.count = 5
    seen.hand_size[1] = 7
    assert (view["count"], view["hand_size"][1]) == (5, 7)
    frozen = PlainRecord(view, frozen=True)
    with pytest.raises(ViewWriteError, match="read-only: count"):
        frozen.count = 6
    with pytest.raises(ViewWriteError, match="at index 1"):
        frozen.hand_size[1] = 6


def test_what_compiled_functions_are_given() -> None:
    view = new_record(VIEW_DTYPE)[0]
    assert compiled_value(PlainRecord(view)) is view
    assert isinstance(compiled_value(Cards(1)), np.uint64)
    assert type(compiled_value(Card(1))) is int
    assert compiled_value((Cards(1), 2.5)) == (1, 2.5)
    assert compiled_value(PlainRecord(view).turns).shape == (3,)


def test_answers_are_whole_numbers() -> None:
    assert [answer_word(each) for each in (True, np.bool_(False), 3, U(4), Cards(5), -1)] == [1, 0, 3, 4, 5, WORD]
    for wrong in (1.0, None, "yes"):
        with pytest.raises(TypeError, match="an action word is a whole number"):
            answer_word(wrong)
