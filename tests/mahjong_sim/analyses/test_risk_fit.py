"""The fit of the table of risks finds the numbers that made the counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from mahjong_sim.analyses.risk_fit import OPEN, TURNS, counted, expected, fitted, main
from tongits_sim.run.how import How

SHAPE = (5, len(TURNS), 3, len(OPEN), 4)


def test_it_finds_the_factors_of_counts_that_are_a_product() -> None:
    tiles, thrown, seen = np.array([0.5, 0.8, 1, 0.1, 0.2]), np.array([1, 0.5, 0.1]), np.array([1, 0.7, 0.4, 0.3])
    turns, opened = 0.001 * np.arange(1, len(TURNS) + 1), np.array([1, 2, 3, 4, 5.0])
    discards = np.random.default_rng(1).integers(10_000, 20_000, SHAPE).astype(float)
    fit = fitted(discards, expected(discards, (tiles, turns, thrown, opened, seen)))
    assert np.allclose(fit.tiles, tiles, atol=1e-4)
    assert np.allclose(fit.thrown, thrown, atol=1e-4)
    assert np.allclose(fit.seen, seen, atol=1e-4)
    assert np.allclose(fit.by_turn, turns[:, None] * opened, atol=1e-4)


def test_few_counts_are_drawn_towards_the_product() -> None:
    discards = np.full(SHAPE, 1000.0)
    won = np.full(SHAPE, 10.0)
    won[:, 3, :, 2, :] = 0
    risk = fitted(discards, won).by_turn[3][2]
    assert 0 < risk < 0.01


def test_a_discard_is_won_with_more_often_the_later(tmp_path: Path) -> None:
    discards, won = counted(400, 5, How(workers=1))
    assert discards.shape == won.shape == SHAPE
    others = (0, 2, 3, 4)
    share = won.sum(others) / np.maximum(discards.sum(others), 1)
    assert share[12:].mean() > share[3:6].mean()
    assert (won <= discards).all()
    path = tmp_path / "numbers.py"
    done = CliRunner().invoke(main, ["--games", "100", "--workers", "1", "-o", str(path)])
    assert done.exit_code == 0, done.output
    constants: dict[str, object] = {}
    exec(path.read_text(encoding="utf-8"), constants)
    assert np.array(constants["BY_TURN"]).shape == (len(TURNS), len(OPEN))
    with pytest.raises(ValueError, match="shape"):
        fitted(discards, won[:4])
