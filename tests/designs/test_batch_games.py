"""The bases of jobs that play the games of a batch and compare answers: matches, blocks, and sums by cell."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from tests.designs.forks.forking import counted as solving_counted
from tests.designs.forks.forking import forks
from tests.designs.sampling import deviations, some_trees
from tests.designs.solving.solving import grids, solving
from tests.thinking.shown import knowing
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch_games import BatchGamesJob, ComparedJob

COMPARED: list[ComparedJob] = [solving(games=100, first=50), deviations(games=100, first=50)]


@pytest.mark.parametrize(
    ("job", "other"),
    [(solving(), solving(profiles=(grids(0.5),))), (deviations(trees=some_trees(1)), deviations())],
    ids=["solving", "samples"],
)
def test_a_job_is_a_value(job: ComparedJob, other: ComparedJob) -> None:
    assert pickle.loads(pickle.dumps(job)) == job
    assert job.manifest() != other.manifest()


@pytest.mark.parametrize("job", COMPARED, ids=lambda job: job.kind)
def test_blocks_follow_each_other_from_the_first_match(job: ComparedJob) -> None:
    blocks = [(block.first, block.matches) for block in job.blocks(30)]
    assert blocks == [(50, 30), (80, 30), (110, 30), (140, 10)]


@pytest.mark.parametrize("job", [*COMPARED, forks("call"), knowing()], ids=lambda job: job.kind)
def test_a_game_is_replayed_as_one_of_the_batch(job: BatchGamesJob) -> None:
    assert job.replay((1, 2, 0), 7, 0) == job.job.replay_command(7, 0)
    assert "--from-match 8" in job.replay((1, 2, 0), 7, 0)


@pytest.mark.parametrize("asked", [solving, deviations, knowing, lambda rules: forks("call", rules)])
def test_a_match_for_a_score_is_refused(asked: Callable[..., BatchGamesJob]) -> None:
    with pytest.raises(JobError, match="played for a score"):
        asked(rules="pagat+progressive")


def test_solving_counts_what_yes_brings_more() -> None:
    job = solving(games=30)
    totals = solving_counted(job)
    assert totals.shape("cells")[0] == sum(grid.cells for grid in job.grids)
    assert (totals.games, int(totals["matches"][0])) == (30, 30)
    assert (totals["cells"][:, 1] == totals["cells"][:, 3] - totals["cells"][:, 4]).all()
