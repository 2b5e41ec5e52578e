"""`analyze open`: the first open meld against staying concealed."""

from __future__ import annotations

from tests.mahjong_sim.asked import asked


def test_every_first_meld_is_a_fork_of_three_arms() -> None:
    answer = asked("open")
    assert sum(cell.n for cell in answer.melds) == answer.forks
    assert answer.branches % 3 == 0
    assert "closed" in answer.method["concealed"]


def test_who_stays_concealed_wins_less_often() -> None:
    answer = asked("open")
    assert answer.won.ci95 is not None
    assert answer.won.ci95[0] > 0
