"""The rule ladder: its rows and its drawing."""

from __future__ import annotations

from dataclasses import replace

from analyses.figures import effects
from analyses.figures.effects import Mark, Rung
from tests.analyses.test_whatif import example


def test_a_rung_for_each_change_that_can_have_an_effect() -> None:
    rows = effects.rungs(example().answer, "sunog_rate")
    assert [row.change for row in rows] == ["pay.tongits=6", "call.timing=end", "jokers.count=1"]
    effect = example().answer.changes[1].effect("sunog_rate")
    mark = rows[1].mechanical
    assert mark is not None
    assert effect.ci95 is not None
    assert (mark.diff, mark.certain) == (100 * effect.diff, effect.certain)
    assert mark.ci95 == (100 * effect.ci95[0], 100 * effect.ci95[1])
    assert rows[1].adapted is None
    assert rows[1].moves


def test_keeps_the_largest() -> None:
    rows = effects.rungs(example().answer, "turns", most=1)
    assert [row.change for row in rows] == ["call.timing=end"]


def test_draws() -> None:
    answer = example().answer
    figure = effects.draw_ladders({metric: effects.rungs(answer, metric) for metric in ("turns", "sunog_rate")})
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "length of a game: change in turns",
        "sunog (burned): change in % of hands",
    ]
    assert len(effects.draw_ladder(effects.rungs(answer, "turns"), "turns").axes) == 1


def test_what_is_far_off_is_drawn_at_the_edge() -> None:
    def row(diff: float) -> Rung:
        return Rung(f"x={diff}", Mark(diff, (diff - 0.1, diff + 0.1), certain=True))

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


def test_changes_are_named_by_the_titles_of_rules() -> None:
    change = example().answer.changes[0]
    assert effects.plain(replace(change, knobs={"jokers.count": 1})) == "How many jokers are in the deck: 1"
    text = effects.plain(replace(change, knobs={"deal.next_dealer": "rotate", "jokers.block_secret_bonus": False}))
    assert text == "Who deals the next game: rotate; A joker spoils the secret bonus: no"
    for knobs in ({}, {"house.own": 1}, {"jokers.count": "many"}):
        assert effects.plain(replace(change, knobs=knobs)) == change.change
    assert effects.plain(replace(change, change="to sjs")) == "to sjs"


def test_no_label_is_cut() -> None:
    rows = [Rung(f"pay.x={place}", Mark(1.0, (0.5, 1.5), True), label="words " * 14) for place in range(3)]
    for figure in (effects.draw_ladder(rows, "turns"), effects.draw_ladder_panels({"turns": rows})[0][1]):
        axes = figure.axes[0]
        texts = [each.get_text() for each in (*axes.get_yticklabels(), *axes.texts)]
        assert [text.split() for text in texts if text] == [["words"] * 14] * 3
