"""The choices that seats made in a recorded game: what each knew then, and what it did.

What `designs.worlds.options` compares together is one choice: to call, to draw or to take; to lay, to make a sapaw or
to hold everything and discard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tongits_sim.any_game.record_form import Record
from tongits_sim.cards import card_text, format_mask
from tongits_sim.game.engine import PHASE_ASKED
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
from tongits_sim.records.notation_game import Written
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
        position: what the seat knew.
        act: the decision (DECISION_*) at which it did something; -1 if it did nothing: it passed, or drew without being
            asked where from.
        word: its action word there; 0 is to draw from the stock, or to fold.
    """

    move: int
    position: Position
    act: int
    word: int


def choices_of(record: Record, seats: Collection[int] = (0, 1, 2)) -> Iterator[RecordedChoice]:
    """The choices of some seats in a verified record, in order.

    Raises:
        RecordError: the record breaks a rule.
    """
    board, rules = dealt_board(record), rules_of(record)
    waiting: tuple[int, Position, int] | None = None  # move, position, the decision answered with 0 last
    for asked in decisions(board, record["events"]):
        seat, decision, word = int(board.view.me), int(asked.decision), int(asked.answer)
        if waiting is not None:
            move, position, last = waiting
            if seat != position.seat or decision not in _FOLLOWS.get(last, ()):
                yield RecordedChoice(move, position, -1, 0)
                waiting = None
        if waiting is None:
            if seat not in seats:
                continue
            waiting = asked.event + 1, position_of(board, rules), decision
        move, position, _ = waiting
        if word or decision in _ALWAYS_ANSWERED:
            yield RecordedChoice(move, position, decision, word)
            waiting = None
        else:
            waiting = move, position, decision
    if waiting is not None:
        yield RecordedChoice(waiting[0], waiting[1], -1, 0)


def position_of_written(written: Written) -> Position | None:
    """What the deciding seat knows after the last move; None if nobody decides there, or its own cards are unknown."""
    board = written.board
    if written.ended or board.game.phase != PHASE_ASKED or int(board.view.me) in written.unknown:
        return None
    return position_of(board, written.rules)


def advise_options(position: Position) -> list[str]:
    """The options of `tongits advise` that describe a position; empty where a joker on the table cannot be named."""
    if any(meld.jokers for meld in position.melds):
        return []
    table = []
    for seat in (position.right, position.left, position.seat):
        melds = [meld for meld in position.melds if meld.owner == seat]
        shown = [
            (f"[{format_mask(meld.cards)}]" if meld.cards else "?" * meld.size)
            if meld.face_down
            else format_mask(meld.cards)
            for meld in melds
        ]
        table += [f"{position.name(seat)}: {', '.join(shown)}"] if shown else []
    sizes = f"{position.sizes[position.right]},{position.sizes[position.left]}"
    options = ["--rules", position.rules.name, "--hand", format_mask(position.hand), "--stock", str(position.stock)]
    options += ["--sizes", sizes, "--decide", position.decision]
    options += ["--table", "; ".join(table)] if table else []
    options += ["--discards", " ".join(map(card_text, position.discards))] if position.discards else []
    caller = ["--caller", position.name(position.caller)] if position.caller >= 0 else []
    return [*options, *caller]
