"""Chances from counts: exact cases, and intervals that hold for players who are alike."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.events.events import job, play
from tongits_sim.designs.events.estimates import EventEstimates
from tongits_sim.designs.events.totals import EventTotals, event_counts


def estimates(titles: list[int], reached: list[list[list[int]]], paid: list[list[int]]) -> EventEstimates:
    """Of counts that are written down, for the last three stages all the same."""
    totals = EventTotals(4, 3)
    totals.add(event_counts(1, len(titles), np.array(titles), np.array(reached), np.array(paid)))
    return EventEstimates(job(), totals)


def test_exact_cases() -> None:
    stages = [[6, 6, 6], [6, 0, 0], [3, 3, 0], [3, 0, 0]]
    shares = estimates([0, 0, 1, 0], [stages] * 4, [[400, -200, -200]] * 4)
    assert shares.title(0).estimate == 0.75
    assert shares.title(0, 1).estimate == 1
    assert shares.title_each(0).estimate == pytest.approx(0.125)
    assert shares.payout(0).estimate == pytest.approx(4 / (6 * 4))
    assert (shares.reached(0, 1).estimate, shares.reached(0, 1).low) == (1, 1)
    assert shares.reached(1, 1).estimate == 0
    assert 0 < float(shares.reached(1, 1).high) < 0.6
    assert shares.reached(2, 0).estimate == 0.5


def test_points_are_those_of_a_match() -> None:
    stages = [[6, 6, 6], [6, 0, 0], [3, 3, 0], [3, 0, 0]]
    paid = [[-600_00, -1200_00, -900_00], [-300_00, -1200_00, -900_00], [-900_00, -600_00, -900_00]]
    shares = estimates([0, 1, 1], [stages] * 3, paid)  # two matches of each
    each = -np.array(paid) / 100 / 6 / 2
    assert shares.points(0).estimate == pytest.approx(each[:, 0].mean()) == 50
    assert shares.points(1).se == pytest.approx(each[:, 1].std(ddof=1) / 3**0.5)
    fewer = each[:, 1] - each[:, 0]
    assert shares.ahead(0, 1).estimate == pytest.approx(fewer.mean())
    assert shares.ahead(0, 1).se == pytest.approx(fewer.std(ddof=1) / 3**0.5)
    assert shares.ahead(1, 0).estimate == pytest.approx(-fewer.mean())


def test_equal_players_win_equally_often() -> None:
    """Two kinds that play the same."""
    what = job("greedy,greedy(call_at=30)", (9, 9), events=200)  # its default
    shares = EventEstimates(what, play(what))
    assert abs(float(shares.title(0).estimate) - 1 / 2) < 2 * float(shares.title(0).half_width)
