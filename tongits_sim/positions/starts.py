"""The engine's records at a moment of a game, without the facts that one seat may not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tongits_sim.cards import NO_CARD, cards_in
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_TURN
from tongits_sim.game.log import ACT_CHALLENGE, ACT_DRAW, ACT_FOLD, ACT_FORCED_FOLD, ACT_SECRET
from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, SEATS, VIEW_DTYPE
from tongits_sim.positions.position import Past
from tongits_sim.rules import RuleSet
from tongits_sim.rules.codes import RESPONSE_ORDER_SEQUENTIAL

Row = tuple[int, int, int]

HIDDEN = ("hands", "melded", "sets", "runs", "wild", "wild_as", "deadwood", "dealt")
"""Fields of a `GAME` by seat that only their seat knows."""
_OWN_VIEW = VIEW_DTYPE.names[: VIEW_DTYPE.names.index("turn")] if VIEW_DTYPE.names else ()
_MACHINE = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel")


def dealt(rules: RuleSet, match: Any, seat: int, hand: int) -> Board:
    """A board just after the deal as one seat knows it: with its own cards, the others dealt in any order.

    Args:
        rules: the house rules.
        match: the `MATCH` record at the start of the game.
        seat: the seat with known cards.
        hand: its cards (mask).
    """
    board = Board(rules)
    for name in MATCH_DTYPE.names or ():
        board.match[name] = match[name]
    dealer = int(match["dealer"])
    jokers = [14, 30][: int(board.rules.jokers_count)]
    others = [c for c in [16 * suit + rank for suit in range(4) for rank in range(13)] + jokers if not hand >> c & 1]
    deck: list[int] = []
    for step in range(SEATS):
        own = (dealer + step) % SEATS == seat
        size = 13 if step == 0 else 12
        deck += cards_in(hand) if own else [others.pop() for _ in range(size)]
    board.deal_deck(deck + others)
    board.game.phase = PHASE_TURN
    board.game.ending = 0
    board.game.winner = -1
    return board


def past_of(board: Board, seat: int, rows: Iterable[Row] = ()) -> Past:
    """The records of a board as bytes, without facts that a seat does not know; the board is not changed.

    Args:
        board: the board.
        seat: the seat that looks at it.
        rows: the log since then.
    """
    game, view = np.zeros(1, GAME_DTYPE), np.zeros(1, VIEW_DTYPE)
    game[0], view[0] = board.game, board.view
    for name in HIDDEN:
        for other in range(SEATS):
            if other != seat:
                game[name][0, other] = 0
    for name in (*_MACHINE, "stock", "words", "decisions", "chance"):
        game[name] = 0
    for number in range(int(view["n_melds"][0])):
        if int(view["meld_owner"][0, number]) != seat:
            game["secret_faces"][0, number] = 0
            game["secret_jokers"][0, number] = 0
    if int(view["seat"][0]) != seat:
        game["drawn"] = NO_CARD
    for name in _OWN_VIEW:
        view[name] = 0
    return Past(game.tobytes(), view.tobytes(), np.asarray(board.match).tobytes(), tuple(rows))


def seen_rows(rows: np.ndarray, seat: int, rules: Any) -> tuple[Row, ...]:
    """The rows of a log as one seat saw them.

    Args:
        rows: uint64[rows, 3], see log.py.
        seat: the seat that looks.
        rules: a `RULES` record.
    """
    rows_seen: list[Row] = []
    hidden_answers = rules.response_order != RESPONSE_ORDER_SEQUENTIAL
    for row in rows:
        head, cards, word = (int(value) for value in row)
        act, owner = head & 255, head >> 8 & 255
        if owner != seat:
            if act in (int(ACT_DRAW), int(ACT_SECRET)):
                cards = word = 0
            elif hidden_answers and act in (int(ACT_FOLD), int(ACT_CHALLENGE), int(ACT_FORCED_FOLD)):
                continue
        rows_seen.append((head, cards, word))
    return tuple(rows_seen)
