"""Limits are found where they were planted, and follow the form."""

from dataclasses import replace

import numpy as np
import pytest

from strategies.book import fit
from strategies.book.book_form import form_of
from strategies.book.fit import call_part, challenge_part, lay_part
from strategies.book.fork_gains import Forks
from strategies.book.grid import FEW, sums_below
from strategies.book.limits import MIXED, NO_END, PLAYERS, SELDOM, Facts
from tongits_sim.rules import load, preset_names

TABLES = ("strong", "regular", "folders", "challengers")
LIMITS = {1: 0, 3: 5, 5: 15, 7: 25, 9: 30}
"""Planted: by fewest cards of the opponent, the count up to which a call gains."""


def planted(seed: int, n: int = 40_000, from_on: bool = False) -> Forks:
    """Calls with both opponents open; the gain falls by a unit in ten points, or rises."""
    rng = np.random.default_rng(seed)
    cards = rng.choice(list(LIMITS), n)
    count = rng.integers(0, 60, n)
    thrown = rng.integers(0, 11, n)
    edge = np.array([LIMITS[int(card)] for card in cards])
    edge = np.where(thrown < 5, 0, np.where(thrown < 9, edge // 10 * 5, edge)) if not from_on else edge + 10
    slope = (count - edge - 0.5) / 10 if from_on else (edge + 0.5 - count) / 10
    gain = slope + rng.normal(0, 2, n)
    rivals = np.full(n, 2)
    return Forks(rivals, cards, thrown, count, count, count < 0, gain, np.ones(n), n)


def test_planted_limits_are_found_block_by_block_and_do_not_fall() -> None:
    form = form_of(load("pagat"), "pagat")
    part = call_part(form, {table: planted(seed) for seed, table in enumerate(TABLES)}, 0.1)
    rows = [row for row in part.rows if row.habit == PLAYERS]
    assert [row.thrown for row in rows] == [(9, 10), (5, 8), (0, 4)]
    found = [[-1 if cell.most is None else cell.most for cell in row.cells] for row in rows]
    for row, cells in zip(rows, found, strict=True):
        for (low, _), cell in zip(form.columns, cells, strict=True):
            edge = LIMITS[max(low, 1)]
            wanted = 0 if row.thrown[0] < 5 else edge // 10 * 5 if row.thrown[0] < 9 else edge
            assert abs(cell - wanted) <= form.step
        assert cells == sorted(cells)
    assert all(high >= low for high, low in zip(found[0], found[1], strict=True))
    assert all(cell.most is None or cell.most % form.step == 0 for row in rows for cell in row.cells)


def test_a_limit_from_a_count_on_is_for_tables_where_some_seldom_challenge() -> None:
    form = form_of(load("pagat"), "pagat")
    part = call_part(form, {table: planted(seed, from_on=True) for seed, table in enumerate(TABLES)}, 0.1)
    for habit in (SELDOM, MIXED):
        row = next(row for row in part.rows if row.habit == habit)
        for (low, _), cell in zip(form.columns, row.cells, strict=True):
            assert cell.least is not None
            assert abs(cell.least - LIMITS[max(low, 1)] - 10) <= form.step
    others = [cell for row in part.rows if row.habit not in (SELDOM, MIXED) for cell in row.cells]
    assert others
    assert all(cell.least is None for cell in others)


def test_a_fork_that_counts_twice_is_as_two_forks() -> None:
    form = form_of(load("pagat"), "pagat")
    one = planted(1)
    other = planted(2, from_on=True)
    twice = {**dict.fromkeys(TABLES, one), "folders": other, "challengers": one}
    row = next(row for row in call_part(form, twice, 0.1).rows if row.habit == MIXED)
    weighed = Forks.joined([other, one.times(fit.TIMES[MIXED, "challengers"])])
    alone = call_part(form, {**twice, "folders": weighed}, 0.1)
    assert row.cells[2] == next(row for row in alone.rows if row.habit == SELDOM).cells[2]
    doubled = Forks.joined([other, one.times(2)])
    joined = Forks.joined([other, one, one])
    assert np.allclose(sums_below(form, doubled)[[0, 60, 90, -1]], sums_below(form, joined)[[0, 60, 90, -1]])


def test_where_nobody_may_challenge_one_limit_holds_for_everybody() -> None:
    form = form_of(load("pagat"), "pagat")
    tables = {table: planted(seed, from_on=table == "folders") for seed, table in enumerate(TABLES)}
    part = call_part(form, {name: replace(forks, rivals=forks.rivals * 0) for name, forks in tables.items()}, 0.1)
    assert len(part.rows) == len({row.habit for row in part.rows}) == 4
    assert len({row.cells for row in part.rows}) == 1


def test_where_a_sample_ends_there_is_no_limit() -> None:
    """Whoever gains at every count calls with any, however few high counts were seen."""
    always = planted(1)
    always = replace(always, gain=np.abs(always.gain), count=np.minimum(always.count, 40))
    part = challenge_part(form_of(load("pagat"), "pagat"), dict.fromkeys(TABLES, always), 0.1)
    assert {cell.most for row in part.rows for cell in row.cells} == {NO_END}


def test_few_decisions_make_no_limit_of_their_own() -> None:
    some = planted(2)
    keep = (some.cards < 9) | (np.cumsum(some.cards == 9) < FEW // 2)
    part = challenge_part(form_of(load("pagat"), "pagat"), dict.fromkeys(TABLES, some.part(keep)), 0.1)
    for row in part.rows[:2]:
        assert row.cells[-1].rare
        assert row.cells[-1].most == row.cells[-2].most


@pytest.mark.parametrize("name", preset_names())
def test_every_form_covers_every_number_of_cards_and_every_discard(name: str) -> None:
    form = form_of(load(name), name)
    tables = {table: planted(3, 4000) for table in TABLES}
    part = call_part(form, tables, 0.1)
    for cards in range(14):
        for thrown in range(11):
            assert part.limit(PLAYERS, Facts(2, cards, thrown, 20, 30)) is not None
    assert [row.rivals for row in lay_part(form, tables).rows] == [(0, 0), (1, 2)]
