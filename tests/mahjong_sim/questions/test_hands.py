"""How the answer of `analyze hands` is presented."""

from __future__ import annotations

from mahjong_sim.questions import hands as presented
from tests.mahjong_sim.asked import asked, check_presented


def test_sentences_tables_and_figures() -> None:
    check_presented(presented, asked("hands"))


def test_figures_fit_a_phone() -> None:
    for finding in presented.findings(asked("hands")):
        assert finding.panels is not None
        (panel,) = finding.panels()
        title, figure = panel[:2]
        assert title == ""
        assert 72 * figure.get_size_inches()[0] <= 360  # points
