"""Records of games that a bot's fault ended: the moves and the fault (docs/reference/formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISIONS
from tongits_sim.records.explain import explain_fault
from tongits_sim.records.form import CHECKS, FORMAT, checked_by
from tongits_sim.records.playback import playback_stopped
from tongits_sim.records.replay import dealt_board, play_events
from tongits_sim.records.schema import Record, demand, read_json
from tongits_sim.run.faults import Fault
from tongits_sim.run.files import printable

PREFIX = "stopped-"
"""The format of a stopped game's record begins so; without result it is not a game record."""
_TEXTS = ("bot", "failure", "detail")


def stopped_record(record: Record, fault: Fault) -> Record:
    """Add the fault to the record of `FaultedGame`."""
    document = {
        "seat": fault.seat,
        "decision": fault.decision,
        "bot": fault.label,
        "failure": fault.failure,
        "detail": fault.detail,
    }
    return {**record, "format": f"{PREFIX}{FORMAT}", "fault": document}


def is_stopped(line: str) -> bool:
    """Whether a line looks like a stopped game's record; verifies nothing. The format is a record's first key."""
    return f'"{PREFIX}tongits-game/' in line[:200]


def read_stopped(line: str) -> tuple[Record, Fault]:
    """Read a stopped game and its fault; verifies every move, and that the fault's decision was due. Raises
    RecordError.
    """
    value = read_json(line)
    demand(isinstance(value, dict), "a record is a JSON object")
    fault = value.pop("fault", None)
    _check_fault(fault)
    checks = {key: check for key, check in CHECKS.items() if key not in ("result", "after")}
    form = str(value.get("format"))
    record = checked_by(checks, {**value, "format": form.removeprefix(PREFIX)})
    board = dealt_board(record)
    play_events(board, record["events"], to_the_end=False)
    demand(_reaches_decision(board, fault), f"after its events no {fault['decision']} of seat {fault['seat']} is due")
    read = Fault(
        label=fault["bot"],
        slot=fault["seat"],  # a record keeps seats, not slots of a line-up
        seat=fault["seat"],
        decision=fault["decision"],
        code=0,  # no record keeps the number of the failure: `failure` says it
        seed=record["seed"],
        match=record["match"],
        game=record["game"],
        failure=fault["failure"],
        detail=fault["detail"],
    )
    return record, read


def playback_of_stopped(record: Record, fault: Fault) -> Iterator[str]:
    """The lines of a stopped game: its moves, the fault, and what the bot saw there."""
    yield from playback_stopped(record, fault)
    yield f"What {printable(fault.label)} saw there:"
    yield from explain_fault(record)


def _check_fault(fault: Any) -> None:
    """Raises RecordError if the document of a fault has another form than `stopped_record` writes."""
    demand(isinstance(fault, dict) and set(fault) == {"seat", "decision", *_TEXTS}, "fault lacks keys, or has others")
    demand(fault["seat"] in (0, 1, 2) and not isinstance(fault["seat"], bool), "fault.seat is not a seat")
    demand(fault["decision"] in DECISIONS, "fault.decision is not a decision")
    demand(all(isinstance(fault[key], str) and len(fault[key]) < 10_000 for key in _TEXTS), "fault holds odd texts")


def _reaches_decision(board: Board, fault: dict[str, Any]) -> bool:
    """Whether the board reaches the fault's decision if 0 answers earlier decisions."""
    wanted = (fault["seat"], DECISIONS.index(fault["decision"]))
    # A declined decision, such as not laying a meld, leaves no event, so the bot may have declined some before it
    # failed. Between two events at most one decision of each kind is due.
    for _ in DECISIONS:
        decision = board.advance()
        if decision == DECISION_OVER:
            return False
        if (int(board.view.me), decision) == wanted:
            return True
        illegal = board.apply(0)
        if illegal:
            return False
    return False
