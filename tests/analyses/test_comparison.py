"""The comparison object of a notebook."""

from __future__ import annotations

from matplotlib.figure import Figure

from tests.designs.tournament.fields import compared


def test_frames_and_figures() -> None:
    found = compared(games=40)
    assert found.ranking["player"].to_list() == found.to_pandas()["player"].tolist()
    assert {"diff", "diff_low", "diff_high"} <= set(found.pairs.columns)
    assert found.channels.height == 3 * 6 * 2
    assert found.places.height == 3 * 5
    assert found.matrix.height == 6
    assert found.tables.height == 3
    assert found.payouts["games"].sum() == 3 * 240
    for plot in (found.plot_ranking, found.plot_matrix, found.plot_channels, found.plot_payouts, found.plot_places):
        assert isinstance(plot(), Figure)


def test_a_notebook_shows_one_screen() -> None:
    found = compared(games=40, baseline="greedy")
    lines = repr(found).splitlines()
    assert lines[0].startswith("3 players · 40 deals")
    assert any(line.startswith("Against the baseline greedy") for line in lines)
    assert len(lines) < 15
    html = found._repr_html_()
    assert html.count("<circle ") == html.count("<svg ") * 3 == 3
