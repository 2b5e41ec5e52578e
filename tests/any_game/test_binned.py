"""Cells of several binnings, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tongits_sim.any_game.binned import Binned


@dataclass(frozen=True)
class Grid:
    """A binning of nothing."""

    name: str
    shape: tuple[int, ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(np.prod(self.shape))


class Estimates(Binned[Grid]):
    """Seven cells of two binnings, each with its number and its square as moments."""

    def __init__(self) -> None:
        self.totals: Any = {"cells": np.array([[n, n * n] for n in range(7)], object)}

    @property
    def binnings(self) -> Sequence[Grid]:
        """One cell, and two times three."""
        return (Grid("all", ()), Grid("map", (2, 3)))


def test_each_binning_has_its_own_cells() -> None:
    estimates = Estimates()
    assert estimates.binning("map").shape == (2, 3)
    assert estimates.moments("all").tolist() == [0, 0]
    assert estimates.moments("map")[1, 2].tolist() == [6, 36]
    assert estimates.counts("map").tolist() == [[1, 2, 3], [4, 5, 6]]
    assert estimates.counts("map").dtype == np.int64


@pytest.mark.parametrize("ask", ["binning", "moments", "counts"])
def test_a_name_that_is_none(ask: str) -> None:
    with pytest.raises(KeyError, match="nothing"):
        getattr(Estimates(), ask)("nothing")
