"""`analyze claims`: averages and cells are of the same forks."""

from __future__ import annotations

import pytest

from mahjong_sim.analyses.claims import MELDS, NEARER
from tests.mahjong_sim.asked import asked


def test_averages_add_up() -> None:
    answer = asked("claims")
    means = answer.averages
    assert means["any"].all.n == answer.forks == sum(means[meld].all.n for meld in MELDS)
    for each in means.values():
        assert each.all.n == each.chose_yes.n + each.chose_no.n
    parts = [(row.mean or 0.0) * row.n for row in (means["any"].chose_yes, means["any"].chose_no)]
    assert means["any"].all.mean == pytest.approx(sum(parts) / answer.forks)


def test_greedy_takes_only_what_brings_it_nearer() -> None:
    answer = asked("claims")
    assert {cell.at["nearer"] for cell in answer.cells} == set(NEARER)
    for cell in answer.cells:
        if cell.n and cell.at["nearer"] != "nearer":
            assert cell.share_yes == 0
    assert sum(cell.n for cell in answer.cells) == answer.forks


def test_taking_what_brings_nearer_pays() -> None:
    yes = asked("claims").averages["any"].chose_yes
    assert yes.ci95 is not None
    assert yes.ci95[0] > 0
