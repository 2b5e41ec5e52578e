"""Who enters, and who is first."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.events.format import Entry, Stage
from tongits_sim.designs.events.ranking import entrants, ranked

LOT = np.arange(9) / 10


def test_the_first_stage_takes_everybody() -> None:
    assert entrants(Stage("A", 6, 1), []).tolist() == [0, 1, 2, 3, 4, 5]


def test_ranks_of_an_earlier_stage_enter() -> None:
    stage = Stage("B", 3, 1, entries=(Entry(0, 2, 4),))
    assert entrants(stage, [np.array([5, 3, 1, 0, 2, 4])]).tolist() == [3, 1, 0]


def test_who_is_in_already_frees_a_place_for_the_next() -> None:
    stage = Stage("C", 6, 1, entries=(Entry(0, 1, 3), Entry(1, 1, 3)))
    orders = [np.array([0, 1, 2, 3, 4, 5]), np.array([1, 5, 0, 4, 3, 2])]
    assert entrants(stage, orders).tolist() == [0, 1, 2, 5, 4, 3]


def test_a_stage_that_has_nobody_left_is_filled_from_the_others() -> None:
    stage = Stage("C", 6, 1, entries=(Entry(0, 1, 3), Entry(1, 1, 3)))
    orders = [np.array([0, 1, 2, 3, 4, 5]), np.array([2, 1, 0])]
    assert entrants(stage, orders).tolist() == [0, 1, 2, 3, 4, 5]


def test_money_then_wins_then_the_lot_decide() -> None:
    groups = np.array([[0, 1, 2, 3, 4, 5]])
    money, wins = np.array([5, 9, 5, 0, 5, -2]), np.array([1, 0, 2, 9, 1, 9])
    assert ranked(Stage("A", 6, 1), groups, money, wins, LOT).tolist() == [1, 2, 0, 4, 3, 5]
    assert ranked(Stage("A", 6, 1, score="wins"), groups, money, wins, LOT).tolist() == [3, 5, 2, 0, 4, 1]


def test_the_best_of_every_group_come_first() -> None:
    groups = np.array([[0, 1, 2], [3, 4, 5]])
    money, wins = np.array([9, 8, 7, 1, 2, 3]), np.zeros(6, np.int64)
    assert ranked(Stage("A", 6, 1, groups=2, by_group=True), groups, money, wins, LOT).tolist() == [0, 5, 1, 4, 2, 3]
    assert ranked(Stage("A", 6, 1, groups=2), groups, money, wins, LOT).tolist() == [0, 1, 2, 5, 4, 3]
