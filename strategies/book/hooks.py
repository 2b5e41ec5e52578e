"""The hooks of the bot that plays by a book: compiled code, which does not depend on how a book is made."""

from __future__ import annotations

from enum import auto

import numpy as np

from strategies.book.limits import NO_END, Decision, Facts
from strategies.helpers import NO, YES, lay_to_open
from strategies.inference import live_cards
from strategies.laid_over import own_action
from tongits_sim.cards import EMPTY, points, popcount
from tongits_sim.compile.hooks import Hook
from tongits_sim.compile.jit import njit
from tongits_sim.compile.row_places import RowPlaces
from tongits_sim.game.rivals import discard_points, visible_rivals, visibly_may_challenge
from tongits_sim.game.state import DECISION_CALL, DECISION_LAY, DECISION_RESPOND, DECISIONS
from tongits_sim.strategy import Hooks

MAX_ROWS = 256


class BookRow(RowPlaces):
    """A row of the bot: where it holds, and its limits, points."""

    decision = auto()  # DECISION_*
    rivals_from = auto()
    rivals_to = auto()
    cards_from = auto()
    cards_to = auto()
    thrown_from = auto()
    thrown_to = auto()
    most = auto()  # yes with at most; `NEVER_MOST`: never
    least = auto()  # yes with at least; `NO_END`: never
    net = auto()  # 1: the count less the points to expect


NEVER_MOST = -NO_END
HOOK_OF: dict[Decision, str] = {"call": "call", "challenge": "respond", "lay": "lay"}
"""The engine's name of a decision."""

_FOLDED, _CHALLENGED = 1, 2
"""Values of `VIEW.responses`."""


@njit
def expected_points(view, seat, unseen):
    """The points to expect in a hand: known cards, and average unseen cards (`unseen`: eighths of a point)."""
    hidden = view.hand_size[seat] - popcount(view.known[seat])
    return np.int64((hidden * unseen >> 3) + points(view.known[seat]))


@njit
def look(view, decision):
    """The facts of a position: rivals, cards, thrown, count, expected; see `limits.Facts`."""
    live = live_cards(view)
    unseen = 8 * points(live) // max(popcount(live), np.int64(1))
    if decision == DECISION_RESPOND:
        caller = np.int64(view.caller)
        opponent = 3 - np.int64(view.me) - caller
        rivals = np.int64(1)
        if view.responses[opponent] == _CHALLENGED:
            rivals = np.int64(2)
        elif view.responses[opponent] == _FOLDED or not visibly_may_challenge(view, opponent):
            rivals = np.int64(0)
        cards = np.int64(view.hand_size[caller])
        thrown = np.int64(discard_points(view, caller))
        expected = expected_points(view, caller, unseen)
    else:
        rivals, cards, thrown = visible_rivals(view)
        right = (np.int64(view.me) + 1) % 3
        left = (np.int64(view.me) + 2) % 3
        expected = min(expected_points(view, right, unseen), expected_points(view, left, unseen))
        if rivals == 1:
            open_opponent = right if visibly_may_challenge(view, right) else left
            expected = expected_points(view, open_opponent, unseen)
    return rivals, cards, thrown, np.int64(view.count), expected


@njit
def verdict_of(view, rows, used, decision):
    """What the first row that covers a decision says: 1 yes, 0 no; -1 if no row covers it."""
    rivals, cards, thrown, count, expected = look(view, decision)
    for place in range(used):
        row = rows[place]
        if (
            row[BookRow.decision] == decision
            and row[BookRow.rivals_from] <= rivals <= row[BookRow.rivals_to]
            and row[BookRow.cards_from] <= cards <= row[BookRow.cards_to]
            and row[BookRow.thrown_from] <= thrown <= row[BookRow.thrown_to]
        ):
            number = count - expected if row[BookRow.net] == 1 else count
            return np.int64(1) if number <= row[BookRow.most] or number >= row[BookRow.least] else np.int64(0)
    return np.int64(-1)


@njit
def call(view, params):
    """Call by the book; act as the other player if the book does not know."""
    verdict = verdict_of(view, params.rows, params.used, DECISION_CALL)
    return own_action(view, params, DECISION_CALL) if verdict < 0 else YES if verdict else NO


@njit
def respond(view, params):
    """Challenge by the book; act as the other player if the book does not know."""
    verdict = verdict_of(view, params.rows, params.used, DECISION_RESPOND)
    return own_action(view, params, DECISION_RESPOND) if verdict < 0 else YES if verdict else NO


@njit
def lay(view, params):
    """Lay or hold the first meld by the book; lay later melds as the other player does."""
    action = own_action(view, params, DECISION_LAY)
    if view.open_melds[view.me] + view.secrets[view.me] > 0:
        return action
    verdict = verdict_of(view, params.rows, params.used, DECISION_LAY)
    if verdict < 0:
        return action
    if verdict == 0:
        return EMPTY
    return action if action != EMPTY else lay_to_open(view, params)


def _own(decision: str) -> Hook:
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return own_action(view, params, number)

    return hook


HOOKS = Hooks(call, respond, _own("draw"), lay, _own("sapaw"), _own("discard"))


def facts_of(view: np.record, decision: Decision) -> Facts:
    """The facts of a decision that a seat sees.

    Args:
        view: a `VIEW` record.
        decision: at a challenge the view must name the caller.
    """
    return Facts(*map(int, look(view, np.int64(DECISIONS.index(HOOK_OF[decision])))))
