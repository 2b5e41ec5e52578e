import math
import os
import random
import subprocess
import sys
from fractions import Fraction
from statistics import variance as slow_variance

import numpy as np
import pytest

from tests.sources import ROOT
from tongits_sim.stats import _numbers as numbers


def test_variance_survives_a_mean_that_drowns_it_in_floats() -> None:
    values = [10**15 + d for d in (0, 1, 2, 3, 4)]
    n = len(values)
    s = sum(values)
    ss = sum(v * v for v in values)
    assert numbers.variance(n, s, ss) == 2.5
    assert (float(ss) - float(s) ** 2 / n) / (n - 1) != 2.5


@pytest.mark.parametrize("seed", range(5))
def test_variance_equals_the_slow_twin(seed: int) -> None:
    draw = random.Random(seed)
    values = [draw.randrange(-(10**9), 10**9) for _ in range(draw.randrange(2, 40))]
    fast = numbers.variance(len(values), sum(values), sum(v * v for v in values))
    assert float(fast) == pytest.approx(float(slow_variance(values)), rel=1e-12)


def test_int64_arrays_do_not_overflow() -> None:
    s = np.array([2**62, -(2**62)], dtype=np.int64)
    assert numbers.scatter(2, s, [2**124 // 2 + 1] * 2).tolist() == [2, 2]


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64, object])
def test_whole_numbers_of_any_kind_become_those_of_python(kind: type) -> None:
    values = numbers.exact(np.array([[3, 0], [127, 1]], kind))
    assert values.tolist() == [[3, 0], [127, 1]]
    kinds = {type(value).__name__ for value in values.ravel()}
    assert kinds == {"int"}


def test_an_exact_array_is_itself_and_one_of_other_objects_is_not() -> None:
    values = np.array([1, 10**30], object)
    assert numbers.exact(values) is values
    mixed = np.array([np.int32(1), 10**30], object)
    kinds = {type(value).__name__ for value in numbers.exact(mixed)}
    assert kinds == {"int"}
    with pytest.raises(TypeError, match="integers"):
        numbers.exact(np.array([1, 0.5], object))


def test_mixed_list_of_large_numbers_stays_exact() -> None:
    assert numbers.exact([-1, 2**63, np.int64(5)]).tolist() == [-1, 2**63, 5]


def test_quotient_by_zero_is_undefined_and_the_rest_is_not() -> None:
    result = numbers.quotient([1, 6], [0, 4])
    assert math.isnan(result[0])
    assert result[1] == 1.5


def test_refuses_sums_of_no_sample() -> None:
    with pytest.raises(ValueError, match="not sums of one sample"):
        numbers.scatter(2, 10, 49)
    with pytest.raises(ValueError, match="negative"):
        numbers.scatter(-1, 0, 0)


# Ratings, redraws, quantiles and probabilities of samples that all machines draw alike: exact numbers and square roots.
PROGRAM = """
import itertools
import numpy as np
import tongits_sim.stats as stats
for seed in range(12):
    rng, players = np.random.default_rng(seed), 4 + seed % 4
    tables = list(itertools.combinations(range(players), 3))
    strengths, wins = np.round(rng.random(players) + 0.5, 3), np.zeros(players)
    for table in tables:
        wins[list(table)] += np.round(600 * strengths[list(table)] / strengths[list(table)].sum())
    parts = np.round(rng.normal(size=(players, players)), 3)
    spread = (parts[:, :, None] * parts[:, None, :]).sum(0)
    print(np.array(stats.luce_ratings(wins, tables, [600] * len(tables), 100 * spread)).tolist())
    print(stats.rank_uncertainty(strengths, spread / 100, draws=500).positions.tolist())
number = np.arange(3, 90)
print(stats.critical_value(0.95, number / 1.7).tolist(), stats.normal_p(number / 10).tolist())
print(stats.sequential_p(number, 3 * number, 900 * number, 1000, first=3).tolist())
print(stats.confidence_sequence(number, 3 * number, 900 * number, 1000, first=3).high.tolist())
"""


def printed(**options: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=os.environ | options, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_processor_and_its_libraries_decide_no_digit() -> None:
    """Under kernels of linear algebra, vector instructions and functions of the C library for other processors."""
    here = printed()
    assert here.count("\n") == 2 * 12 + 3
    for kernel in ("Haswell", "Nehalem", "Prescott"):
        assert printed(OPENBLAS_CORETYPE=kernel) == here, kernel
    assert printed(NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL AVX512_SPR") == here
    assert printed(GLIBC_TUNABLES="glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX2_Usable,-FMA_Usable") == here


@pytest.mark.parametrize("value", [0.0, 1.0, -1.0, 1.959963984540054, 1e300, 5e-324, 1 / 3, math.inf, -math.inf])
def test_roundeddigits_are_near_and_end(value: float) -> None:
    rounded = float(numbers.portable(value))
    assert rounded == pytest.approx(value, rel=2.0**-32, abs=0)
    assert float(numbers.portable(rounded)) == rounded
    if math.isfinite(value):
        assert abs(math.frexp(float(numbers.portable(value, 3)))[0]) in (0.0, 0.5, 0.625, 0.75, 0.875)
    assert numbers.portable(np.array([value, math.nan])).shape == (2,)


def test_exponentials_are_correctly_rounded() -> None:
    for value in (0.0, 1.0, -1.0, 0.1, -7.25, 3e-9):
        sum_ = Fraction(0)
        term = Fraction(1)
        for number in range(1, 80):
            sum_ = sum_ + term
            term = term * Fraction(value) / number
        assert numbers.exponential(value) == float(sum_)


def test_a_form_of_floats_is_rounded_once() -> None:
    x = np.array([1e16, 1.0, -1e16])
    y = np.array([1.0, 1.0, 1.0])
    assert numbers.dot(x, y) == 1.0
    assert numbers.quadratic(y, np.diag(x), y) == 1.0


def test_a_number_beside_an_array_is_divided_by_each_of_it() -> None:
    np.testing.assert_array_equal(numbers.quotient(6, np.array([2, 0, 3])), [3, np.nan, 2])
    np.testing.assert_array_equal(numbers.quotient(np.array([2, 0]), 0), [np.nan, np.nan])
    np.testing.assert_array_equal(numbers.variance(1, [5, 6], [25, 36]), [np.nan, np.nan])
