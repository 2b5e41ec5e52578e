"""What forked questions share: rows, thresholds, tables, seeds that choose and do not confirm."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyses.calls import CALLS
from analyses.estimates import rollouts
from analyses.question import QuestionError, inquiry
from tests.designs.forks.forking import MAPS
from tongits_sim.designs.forks.estimates import Forks
from tongits_sim.designs.forks.job import Axis, Map, each


def some(**changes: Any) -> Forks:
    """Forks of a few games."""
    asked = inquiry(CALLS, players="greedy,bluffer,hunter", games=2000, **changes)
    coarse = Map("coarse", (Axis("count", (0, 20, 40)), each("opponents_open", 0, 2)))
    return rollouts.play(asked, "call", (coarse, *MAPS))


def test_rows_say_where_a_cell_lies_and_whether_it_is_certain() -> None:
    forks = some()
    rows = rollouts.rows(forks, "coarse", ("own_count", "opponents_open"), 100)
    assert [(row["own_count"], row["own_count_to"], row["opponents_open"]) for row in rows[:4]] == [
        (0, 19, 0),
        (0, 19, 1),
        (0, 19, 2),
        (20, 39, 0),
    ]
    assert rows[-1]["own_count_to"] is None
    assert sum(row["n"] for row in rows) == forks.forks
    assert not any(row["resolved"] for row in rows if row["n"] < 100)
    assert any(row["resolved"] for row in rows)
    for row in rows:
        if row["resolved"]:
            assert row["p_bh"] <= 0.05
            assert row["ci95"][0] <= row["ev_diff"] <= row["ci95"][1]
    assert not any(row["resolved"] for row in rollouts.rows(forks, "coarse", ("a", "b"), 10**6))


def test_seeds_that_choose_are_not_those_that_confirm() -> None:
    asked = inquiry(CALLS, games=10, seed=5)
    seeds = [rollouts.play(asked, "call", (), turn=turn).job.seed for turn in range(3)]
    assert len(set(seeds)) == 3
    assert seeds[0] == 5
    last = inquiry(CALLS, games=10, seed=2**64 - 1)
    assert rollouts.play(last, "call", (), turn=1).job.seed == rollouts.FITTING - 1


def test_only_one_players_decisions() -> None:
    assert some(of="bluffer").job.slots == (1,)
    with pytest.raises(QuestionError, match="nobody at the table"):
        some(of="nobody")


def test_a_threshold_lies_where_the_value_changes_sign() -> None:
    n = np.full(10, 100.0)
    found = rollouts.threshold_of(
        n, np.where(np.arange(10) <= 6, 1.0, -1.0), np.full(10, 0.01), n * (np.arange(10) < 3)
    )
    assert (found["best"], found["low"], found["high"], found["always"], found["bot"]) == (6, 6, 6, False, 2)
    assert found["least"] == 0
    turned = rollouts.threshold_of(n, np.where(np.arange(10) <= 6, -1.0, 1.0), np.full(10, 0.01), 0 * n)
    assert (turned["best"], turned["least"], turned["bot"]) == (-1, 7, -1)
    assert turned["gain_least"] == pytest.approx(0.3)
    assert rollouts.threshold_of(n, n, np.full(10, 0.01), n)["always"]
    assert rollouts.threshold_of(0 * n, n, n, n)["best"] is None


def test_thin_places_are_fitted_together_and_say_so() -> None:
    fitted = rollouts.fit(some(), "fine", 60)
    assert {row["pooled"] for row in fitted} == {True, False}
    assert all(row["n"] < 60 for row in fitted if row["pooled"])
    table = rollouts.table(fitted, 3)
    assert np.array(table).shape == (18, 3)
    assert table[17][2] == table[16][2]


def test_numbers_that_are_not_known_are_null() -> None:
    assert rollouts.number(float("nan")) is None
    assert rollouts.number(1.5) == 1.5
