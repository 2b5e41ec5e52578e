"""The comparison object of a notebook."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from analyses.comparison import _confirm
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


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("better", "better", "better"), ("better", "inconclusive", "inconclusive"), ("better", "worse", "inconclusive")],
)
def test_a_verdict_stands_only_if_both_seeds_say_it(first: str, second: str, expected: str) -> None:
    document = {"pairs": [{"a": "x", "b": "y", "diff": 1.0, "verdict": first}], "ranking": []}
    turned = second == "worse"
    pair = (
        {"a": "y", "b": "x", "diff": 0.5, "verdict": "better"}
        if turned
        else {"a": "x", "b": "y", "diff": 0.5, "verdict": second}
    )
    rest = dict.fromkeys(("seed", "games", "games_played", "stopping", "elapsed_s"), 0)
    _confirm(document, {"pairs": [pair], "ranking": []} | rest)
    row = document["pairs"][0]
    assert row["verdict"] == expected
    assert row["diff_confirm"] == (-0.5 if turned else 0.5)
