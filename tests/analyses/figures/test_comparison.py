"""Figures: the tables they are drawn from."""

from __future__ import annotations

from typing import Any

import pytest
from matplotlib.figure import Figure

from analyses.answers.comparison import PayoutRow
from analyses.figures import comparison
from tests.designs.tournament.fields import example


def test_shapes() -> None:
    document = example()
    players = [row.player for row in document.ranking]
    assert [row.player for row in comparison.forest(document)] == players
    assert len(comparison.heat(document)) == 9
    assert {row.ending for row in comparison.channels(document)} <= set(comparison.ENDING_WORDS)
    assert all(row.won >= 0 >= row.lost for row in comparison.channels(document))
    for row in comparison.payouts(document.payouts):
        assert row.p5 <= row.p25 <= row.p50 <= row.p75 <= row.p95
    assert len(comparison.places(document)) == 15


@pytest.mark.parametrize("kind", ["forest", "heat", "channels", "payouts", "places"])
def test_draws(kind: str) -> None:
    shape: Any = getattr(comparison, kind)
    draw: Any = getattr(comparison, f"draw_{kind}")
    figure = draw(shape(example().payouts if kind == "payouts" else example()))
    assert isinstance(figure, Figure)
    assert figure.axes[0].get_xlabel()


def test_quantiles() -> None:
    rows = [PayoutRow("a", payout, 25) for payout in (3.0, 1.0, 2.0, 4.0)]
    assert comparison.payouts(rows) == [comparison.Spread("a", p5=1.0, p25=1.0, p50=2.0, p75=3.0, p95=4.0)]


def test_long_names_go_over_lines_and_are_whole() -> None:
    assert comparison.name("greedy(call_at=20, challenge_at=40)") == "greedy(call_at=20,\nchallenge_at=40)"
    assert comparison.name("a" * 40) == "a" * 26 + "\n" + "a" * 14
    assert comparison.row_height(["greedy"]) == 0.36 < comparison.row_height(["greedy", "a" * 80])


def test_the_title_of_an_axis_is_no_longer_than_it() -> None:
    assert comparison.axis_title("own count", 2) == "own count"
    assert comparison.axis_title("cards left in the stock", 1).splitlines() == ["cards left in", "the stock"]
