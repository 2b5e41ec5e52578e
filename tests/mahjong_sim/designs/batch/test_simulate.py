"""Playing a batch: the same digits on any number of workers, in one go or resumed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mahjong_sim.designs.batch.answer import BatchAnswer
from mahjong_sim.designs.batch.simulate import simulate
from tongits_sim.errors import TongitsError


def numbers(answer: BatchAnswer) -> BatchAnswer:
    """The answer without how it was played."""
    return replace(answer, workers=1, games_per_second=None, elapsed_s=0.0, out=None)


def test_the_same_digits_whoever_plays(tmp_path: Path) -> None:
    asked = ("visayan", "random,greedy,random,random", 300, 9)
    one = simulate(*asked, workers=1)
    assert numbers(simulate(*asked, workers=3)) == numbers(one)
    assert numbers(simulate(*asked, workers=2, out=tmp_path / "run")) == numbers(one)
    assert numbers(simulate(*asked, out=tmp_path / "run", resume=True)) == numbers(one)
    assert one.games == 300
    assert sum(one.endings.values()) == pytest.approx(1)


def test_another_seed_gives_other_games() -> None:
    one, other = (simulate("visayan", "random,random,random,random", 100, seed) for seed in (1, 2))
    assert one.players_summary != other.players_summary


def test_matches_pass_mano_on() -> None:
    answer = simulate("visayan", "random,greedy,random,random", "60", match_games=6)
    assert (answer.games, answer.matches, answer.match_games) == (60, 10, 6)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(TongitsError, match="four players"):
        simulate("visayan", "random")
