import itertools
import math
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compile.splitmix import GOLDEN, WORD, mix, unmix
from tongits_sim.compile import bits as streams
from tongits_sim.compile import jit
from tongits_sim.compile.bits import U
from tongits_sim.compile.hooks import InlinedBot, asking, compile_for_view, listening
from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import (
    POSITION_FIELDS,
    REASON_CHANGED_VIEW,
    REASON_RAISED,
    MatchRange,
    Records,
    TableKernels,
    ask,
    match_loop,
)
from tongits_sim.compile.struct_copy import copy_fields, copy_record, keep_alive, publish, same_record
from tongits_sim.game import deal
from tongits_sim.run.estimates import Binned, Binning, Bins
from tongits_sim.run.thread_records import FaultPlace, ThreadRecords

VIEW = np.dtype([("coin_view", "i8"), ("heads", "i8")], align=True)

PARAMS = np.dtype([("coin_params", "f8"), ("add", "f8")], align=True)


def answers(view: Any, params: Any) -> Any:
    return np.uint64(view.heads + np.int64(params.add))


def meddles(view: Any, params: Any) -> Any:
    view.heads += 1
    return np.uint64(view.heads)


def raises(view: Any, params: Any) -> Any:
    view.heads += 1
    if view.heads > 0:
        raise ValueError("too many heads")
    return np.uint64(0)


@njit(cache=False)
def call(address: Any, view: Any, params: Any, check_view: Any, view_backup: Any) -> Any:
    return ask(address, view, params, check_view, view_backup)


@pytest.mark.parametrize(
    ("hook", "check_view", "answer"),
    [
        (answers, False, (8, 0, 5)),
        (answers, True, (8, 0, 5)),
        (meddles, False, (6, 0, 6)),
        (meddles, True, (6, int(REASON_CHANGED_VIEW), 5)),
        (raises, False, (0, int(REASON_RAISED), 6)),
        (raises, True, (0, int(REASON_RAISED), 5)),
    ],
)
def test_a_guarded_bot_leaves_its_view_as_it_was(hook: Any, check_view: bool, answer: tuple[int, int, int]) -> None:
    view = np.zeros(1, VIEW)
    view_backup = np.zeros(1, VIEW)
    params = np.zeros(1, PARAMS)
    view["heads"], params["add"] = 5, 3
    address = compile_for_view(hook, numba.from_dtype(VIEW), PARAMS, "bot", "toss")
    with listening() as messages:
        word, reason = call(address, view[0], params.ctypes.data, check_view, view_backup[0])
    assert (int(word), int(reason), int(view["heads"][0])) == answer
    assert messages == (["ValueError: too many heads"] if hook is raises else [])


class Parts(Bins):
    FEATURES = ("a", "b")


class Estimates(Binned):
    def __init__(self) -> None:
        self.totals: Any = {"cells": np.array([[n, n * n] for n in range(7)], object)}

    @property
    def binnings(self) -> Sequence[Binning]:
        return (Binning("all"), Binning("map", (Parts("a", (0, 1)), Parts("b", (0, 1, 2)))))


def test_each_binning_has_its_own_cells() -> None:
    estimates = Estimates()
    assert estimates.binning("map").shape == (2, 3)
    assert estimates.moments("all").tolist() == [0, 0]
    assert estimates.moments("map")[1, 2].tolist() == [6, 36]
    assert estimates.counts("map").tolist() == [[1, 2, 3], [4, 5, 6]]
    assert estimates.counts("map").dtype == np.int64


DIRECT_HOOKS_PARAMS = np.dtype([("number", "f8")], align=True)

OTHER_PARAMS = np.dtype([("label", "f8"), ("number", "f8")], align=True)

DIRECT_HOOKS_TABLE = np.dtype([("seating", "i8", (3,)), ("params", "i8", (3,))], align=True)

DIRECT_HOOKS_VIEW = np.dtype([("card", "i8")], align=True)


@jit.njit(cache=False)
def _first(view, params):
    return view.card + params.number


@jit.njit(cache=False)
def _second(view, params):
    return view.card * params.number


def _third(view, params):
    return 7


@jit.njit(cache=False)
def _by_address(table, view, seat, decision):
    return np.uint64(1000 + decision), np.int64(5)


LOW = InlinedBot("low", (_first, _second, _third), DIRECT_HOOKS_PARAMS)

HIGH = InlinedBot("high", (_third, _first, _second), OTHER_PARAMS)

EXPECTED = {
    "low": [(5, 0), (6, 0), (7, 0)],
    "high": [(7, 0), (7, 0), (12, 0)],
    None: [(1000, 5), (1001, 5), (1002, 5)],
}


@pytest.mark.parametrize("slots", [(LOW, LOW, LOW), (LOW, HIGH, LOW), (HIGH, LOW, None), (None, None, None)])
def test_who_sits_in_a_slot_answers(slots: Any) -> None:
    ask: Any = asking(slots, _by_address)
    params = [
        np.array([(4.0, 4.0)], OTHER_PARAMS) if bot is HIGH else np.array([(2.0,)], DIRECT_HOOKS_PARAMS)
        for bot in slots
    ]
    table, view = (np.zeros(1, layout).view(np.recarray)[0] for layout in (DIRECT_HOOKS_TABLE, DIRECT_HOOKS_VIEW))
    view.card = 3
    table.params[:] = [param.ctypes.data for param in params]
    for seating in ((0, 1, 2), (2, 0, 1)):
        table.seating[:] = seating
        for seat, slot in enumerate(seating):
            answers = [ask(table, view, seat, decision) for decision in range(3)]
            assert answers == EXPECTED[slots[slot] and slots[slot].name]


class Parameters(np.ndarray):
    """An array that can be watched."""


def test_what_is_needed_is_freed_with_its_owner() -> None:
    owner = np.zeros(3)
    needed = np.zeros(3).view(Parameters)
    watched = weakref.ref(needed)
    keep_alive(owner, needed)
    del needed
    assert watched() is not None
    del owner
    assert watched() is None


MATCH = np.dtype([("coin_match", "i8"), ("game", "i8"), ("last_game", "i8"), ("over", "i8")], align=True)

MATCH_LOOP_TABLE = np.dtype(
    [("coin_table", "i8"), ("now_match", "i8"), ("now_game", "i8"), ("now_games", "i8"), ("seating", "i8", 2)],
    align=True,
)

SEATINGS = np.array([[0, 1], [1, 0]], np.int8)

BAD = 12  # the match whose second toss is a fault in the first seating


class Notes(NamedTuple):
    tosses: np.ndarray  # by the slot on the first seat
    matches: np.ndarray  # finished, and ended by a fault
    deals: np.ndarray  # begun, finished, and finished without a fault
    seatings: np.ndarray  # matches begun in each


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
    if match.coin_match == BAD and match.game == 1 and records.table.seating[0] == 0:
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


def loop_records() -> Records:
    match = np.zeros(1, MATCH).view(np.recarray)
    table = np.zeros(1, MATCH_LOOP_TABLE).view(np.recarray)
    return Records(table[0], table[0], match[0], table[0], table[0], table[0], table[0])


def tossed(rotate: bool) -> tuple[Notes, np.record]:
    notes = Notes(*(np.zeros(shape, np.int64) for shape in ((4, 2), (4, 2), (4, 3), (2,))))
    records = loop_records()
    LOOP(records, notes, MatchRange(np.uint64(1), 11, 4, 3), SEATINGS, rotate)
    return notes, records.table


@pytest.mark.parametrize("rotate", [True, False])
def test_a_deal_is_played_in_every_seating_and_a_fault_ends_its_match_alone(rotate: bool) -> None:
    notes, table = tossed(rotate)
    ways = 1 if rotate else 2
    assert notes.matches.tolist() == [[ways, 0], [ways - 1, 1], [ways, 0], [ways, 0]]
    assert notes.deals.tolist() == [[1, 1, 1], [1, 1, 0], [1, 1, 1], [1, 1, 1]]
    assert notes.seatings.tolist() == ([2, 2] if rotate else [4, 4])
    tosses = [[0, 3], [1, 0], [0, 3], [3, 0]] if rotate else [[3, 3], [1, 3], [3, 3], [3, 3]]
    assert notes.tosses.tolist() == tosses
    assert table.now_games == np.sum(tosses)


def test_a_design_may_play_in_its_own_way_and_notes_only_what_it_must() -> None:
    @njit
    def play_all(records: Any, to: Any) -> bool:
        records.match.over = 1
        return True

    @njit
    def add(records: Any, to: Any, at: Any) -> None:
        to[at] += 1

    games = np.zeros(3, np.int64)
    match_loop(TOSSING, add, play=play_all)(loop_records(), games, MatchRange(np.uint64(1), 11, 3, 5), SEATINGS, True)
    assert games.tolist() == [1, 1, 1]


WIDE = np.dtype(
    [("head", "u1"), ("one", "i8"), ("many", "i1", (131,)), ("two", "u8", (3,)), ("tail", "u1")], align=True
)


@njit
def same(one: Any, other: Any) -> Any:
    return same_record(one, other)


@njit
def copy(target: Any, source: Any) -> None:
    copy_record(target, source)


@njit
def count(record: Any, to: int) -> None:
    for number in range(1, to + 1):
        publish(record, "one", number)


@njit
def copy_some(target: Any, source: Any) -> None:
    copy_fields(target, source, "one", "two")


def test_the_fields_between_two_are_copied_and_no_others() -> None:
    records = np.zeros(3, WIDE)
    source = np.frombuffer(bytearray(range(1, 1 + WIDE.itemsize)), WIDE)
    copy_some(records[1], source[0])
    for name in ("one", "many", "two"):
        assert records[1][name].tobytes() == source[0][name].tobytes()
    assert (records[1]["head"], records[1]["tail"]) == (0, 0)
    assert not any(any(record.tobytes()) for record in records[::2])


def test_a_copied_record_is_the_same_and_its_neighbours_stay() -> None:
    one = np.zeros(3, WIDE)
    other = np.frombuffer(bytearray(range(1, 1 + WIDE.itemsize)), WIDE)
    copy(one[1], other[0])
    assert one[1].tobytes() == other[0].tobytes()
    assert same(one[1], other[0])
    assert not any(any(record.tobytes()) for record in one[::2])
    for byte in range(WIDE.itemsize):
        other.view(np.uint8)[byte] ^= 1 << byte % 8
        assert not same(one[1], other[0])
        other.view(np.uint8)[byte] ^= 1 << byte % 8
    assert same(one[1], other[0])


def test_what_is_published_is_the_field_and_no_other() -> None:
    record = np.ones(1, WIDE).view(np.recarray)
    count(record[0], 9)
    expected = np.ones(1, WIDE)
    expected["one"] = 9
    assert record[0] == expected[0]


def test_another_thread_reads_what_is_published_meanwhile() -> None:
    record = np.zeros(1, WIDE).view(np.recarray)
    with ThreadPoolExecutor(1) as pool:
        for doubled in range(9):  # a busy machine may leave this thread no time meanwhile
            last = 10_000_000 << doubled
            counting = pool.submit(count, record[0], last)
            seen = set()
            while not counting.done():
                seen.add(int(record["one"][0]))
            if len(seen) > 2:
                return
    pytest.fail("it was written at the end only")


STREAMS_WORDS = st.integers(0, WORD - 1)


def test_splitmix64_has_its_published_values() -> None:
    state, numbers = 1234567, []
    for _ in range(5):
        state = (state + GOLDEN) % WORD
        numbers.append(int(streams.mix(U(state))))
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert numbers == [*published, 16408922859458223821]


@given(STREAMS_WORDS)
def test_mix_is_a_bijection(word: int) -> None:
    assert int(streams.mix(U(word))) == mix(word)
    assert unmix(mix(word)) == word


PURPOSES = [int(purpose) for purpose in (deal.DECK, deal.WORDS, deal.FIRST_DEALER, deal.NEXT_DEALER)]


def key(*parts: int) -> int:
    return int(streams.stream(*(U(part) for part in parts)))


def test_streams_of_different_keys_start_apart() -> None:
    seeds = [0, 1, 2, 3, 42, 2**63, WORD - 1]
    keys = list(itertools.product(seeds, range(40), range(40), PURPOSES))
    starts = sorted(key(*stream) for stream in keys)
    assert len(set(starts)) == len(keys) == 44800
    # Streams are one cycle entered at different places: none may enter where another passes within a game.
    steps = sorted(start * pow(GOLDEN, -1, WORD) % WORD for start in starts)
    assert min(b - a for a, b in itertools.pairwise(steps)) > 200


def test_each_bit_of_each_key_turns_half_of_the_start() -> None:
    base = [12345, 678, 9, PURPOSES[0]]
    turned = []
    for place, shift in itertools.product(range(4), range(64)):
        other = list(base)
        other[place] ^= 1 << shift
        turned.append((key(*base) ^ key(*other)).bit_count())
    assert min(turned) > 12
    assert max(turned) < 52
    assert abs(np.mean(turned) - 32) < 1


def test_bits_of_neighbouring_games_are_even_and_unrelated() -> None:
    n = 4000
    starts = np.array([key(7, 3, game, PURPOSES[1]) for game in range(n)], np.uint64)
    bits = (starts[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert np.all(np.abs(bits.mean(axis=0) - 0.5) < 4.5 * 0.5 / math.sqrt(n))
    same = (bits[1:] == bits[:-1]).mean(axis=0)
    assert np.all(np.abs(same - 0.5) < 4.5 * 0.5 / math.sqrt(n))


THREAD_RECORDS_TABLE = np.dtype([("small_table", "i8"), ("fault_seating", "i8", 2), *POSITION_FIELDS], align=True)

OTHER = np.dtype([("small_record", "i8")])


def thread() -> ThreadRecords:
    game, view, match, result, rules, log = (np.zeros(1, OTHER).view(np.recarray) for _ in range(6))
    table = np.zeros(1, THREAD_RECORDS_TABLE).view(np.recarray)
    return ThreadRecords(Records(game, view, match, result, rules, log, table), 2**64 - 1)


def test_the_first_fault_has_the_error_of_a_hook_that_raised() -> None:
    own = thread()
    assert own.first_fault() is None
    own.table["faults"], own.table["fault_seat"], own.table["fault_decision"] = 1, 2, 3
    own.table["fault_match"], own.table["fault_game"] = 17, 1
    own._errors = ["ValueError: no"]
    own.table["fault_reason"] = REASON_RAISED
    assert own.first_fault() == FaultPlace(int(REASON_RAISED), 2, 3, 17, 1, (0, 0), "ValueError: no")
    own.table["fault_reason"] = 4
    assert own.first_fault() == FaultPlace(4, 2, 3, 17, 1, (0, 0))
