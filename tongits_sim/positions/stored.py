"""The position at a move of a game record, or after its last move, as the deciding seat saw it."""

from __future__ import annotations

from dataclasses import replace

from tongits_sim.any_game.record_form import Record
from tongits_sim.any_game.seat_names import seat_names
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_ASKED
from tongits_sim.game.log import ACT_DRAW
from tongits_sim.game.state import DECISION_OVER, DECISIONS
from tongits_sim.positions.boards import position_of
from tongits_sim.positions.position import Position, PositionError
from tongits_sim.records.replay import ANSWERS, dealt_board, play_events, rules_of


def position_at(record: Record, move: int, decision: str | None = None) -> Position:
    """The position before a move, as the seat that made it saw it.

    Args:
        record: a game record of the right form (`verified_records` gives verified ones).
        move: number of the event, from 1.
        decision: the decision, where the move answers several: a draw answers `call` (no) and `draw` (stock), a
            discard also `lay` and `sapaw` (nothing more). Default: the last one.

    Raises:
        PositionError: there is no such move, or nobody decided anything there.
        RecordError: the record breaks a rule.
    """
    events = record["events"]
    if 1 <= move <= len(events) and (seat := events[move - 1]["seat"]) in record.get("unknown", ()):
        raise PositionError(f"move {move} is one of {record['players'][seat]}, whose cards are not all written down")
    board, rules = board_at(record, move, decision), rules_of(record)
    return _with_names(position_of(board, rules), record)


def position_after(record: Record, decision: str | None = None) -> Position:
    """The position after the last move of a game that goes on, as the seat that must decide there sees it.

    Args:
        record: a game as far as it was seen (`records.notation_game.Written.seen`).
        decision: the decision, where there are several in turn. Default: the first one.

    Raises:
        PositionError: nobody decides there, or a seat with unknown cards.
        RecordError: the game breaks a rule.
    """
    board = dealt_board(record)
    play_events(board, record["events"], to_the_end=False)
    if board.game.phase != PHASE_ASKED:
        raise PositionError("the game is over after the last move: nobody has to decide anything")
    seat, found = int(board.view.me), [DECISIONS[board.view.decision]]
    if seat in record.get("unknown", ()):
        raise PositionError(
            f"after the last move {record['players'][seat]} must decide, whose cards are not all written down"
        )
    while decision not in (None, found[-1]):
        refused = board.apply(0) or board.logged > len(record["events"])
        if refused or board.advance() == DECISION_OVER or board.view.me != seat:
            raise PositionError(
                f"after the last move there is no decision to {decision}; there is {' and '.join(found)}"
            )
        found.append(DECISIONS[board.view.decision])
    return _with_names(position_of(board, rules_of(record)), record)


def _with_names(position: Position, record: Record) -> Position:
    """The position with the names of the record's players."""
    return replace(position, names=tuple(seat_names(record["players"])))


def board_at(record: Record, move: int, decision: str | None = None) -> Board:
    """The board, with all cards, that waits for the decision of `position_at`.

    Raises:
        PositionError: there is no such move, or nobody decided anything there.
        RecordError: the record breaks a rule.
    """
    waiting = decisions_at(record, move)
    if not waiting:
        event = record["events"][move - 1]
        name = record["players"][event["seat"]]
        raise PositionError(f"move {move} is not a decision: {name} had only one legal choice ({event['act']})")
    name = decision or waiting[-1]
    if name not in waiting:
        raise PositionError(f"at move {move} there is no decision to {name}; there is {' and '.join(waiting)}")
    board = _board_before(record, move)
    for _ in range(waiting.index(name)):
        board.apply(0)
        board.advance()
    return board


def _board_before(record: Record, move: int) -> Board:
    """A board played up to the first decision after the events before a move."""
    events = record["events"]
    if not 1 <= move <= len(events):
        raise PositionError(f"there is no move {move}: this game has {len(events)}")
    board = dealt_board(record)
    play_events(board, events[: move - 1], to_the_end=False)
    return board


def decisions_at(record: Record, move: int) -> list[str]:
    """The decisions that a move answers, in order; empty if its seat had no choice."""
    board, event = _board_before(record, move), record["events"][move - 1]
    decisions: list[str] = []
    decision = board.advance()
    while decision != DECISION_OVER and board.logged == move - 1 and board.view.me == event["seat"]:
        decisions.append(DECISIONS[decision])
        if event["act"] in ANSWERS[decision] and not event.get("forced"):
            return decisions
        if event["act"] not in _LATER[decision]:
            return []
        board.apply(0)
        decision = board.advance()
    drawn = board.logged >= move and int(board.rows[move - 1][0]) & 255 == int(ACT_DRAW)
    return decisions if drawn and event["act"] == "draw" else []


# By decision: the acts of its seat that can follow an answer of 0.
_LATER = {
    0: ("draw", "take", "lay", "secret", "sapaw", "discard"),
    1: (),
    2: ("draw",),
    3: ("sapaw", "discard"),
    4: ("discard", "lay", "secret"),
    5: (),
}
