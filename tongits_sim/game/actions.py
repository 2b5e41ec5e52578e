"""Action words: the answer of a hook as a 64-bit number.

Cards are in their own bits; the ten bits that no card uses hold the rest.

=========  ==========================================================================================
decision   answer
=========  ==========================================================================================
CALL       0 no, 1 call
RESPOND    0 fold, 1 challenge
DRAW       0 stock; `meld(faces, ...)` the new meld, discard included; `extend(number)`; `TAKE_FREE`
LAY        0 done; `meld(faces, ...)`, with FACE_DOWN for a secret
SAPAW      0 done; `sapaw(card, number)`
DISCARD    the card's bit
=========  ==========================================================================================

A meld word is the set of faces the meld shows, plus the bit of each joker used, plus that joker's position among the
faces.
"""

from __future__ import annotations

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, X1, X2, U, bit, deposit, extract, nth_bit, popcount
from tongits_sim.compile.jit import inline_njit

FACE_DOWN = U(1 << 62)
EXTEND = U(1 << 63)
TAKE_FREE = FACE_DOWN | EXTEND

_SPARE_A = (13, 15, 29, 31)  # place of X1's face, and low bits of a meld number
_SPARE_B = (45, 46, 47, 61)  # place of X2's face; 45 is also the high bit of a meld number
X1_BIT = U(1 << X1)
X2_BIT = U(1 << X2)
_PLACE_A = U(sum(1 << b for b in _SPARE_A))
_PLACE_B = U(sum(1 << b for b in _SPARE_B))
_NUMBER = U(sum(1 << b for b in (*_SPARE_A, _SPARE_B[0])))
_SPARE = _PLACE_A | _PLACE_B


@inline_njit
def _spread_a(n):
    return deposit(n, _PLACE_A)


@inline_njit
def _spread_b(n):
    return deposit(n, _PLACE_B)


@inline_njit
def _gather_a(word):
    return extract(word, _PLACE_A)


@inline_njit
def _gather_b(word):
    return extract(word, _PLACE_B)


@inline_njit
def _place(faces, face):
    """Position of `face` among the faces: how many of them are lower."""
    return U(popcount(faces & (face - ONE)))


@inline_njit
def meld(faces, x1_face, x2_face):
    """The word of a meld showing `faces`, with X1 and X2 for the given faces (masks of one card; 0: unused)."""
    word = faces
    if x1_face != EMPTY:
        word |= X1_BIT | _spread_a(_place(faces, x1_face))
    if x2_face != EMPTY:
        word |= X2_BIT | _spread_b(_place(faces, x2_face))
    return word


@inline_njit
def meld_from(faces, hand):
    """The word of a meld showing `faces`, jokers of the hand standing for the faces it lacks (X1 the lowest)."""
    lacking = faces & ~hand
    jokers = hand & JOKERS
    first = nth_bit(lacking, 0)
    second = nth_bit(lacking, 1)
    if jokers & X1_BIT == EMPTY:
        return meld(faces, EMPTY, first)
    return meld(faces, first, second)


@inline_njit
def wild_meld(faces, played, hand):
    """The word of a meld showing `faces` in which jokers of the hand stand for the faces `played` (X1 the lowest)."""
    first = nth_bit(played, 0)
    if hand & X1_BIT == EMPTY:
        return meld(faces, EMPTY, first)
    return meld(faces, first, nth_bit(played, 1))


@inline_njit
def secret(word):
    """The same meld, face down."""
    return word | FACE_DOWN


@inline_njit
def extend(number, face):
    """Take the discard onto open meld `number`; `face` (mask): the card a discarded joker stands for, else 0."""
    return EXTEND | _spread_number(number) | face


@inline_njit
def sapaw(card, number):
    """Add a natural card (int) to open meld `number`."""
    return bit(card) | _spread_number(number)


@inline_njit
def sapaw_joker(joker, face, number):
    """Add a joker (int card) to open meld `number`, standing for `face` (mask of one card)."""
    return bit(joker) | face | _spread_number(number)


@inline_njit
def _spread_number(number):
    return deposit(U(number), _NUMBER)


@inline_njit
def meld_number(word):
    """The meld number of a SAPAW or extending DRAW word (int64 0..31)."""
    return extract(word, _NUMBER)


@inline_njit
def faces_of(word):
    """The faces (natural bits) of a word."""
    return word & NATURALS


@inline_njit
def x1_face(word):
    """The face that X1 stands for in a meld word (mask of one card; 0: unused, or no such position)."""
    if word & X1_BIT == EMPTY:
        return EMPTY
    return nth_bit(word & NATURALS, _gather_a(word))


@inline_njit
def x2_face(word):
    """The face that X2 stands for in a meld word; as `x1_face`."""
    if word & X2_BIT == EMPTY:
        return EMPTY
    return nth_bit(word & NATURALS, _gather_b(word))


@inline_njit
def stray_bits(word):
    """Bits of a meld word that have no meaning there; a word with any is illegal."""
    stray = word & _SPARE
    if word & X1_BIT != EMPTY:
        stray &= ~_spread_a(U(15))
    if word & X2_BIT != EMPTY:
        stray &= ~_spread_b(U(15))
    return stray
