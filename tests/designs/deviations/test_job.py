"""Jobs with deviations are values, cut into blocks, and refuse what cannot be."""

from __future__ import annotations

import pickle

import pytest

from tests.designs.deviations.deviating import deviations, some_scores
from tongits_sim.any_game.jobs import JobError


def test_a_job_is_a_value() -> None:
    job = deviations(scores=some_scores())
    assert pickle.loads(pickle.dumps(job)) == job
    assert job.manifest() == deviations(scores=some_scores()).manifest()
    assert job.manifest() != deviations().manifest()


def test_blocks_follow_each_other_from_the_first_match() -> None:
    blocks = list(deviations(games=100, first=50).blocks(30))
    assert [(block.first, block.matches) for block in blocks] == [(50, 30), (80, 30), (110, 30), (140, 10)]


def test_refused() -> None:
    with pytest.raises(JobError, match="played for a score"):
        deviations("pagat+progressive")
    with pytest.raises(JobError, match="a score for each"):
        deviations(scores=some_scores()[:5])
