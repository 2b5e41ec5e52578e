"""The position of the seat that must decide on a board in play."""

from __future__ import annotations

from tongits_sim.cards import NATURALS, X1, X2
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_ASKED
from tongits_sim.game.log import ACT_DRAW, ACT_TAKE, ACT_TAKE_FREE, ACT_TAKE_ONTO
from tongits_sim.game.state import DECISION_CALL, DECISION_DRAW, DECISIONS, SEATS
from tongits_sim.positions.position import Position, PositionError, TableMeld
from tongits_sim.positions.starts import dealt, past_of, seen_rows
from tongits_sim.rules import RuleSet
from tongits_sim.rules.codes import CALL_TIMING_START


def position_of(board: Board, rules: RuleSet) -> Position:
    """What the deciding seat of a board knows, with the whole game so far as it saw it.

    Args:
        board: a board that waits for a decision (`advance` has returned one); it is not changed.
        rules: its house rules.

    Raises:
        PositionError: the board waits for no decision.
    """
    game, view = board.game, board.view
    if game.phase != PHASE_ASKED:
        raise PositionError("nobody has to decide anything here")
    seat = int(view.me)
    rows = seen_rows(board.rows, seat, board.rules)
    start = dealt(rules, board.match, seat, int(game.dealt[seat]))
    known = _three(0 if other == seat else view.known[other] for other in range(SEATS))
    own = int(game.dealt[seat]) | _gained_cards(rows, seat)
    return Position(
        rules=rules,
        seat=seat,
        decision=DECISIONS[view.decision],
        hand=int(view.hand),
        melds=table_of(board, seat),
        discards=tuple(int(card) for card in view.discards[: view.n_discards]),
        unnamed=0,
        offer=int(view.offer) if may_take_now(board) else -1,
        stock=int(view.stock_left),
        sizes=_three(view.hand_size),
        known=known,
        unknown=deck_of(int(board.rules.jokers_count)) & ~(own | int(view.seen) | known[0] | known[1] | known[2]),
        turn=int(view.turn),
        caller=int(view.caller),
        past=past_of(start, seat, rows),
    )


def deck_of(jokers: int) -> int:
    """All cards of a deck with a number of jokers (mask)."""
    return int(NATURALS) | sum(1 << joker for joker in (X1, X2)[:jokers])


def may_take_now(board: Board) -> bool:
    """Whether the deciding seat is at the start of its turn and there is a discard to take."""
    view = board.view
    at_start = view.decision == DECISION_CALL and board.rules.call_timing == CALL_TIMING_START
    return bool((at_start or view.decision == DECISION_DRAW) and view.offer >= 0 and not view.offer_taken)


def table_of(board: Board, seat: int) -> tuple[TableMeld, ...]:
    """The melds on a board's table as a seat sees them."""
    view = board.view
    melds = []
    for number in range(int(view.n_melds)):
        owner, face_down = int(view.meld_owner[number]), int(view.meld_kind[number]) == 0
        faces = int(view.meld_faces[number])
        if face_down and owner == seat:
            faces = int(board.game.secret_faces[number])
        melds.append(TableMeld(owner, faces, int(view.meld_size[number]), int(view.meld_jokers[number]), face_down))
    return tuple(melds)


def _gained_cards(rows: tuple[tuple[int, int, int], ...], seat: int) -> int:
    """Cards that a seat drew or took in these rows (mask)."""
    acts = {int(ACT_DRAW), int(ACT_TAKE), int(ACT_TAKE_ONTO), int(ACT_TAKE_FREE)}
    gained = 0
    for head, cards, _ in rows:
        if head & 255 in acts and head >> 8 & 255 == seat:
            gained |= cards
    return gained


def _three(values: object) -> tuple[int, int, int]:
    a, b, c = (int(value) for value in values)  # type: ignore[attr-defined]
    return a, b, c
