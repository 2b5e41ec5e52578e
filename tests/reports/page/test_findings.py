"""What figures say."""

from __future__ import annotations

from analyses.figures.comparison import Flow, Point
from reports.page.findings import by_ending, earned


def test_what_players_earn_is_certain_or_not() -> None:
    points = [Point("a", 1.0, (0.5, 1.5)), Point("b", 0.1, (-0.3, 0.5)), Point("c", -1.1, (-1.6, -0.6))]
    found = earned(points, "a earns most.")
    assert found is not None
    assert found.text == "a earns most. Certain gain: a; certain loss: c."
    assert earned([], "Nobody.") is None
    nobody = earned(points[1:2], "b.")
    assert nobody is not None
    assert nobody.text == "b. Certain gain: nobody; certain loss: nobody."


def test_payoffs_by_ending_name_the_largest() -> None:
    found = by_ending([Flow("a", "draw", 2.0, -0.5), Flow("a", "tongits", 1.0, -1.5)])
    assert found is not None
    assert "a wins most through “draw, unchallenged” (+2.00 units a game)" in found.text
    assert "loses most through “Tongits” (−1.50)" in found.text
    assert by_ending([]) is None
