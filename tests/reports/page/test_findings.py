"""What figures say."""

from __future__ import annotations

from analyses.figures import Flow, Point
from analyses.rollouts.cells import Cell
from reports.questions.findings import by_ending, dots, earnings
from tongits_sim.run.answers import Estimate


def test_what_players_earn_is_certain_or_not() -> None:
    points = [Point("a", 1.0, (0.5, 1.5)), Point("b", 0.1, (-0.3, 0.5)), Point("c", -1.1, (-1.6, -0.6))]
    finding = earnings(points, "a earns most.")
    assert finding is not None
    assert finding.text == "a earns most. Certain gain: a; certain loss: c."
    assert earnings([], "Nobody.") is None
    nobody = earnings(points[1:2], "b.")
    assert nobody is not None
    assert nobody.text == "b. Certain gain: nobody; certain loss: nobody."


def test_payoffs_by_ending_name_the_largest() -> None:
    finding = by_ending([Flow("a", "draw", 2.0, -0.5), Flow("a", "tongits", 1.0, -1.5)])
    assert finding is not None
    assert "a wins most through “draw, unchallenged” (+2.00 units a game)" in finding.text
    assert "loses most through “Tongits” (−1.50)" in finding.text
    assert by_ending([]) is None


def boxes(*forks: int) -> list[Cell]:
    """Cells with so many forks."""
    return [Cell(at={}, n=n, ev_diff=Estimate(None), resolved=False) for n in forks]


def test_dots_say_why_and_how_many_games_would_do() -> None:
    assert dots(boxes(200, 500), 200, 1000) == ""
    assert dots(boxes(500, 100, 50, 1, 0), 200, 1000) == (
        "4 of 5 boxes have no answer: each came up fewer than 200 times in 1,000 games, too rarely to tell. "
        "About 5,000 games would do for 2 of them. 1 never came up."
    )
    assert dots(boxes(0), 200, 1000).endswith("None of these came up at all.")
