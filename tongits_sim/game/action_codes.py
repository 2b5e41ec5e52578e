"""Action codes: the action that a hook chooses, as a 64-bit number; arguments and variables call it `word`.

Cards use their own bits; the ten bits that no card uses hold everything else.

=========  ==========================================================================================
decision   action
=========  ==========================================================================================
CALL       0 no, 1 call
RESPOND    0 fold, 1 challenge
DRAW       0 stock; `meld(faces, ...)` the new meld, discard included; `extend(number)`; `TAKE_FREE`
LAY        0 done; `meld(faces, ...)`, with FACE_DOWN for a secret
SAPAW      0 done; `sapaw(card, number)`
DISCARD    the card's bit
=========  ==========================================================================================

The code of a meld holds the faces that the meld shows, the bit of each joker used, and the joker's position among the
faces.
"""

from __future__ import annotations

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, X1, X2, U, bit, deposit, extract, nth_bit, popcount
from tongits_sim.compile.jit import inline_njit

FACE_DOWN = U(1 << 62)
EXTEND = U(1 << 63)
TAKE_FREE = FACE_DOWN | EXTEND

_SPARE_A = (13, 15, 29, 31)  # position of X1's face, or low bits of a meld number
_SPARE_B = (45, 46, 47, 61)  # position of X2's face; 45 is also the high bit of a meld number
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
    """Position of `face` among the faces: the number of lower faces."""
    return U(popcount(faces & (face - ONE)))


@inline_njit
def meld(faces, x1_face, x2_face):
    """The action code of a meld that shows `faces`; x1_face, x2_face: what the jokers stand for (masks of a card; 0:
    unused).
    """
    word = faces
    if x1_face != EMPTY:
        word |= X1_BIT | _spread_a(_place(faces, x1_face))
    if x2_face != EMPTY:
        word |= X2_BIT | _spread_b(_place(faces, x2_face))
    return word


@inline_njit
def meld_from(faces, hand):
    """The action code of a meld that shows `faces`; jokers stand for the faces that the hand lacks, X1 for the
    lowest.
    """
    lacking = faces & ~hand
    jokers = hand & JOKERS
    first = nth_bit(lacking, 0)
    second = nth_bit(lacking, 1)
    if jokers & X1_BIT == EMPTY:
        return meld(faces, EMPTY, first)
    return meld(faces, first, second)


@inline_njit
def wild_meld(faces, played, hand):
    """The action code of a meld that shows `faces`; jokers of the hand stand for the faces `played`, X1 for the
    lowest.
    """
    first = nth_bit(played, 0)
    if hand & X1_BIT == EMPTY:
        return meld(faces, EMPTY, first)
    return meld(faces, first, nth_bit(played, 1))


@inline_njit
def secret(word):
    """The action code that lays the same meld face down."""
    return word | FACE_DOWN


@inline_njit
def extend(number, face):
    """The action code that takes the discard onto open meld `number`; face (mask): what a discarded joker stands for,
    else 0.
    """
    return EXTEND | _spread_number(number) | face


@inline_njit
def sapaw(card, number):
    """The action code that adds a natural card (int) to open meld `number`."""
    return bit(card) | _spread_number(number)


@inline_njit
def sapaw_joker(joker, face, number):
    """The action code that adds a joker (int) to open meld `number`; face (mask): what the joker stands for."""
    return bit(joker) | face | _spread_number(number)


@inline_njit
def _spread_number(number):
    return deposit(U(number), _NUMBER)


@inline_njit
def meld_number(word):
    """The meld number in an action code at SAPAW, or of a take onto a meld at DRAW (int64 0..31)."""
    return extract(word, _NUMBER)


@inline_njit
def faces_of(word):
    """The faces (natural bits) in an action code."""
    return word & NATURALS


@inline_njit
def x1_face(word):
    """The face that X1 stands for in the code of a meld (mask of a card; 0: unused, or the position is too high)."""
    if word & X1_BIT == EMPTY:
        return EMPTY
    return nth_bit(word & NATURALS, _gather_a(word))


@inline_njit
def x2_face(word):
    """`x1_face` for X2."""
    if word & X2_BIT == EMPTY:
        return EMPTY
    return nth_bit(word & NATURALS, _gather_b(word))


@inline_njit
def stray_bits(word):
    """Bits without meaning in the code of a meld; a code with stray bits is illegal."""
    stray = word & _SPARE
    if word & X1_BIT != EMPTY:
        stray &= ~_spread_a(U(15))
    if word & X2_BIT != EMPTY:
        stray &= ~_spread_b(U(15))
    return stray
