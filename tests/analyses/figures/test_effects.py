"""The rule ladder: its rows and its drawing."""

from __future__ import annotations

from typing import Any

from analyses.figures import effects
from tests.analyses.test_whatif import example


def test_a_rung_for_each_change_that_can_have_an_effect() -> None:
    rows = effects.rungs(example().to_dict(), "sunog_rate")
    assert [row["change"] for row in rows] == ["pay.tongits=6", "call.timing=end", "jokers.count=1"]
    effect = next(each for each in example().to_dict()["changes"][1]["effects"] if each["metric"] == "sunog_rate")
    assert rows[1]["mechanical"]["diff"] == 100 * effect["diff"]
    assert rows[1]["adapted"] is None


def test_keeps_the_largest() -> None:
    rows = effects.rungs(example().to_dict(), "turns", most=1)
    assert [row["change"] for row in rows] == ["call.timing=end"]


def test_draws() -> None:
    document = example().to_dict()
    figure = effects.draw_ladders({metric: effects.rungs(document, metric) for metric in ("turns", "sunog_rate")})
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "length of a game: change in turns",
        "sunog (burned): change in % of hands",
    ]
    assert len(effects.draw_ladder(effects.rungs(document, "turns"), "turns").axes) == 1


def test_what_is_far_off_is_drawn_at_the_edge() -> None:
    def row(diff: float) -> dict[str, Any]:
        return {
            "change": f"x={diff}",
            "mechanical": {"diff": diff, "ci95": [diff - 0.1, diff + 0.1], "sure": True},
            "adapted": None,
        }

    near = [row(place / 10) for place in range(-5, 6)]
    assert effects.far(near) is None
    assert effects.far(near[:3]) is None
    rows = [row(56.0), *near, row(-80.0)]
    edge = effects.far(rows)
    assert edge is not None
    assert 1 < edge < 10
    axes = effects.draw_ladder(rows, "dealer_edge").axes[0]
    low, high = axes.get_xlim()
    assert -10 < low < -edge < edge < high < 10
    assert {text.get_text() for text in axes.texts} == {"+56.0", "\u221280.0"}
    assert len(axes.get_yticks()) == len(rows)
