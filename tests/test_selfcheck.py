import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tongits_sim.experiments import selfcheck
from tongits_sim.experiments.selfcheck import DEADWOOD_SD, TABLE, deal, places_row, run

EXACT = {row.name: (row.of_12, row.of_13) for row in TABLE}


def power_coefficient(polynomial: list[int], power: int, place: int) -> int:
    result = [1]
    for _ in range(power):
        product_ = [0] * (len(result) + len(polynomial) - 1)
        for i, a in enumerate(result):
            for j, b in enumerate(polynomial):
                product_[i + j] += a * b
        result = product_
    return result[place]


def suits_without_run(length: int) -> list[int]:
    counts = [0] * 14
    for mask in range(1 << 13):
        line = mask
        for step in range(1, length):
            line &= mask >> step
        counts[mask.bit_count()] += not line
    return counts


def hands_without_meld(cards: int) -> int:
    """Hands with no set and no run: rank by rank, keeping the suits of the last two ranks."""
    small = [suits for suits in range(16) if suits.bit_count() <= 2]
    ways = {(0, 0, 0): 1}
    for _ in range(13):
        following: dict[tuple[int, int, int], int] = {}
        for ((older, last, held), number), suits in product(ways.items(), small):
            if not older & last & suits:
                key = (last, suits, held + suits.bit_count())
                following[key] = following.get(key, 0) + number
        ways = following
    return sum(number for (_, _, held), number in ways.items() if held == cards)


def share(hands: int, cards: int) -> float:
    return float(1 - Fraction(hands, math.comb(52, cards)))


@pytest.mark.parametrize(("cards", "column"), [(12, 0), (13, 1)])
def test_the_table_is_counted_by_rank_and_suit(cards: int, column: int) -> None:
    without = {
        "P(a set: some rank held 3+ times)": power_coefficient([1, 4, 6], 13, cards),
        "P(four of a kind)": power_coefficient([1, 4, 6, 4], 13, cards),
        "P(a run of 3+)": power_coefficient(suits_without_run(3), 4, cards),
        "P(a run of 4+)": power_coefficient(suits_without_run(4), 4, cards),
        "P(a meld)": hands_without_meld(cards),
    }
    for name, hands in without.items():
        assert EXACT[name][column] == pytest.approx(share(hands, cards), rel=1e-11), name
    average = Fraction(4 * (sum(range(1, 11)) + 30), 52)
    assert EXACT["mean points of the hand"][column] == pytest.approx(float(average * cards), rel=1e-14)


def test_deals_agree_with_the_table() -> None:
    rows = run(40_000, seed=1)
    assert len(rows) == 2 * (len(TABLE) + len(DEADWOOD_SD) // 2) + 3 + 3
    assert all(row.passed for row in rows), [row for row in rows if not row.passed]
    assert run(1000, seed=5) == run(1000, seed=5)
    assert run(1000, seed=5) != run(1000, seed=6)


def test_the_z_scores_are_those_of_a_standard_normal() -> None:
    z = np.array([[row.z for row in run(1000, seed=seed)] for seed in range(40)])
    assert abs(z.mean()) < 0.2
    assert 0.85 < z.std() < 1.15


def test_a_wrong_deal_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = deal(20_000, 1)
    # One card comes to the dealer a little too often.
    counts.places[0, 0] += 400
    counts.places[17, 0] -= 400
    assert not places_row(counts).passed
    wrong = [row._replace(of_12=row.of_12 * 1.03, of_13=row.of_13 * 1.03) for row in TABLE]
    monkeypatch.setattr(selfcheck, "TABLE", tuple(wrong))
    assert sum(not row.passed for row in run(100_000, seed=1)) >= 6
