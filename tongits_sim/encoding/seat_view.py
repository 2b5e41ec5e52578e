"""The view of any seat at any moment, also of one that is not asked, and of a finished game."""

from __future__ import annotations

from tongits_sim.any_game.memory import copy_record
from tongits_sim.cards import EMPTY, NO_CARD
from tongits_sim.game.legality import showdown_count
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.jit import njit


@njit
def show_seat(game, view, rules, seat, shown):
    """Fill the `VIEW` record `shown` with the public state of `view` and the private state of a seat that is not asked.

    Its decision is DECISION_OVER: there is none.
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
