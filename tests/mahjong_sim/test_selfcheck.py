"""Deals compared with exact probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.selfcheck import Row, holds, rows_of, run
from tongits_sim.errors import TongitsError


def test_deals_agree_with_exact_probabilities() -> None:
    rows = run(100_000, 5)
    assert all(row.passed for row in rows), [row for row in rows if not row.passed]
    assert sum(row.exact for row in rows if "flowers" in row.check) == pytest.approx(1)
    assert len(rows) == 16


def test_a_wrong_count_fails() -> None:
    facts = np.zeros(16, np.int64)
    facts[0] = 100_000
    assert not rows_of(facts, 100_000)[0].passed
    assert not Row("x", 0.5, 0.6, 5.0).passed


def test_a_hand_holds_every_kind_or_not() -> None:
    counts = np.array([1, 2, 0, 1], np.int8)
    assert holds(counts, 0, 2, 1)
    assert not holds(counts, 0, 3, 1)
    assert not holds(counts, 0, 2, 2)


def test_the_number_of_deals_has_bounds() -> None:
    with pytest.raises(TongitsError, match="between 1,000"):
        run(10, 1)
