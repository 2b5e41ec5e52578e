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


def test_every_class_comes_up() -> None:
    """`hunter` holds its melds and takes little, `random` does anything."""
    both = [counted(deviations("sjs", player, games=2000))["cells"][:, 0] for player in ("hunter", "random")]
    sums = both[0] + both[1]
    cells = [each for decision in DECISIONS for each in cells_of(decision)]
    missing = [
        (decision, kind) for (decision, kind, _), where in zip(CLASSES, cells, strict=True) if not sums[where].any()
    ]
    assert missing in ([], [("draw", "onto")])  # not every house takes onto melds
