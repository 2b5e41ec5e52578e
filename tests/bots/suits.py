"""greedy with another suit discarded among equal cards: greedy discards the lowest, these the highest, or any.

Two of them look only at the suit and ignore the points: a stronger habit, which few games show.

For the question whether suits that differ on a map of discards come of the bots or of the engine.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import highest_points, lay_to_open, least_useful, run_at
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, U, column, lowest
from tongits_sim.compile.bits import mix
from tongits_sim.compile.jit import njit
from tongits_sim.game.action_codes import sapaw

_LOWEST = U(0xFFFF)


@njit
def equals(view):
    """The cards (mask) of the hand that greedy finds equally useless; greedy discards the first of them."""
    first = least_useful(view, view.legal)
    if first & NATURALS == EMPTY:
        return first
    loose = view.legal & ~view.melded
    naturals = (loose if loose != EMPTY else view.legal) & NATURALS
    hand = view.hand & NATURALS
    near = hand >> ONE | hand << ONE | hand >> U(2) | hand << U(2)
    near |= hand >> U(16) | hand << U(16) | hand >> U(32) | hand << U(32) | hand >> U(48) | hand << U(48)
    alone = naturals & ~near
    return alone if alone != EMPTY else naturals


@njit
def discard_last(view, params):
    """As greedy would with the suits named in reverse: clubs spades, diamonds hearts."""
    cards = equals(view)
    if cards & NATURALS == EMPTY:
        return cards
    return reverse(highest_points(reverse(cards)))


@njit
def discard_any(view, params):
    """As greedy would with the suits turned round by chance, one to four places."""
    cards = equals(view)
    if cards & NATURALS == EMPTY:
        return cards
    places = U(16) * (mix(view.word) & U(3))
    return turn(highest_points(turn(cards, places)), U(64) - places & U(63))


@njit
def discard_low(view, params):
    """Discard a card of the lowest suit among the cards that greedy finds useless, with any points."""
    cards = equals(view)
    return cards & ~(cards - ONE)


@njit
def discard_high(view, params):
    """The same with the suits named in reverse."""
    cards = equals(view)
    if cards & NATURALS == EMPTY:
        return cards
    turned = reverse(cards)
    return reverse(turned & ~(turned - ONE))


@njit
def lay_any(view, params):
    """As greedy, but the first of its melds with the suits turned round by chance."""
    word = lay_to_open(view, params)
    if word == EMPTY or word & JOKERS != EMPTY or view.hand & JOKERS != EMPTY:
        return word
    places = U(16) * (mix(view.word) & U(3))
    if view.sets != EMPTY:
        return view.sets & column(lowest(turn(view.sets, places)))
    first = turn(view.runs, places)
    first &= ~(first - ONE)
    return run_at(view.runs, lowest(turn(first, U(64) - places & U(63))), view.rules.melds_ace_runs)


@njit
def sapaw_any(view, params):
    """As greedy, but the first card that fits with the suits turned round by chance."""
    places = U(16) * (mix(view.word) & U(3))
    loose = view.hand & ~view.melded & NATURALS
    for number in range(view.n_melds):
        fits = turn(view.meld_fits[number] & loose, places)
        if fits != EMPTY:
            return sapaw(lowest(turn(fits & ~(fits - ONE), U(64) - places & U(63))), number)
    return EMPTY


@njit
def reverse(cards):
    """The natural cards (mask) with their suits in reverse."""
    return cards << U(48) | (cards & _LOWEST << U(16)) << U(16) | cards >> U(16) & _LOWEST << U(16) | cards >> U(48)


@njit
def turn(cards, places):
    """The natural cards (mask) with their suits turned round by `places` bits: 0, 16, 32, 48."""
    return cards << places | cards >> (U(64) - places & U(63))


LAST = replace(
    GREEDY,
    name="last",
    summary="Discards the highest suit of equal cards.",
    hooks=replace(GREEDY.hooks, discard=discard_last),
)
ANY = replace(
    GREEDY,
    name="any_suit",
    summary="Discards any suit of equal cards.",
    hooks=replace(GREEDY.hooks, discard=discard_any),
    uses_random=True,
)
EVEN = replace(
    ANY,
    name="even",
    summary="Discards, lays and adds any suit of equal cards.",
    hooks=replace(GREEDY.hooks, lay=lay_any, sapaw=sapaw_any, discard=discard_any),
)
LOW = replace(
    GREEDY,
    name="low",
    summary="Discards the lowest suit, whatever the points.",
    hooks=replace(GREEDY.hooks, discard=discard_low),
)
HIGH = replace(
    LOW,
    name="high",
    summary="Discards the highest suit, whatever the points.",
    hooks=replace(GREEDY.hooks, discard=discard_high),
)
