"""Limits of an earlier book stand until forks surely say that others are better."""

from dataclasses import replace

import numpy as np
import pytest

from strategies.book.book_form import form_of
from strategies.book.fit import call_part, challenge_part, lay_part
from strategies.book.fork_gains import Forks
from strategies.book.limits import Limit, Part
from tests.strategies.book.test_fit import TABLES, planted
from tongits_sim.rules import load

FORM = form_of(load("pagat"), "pagat")
NET = form_of(load("rulesofcards"), "rulesofcards")


def tables(seed: int, n: int = 3_000, higher: float = 0.0, from_on: bool = False) -> dict[str, Forks]:
    """Few forks by table, so that the best limits turn with the seed; `higher`: units that yes gains besides."""
    found = {table: planted(seed + number, n, from_on) for number, table in enumerate(TABLES)}
    return {table: replace(forks, gain=forks.gain + higher) for table, forks in found.items()}


def limits(part: Part) -> list[tuple[int | None, int | None]]:
    return [(cell.most, cell.least) for row in part.rows for cell in row.cells]


@pytest.mark.parametrize("from_on", [False, True])
def test_limits_do_not_turn_with_the_seed_after_an_earlier_book(from_on: bool) -> None:
    earlier = call_part(FORM, tables(100, 40_000, from_on=from_on), 0.1)
    turned = 0
    for seed in range(0, 50, 10):
        forks = tables(seed, from_on=from_on)
        assert limits(call_part(FORM, forks, 0.1, earlier)) == limits(earlier)
        turned += limits(call_part(FORM, forks, 0.1)) != limits(earlier)
    assert turned >= 4


def test_a_limit_that_is_surely_worse_goes() -> None:
    earlier = challenge_part(FORM, tables(100, 40_000), 0.1)
    forks = tables(0, 40_000, higher=1.5)
    anew = challenge_part(FORM, forks, 0.1)
    now = challenge_part(FORM, forks, 0.1, earlier)
    wide = [
        (high.most or 0) - (low.most or 0) for high, low in zip(anew.rows[0].cells, earlier.rows[0].cells, strict=True)
    ]
    assert min(wide) >= 10
    assert limits(now) == limits(anew)


def test_a_row_in_which_some_limits_stand_does_not_fall() -> None:
    """Beside few cards calls gain more than they did; beside many as before."""
    earlier = challenge_part(FORM, tables(100, 40_000), 0.1)
    forks = {
        table: replace(forked, gain=forked.gain + np.where(forked.cards < 5, 3.0, 0.0))
        for table, forked in tables(0, 40_000).items()
    }
    for row, before in zip(challenge_part(FORM, forks, 0.1, earlier).rows, earlier.rows, strict=True):
        most = [-1 if cell.most is None else cell.most for cell in row.cells]
        assert most == sorted(most)
        assert most[0] > (before.cells[0].most or 0)
        assert most[-1] == before.cells[-1].most


def test_a_book_of_another_form_counts_for_nothing() -> None:
    net = call_part(NET, tables(100, 40_000), 0.1)
    forks = tables(0, 40_000)
    assert call_part(FORM, forks, 0.1, net) == call_part(FORM, forks, 0.1)


def test_the_word_of_the_first_meld_stands_until_gains_surely_say_other() -> None:
    form = form_of(load("wars"), "wars")
    held = {table: replace(forks, rivals=forks.rivals * 0) for table, forks in tables(0, higher=-9.0).items()}
    earlier = lay_part(form, held)
    assert earlier.rows[0].cells[0].never
    noise = np.random.default_rng(1).normal(0, 5, 3_000)
    noise += 0.01 - noise.mean()
    tie = {table: replace(forks, gain=noise) for table, forks in held.items()}
    assert not lay_part(form, tie).rows[0].cells[0].never
    assert lay_part(form, tie, earlier).rows[0].cells[0].never
    lays = {table: replace(forks, gain=noise + 1) for table, forks in held.items()}
    assert lay_part(form, lays, earlier).rows[0].cells[0].any


def test_limits_keep_what_the_new_forks_say_about_them() -> None:
    earlier = call_part(FORM, tables(100, 40_000), 0.1)
    now = call_part(FORM, tables(0), 0.1, earlier)
    cells: list[Limit] = [cell for row in now.rows for cell in row.cells]
    assert sum(cell.n for cell in cells) < sum(cell.n for row in earlier.rows for cell in row.cells)
