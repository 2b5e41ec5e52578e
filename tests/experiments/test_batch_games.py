import pickle
from collections.abc import Callable

import pytest

from tests.experiments.forks.forking import forks
from tests.experiments.sampling import deviations, some_trees
from tongits_sim.experiments.branches import BatchGamesJob
from tongits_sim.run.base_job import JobError

SAMPLED = deviations(games=100, first_match=50)


def test_a_job_is_a_value() -> None:
    job = deviations(trees=some_trees(1))
    other = deviations()
    assert pickle.loads(pickle.dumps(job)) == job
    assert job.manifest() != other.manifest()


def test_blocks_follow_each_other_from_the_first_match() -> None:
    blocks = [(block.first_match, block.matches) for block in SAMPLED.blocks(30)]
    assert blocks == [(50, 30), (80, 30), (110, 30), (140, 10)]


@pytest.mark.parametrize("job", [SAMPLED, forks("call")], ids=lambda job: job.job_type)
def test_a_game_is_replayed_as_one_of_the_batch(job: BatchGamesJob) -> None:
    assert job.replay((1, 2, 0), 7, 0) == job.job.replay_command(7, 0)
    assert "--from-match 8" in job.replay((1, 2, 0), 7, 0)


@pytest.mark.parametrize("asked", [deviations, lambda rules: forks("call", rules)])
def test_a_match_for_a_score_is_refused(asked: Callable[..., BatchGamesJob]) -> None:
    with pytest.raises(JobError, match="played for a score"):
        asked(rules="pagat+progressive")
