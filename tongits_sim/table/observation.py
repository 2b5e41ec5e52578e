"""Observations of a seat: `N_OBSERVATION` numbers from 0 to 255 for planes of cards, melds on the table, and counts.

Seats are relative: 0 oneself, 1 the player to the right (who plays next), 2 the player to the left. The kernel reads
only a `VIEW`, which has no other hand and no stock. `PLANES`, `MELD_FIELDS` and `COUNTS` list the numbers in order;
`AT` has their first indices.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, NO_CARD, ONE, bit, highest, lowest
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.game.legality import showdown_count
from tongits_sim.game.state import DECISION_OVER, DECISIONS, MAX_MELDS, SEATS
from tongits_sim.table.action_numbers import N_CARDS, card_number
from tongits_sim.table.choices import N_STEPS

PLANES = {
    "hand": "own hand",
    "melded": "cards of the hand in melds, in the arrangement with the least deadwood",
    "drawn": "the card drawn from the stock in this turn",
    "taken": "cards of the hand that came from the discards",
    "own_secrets": "faces of own melds that lie face down",
    "offer": "the discard that may be taken",
    "discarded_0": "own discards",
    "discarded_1": "discards of the right",
    "discarded_2": "discards of the left",
    "melds_0": "faces of own open melds",
    "melds_1": "faces of open melds of the right",
    "melds_2": "faces of open melds of the left",
    "fits": "cards that fit some open meld",
    "known_1": "cards known to be in the right's hand",
    "known_2": "cards known to be in the left's hand",
    "discard_number": "number of the card's last discard among all of the game, from 1; 0 if never discarded",
    "chosen": "the card or the faces chosen in earlier steps of this decision",
    "first_face": "the face chosen for joker X1",
}
"""Planes of 54 cards: name -> meaning. 1 for these cards, else 0, except in `discard_number`."""

MELD_FIELDS = {
    "owner": "1 oneself, 2 the right, 3 the left; 0 for no meld of this number",
    "kind": "1 set, 2 run, 0 face down",
    "size": "cards",
    "jokers": "jokers in it",
    "lowest": "number of the lowest card it shows, plus 1; 0 face down",
    "highest": "number of the highest card it shows, plus 1 (an ace is low here)",
    "laid": "the owner's turn in which it was laid",
}
"""Numbers for each of the 18 possible melds on the table: name -> meaning."""

COUNTS = {
    "decision": (
        len(DECISIONS),
        "the decision: one of call, respond, draw, lay, sapaw, discard; all 0 for a seat that does not decide",
    ),
    "step": (N_STEPS, "the step of that decision: first, target, face, X1, X2"),
    "deadwood": (1, "least deadwood of the hand, points"),
    "count": (1, "count of the hand at a showdown"),
    "stock_left": (1, "cards in the stock"),
    "turn": (1, "turns begun, all seats together"),
    "offer_taken": (1, "1 if the last discard has been taken"),
    "hand_size": (3, "cards in the hand, by seat, like all counts of three numbers below"),
    "turns": (3, "turns begun"),
    "dealer": (3, "1 for the dealer"),
    "in_turn": (3, "1 for the seat in turn"),
    "caller": (3, "1 for the seat that called"),
    "last_drawer": (3, "1 for the seat that drew from the stock last"),
    "responses": (3, "1 folded, 2 challenged, as far as it may be known"),
    "open_melds": (3, "open melds"),
    "secrets": (3, "melds face down"),
    "first_open": (3, "own turn of the first open meld; 0 without open meld"),
    "first_secret": (3, "own turn of the first meld face down"),
    "last_meld": (3, "running number of the last meld laid"),
    "voluntary": (3, "open melds laid other than by a take"),
    "sapaws": (3, "cards added to open melds"),
    "sapawed_on": (3, "1 if an opponent added to a meld of that seat, which may block its call"),
    "own_sapaw": (3, "in the latest turn: 1 added to opponents' melds only, 2 to an own one"),
    "long_meld": (3, "1 if a meld of four or more was laid in the latest turn"),
    "sunog_risk": (3, "1 if that seat would be burned if the game ended now, as far as one can see"),
    "last_draw": (3, "turn of the last draw from the stock"),
}
"""Counts: name -> (length, meaning)."""

_MELD_ROW = len(MELD_FIELDS)
_MELDS_AT = len(PLANES) * N_CARDS
_COUNTS_AT = _MELDS_AT + MAX_MELDS * _MELD_ROW


def _places() -> dict[str, int]:
    places = {name: number * N_CARDS for number, name in enumerate(PLANES)}
    places["melds"] = _MELDS_AT
    at = _COUNTS_AT
    for name, (size, _) in COUNTS.items():
        places[name] = at
        at += size
    return places


AT = _places()
"""Name of a plane or of counts, or `melds` -> its first index in an observation."""

N_OBSERVATION = _COUNTS_AT + sum(size for size, _ in COUNTS.values())

OBSERVATION_DTYPE = np.dtype([("observation", "u1", (N_OBSERVATION,))])
"""A row of an array uint8[n, N_OBSERVATION], as a record."""

_HAND, _MELDED, _DRAWN, _TAKEN = AT["hand"], AT["melded"], AT["drawn"], AT["taken"]
_OWN_SECRETS, _OFFER, _DISCARDED, _MELDS = AT["own_secrets"], AT["offer"], AT["discarded_0"], AT["melds_0"]
_FITS, _KNOWN, _DISCARD_NUMBER = AT["fits"], AT["known_1"], AT["discard_number"]
_CHOSEN, _FIRST_FACE = AT["chosen"], AT["first_face"]
_DECISION, _STEP, _DEADWOOD = AT["decision"], AT["step"], AT["deadwood"]
_HAND_SIZE, _TURNS, _DEALER, _IN_TURN = AT["hand_size"], AT["turns"], AT["dealer"], AT["in_turn"]
_CALLER, _LAST_DRAWER, _RESPONSES, _OPEN = AT["caller"], AT["last_drawer"], AT["responses"], AT["open_melds"]


@njit
def write_observation(view, choice, out):
    """Fill `out.observation` (an `OBSERVATION` record) from the view of a seat and its choices so far."""
    numbers = out.observation
    for index in range(N_OBSERVATION):
        numbers[index] = 0
    _write_own_cards(view, choice, out)
    me = np.int64(view.me)
    for step in range(SEATS):
        seat = (me + step) % SEATS
        _mark(out, _DISCARDED + step * N_CARDS, view.discarded[seat])
        if step > 0:
            _mark(out, _KNOWN + (step - 1) * N_CARDS, view.known[seat])
        _write_seat(view, out, seat, step)
    _mark(out, _FITS, view.fits)
    for number in range(view.n_discards):
        card = np.int64(view.discards[number])
        numbers[_DISCARD_NUMBER + card_number(card)] = number + 1
    for number in range(view.n_melds):
        _write_meld(view, out, number)
    if view.decision >= 0:
        numbers[_DECISION + view.decision] = 1
        numbers[_STEP + choice.choice_step] = 1
    numbers[_DEADWOOD] = _byte(view.deadwood)
    numbers[_DEADWOOD + 1] = _byte(view.count)
    numbers[_DEADWOOD + 2] = view.stock_left
    numbers[_DEADWOOD + 3] = view.turn
    numbers[_DEADWOOD + 4] = view.offer_taken


@inline_njit
def _byte(number):
    return min(number, np.int64(255))


@inline_njit
def _mark(out, at, cards):
    """Mark the cards of a mask in the plane that begins at `at`."""
    numbers = out.observation
    while cards != EMPTY:
        numbers[at + card_number(lowest(cards))] = 1
        cards &= cards - ONE


@inline_njit
def _write_own_cards(view, choice, out):
    _mark(out, _HAND, view.hand)
    _mark(out, _MELDED, view.melded)
    _mark(out, _TAKEN, view.taken)
    if view.drawn >= 0:
        _mark(out, _DRAWN, bit(view.drawn))
    if view.offer >= 0 and view.offer_taken == 0:
        _mark(out, _OFFER, bit(view.offer))
    _mark(out, _CHOSEN, choice.faces)
    if choice.card >= 0:
        _mark(out, _CHOSEN, bit(choice.card))
    _mark(out, _FIRST_FACE, choice.first)


@inline_njit
def _write_seat(view, out, seat, step):
    """Write the counts of a seat, `step` places to the right."""
    numbers = out.observation
    numbers[_HAND_SIZE + step] = view.hand_size[seat]
    numbers[_TURNS + step] = view.turns[seat]
    numbers[_DEALER + step] = 1 if view.dealer == seat else 0
    numbers[_IN_TURN + step] = 1 if view.seat == seat else 0
    numbers[_CALLER + step] = 1 if view.caller == seat else 0
    numbers[_LAST_DRAWER + step] = 1 if view.last_drawer == seat else 0
    numbers[_RESPONSES + step] = view.responses[seat]
    at = _OPEN + step  # from here on, fields follow the order of COUNTS
    numbers[at] = view.open_melds[seat]
    numbers[at + 3] = view.secrets[seat]
    numbers[at + 6] = view.first_open[seat]
    numbers[at + 9] = view.first_secret[seat]
    numbers[at + 12] = view.last_meld[seat]
    numbers[at + 15] = view.voluntary[seat]
    numbers[at + 18] = view.sapaws[seat]
    numbers[at + 21] = view.sapawed_on[seat]
    numbers[at + 24] = view.own_sapaw[seat]
    numbers[at + 27] = view.long_meld[seat]
    numbers[at + 30] = view.sunog_risk[seat]
    numbers[at + 33] = view.last_draw[seat]


@inline_njit
def _write_meld(view, out, number):
    """Write a meld on the table: its numbers, and its faces into the owner's plane."""
    numbers = out.observation
    owner = (np.int64(view.meld_owner[number]) - np.int64(view.me) + SEATS) % SEATS
    faces = view.meld_faces[number]
    at = _MELDS_AT + number * _MELD_ROW
    numbers[at] = owner + 1
    numbers[at + 1] = view.meld_kind[number]
    numbers[at + 2] = view.meld_size[number]
    numbers[at + 3] = view.meld_jokers[number]
    if faces != EMPTY:
        numbers[at + 4] = card_number(lowest(faces)) + 1
        numbers[at + 5] = card_number(highest(faces)) + 1
        _mark(out, _MELDS + owner * N_CARDS, faces)
    elif owner == 0:
        _mark(out, _OWN_SECRETS, view.own_secrets[number])
    numbers[at + 6] = view.meld_turn[number]


@njit
def show_seat(game, view, rules, seat, shown):
    """Fill the `VIEW` record `shown` with the public state of `view` and the private state of another seat.

    Its decision is DECISION_OVER, also in a finished game.
    """
    copy_record(shown, view)
    shown.me = seat
    shown.decision = DECISION_OVER
    shown.hand = game.hands[seat]
    shown.melded = game.melded[seat]
    shown.sets = game.sets[seat]
    shown.runs = game.runs[seat]
    shown.deadwood = game.deadwood[seat]
    shown.count = showdown_count(game, rules, seat)
    shown.taken = game.taken[seat]
    for i in range(2):
        shown.wild[i] = game.wild[seat, i]
        shown.wild_as[i] = game.wild_as[seat, i]
    for number in range(view.n_melds):
        shown.own_secrets[number] = game.secret_faces[number] if view.meld_owner[number] == seat else EMPTY
    shown.drawn = NO_CARD
    shown.legal = EMPTY
    shown.word = EMPTY


def new_observation() -> tuple[np.ndarray, np.ndarray]:
    """An observation, uint8[N_OBSERVATION], and a view of its memory as an `OBSERVATION` array of length 1 for
    kernels.
    """
    observation = np.zeros(N_OBSERVATION, np.uint8)
    return observation, observation.view(OBSERVATION_DTYPE)


def plane(observation: np.ndarray, name: str) -> np.ndarray:
    """A plane of cards, or counts, of one or many observations (last axis), by its name in `PLANES` or `COUNTS`.

    >>> plane(np.zeros((5, N_OBSERVATION), np.uint8), "hand").shape
    (5, 54)
    """
    size = N_CARDS if name in PLANES else COUNTS[name][0]
    return observation[..., AT[name] : AT[name] + size]
