"""The rows of a comparison."""

from __future__ import annotations

import pytest

from tests.designs.tournament.fields import compared, example
from tests.playing import sure


def test_the_best_is_first_and_differences_are_to_it() -> None:
    rows = compared("greedy,caller,hunter,miser", 100, baseline="miser").answer.ranking
    means = [row.payout_mean for row in rows]
    assert means == sorted(means, reverse=True)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert row.diff_to_best == pytest.approx(row.payout_mean - means[0])
        assert (row.verdict_vs_baseline is None) == (row.player == "miser")
    assert rows[0].diff_to_best_ci95 == (0.0, 0.0)
    assert sum(sure(row.win_rate) for row in rows) * 3 / 4 == pytest.approx(1)


def test_channels_add_up_to_the_payout() -> None:
    document = example()
    for row in document.ranking:
        mine = [each.units for each in document.channels if each.player == row.player]
        assert sum(mine) == pytest.approx(row.payout_mean)


def test_the_first_of_a_pair_is_the_better_one() -> None:
    for row in example().pairs:
        assert row.diff >= 0
        assert row.verdict in ("better", "inconclusive")
        low, high = sure(row.ci95)
        assert low <= row.diff <= high


def test_alpha_rank_needs_all_tables() -> None:
    assert sum(sure(row.alpha_rank) for row in example().ranking) == pytest.approx(1)
    assert compared(games=20).answer.ranking[0].alpha_rank is None


def test_histograms_hold_every_game() -> None:
    document = example()
    assert sum(row.games for row in document.payouts) == 3 * document.games_played
    mean = {row.player: 0.0 for row in document.ranking}
    for each in document.payouts:
        mean[each.player] += each.payout * each.games
    for row in document.ranking:
        assert mean[row.player] / row.games == pytest.approx(row.payout_mean)
