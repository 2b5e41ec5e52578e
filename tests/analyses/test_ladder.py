"""The rule ladder: its rows and its drawing."""

from __future__ import annotations

from analyses import ladder
from tests.analyses.test_whatif import example


def test_a_rung_for_each_change_that_can_have_an_effect() -> None:
    rows = ladder.rungs(example().to_dict(), "sunog_rate")
    assert [row["change"] for row in rows] == ["pay.tongits=6", "call.timing=end", "jokers.count=1"]
    effect = next(each for each in example().to_dict()["changes"][1]["effects"] if each["metric"] == "sunog_rate")
    assert rows[1]["mechanical"]["diff"] == 100 * effect["diff"]
    assert rows[1]["adapted"] is None


def test_keeps_the_largest() -> None:
    rows = ladder.rungs(example().to_dict(), "turns", most=1)
    assert [row["change"] for row in rows] == ["call.timing=end"]


def test_draws() -> None:
    document = example().to_dict()
    figure = ladder.draw_ladders({metric: ladder.rungs(document, metric) for metric in ("turns", "sunog_rate")})
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "length of a game: change in turns",
        "sunog (burned): change in % of hands",
    ]
    assert len(ladder.draw_ladder(ladder.rungs(document, "turns"), "turns").axes) == 1
