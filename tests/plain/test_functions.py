"""Plain copies of functions: a bot's own run as Python, the program's stay compiled."""

from __future__ import annotations

from strategies.hooks import discard_least_useful, least_useful
from tests.plain.test_hooks import TALKERS
from tongits_sim.any_game.user_file import load_named
from tongits_sim.cards import U, bit, deposit, extract, high_product, highest, lowest, popcount
from tongits_sim.jit import njit
from tongits_sim.plain.functions import _INTRINSICS, is_own, plain_copy
from tongits_sim.plain.values import Cards
from tongits_sim.strategy import Strategy


@njit
def double(x):
    """Twice x."""
    return x + x


@njit
def quadruple(x):
    """Four times x."""
    return double(double(x))


@njit
def of(bits, mask):
    """Instructions of the processor."""
    numbers = popcount(mask), lowest(mask), highest(mask), high_product(bits, mask)
    return *numbers, deposit(bits, mask), extract(bits, mask), bit(lowest(mask))


def test_what_is_a_bots_own() -> None:
    own = load_named(TALKERS, "quiet", Strategy).hooks.discard
    assert is_own(own)
    assert is_own(double)
    assert not any(map(is_own, (discard_least_useful, least_useful, len, 3)))


def test_own_functions_run_as_python() -> None:
    assert plain_copy(quadruple)("ab") == "abababab"
    assert plain_copy(quadruple) is plain_copy(vars(quadruple)["py_func"])


def test_instructions_say_what_the_compiled_ones_say() -> None:
    for bits, mask in ((0, 0), (5, 0b10110), (2**63 + 9, 2**64 - 1), (7, 2**63 + 2**31 + 8)):
        compiled, plain = of(U(bits), U(mask)), plain_copy(of)(Cards(bits), Cards(mask))
        assert [int(each) for each in plain[:6]] == [int(each) for each in compiled[:6]]
        if mask:
            assert int(plain[6]) == int(compiled[6])
            assert isinstance(plain[6], Cards)
    assert len(_INTRINSICS) == 6
