"""Jobs with deviations refuse what cannot be."""

from __future__ import annotations

import pytest

from tests.designs.deviations.deviating import deviations, some_scores
from tongits_sim.any_game.jobs import JobError


def test_refused() -> None:
    with pytest.raises(JobError, match="a score for each"):
        deviations(scores=some_scores()[:5])
