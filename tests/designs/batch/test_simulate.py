"""A batch played: what is honoured, what is refused, results of runs that were broken off."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playing import BAD_BOTS, job, numbers, play
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.simulate import BatchFault, BatchInterrupted, simulate
from tongits_sim.errors import TongitsError
from tongits_sim.rules import RuleSet
from tongits_sim.run.backends import BackendError
from tongits_sim.run.faults import BotFault, Interrupted
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent
from tongits_sim.strategy import Player


def test_the_number_of_games_is_honoured_exactly() -> None:
    for games in (1, 29, 30, 31, 100):
        results = play(job(games=games, match_games=30))
        assert results.games == games
        assert results.sums.matches == -(-games // 30)


def test_other_seeds_are_other_games() -> None:
    assert numbers(play(job(seed=1)))["players_summary"] != numbers(play(job(seed=2)))["players_summary"]


def test_seats_rotate_unless_they_are_fixed() -> None:
    rotating, fixed = play(job(games=300)).sums, play(job(games=300, fixed_seats=True)).sums
    assert [rotating.field("games", slot=0, seat=seat) for seat in range(3)] == [100, 100, 100]
    assert [fixed.field("games", slot=0, seat=seat) for seat in range(3)] == [300, 0, 0]


def test_notebook_use() -> None:
    import tongits_sim as ts

    results = ts.simulate("pagat", [ts.load_player("greedy"), "caller", "miser"], games=50, notice=lambda text: None)
    assert isinstance(results, Results)
    assert results.job.labels == ("greedy", "caller", "miser")
    assert ts.Player is Player
    assert ts.RuleSet is RuleSet
    assert ts.simulate is simulate
    assert "simulate" in dir(ts)
    with pytest.raises(AttributeError, match="has no attribute 'simulat'"):
        _ = ts.simulat  # type: ignore[attr-defined]


def test_refuses_backends_and_workers_before_it_writes(tmp_path: Path) -> None:
    for options in ({"backend": "cluster"}, {"scheduler": "tcp://here"}, {"workers": 0}):
        with pytest.raises(BackendError):
            simulate(games=10, out=tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_options_are_one_value_or_names(tmp_path: Path) -> None:
    one = simulate("pagat", games=30, how=How(workers=1, notice=silent))
    named = simulate("pagat", games=30, workers=1, notice=silent, out=str(tmp_path / "run"))
    both = simulate("pagat", games=30, how=How(notice=silent, workers=2), workers=1)
    assert numbers(one) == numbers(named) == numbers(both)
    assert (one.workers, both.workers) == (1, 1)
    assert (tmp_path / "run" / "results.json").is_file()


def test_an_unknown_option_is_named_in_a_sentence() -> None:
    with pytest.raises(
        TongitsError, match=r"no option 'worker' of playing; there are workers, backend, .*notice, halt$"
    ):
        simulate("pagat", games=30, worker=1)


def test_a_fault_brings_the_results_so_far() -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    with pytest.raises(BatchFault, match="broke rule R2") as caught:
        play(what, 2, block_matches=5)
    assert isinstance(caught.value, BotFault)
    assert caught.value.results is not None
    assert caught.value.run is not None
    assert 0 < caught.value.results.games == caught.value.run.games < 60


def test_an_interruption_brings_the_results_so_far() -> None:
    def interrupt(done: int, total: int) -> None:
        if done == 30:
            raise KeyboardInterrupt

    with pytest.raises(BatchInterrupted) as caught:
        play(job(games=100), block_matches=10, progress=interrupt)
    assert isinstance(caught.value, Interrupted)
    assert caught.value.results.games == 30
