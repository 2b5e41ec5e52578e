"""A row for each game of a batch: the arrays, and the kernel that writes a row.

Arrays are stored by column (`WIDE`, `SMALL`), so that a column is contiguous.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import TABLE, add_cluster, add_game, add_to_cluster, clear_cluster
from tongits_sim.game.state import PARTS, SEATS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment

CHUNK = 2**14
"""Games played into the arrays at once, in whole matches; longer matches get longer arrays."""


def _by_seat(*names: str) -> tuple[str, ...]:
    return tuple(f"{name}_{seat}" for name in names for seat in range(SEATS))


WIDE = ("game", "jackpot", "stake", *_by_seat("count", *PARTS, "payout"))
"""Numbers that may be large; amounts in hundredths."""
SMALL = (
    "dealer",
    "ending",
    "winner",
    "turns",
    "caller",
    *_by_seat("slot", "response", "asked", "burned", "open_melds", "secrets", "sapaws"),
)
"""Numbers below 128. A response is one of `RESPONSES`, or -1 if nobody called or the seat called itself."""
RESPONSES = ("fold", "challenge")

# The rows of `wide` and `small`; of names by seat that of seat 0, from which the seat is counted.
_GAME, _JACKPOT, _STAKE = (np.int64(WIDE.index(name)) for name in ("game", "jackpot", "stake"))
_COUNT, _PARTS, _PAYOUT = (np.int64(WIDE.index(f"{name}_0")) for name in ("count", PARTS[0], "payout"))
_DEALER, _ENDING, _WINNER, _TURNS, _CALLER = (
    np.int64(SMALL.index(name)) for name in ("dealer", "ending", "winner", "turns", "caller")
)
_SLOT, _RESPONSE, _ASKED, _BURNED, _OPEN, _SECRETS, _SAPAWS = (
    np.int64(SMALL.index(f"{name}_0"))
    for name in ("slot", "response", "asked", "burned", "open_melds", "secrets", "sapaws")
)
_N_PARTS = len(PARTS)


class RowArrays(NamedTuple):
    """Arrays of games or forks, as one argument of kernels."""

    match: np.ndarray  # int64[n], the match of each row
    wide: np.ndarray  # [numbers that may be large, n]
    small: np.ndarray  # [small numbers, n]
    used: np.ndarray  # int64[1], the number of rows


def new_rows(rows: int, wide: int, small: int, large: Any, little: Any) -> RowArrays:
    """Empty arrays of `wide` columns of type `large` and `small` columns of type `little`."""
    columns = np.zeros((wide, rows), large), np.zeros((small, rows), little)
    return RowArrays(np.zeros(rows, np.int64), *columns, np.zeros(1, np.int64))


def game_rows(rules: RuleSet, match_games: int, games: int) -> RowArrays:
    """Empty arrays with room for `games` games, in matches of at most `match_games`."""
    largest = max(largest_payment(rules), UNIT) * match_games  # a jackpot can hold the stakes of a whole match
    large = np.int32 if largest < np.iinfo(np.int32).max else np.int64
    return new_rows(games, len(WIDE), len(SMALL), large, np.int8)


def take_rows(rows: RowArrays, names: tuple[str, ...] = (*WIDE, *SMALL)) -> dict[str, np.ndarray]:
    """Copy the written rows by column, and empty the arrays; names: of the wide, then the small columns."""
    used = int(rows.used[0])
    rows.used[0] = 0
    columns = (*rows.wide[:, :used].copy(), *rows.small[:, :used].copy())
    return {"match": rows.match[:used].copy(), **dict(zip(names, columns, strict=True))}


@njit
def add_row(rows, view, result, table):
    """Write a finished game into the next row of `RowArrays`."""
    at = rows.used[0]
    wide, small = rows.wide, rows.small
    rows.match[at] = table.now_match
    wide[_GAME, at] = table.now_game
    wide[_JACKPOT, at] = view.jackpot
    wide[_STAKE, at] = result.stake
    small[_DEALER, at] = result.dealer
    small[_ENDING, at] = result.ending
    small[_WINNER, at] = result.winner
    small[_TURNS, at] = result.turns
    small[_CALLER, at] = result.caller
    for seat in range(SEATS):
        wide[_COUNT + seat, at] = result.counts[seat]
        wide[_PAYOUT + seat, at] = result.payout[seat]
        for part in range(_N_PARTS):
            wide[_PARTS + SEATS * part + seat, at] = result.parts[part, seat]
        small[_SLOT + seat, at] = table.seating[seat]
        small[_RESPONSE + seat, at] = result.responses[seat] - 1  # from 0 none, 1 fold, 2 challenge to `RESPONSES`
        small[_ASKED + seat, at] = result.may_challenge[seat]
        small[_BURNED + seat, at] = result.burned[seat]
        small[_OPEN + seat, at] = view.open_melds[seat]
        small[_SECRETS + seat, at] = view.secrets[seat]
        small[_SAPAWS + seat, at] = view.sapaws[seat]
    rows.used[0] = at + 1


@inline_njit
def _start(records, to, at):
    clear_cluster(to[0])


@njit
def _add_game(records, to, at):
    tally, rows = to
    _, view, _, result, _, _, table = records
    add_game(tally, view, result, table.seating)
    add_to_cluster(tally, result, table.seating)
    add_row(rows, view, result, table)


@inline_njit
def _end(records, to, at, whole):
    if whole:
        add_cluster(to[0])


play_rows = match_loop(TABLE, _add_game, start=_start, end=_end)
"""Plays matches as `play_matches`, into (a `TALLY` record, `RowArrays` with room for all games)."""
