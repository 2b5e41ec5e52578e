"""Whole numbers as people write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tongits_sim.run.sizes import SizeError, parse_whole, whole


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1M", 10**6),
        ("1.5M", 1_500_000),
        (1e6, 10**6),
        (7, 7),
        (np.int64(7), 7),
        (np.float64(2e3), 2000),
        ("20k", 20_000),
    ],
)
def test_numbers_as_people_write_them(value: Any, number: int) -> None:
    size = whole(value)
    assert (size, type(size)) == (number, int)


@pytest.mark.parametrize("value", ["", "many", "0.5", 0.25, float("nan"), float("inf"), True, None, [3], "1e99999"])
def test_refuses_what_is_no_whole_number(value: Any) -> None:
    with pytest.raises(SizeError, match="the number of deals must be a whole number"):
        whole(value, "the number of deals")


def test_a_text_that_is_no_number_is_none() -> None:
    assert parse_whole("1 000 000") == 10**6
    assert parse_whole("1x") is None
