"""The loop over matches of every design, made of small kernels: a game's begin matches and play games, a design's count
them.

A *deal* is one match number, played in one seating or, as duplicate deals, in several. Kernels of a design get the
records and arrays that they count into as one argument, the tuple `to`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tongits_sim.any_game.memory import publish
from tongits_sim.jit import inline_njit, njit


class TableKernels(NamedTuple):
    """How the matches of a game are played, as kernels.

    Attributes:
        seat: `(records, seatings, k)`, seats the slots by row k of seatings (int8[n, seats], the slot on each seat).
        begin: `(records, deals, number)`, begins match `number` (int64) of `Deals`.
        play: `(records, to) -> bool`, deals the match's next game, plays it to its end and settles it; False after a
            fault.
    """

    seat: Any
    begin: Any
    play: Any


@inline_njit
def nothing(records, to, at):
    """Note nothing."""


@inline_njit
def nothing_after(records, to, at, whole):
    """Note nothing."""


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
    """A kernel `(records, to, deals, seatings, rotate)` that plays the matches of `Deals` (a `Records` to play on).

    seatings: int8[k, seats]. With `rotate`, match m is played once, in seating m mod k; else in all k seatings. A fault
    ends its match, and nothing else. The kernels of the design take the place `at` of a deal among the block's.

    Args:
        table: how matches of the game are played.
        after_game: `(records, to, at)`, after a game is settled.
        start: `(records, to, at)`, before the first match of a deal; nobody is seated.
        play: in place of the table's.
        start_match: `(records, to, k)`, after a match has begun in seating k; nothing by default.
        end_match: `(records, to, at, whole)`, after each match; whether no fault ended it.
        end: `(records, to, at, whole)`, after the last match of a deal; whether no fault ended one of them.
        inline: whether the loop is inlined where it is called.
    """
    seat, begin, play_game = table.seat, table.begin, play or table.play
    begun = start_match or nothing

    @(inline_njit if inline else njit)
    def play_matches(records: Any, to: Any, deals: Any, seatings: Any, rotate: Any) -> None:
        match, table = records.match, records.table
        number_of = seatings.shape[0]
        for number in range(deals.first, deals.first + deals.matches):
            at = number - deals.first
            start(records, to, at)
            every = True
            first = number % number_of if rotate else 0
            for k in range(first, first + 1 if rotate else number_of):
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

    return play_matches
