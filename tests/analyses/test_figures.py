import numpy as np
import pytest
from matplotlib.patches import Rectangle

from analyses.figures import Box, CurvePoint, Curves, Intervals, Matrix, Row
from tongits_sim.run.answers import Estimate


def test_a_box_lies_around_its_text_and_beside_its_neighbours() -> None:
    rows = [("greedy", [Box("+1.2", "gain", 0.5), Box("−0.4", "loss", 0.2)]), ("hunter", [Box("0"), Box("")])]
    (axes,) = Matrix(["caller", "miser"], rows, "player", "against this opponent").figure().axes
    boxes = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    for box, text in zip(boxes, axes.texts, strict=True):
        assert (box.get_center() == text.get_position()).all()
        assert box.get_width() < 1
        assert box.get_height() < 1
    assert [(text.get_position(), text.get_text()) for text in axes.texts] == [
        ((0, 0), "+1.2"),
        ((1, 0), "−0.4"),
        ((0, 1), "0"),
        ((1, 1), "·"),
    ]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["caller", "miser"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["greedy", "hunter"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # the first row is on top


def test_a_row_is_drawn_at_its_mean_and_over_its_interval() -> None:
    rows = [Row.of("call", Estimate(0.5, (0.2, 0.8))), Row.of("fold", Estimate(-0.1, (-0.3, 0.1)))]
    (axes,) = Intervals(rows, "units").figure().axes
    lines = [np.asarray(line.get_xdata()).tolist() for line in axes.lines]
    assert lines[:4] == [[0.2, 0.8], [0.5], [-0.3, 0.1], [-0.1]]
    assert [line.get_markerfacecolor() == "none" for line in axes.lines[1:4:2]] == [False, True]  # filled: sure
    assert [label.get_text() for label in axes.get_yticklabels()] == ["call", "fold"]


def test_a_curve_is_the_median_inside_its_bands() -> None:
    points = [CurvePoint(0, (0.0, 0.0, 0.0, 0.0, 0.0)), CurvePoint(20, (-30.0, -10.0, 2.0, 14.0, 33.0))]
    (axes,) = Curves({"greedy": points}, "games", "units").figure().axes
    pale, dark = (band.get_paths()[0].get_extents().ymax for band in axes.collections)
    assert np.asarray(axes.lines[0].get_ydata()).tolist() == [0.0, 2.0]
    assert (pale, dark) == pytest.approx((33.0, 14.0))
    assert axes.get_title() == "greedy"
