"""Luck of the cards: controls have mean 0, the parts add up, and adjusting saves variance."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.card_luck import _rows, controls, luck_values, mean_strengths, results_of, strength
from strategies import load_player
from tests.positions.games import games, house
from tongits_sim.records.write import play_records

PLAYERS = [load_player("expert")] * 3


def test_strength_of_a_hand() -> None:
    melded = sum(1 << card for card in (0, 1, 2))
    assert strength(melded | 1 << 60, 0, 1.0).tolist() == [0.0, 0.0, 1.0]
    assert strength(1 << 60 | 1 << 0, 0, 0.5).tolist() == pytest.approx([0.1, 0.05, 0.0])


def test_controls_of_another_seat_are_the_same_ones_turned() -> None:
    rules, record = house("pagat"), games("pagat")[0]
    means = mean_strengths(rules, 50)
    once = controls(record, 0, rules, means).reshape(3, -1)
    assert np.allclose(controls(record, 1, rules, means).reshape(3, -1), np.roll(once, -1, axis=0))


def test_parts_add_up_and_adjusting_saves_variance() -> None:
    values = luck_values(house("pagat"), PLAYERS, 3, fit=150, check=150)
    assert values.factor > 1.0
    record = games("pagat")[0]
    parts = values.of(record, 2)
    total = float(controls(record, 2, values.rules, values.means) @ values.units)
    assert sum(parts.values()) == pytest.approx(total)
    assert results_of(record).shape == (3,)


@pytest.mark.slow
def test_controls_have_mean_zero() -> None:
    """Over many games every control is 0 within its noise, the deal's with that of its mean strengths."""
    rules = house("pagat")
    means = mean_strengths(rules, 20_000)
    x, _ = _rows(play_records(rules, PLAYERS, 1500, 77, match_games=1), rules, means)
    x = x.reshape(-1, 3, x.shape[1])[:, 0]
    z = x.mean(axis=0) / (x.std(axis=0, ddof=1) / np.sqrt(len(x)))
    assert np.abs(z).max() < 4.5
