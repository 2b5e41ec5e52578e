"""Processes that run the tests together rewrite each file once among them."""

from __future__ import annotations

import pytest

from tests.conftest import own_first


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("files", [0, 1, 7, 680])
def test_each_process_begins_with_files_of_its_own(files: int, count: int) -> None:
    names = [f"tests.test_{number}" for number in range(files)]
    orders = [own_first(names, number, count) for number in range(count)]
    assert all(sorted(order) == sorted(names) for order in orders)
    ends = [files * (number + 1) // count - files * number // count for number in range(count)]
    assert sorted(name for order, end in zip(orders, ends, strict=True) for name in order[:end]) == sorted(names)
