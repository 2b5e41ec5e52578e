"""Cards: encoding, parsing, formatting, and the bit operations that all kernels use.

A card is ``16 * suit + rank``, and a hand is a uint64 with the bits of its cards. So each suit has a lane of 16 bits
(13 used), and shifts detect runs. Jokers use bits 14 and 30, which no shift of a natural card reaches. See
docs/explanation/design.md for the table of encodings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import numba
import numpy as np

from tongits_sim.compile.bits import high_product as high_product
from tongits_sim.compile.bits import highest as highest
from tongits_sim.compile.bits import lowest as lowest
from tongits_sim.compile.bits import popcount as popcount
from tongits_sim.compile.intrinsics import cgutils, has_quick_deposit, intrinsic, ir, types
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.errors import TongitsError

U = np.uint64

RANKS = "A23456789TJQK"
SUITS = "cdhs"
NO_CARD = -1

ONE = U(1)
EMPTY = U(0)
LANE = U(0x1FFF)
COLUMN = U(0x0001_0001_0001_0001)  # the aces: a rank in all four lanes
NATURALS = U(0x1FFF_1FFF_1FFF_1FFF)
X1 = 14
X2 = 30
JOKERS = U((1 << X1) | (1 << X2))
ACES = COLUMN
KINGS = U(int(COLUMN) << 12)
HIGH_ACES = U(int(COLUMN) << 13)  # the position of an ace that ends a run Q-K-A


def _plane(bit: int) -> np.uint64:
    """The ranks whose point value (R1: ace 1, 2-10 face value, court cards 10) has `bit` set, in all lanes."""
    values = [min(rank + 1, 10) for rank in range(13)]
    return U(sum(int(COLUMN) << rank for rank, value in enumerate(values) if value >> bit & 1))


_PLANE1, _PLANE2, _PLANE4, _PLANE8 = (_plane(bit) for bit in range(4))


if numba.config.DISABLE_JIT or not has_quick_deposit():

    @njit
    def deposit(bits, mask):
        """Spread the low bits of `bits` (uint64) over the set bits of the mask (uint64), from the lowest up: PDEP.

        H. S. Warren, "Hacker's Delight", 2nd edition, 2013, section 7-5. A bit moves up by the number of zeros of the
        mask below its destination: by 32, 16, ..., 1 for the binary digits of that number.
        """
        places = mask
        zeros = ~mask << ONE  # at each place: whether the mask has a zero just below
        by1, places, zeros = _next_digit(places, zeros, ONE)
        by2, places, zeros = _next_digit(places, zeros, U(2))
        by4, places, zeros = _next_digit(places, zeros, U(4))
        by8, places, zeros = _next_digit(places, zeros, U(8))
        by16, places, zeros = _next_digit(places, zeros, U(16))
        by32, places, zeros = _next_digit(places, zeros, U(32))
        bits = (bits & ~by32) | ((bits << U(32)) & by32)
        bits = (bits & ~by16) | ((bits << U(16)) & by16)
        bits = (bits & ~by8) | ((bits << U(8)) & by8)
        bits = (bits & ~by4) | ((bits << U(4)) & by4)
        bits = (bits & ~by2) | ((bits << U(2)) & by2)
        bits = (bits & ~by1) | ((bits << ONE) & by1)
        return bits & mask

    @inline_njit
    def _next_digit(places, zeros, distance):
        """The places (uint64) whose bit moves by `distance`, the places before that move, and the zeros still to count.

        A place moves by `distance` if the number of zeros at and below it is odd; each step drops every second zero.
        """
        odd = zeros ^ (zeros << ONE)
        odd ^= odd << U(2)
        odd ^= odd << U(4)
        odd ^= odd << U(8)
        odd ^= odd << U(16)
        odd ^= odd << U(32)
        moving = odd & places
        return moving, (places ^ moving) | (moving >> distance), zeros & ~odd

    @njit
    def select_bit(mask, n):
        """The n-th lowest set bit (uint64) of a mask (uint64); n (uint64, from 0) is less than its number of bits."""
        place = EMPTY
        for width in (U(32), U(16), U(8), U(4), U(2), U(1)):
            lower = U(popcount((mask >> place) & ((ONE << width) - ONE)))
            above = U(n >= lower)
            n -= lower * above
            place += width * above
        return ONE << place

    @njit
    def extract(bits, mask):
        """Gather the bits (uint64) at the set bits of the mask (uint64) into the low bits: PEXT."""
        gathered = EMPTY
        place = ONE
        while mask != EMPTY:
            if bits & mask & (~mask + ONE) != EMPTY:
                gathered |= place
            mask &= mask - ONE
            place <<= ONE
        return gathered
else:

    @intrinsic
    def deposit(typingctx, bits, mask):
        """Spread the low bits of `bits` (uint64) over the set bits of the mask (uint64), from the lowest up: PDEP."""
        return _instruction("pdep")

    @inline_njit
    def select_bit(mask, n):
        """The n-th lowest set bit (uint64) of a mask (uint64); n (uint64, from 0) is less than its number of bits."""
        return deposit(ONE << n, mask)

    @intrinsic
    def extract(typingctx, bits, mask):
        """Gather the bits (uint64) at the set bits of the mask (uint64) into the low bits: PEXT."""
        return _instruction("pext")


def _instruction(name: str) -> tuple[Any, Callable[..., Any]]:
    """The signature and the code of an intrinsic that is a single instruction on two words."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{name}.64")
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), codegen


@inline_njit
def bit(card):
    """The mask (uint64) of a card (int)."""
    return ONE << U(card)


@inline_njit
def points(mask):
    """Total points of the natural cards of a mask (R1), int64; jokers count 0 here."""
    return (
        popcount(mask & _PLANE1)
        + (popcount(mask & _PLANE2) << 1)
        + (popcount(mask & _PLANE4) << 2)
        + (popcount(mask & _PLANE8) << 3)
    )


@inline_njit
def card_points(card):
    """Points of a natural card (int), int64 (R1)."""
    return min((card & 15) + 1, 10)


@inline_njit
def column(card):
    """The four cards of a card's rank, as a mask."""
    return COLUMN << U(card & 15)


@inline_njit
def rank_pairs(mask):
    """Ranks (13 bits) with two or more cards in the mask."""
    a = mask & LANE
    b = (mask >> U(16)) & LANE
    c = (mask >> U(32)) & LANE
    d = (mask >> U(48)) & LANE
    return (a & b) | (c & d) | ((a | b) & (c | d))


@inline_njit
def rank_threes(mask):
    """Ranks (13 bits) with three or more cards in the mask."""
    a = mask & LANE
    b = (mask >> U(16)) & LANE
    c = (mask >> U(32)) & LANE
    d = (mask >> U(48)) & LANE
    return (a & b & (c | d)) | (c & d & (a | b))


@inline_njit
def rank_fours(mask):
    """Ranks (13 bits) with all four cards in the mask."""
    return mask & (mask >> U(16)) & (mask >> U(32)) & (mask >> U(48)) & LANE


@inline_njit
def nth_bit(mask, n):
    """The n-th lowest set bit (n from 0) as a mask; 0 if there are fewer bits."""
    for _ in range(n):
        mask &= mask - ONE
    return mask & (~mask + ONE)


_CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])|X([12])", re.IGNORECASE)


def parse_card(text: str) -> int:
    """Read a card ("7h", "10h", "Th", "X1") as an int.

    >>> parse_card("7h"), parse_card("10c") == parse_card("Tc"), parse_card("X1")
    (38, True, 14)

    Raises TongitsError: the text is not a card.
    """
    match = _CARD.fullmatch(text.strip())
    if match is None:
        raise TongitsError(f"{text!r} is not a card; write rank and suit, like 7h, Td, As, or X1 and X2 for jokers")
    rank, suit, joker = match.groups()
    if joker:
        return X1 if joker == "1" else X2
    return 16 * SUITS.index(suit.lower()) + RANKS.index("T" if rank == "10" else rank.upper())


def card_text(card: int) -> str:
    """The card's text, rank and suit.

    >>> card_text(38)
    '7h'
    """
    if card == X1:
        return "X1"
    if card == X2:
        return "X2"
    return RANKS[card & 15] + SUITS[card >> 4]


def mask_of(cards: Iterable[int]) -> np.uint64:
    """The mask (uint64) of some cards. Raises TongitsError: a card is listed twice."""
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise TongitsError(f"the card {card_text(card)} is listed twice")
        mask |= 1 << card
    return U(mask)


def parse_mask(text: str) -> np.uint64:
    """The mask (uint64) of cards separated by spaces or commas.

    >>> format_mask(parse_mask("9h 7h 8h"))
    '7h 8h 9h'

    Raises TongitsError: a word is not a card, or a card is listed twice.
    """
    return mask_of(parse_card(word) for word in text.replace(",", " ").split())


def cards_in(mask: int | np.uint64) -> list[int]:
    """The cards of a mask, by suit and rank, jokers last."""
    value = int(mask)
    cards = list[int]()
    jokers = list[int]()
    while value:
        card = (value & -value).bit_length() - 1
        (cards if card & 15 < 13 else jokers).append(card)
        value &= value - 1
    return cards + jokers


def format_mask(mask: int | np.uint64) -> str:
    """The cards of a mask as text, by suit and rank."""
    return " ".join(card_text(card) for card in cards_in(mask))
