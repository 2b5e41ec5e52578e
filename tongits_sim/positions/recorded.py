"""The choices that seats made in a recorded game: what each knew then, and what it did.

`worlds.options` compares these answers together, so they are one choice: to call, to draw or to take; to lay,
to make a sapaw or to hold everything and discard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from tongits_sim.any_game.record_form import Record
from tongits_sim.any_game.seat_names import seat_names
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_RESPOND,
    DECISION_SAPAW,
)
from tongits_sim.positions.boards import position_of
from tongits_sim.positions.position import Position
from tongits_sim.records.replay import dealt_board, decisions, rules_of

_FOLLOWS = {
    int(DECISION_CALL): (int(DECISION_DRAW),),
    int(DECISION_LAY): (int(DECISION_SAPAW), int(DECISION_DISCARD)),
    int(DECISION_SAPAW): (int(DECISION_DISCARD),),
}
_ALWAYS_ANSWERED = (int(DECISION_DRAW), int(DECISION_RESPOND), int(DECISION_DISCARD))


@dataclass(frozen=True)
class RecordedChoice:
    """A choice in a recorded game.

    Attributes:
        move: number of the event that shows it, from 1.
        position: the seat's knowledge.
        act: the decision (DECISION_*) at which it acted; -1 if it passed, or drew with no decision where from.
        word: its action word there; 0 is to draw from the stock, or to fold.
    """

    move: int
    position: Position
    act: int
    word: int


def choices_of(record: Record, seats: Collection[int] = (0, 1, 2)) -> Iterator[RecordedChoice]:
    """The choices of some seats in a verified record, or in a game as far as it was seen (`Written.seen`), in order.

    A seat's knowledge does not depend on cards that only others held: a game that one seat wrote down gives the same
    choices of that seat as the whole record. A seat with unknown cards has no choices here.

    Raises:
        RecordError: the record breaks a rule.
    """
    board, rules = dealt_board(record), rules_of(record)
    unknown = record.get("unknown")
    names = tuple(seat_names(record["players"]))
    seats = [seat for seat in seats if seat not in (unknown or ())]
    waiting: tuple[int, Position, int] | None = None  # move, position, the decision answered with 0 last
    for asked in decisions(board, record["events"], to_the_end=unknown is None):
        seat, decision, word = int(board.view.me), int(asked.decision), int(asked.answer)
        if waiting is not None:
            move, position, last = waiting
            if seat != position.seat or decision not in _FOLLOWS.get(last, ()):
                yield RecordedChoice(move, position, -1, 0)
                waiting = None
        if waiting is None:
            if seat not in seats:
                continue
            waiting = asked.event + 1, replace(position_of(board, rules), names=names), decision
        move, position, _ = waiting
        if word or decision in _ALWAYS_ANSWERED:
            yield RecordedChoice(move, position, decision, word)
            waiting = None
        else:
            waiting = move, position, decision
    if waiting is not None:
        yield RecordedChoice(waiting[0], waiting[1], -1, 0)
