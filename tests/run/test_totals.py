import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tongits_sim.run.totals import Axis, Totals, as_int64_if_exact

WHOLE = st.integers(-(2**63), 2**63 - 1)


def two_arrays() -> Totals:
    return Totals({"games": (1,), "wins": (Axis("slot", 2), Axis("how", ("low", "high")), 3)})


@given(st.lists(st.lists(WHOLE, min_size=12, max_size=12), max_size=6), st.booleans())
def test_sums_are_those_of_python(blocks: list[list[int]], exact: bool) -> None:
    totals = two_arrays()
    for block in blocks:
        totals.add({"wins": np.array(block, object if exact else np.int64).reshape(2, 2, 3)})
    assert list(totals["wins"].reshape(-1)) == [sum(parts) for parts in zip(*blocks, strict=True)] or not blocks
    assert all(type(number) is int for number in totals["wins"].reshape(-1))


def test_totals_add_to_totals_and_compare_by_value() -> None:
    one = two_arrays()
    other = two_arrays()
    assert one == other
    one.add({"games": np.array([3])})
    assert one != other
    other.add(one)
    assert one == other
    assert one != "totals"
    assert (list(one), len(one)) == (["games", "wins"], 2)


def test_numbers_settle_where_they_fit() -> None:
    assert as_int64_if_exact(np.array([1, -(2**63) + 1], object)).dtype == np.int64
    assert as_int64_if_exact(np.array([2**63], object)).dtype == object
    assert as_int64_if_exact(np.array([0, -(2**63)], object)).dtype == object
    assert as_int64_if_exact(np.zeros(0, object)).dtype == np.int64
