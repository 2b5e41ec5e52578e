import itertools
import math
from math import comb

import numpy as np
import pytest

from mahjong_sim.selfcheck import holds, rows_of, run
from tongits_sim.experiments.benchmark import LIMIT, Row


def exact_by_generating_functions() -> list[float]:
    """What `run` compares with, by other sums: hands as coefficients of products over kinds."""
    tiles, plain, dealt = 144, 136, 16
    flowers = [comb(8, n) * comb(plain, dealt - n) / comb(tiles, dealt) for n in range(9)]

    def at_least_one_of_each(kinds: int) -> float:
        ways = 0
        for held in itertools.product(range(1, 5), repeat=kinds):
            own = math.prod(comb(4, number) for number in held)
            ways += own * comb(plain - 4 * kinds, dealt - sum(held))
        return ways / comb(plain, dealt)

    no_four = np.array([1], dtype=object)
    for _ in range(34):
        no_four = np.convolve(no_four, np.array([1, 4, 6, 4], dtype=object))[: dealt + 1]
    fours = 1 - int(no_four[dealt]) / comb(plain, dealt)
    return [*flowers, at_least_one_of_each(3), at_least_one_of_each(4), fours, *[0.25] * 4]


def test_a_million_deals_agree_with_probabilities_by_other_sums() -> None:
    rows = run(1_000_000, 11)
    exact = exact_by_generating_functions()
    assert [row.exact for row in rows] == pytest.approx(exact, rel=1e-9)
    for row, p in zip(rows, exact, strict=True):
        assert row.passed
        assert abs(row.simulated - p) < LIMIT * math.sqrt(p * (1 - p) / 1_000_000), row


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
