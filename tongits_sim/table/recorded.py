"""Positions and choices from recorded games: the cards and moves that a seat knew, and its action.

Actions that advice compares form one choice: to call, to draw or to take; to lay, to make a sapaw, or to hold
everything and discard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tongits_sim.game import state
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_WAITING
from tongits_sim.game.log import ACT_DRAW, LoggedAction
from tongits_sim.game.match_history import copy_history
from tongits_sim.records.replay import dealt_board, decisions, play_events, rules_of
from tongits_sim.records.schema import Record, seat_names
from tongits_sim.rules.codes import CALL_TIMING_END
from tongits_sim.table.position import Position, PositionError, position_of

_LAST = (int(state.DECISION_SAPAW), int(state.DECISION_DISCARD))
_FOLLOWS = {
    int(state.DECISION_CALL): (int(state.DECISION_DRAW),),
    int(state.DECISION_LAY): _LAST,
    int(state.DECISION_SAPAW): (int(state.DECISION_DISCARD),),
}
_FOLLOWS_AFTER_DRAW = _FOLLOWS | {int(state.DECISION_CALL): (int(state.DECISION_LAY), *_LAST)}
_ALWAYS_ANSWERED = (int(state.DECISION_DRAW), int(state.DECISION_RESPOND), int(state.DECISION_DISCARD))


@dataclass(frozen=True)
class RecordedChoice:
    """A choice of a recorded game, with what the seat knew."""

    move: int  # number, from 1, of the event that shows the choice
    position: Position  # the seat's knowledge
    decision: int  # the decision (DECISION_*) at which the seat acted; -1 if it passed, or could only draw
    code: int  # the action code; 0: draw from the stock, or fold


def choices_of(
    record: Record, seats: Collection[int] = (0, 1, 2), history: np.record | None = None
) -> Iterator[RecordedChoice]:
    """The choices of some seats in a verified record or a `PlayedNotation.partial_record`, in order.

    history: the `VIEW` at the start of the game (`records.history.MatchHistories`); None: nothing is known of earlier
    games.

    A choice does not depend on cards that only others knew, so a game written down by a seat gives the seat's choices
    as in the full record. A seat with unknown cards has no choices. Raises RecordError.
    """
    board = _dealt(record, history)
    rules = rules_of(record)
    unknown = record.get("unknown")
    follows = _FOLLOWS_AFTER_DRAW if rules.call.timing == "after_draw" else _FOLLOWS
    names = tuple(seat_names(record["players"]))
    seats = [seat for seat in seats if seat not in (unknown or ())]
    waiting: tuple[int, Position, int] | None = None  # move, position, the last decision answered with 0
    for replayed in decisions(board, record["events"], to_the_end=unknown is None):
        seat = int(board.view.me)
        decision = int(replayed.decision)
        word = int(replayed.answer)
        if waiting is not None:
            move, position, last = waiting
            if seat != position.seat or decision not in follows.get(last, ()):
                yield RecordedChoice(move, position, -1, 0)
                waiting = None
        if waiting is None:
            if seat not in seats:
                continue
            waiting = replayed.event + 1, replace(position_of(board, rules), names=names), decision
        move, position, _ = waiting
        if word or decision in _ALWAYS_ANSWERED:
            yield RecordedChoice(move, position, decision, word)
            waiting = None
        else:
            waiting = move, position, decision
    if waiting is not None:
        yield RecordedChoice(waiting[0], waiting[1], -1, 0)


def _dealt(record: Record, history: np.record | None) -> Board:
    board = dealt_board(record)
    if history is not None:
        copy_history(history, board.view)
    return board


def position_at(record: Record, move: int, decision: str | None = None, history: np.record | None = None) -> Position:
    """The position before a move, as the moving seat saw it. Raises PositionError or RecordError.

    Args:
        record: a game record of right form. move: number of the event, from 1. decision: which decision, if the move
        answers several: a draw answers `call` (no) and `draw` (stock), a discard also `lay` and `sapaw` (nothing more).
        If another seat could have called just before, `call` is its decision. Default: the last decision of the moving
        seat. history: as for `choices_of`.
    """
    board = board_at(record, move, decision, history)
    if (seat := int(board.view.me)) in record.get("unknown", ()):
        raise PositionError(f"move {move} is one of {record['players'][seat]}, whose cards are not all written down")
    return _with_names(position_of(board, rules_of(record)), record)


def position_after(record: Record, decision: str | None = None, history: np.record | None = None) -> Position:
    """The position after the last move of an unfinished game, as the seat that must decide sees it. Raises
    PositionError or RecordError.

    Args:
        record: a partial record (`records.notation_game.PlayedNotation.partial_record`). decision: which decision, if
        several follow. Default: the first. history: as for `choices_of`.
    """
    board = _dealt(record, history)
    play_events(board, record["events"], to_the_end=False)
    if board.game.phase == PHASE_WAITING and _passed(board, record):
        board.apply(0)
        board.advance()
    for row in board.rows[len(record["events"]) :]:
        logged = LoggedAction.of(row)
        if logged.act == ACT_DRAW:  # nobody has seen the card yet
            name = record["players"][logged.seat]
            raise PositionError(f"after the last move {name} draws a card; write it down")
    if board.game.phase != PHASE_WAITING:
        raise PositionError("the game is over after the last move: nobody has to decide anything")
    seat = int(board.view.me)
    found = [state.DECISIONS[board.view.decision]]
    if seat in record.get("unknown", ()):
        raise PositionError(
            f"after the last move {record['players'][seat]} must decide, whose cards are not all written down"
        )
    while decision not in (None, found[-1]):
        refused = board.apply(0) or board.logged > len(record["events"])
        if refused or board.advance() == state.DECISION_OVER or board.view.me != seat:
            raise PositionError(
                f"after the last move there is no decision to {decision}; there is {' and '.join(found)}"
            )
        found.append(state.DECISIONS[board.view.decision])
    return _with_names(position_of(board, rules_of(record)), record)


def _with_names(position: Position, record: Record) -> Position:
    """The position with the names of the record's players."""
    return replace(position, names=tuple(seat_names(record["players"])))


def board_at(record: Record, move: int, decision: str | None = None, history: np.record | None = None) -> Board:
    """The board with all cards, waiting for the decision of `position_at`. Raises PositionError or RecordError."""
    board = _dealt(record, history)
    found = list[str]()
    for decided, own in _decisions_before(board, record, move):
        if decision == (name := state.DECISIONS[decided]):
            return board
        if own:
            found.append(name)
    if decision is None and found:
        return board_at(record, move, found[-1], history)
    if found:
        raise PositionError(f"at move {move} there is no decision to {decision}; there is {' and '.join(found)}")
    event = record["events"][move - 1]
    name = record["players"][event["seat"]]
    raise PositionError(f"move {move} is not a decision: {name} had only one legal choice ({event['act']})")


def _decisions_before(board: Board, record: Record, move: int) -> Iterator[tuple[int, bool]]:
    """Play a dealt board up to a move. While the board stands at each decision after the previous move, yield it and
    whether the moving seat decides. At all other decisions a seat passed a call.
    """
    events = record["events"]
    if not 1 <= move <= len(events):
        raise PositionError(f"there is no move {move}: this game has {len(events)}")
    for replayed in decisions(board, events[:move], to_the_end=False):
        if replayed.event == move - 1:
            yield int(replayed.decision), bool(board.view.me == events[move - 1]["seat"])


def _passed(board: Board, record: Record) -> bool:
    """Whether the seat that could call after the last move passed: the pass is written, or its cards are unknown and a
    call would stand at its discard (R9).
    """
    if board.view.decision != state.DECISION_CALL:
        return False
    unknown = int(board.view.me) in record.get("unknown", ())
    return record.get("passed", False) or (unknown and board.rules.call_timing == CALL_TIMING_END)
