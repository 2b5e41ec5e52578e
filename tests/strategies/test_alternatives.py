"""The classes of action, and the cells they fall into."""

from __future__ import annotations

import numpy as np

from strategies.alternatives import CELLS, CLASSES, cells_of, cut
from tests.designs.deviations.deviating import counted, deviations
from tongits_sim.game.state import DECISIONS


def test_the_cells_of_all_classes_follow_each_other() -> None:
    slices = [each for decision in DECISIONS for each in cells_of(decision)]
    assert [each.start for each in slices] == [0, *(each.stop for each in slices[:-1])]
    assert slices[-1].stop == CELLS
    assert len(slices) == len(CLASSES)


def test_bins() -> None:
    edges = np.array([0, 2, 5])
    assert [int(cut(value, edges)) for value in (-3, 0, 1, 2, 4, 5, 99)] == [0, 0, 0, 1, 1, 2, 2]


def test_every_class_comes_up_and_no_cell_beyond_it() -> None:
    """`hunter` holds its melds and takes little, so that every alternative to it arises."""
    sums = counted(deviations("sjs", "hunter", games=2000))["cells"]
    asked = {
        (decision, kind): sums[cells, 0].sum()
        for decision in DECISIONS
        for (name, kind, _), cells in zip(
            [each for each in CLASSES if each[0] == decision], cells_of(decision), strict=True
        )
        if name == decision
    }
    missing = [name for name, n in asked.items() if n == 0 and name != ("draw", "onto")]
    assert not missing
