"""The compiled loop over matches that all games share, and how kernels ask a bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.struct_copy import copy_record, publish, same_record


class Records(NamedTuple):
    """The records that games are played on, as one argument of kernels."""

    # game, view, match, result: the game's state.py
    game: Any
    view: Any
    match: Any
    result: Any
    rules: Any  # the house rules as kernels read them
    log: Any  # the game's log.py
    table: Any  # the players and their faults (the game's bot_calls.py)


class MatchRange(NamedTuple):
    """The matches to play: `first_match` .. `first_match + matches - 1` (int64), each of at most `games` games.

    `seed` (uint64) and a match's number determine its deals.
    """

    seed: Any
    first_match: int
    matches: int
    games: int


REASON_RAISED = np.int64(100)
REASON_CHANGED_VIEW = np.int64(101)
NEVER_ANSWERED = 102

# Violations of the bots' contract; the codes of the game's rules are below 100.
CONTRACT: dict[int, str] = {
    int(REASON_RAISED): "it stopped with an error",
    int(REASON_CHANGED_VIEW): "it changed its view, which is read-only",
    NEVER_ANSWERED: "it does not respond",
}

# Fields of a game's `TABLE` record: the current position (for the watchdog), and the place of the first fault.
POSITION_FIELDS = (
    ("now_match", "i8"),
    ("now_game", "i8"),
    ("now_games", "i8"),  # games finished
    ("faults", "i8"),  # matches ended by a fault; the following fields locate the first one
    ("fault_match", "i8"),
    ("fault_game", "i8"),
    ("fault_seat", "i8"),
    ("fault_decision", "i8"),
    ("fault_reason", "i8"),  # a code of the game's rules, or REASON_*
)


@inline_njit
def ask(hook, view, params, check_view, view_backup):
    """Ask a bot; returns its action code and a reason code (0: the hook kept its contract).

    hook, params: addresses; check_view: treat a changed view as a fault; view_backup: space for a copy of the view.
    """
    if check_view:
        return guarded_call(hook, view, params, view_backup)
    action, raised = call_hook(hook, view, params)
    return action, REASON_RAISED if raised else np.int64(0)


@njit
def guarded_call(hook, view, params, view_backup):
    """Ask a bot, and detect and undo changes of the view, which are a fault."""
    copy_record(view_backup, view)
    action, raised = call_hook(hook, view, params)
    if raised:
        copy_record(view, view_backup)
        return action, REASON_RAISED
    if same_record(view_backup, view):
        return action, np.int64(0)
    copy_record(view, view_backup)
    return action, REASON_CHANGED_VIEW


@njit
def note_fault(table, seat, decision, reason):
    """Count a fault, and store the position and the seating of the first."""
    table.faults += 1
    if table.faults > 1:
        return
    table.fault_match = table.now_match
    table.fault_game = table.now_game
    table.fault_seat = seat
    table.fault_decision = decision
    table.fault_reason = reason
    for slot in range(len(table.seating)):
        table.fault_seating[slot] = table.seating[slot]


def predicate(code: int, decision: str, reasons: Mapping[int, tuple[str, str]]) -> str:
    """Put a bot's fault at a decision (its name), given by its code, as the predicate of a sentence.

    reasons: codes of the game's rules -> the rule and what it forbids.
    """
    if code in CONTRACT:
        return f"failed at its {decision}: {CONTRACT[code]}"
    rule, why = reasons[code]
    return f"broke rule {rule} at its {decision}: {why}"


class TableKernels(NamedTuple):
    """The kernels that play the matches of a game."""

    seat: Any  # `(records, seatings, k)`, seats the slots by row k of seatings (int8[n, seats], the slot on each seat)
    begin: Any  # `(records, deals, number)`, begins match `number` (int64) of `MatchRange`
    # `(records, to) -> bool`, deals, plays and settles the next game of the match; False after a fault
    play: Any


@inline_njit
def nothing(records, to, at):
    """The default of `match_loop` for an optional step: do nothing."""


@inline_njit
def nothing_after(records, to, at, whole):
    """The default of `match_loop` after a match or a deal: do nothing."""


def match_loop(
    table: TableKernels,
    after_game: Any,
    *,
    start: Any = nothing,
    play: Any = None,
    start_match: Any = None,
    end_match: Any = nothing_after,
    end: Any = nothing_after,
    inline: bool = False,
) -> Any:
    """Return a kernel `(records, to, deals, seatings, rotate)` that plays the matches of `MatchRange`.

    seatings: int8[k, seats]. With `rotate`, match m is played once, in seating m mod k; else in all k seatings. A fault
    ends only its match. `at` is the number of a deal within the block.

    Args:
        table: plays the game's matches.
        after_game: `(records, to, at)`, after a game is settled.
        start: `(records, to, at)`, before the first match of a deal; nobody is seated.
        play: replaces `table.play`.
        start_match: `(records, to, k)`, after a match has begun in seating k.
        end_match: `(records, to, at, whole)`, after each match; `whole`: no fault ended it.
        end: `(records, to, at, whole)`, after the last match of a deal; `whole`: no fault ended a match of it.
        inline: whether to inline the loop into its caller.
    """
    seat = table.seat
    begin = table.begin
    play_game = play or table.play
    begun = start_match or nothing

    @(inline_njit if inline else njit)
    def play_matches(records: Any, to: Any, deals: Any, seatings: Any, rotate: Any) -> None:
        match, table = records.match, records.table
        number_of = seatings.shape[0]
        turn = deals.first_match % number_of if rotate else 0  # counted on below, because a division takes long
        for number in range(deals.first_match, deals.first_match + deals.matches):
            at = number - deals.first_match
            start(records, to, at)
            every = True
            for k in range(turn, turn + 1 if rotate else number_of):
                seat(records, seatings, k)
                begin(records, deals, number)
                publish(table, "now_match", number)
                begun(records, to, k)
                whole = True
                while whole and not match.over:
                    table.now_game = match.game
                    whole = play_game(records, to)
                    if whole:
                        after_game(records, to, at)
                        publish(table, "now_games", table.now_games + 1)
                end_match(records, to, at, whole)
                every = every and whole
            end(records, to, at, every)
            if rotate:
                turn = turn + 1 if turn + 1 < number_of else 0

    return play_matches
