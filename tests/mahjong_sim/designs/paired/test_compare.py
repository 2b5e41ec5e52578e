"""Bots compared on the same walls."""

from __future__ import annotations

import pytest

from mahjong_sim.designs.paired.compare import compare
from tongits_sim.errors import TongitsError


def test_a_sensible_bot_beats_one_that_plays_by_chance() -> None:
    answer = compare("visayan", "random,greedy", others="random,random,random", deals=40)
    assert [row.player for row in answer.ranking] == ["greedy", "random"]
    (pair,) = answer.pairs
    assert (pair.a, pair.verdict, pair.b) == ("random", "worse", "greedy")
    means = {row.player: row.payout.mean or 0 for row in answer.ranking}
    assert pair.diff.mean == pytest.approx(means["random"] - means["greedy"])
    assert answer.games_played == 2 * 4 * 40


@pytest.mark.parametrize(
    ("players", "others", "said"),
    [
        ("greedy", "random,random,random", "two players"),
        ("greedy,random", "random", "three others"),
        ("greedy,greedy", "random,random,random", "twice"),
    ],
)
def test_what_cannot_be_compared_is_refused(players: str, others: str, said: str) -> None:
    with pytest.raises(TongitsError, match=said):
        compare("visayan", players, others=others, deals=5)
