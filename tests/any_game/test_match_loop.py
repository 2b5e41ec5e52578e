"""The loop over matches, of a game that nobody plays: a match of coins, each of which one seat tosses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from tongits_sim.any_game.kernel_arguments import Deals, Records
from tongits_sim.any_game.match_loop import TableKernels, match_loop
from tongits_sim.jit import njit

MATCH = np.dtype([("coin_match", "i8"), ("game", "i8"), ("last_game", "i8"), ("over", "i8")], align=True)
TABLE = np.dtype(
    [("coin_table", "i8"), ("now_match", "i8"), ("now_game", "i8"), ("now_games", "i8"), ("seating", "i8", 2)],
    align=True,
)
SEATINGS = np.array([[0, 1], [1, 0]], np.int8)
BAD = 12
"""The match whose second toss is a fault."""


class Notes(NamedTuple):
    """What the design counts.

    Attributes:
        tosses: int64[deals, 2], by the slot on the first seat.
        matches: int64[deals, 2], matches finished, and ended by a fault.
        deals: int64[deals, 3], deals begun, finished, and finished without a fault.
        seatings: int64[2], matches begun in each seating.
    """

    tosses: np.ndarray
    matches: np.ndarray
    deals: np.ndarray
    seatings: np.ndarray


@njit
def _seat(records: Any, seatings: Any, k: Any) -> None:
    for seat in range(2):
        records.table.seating[seat] = seatings[k, seat]


@njit
def _begin(records: Any, deals: Any, number: Any) -> None:
    match = records.match
    match.coin_match, match.game, match.last_game, match.over = number, 0, deals.games, 0


@njit
def _play(records: Any, to: Any) -> bool:
    match = records.match
    if match.coin_match == BAD and match.game == 1:
        return False
    match.game += 1
    match.over = match.game == match.last_game
    return True


@njit
def _add_toss(records: Any, to: Any, at: Any) -> None:
    to.tosses[at, records.table.seating[0]] += 1


@njit
def _start(records: Any, to: Any, at: Any) -> None:
    to.deals[at, 0] += 1


@njit
def _start_match(records: Any, to: Any, k: Any) -> None:
    to.seatings[k] += 1


@njit
def _end_match(records: Any, to: Any, at: Any, whole: Any) -> None:
    to.matches[at, 0 if whole else 1] += 1


@njit
def _end(records: Any, to: Any, at: Any, whole: Any) -> None:
    to.deals[at, 1] += 1
    to.deals[at, 2] += whole


TOSSING = TableKernels(_seat, _begin, _play)
LOOP = match_loop(TOSSING, _add_toss, start=_start, start_match=_start_match, end_match=_end_match, end=_end)


def tossed(rotate: bool, first: int = 10, matches: int = 4) -> tuple[Notes, np.record]:
    """Matches of three tosses."""
    match, table = np.zeros(1, MATCH).view(np.recarray), np.zeros(1, TABLE).view(np.recarray)
    shapes = (matches, 2), (matches, 2), (matches, 3), (2,)
    notes = Notes(*(np.zeros(shape, np.int64) for shape in shapes))
    records = Records(table[0], table[0], match[0], table[0], table[0], table[0], table[0])
    LOOP(records, notes, Deals(np.uint64(1), first, matches, 3), SEATINGS, rotate)
    return notes, table[0]


def test_seats_rotate_with_the_number_of_the_match() -> None:
    notes, table = tossed(rotate=True)
    assert notes.seatings.tolist() == [2, 2]
    assert notes.tosses.tolist() == [[3, 0], [0, 3], [1, 0], [0, 3]]
    assert (table.now_match, table.now_games) == (13, 10)


def test_a_deal_is_played_in_every_seating() -> None:
    notes, table = tossed(rotate=False)
    assert notes.seatings.tolist() == [4, 4]
    assert notes.tosses.tolist() == [[3, 3], [3, 3], [1, 1], [3, 3]]
    assert table.now_games == 20


@pytest.mark.parametrize("rotate", [True, False])
def test_a_fault_ends_its_match_alone(rotate: bool) -> None:
    notes, _ = tossed(rotate)
    ways = 1 if rotate else 2
    assert notes.matches.tolist() == [[ways, 0], [ways, 0], [0, ways], [ways, 0]]
    assert notes.deals.tolist() == [[1, 1, 1], [1, 1, 1], [1, 1, 0], [1, 1, 1]]


def test_a_design_may_play_in_its_own_way_and_notes_only_what_it_must() -> None:
    @njit
    def play_all(records: Any, to: Any) -> bool:
        records.match.over = 1
        return True

    @njit
    def add(records: Any, to: Any, at: Any) -> None:
        to[at] += 1

    match, table = np.zeros(1, MATCH).view(np.recarray), np.zeros(1, TABLE).view(np.recarray)
    records = Records(table[0], table[0], match[0], table[0], table[0], table[0], table[0])
    games = np.zeros(3, np.int64)
    match_loop(TOSSING, add, play=play_all)(records, games, Deals(np.uint64(1), 11, 3, 5), SEATINGS, True)
    assert games.tolist() == [1, 1, 1]
