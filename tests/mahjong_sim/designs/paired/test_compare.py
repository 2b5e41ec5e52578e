"""Bots compared on the same walls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mahjong_sim.designs.paired.answer import CompareAnswer
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


def numbers(answer: CompareAnswer) -> CompareAnswer:
    """The answer without how it was played."""
    return replace(answer, workers=1, games_per_second=None, elapsed_s=0.0, out=None)


def test_the_same_digits_on_more_workers_and_resumed(tmp_path: Path) -> None:
    asked = {"rules": "visayan_jokers", "players": "random,greedy,closed", "deals": 300, "seed": 3}
    one = compare(**asked, workers=1)  # type: ignore[arg-type]
    for resume in (False, True):
        assert numbers(compare(**asked, workers=2, out=tmp_path, resume=resume)) == numbers(one)  # type: ignore[arg-type]
        blocks = sorted(tmp_path.rglob("block-*"))
        assert blocks
        blocks[-1].unlink()


@pytest.mark.parametrize(
    ("players", "others", "message"),
    [
        ("greedy", "random,random,random", "two players"),
        ("greedy,random", "random", "three others"),
        ("greedy,greedy", "random,random,random", "twice"),
    ],
)
def test_what_cannot_be_compared_is_refused(players: str, others: str, message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        compare("visayan", players, others=others, deals=5)
