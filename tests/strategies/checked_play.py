"""Games in which every answer and the place of every card is checked, as compiled code: Python would take a minute."""

import numpy as np

from tongits_sim.cards import U
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.jit import njit
from tongits_sim.game import engine
from tongits_sim.game.log import ACT_TAKE_FREE
from tongits_sim.game.state import DECISION_DRAW, DECISION_OVER

RIGHT, CHANCE, HAND, VIEW, RAISED, ILLEGAL, STOCK, TWICE, FOREIGN, SIZE, MISSING, BACK = range(12)
PROBLEMS = (
    "",
    "chance for a bot that uses none",
    "the view shows another hand",
    "the bot changed the view",
    "the bot raised",
    "the bot broke a rule",
    "the stock changed",
    "a card in two places",
    "a card that was not dealt",
    "a hand of another size than the view says",
    "a card missing",
    "a discard in a hand again that nobody took",
)


@njit
def play(board, table, chance, stock, view_bytes):
    """Play a game that has been dealt to its end, unless there is a problem."""
    game, view, rules, log = board
    deck = game.dealt[0] | game.dealt[1] | game.dealt[2] | _cards(stock[: game.stock_size])
    before = np.empty_like(view_bytes)
    taken = met = 0
    while True:
        decision = engine.advance(game, view, rules, log)
        if decision == DECISION_OVER:
            return RIGHT, 0, decision, met
        seat = view.me
        problem = _misplaced(game, view, log, stock, deck, taken)
        if problem:
            return problem, seat, decision, met
        if view.word != 0 and not chance[seat]:
            return CHANCE, seat, decision, met
        if view.hand != game.hands[seat]:
            return HAND, seat, decision, met
        before[:] = view_bytes
        word, raised = call_hook(table.hooks[seat, decision], view, table.params[seat])
        if raised:
            return RAISED, seat, decision, met
        if (before != view_bytes).any():
            return VIEW, seat, decision, met
        if engine.apply(game, view, rules, log, word) != 0:
            return ILLEGAL, seat, decision, met
        taken += decision == DECISION_DRAW and word != 0
        met += 1


@njit
def _misplaced(game, view, log, stock, deck, taken):
    """What is wrong with where the cards lie: the deck is in hands, stock, melds and discards, each card in one place.

    `taken` discards went to melds.
    """
    for place in range(game.stock_size):
        if game.stock[place] != stock[place]:
            return STOCK
    held = U(0)
    count = 0
    left = stock[game.stock_next : game.stock_size]
    for cards in (game.hands[0], game.hands[1], game.hands[2], _cards(left)):
        if held & cards:
            return TWICE
        held |= cards
        count += _count(cards)
    if held & ~deck:
        return FOREIGN
    for seat in range(3):
        if _count(game.hands[seat]) != view.hand_size[seat]:
            return SIZE
    for meld in range(view.n_melds):
        count += view.meld_size[meld]
    if count + view.n_discards - taken != _count(deck):
        return MISSING
    gone = _cards(view.discards[: view.n_discards])
    for row in range(log.n):
        if log.rows[row, 0] & U(255) == U(ACT_TAKE_FREE):
            gone &= ~log.rows[row, 1]
    return BACK if held & gone else RIGHT


@njit
def _cards(cards):
    mask = U(0)
    for card in cards:
        mask |= U(1) << U(card)
    return mask


@njit
def _count(mask):
    count = 0
    while mask:
        mask &= mask - U(1)
        count += 1
    return count
