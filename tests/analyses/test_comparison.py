"""The comparison object of a notebook."""

from __future__ import annotations

from matplotlib.figure import Figure

from tests.designs.tournament.fields import compared


def test_frames_and_figures() -> None:
    comparison = compared(games=40)
    assert comparison.ranking["player"].to_list() == comparison.to_pandas()["player"].tolist()
    assert {"diff", "diff_low", "diff_high"} <= set(comparison.pairs.columns)
    assert comparison.channels.height == 3 * 6 * 2
    assert comparison.places.height == 3 * 5
    assert comparison.matrix.height == 6
    assert comparison.tables.height == 3
    assert comparison.payouts["games"].sum() == 3 * 240
    for plot in (
        comparison.plot_ranking,
        comparison.plot_matrix,
        comparison.plot_channels,
        comparison.plot_payouts,
        comparison.plot_places,
    ):
        assert isinstance(plot(), Figure)
