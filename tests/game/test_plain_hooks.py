from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import load_player
from strategies.hooks import discard_least_useful, least_useful
from tests.playing import BAD_BOTS
from tongits_sim.cards import U, bit, deposit, extract, high_product, highest, lowest, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.game import tracing
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.run.user_file import load_named
from tongits_sim.strategy import Strategy

TALKERS = "tests/bots/talkers.py"


@njit
def double(x):
    return x + x


@njit
def of(bits, mask):
    numbers = popcount(mask), lowest(mask), highest(mask), high_product(bits, mask)
    return *numbers, deposit(bits, mask), extract(bits, mask), bit(lowest(mask))


def test_what_is_a_bots_own() -> None:
    own = load_named(TALKERS, "quiet", Strategy).hooks.discard
    assert tracing.is_own(own)
    assert tracing.is_own(double)
    assert not any(map(tracing.is_own, (discard_least_useful, least_useful, len, 3)))


def test_instructions_say_what_the_compiled_ones_say() -> None:
    for bits, mask in ((0, 0), (5, 0b10110), (2**63 + 9, 2**64 - 1), (7, 2**63 + 2**31 + 8)):
        compiled, plain = of(U(bits), U(mask)), tracing.plain_copy(of)(tracing.Cards(bits), tracing.Cards(mask))
        assert [int(each) for each in plain[:6]] == [int(each) for each in compiled[:6]]
        if mask:
            assert int(plain[6]) == int(compiled[6])
            assert isinstance(plain[6], tracing.Cards)
    assert len(tracing._INTRINSICS) == 6


def seen(**fields: int) -> Any:
    view = new_record(VIEW_DTYPE)[0]
    for name, value in {"hand": 0b1001, "legal": 0b1001, "turn": 12, "stock_left": 3, **fields}.items():
        view[name] = value
    return view


def test_the_line_that_returns() -> None:
    answer = load_player(f"{TALKERS}:quiet").ask_again("discard", seen())
    assert (answer.word, answer.error, answer.endless) == (1, "", False)
    assert answer.source.startswith(f"{TALKERS}:45: return bit(lowest(chosen)) if view.turn")
    other = load_player(f"{TALKERS}:talker").ask_again("discard", seen())
    assert other.source == f"{TALKERS}:35: return quiet(view, params)"


def test_the_line_that_fails() -> None:
    answer = load_player(f"{BAD_BOTS}:raises").ask_again("discard", seen())
    assert answer.word is None
    assert answer.error == "ValueError: the stock is too low for me"
    assert answer.source == f'{BAD_BOTS}:36: raise ValueError("the stock is too low for me")'


def test_the_line_that_writes_into_the_view() -> None:
    view = seen()
    answer = load_player(f"{BAD_BOTS}:meddles").ask_again("discard", view)
    assert "read-only" in answer.error
    assert answer.source == f"{BAD_BOTS}:43: view.hand_size[view.me] = 1"
    assert view == seen()


def test_the_line_that_does_not_end() -> None:
    answer = load_player(f"{BAD_BOTS}:hangs").ask_again("discard", seen(me=1))
    assert answer.endless
    assert answer.source.startswith(f"{BAD_BOTS}:5")


def test_hooks_of_the_program_only_if_asked_for() -> None:
    player = load_player("greedy")
    assert player.ask_again("discard", seen()) == tracing.Answer(None, "", "", 0)
    assert player.ask_again("discard", seen()).source == ""
    hook, params = player.strategy.hooks.discard, player.params()[0]
    answer = tracing.ask_again(hook, seen(), params, program=True)
    assert answer.word == 0b1000
    assert answer.source.startswith("strategies/hooks.py:")


WORDS = st.integers(0, tracing.WORD)


@given(WORDS, WORDS, st.integers(0, 63))
def test_sets_of_cards_count_like_compiled_words(one: int, other: int, shift: int) -> None:
    a, b = tracing.Cards(one), U(other)
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
            (b << tracing.Card(shift), b << U(shift)),
        ]
    for mine, expected in pairs:
        assert isinstance(mine, tracing.Cards)
        assert int(mine) == int(expected)
    compared = [bool(each) for each in (a == b, a != b, a < b, b <= a, a > b)]
    assert compared == [one == other, one != other, one < other, other <= one, one > other]
    assert hash(a) == hash(one)


def test_a_record_is_read_field_by_field() -> None:
    view = new_record(VIEW_DTYPE)[0]
    view["hand"], view["offer"], view["hand_size"], view["count"] = 0b111, 38, (9, 10, 11), 12
    view["discards"][:2] = (0, 1)
    seen = tracing.PlainRecord(view)
    assert (str(seen.hand), str(seen.offer), list(seen.hand_size), seen.count) == ("Ac 2c 3c", "7h", [9, 10, 11], 12)
    assert str(seen.discards[1]) == "2c"
    assert (len(seen.hand_size), sum(seen.hand_size), seen.hand_size.sum(), seen.hand_size[-1]) == (3, 30, 30, 11)
    assert isinstance(seen.meld_fits, tracing.PlainArray)
    assert isinstance(seen.rules, tracing.PlainRecord)
    assert str(seen.fits_of) == "[no cards, no cards, no cards]"
    with pytest.raises(AttributeError, match="there is no field 'hnd'"):
        _ = seen.hnd
