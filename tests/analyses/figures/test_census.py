"""Figures of the questions that count: the tables they are drawn from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analyses.answers.payouts import Part
from analyses.figures import census as figures
from tests.analyses.test_luck import example as luck
from tests.analyses.test_payouts import document as payouts
from tests.analyses.test_sunog import document as sunog
from tongits_sim.run.answers import Estimate


def test_the_clock_is_shown_by_bot() -> None:
    rows = figures.clock(sunog())
    assert list(dict.fromkeys(row.group for row in rows)) == ["greedy", "caller", "hunter"]
    assert all(sum(getattr(row, way) for way in figures.WAYS) == pytest.approx(1) for row in rows)
    alike = figures.clock(sunog(players="greedy,greedy,greedy"))
    assert {row.group for row in alike} == {"greedy"}
    assert isinstance(figures.draw_clock(alike), Figure)
    assert len(figures.draw_clock(rows).axes) == 3


def test_few_players_are_not_drawn() -> None:
    document = sunog()
    rows = figures.danger(document)
    shown = {(row.group, row.turn) for row in rows}
    for row in document.cells:
        if row.kind == "bot":
            assert ((row.group, row.turn) in shown) == (row.without_meld >= figures.FEWEST)
    assert figures.draw_danger(rows).axes[0].get_xlabel()


def test_fairness_adds_up_to_what_the_house_keeps() -> None:
    document = payouts()
    rows = figures.fairness(document)
    assert [row.place for row in rows if row.label == "rulesofcards"] == ["dealer", "right", "last"]
    pagat = {row.place: row.mean for row in rows if row.label == "pagat"}
    assert pagat["dealer"] + pagat["right"] + pagat["last"] == pytest.approx(0, abs=1e-9)
    assert pagat["dealing"] < pagat["dealer"]
    assert figures.draw_fairness(rows).axes[0].get_xlabel()


def test_fair_is_what_is_left_when_the_house_has_its_part() -> None:
    rows = figures.fairness(payouts("pagat", "online"))
    for rules in ("pagat", "online"):
        mine = {row.place: row for row in rows if row.label == rules}
        nets = sum(mine[place].mean for place in ("dealer", "right", "last"))
        assert mine["dealer"].fair == pytest.approx(nets / 3)
    at = [np.unique(np.asarray(line.get_xdata())).tolist() for line in figures.draw_fairness(rows).axes[0].lines]
    assert at.count([mine["dealer"].fair]) == 1


def test_spread_holds_all_games() -> None:
    document = payouts()
    rows = figures.spread(document)
    for rules in document.rule_sets:
        mine = [row for row in rows if row.label == rules]
        assert sum(row.share for row in mine) == pytest.approx(100)
        assert len(mine) <= 60
    assert len(figures.draw_spread(rows).axes) == 4


def test_curves_rise_to_certainty() -> None:
    document = luck()
    for cell in document.cells:
        mine = [row.share for row in figures.lead_curves(document) if row.pair == f"{cell.a} over {cell.b}"]
        assert mine == sorted(mine)
        assert mine[0] >= 0.5
    assert len(figures.leads(document)) == len(document.sessions)


def test_parts_of_the_payments_add_up() -> None:
    zero = Estimate(0.0)
    document = payouts("pagat", games=60)
    parts = [Part("pagat", "greedy", name, Estimate(moved), zero, zero, zero) for name, moved in PARTS.items()]
    rows = figures.parts(replace(document, parts=tuple(parts)))
    assert [row.part for row in rows] == ["base", "sunog", "jackpot"]
    assert sum(row.share for row in rows) == 100
    axes = figures.draw_parts(rows).axes[0]
    assert sum(bar.get_bbox().width for bar in axes.patches if isinstance(bar, Rectangle)) == 100


PARTS = {"base": 3.0, "sunog": 0.5, "sagasa": 0.0, "jackpot": 1.5}


def test_fees_are_taken_out_of_what_is_paid_and_no_part_of_it() -> None:
    document = payouts("casino_x", games=600)
    rows = figures.parts(document)
    paid = [row.share for row in rows if row.part != "fees"]
    assert sum(paid) == pytest.approx(100)
    (fees,) = [row.share for row in rows if row.part == "fees"]
    variant = document.variants[0]
    assert fees == pytest.approx(100 * variant.fees / (variant.moved.mean or 1))
    labels = [text.get_text() for text in figures.draw_parts(rows).legends[0].get_texts()]
    assert labels[-1] == "taken by the house"
