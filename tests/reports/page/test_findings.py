"""What figures say."""

from __future__ import annotations

from analyses.rollouts.cells import Cell
from reports.questions.findings import dots
from tongits_sim.run.answers import Estimate


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
