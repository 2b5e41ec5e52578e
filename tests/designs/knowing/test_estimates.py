"""Means and intervals are those of the gains, deal by deal; and who is shown more gains more."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.knowing.shown import knowing
from tests.playing import play_work
from tongits_sim.designs.knowing.estimates import KnowingEstimates
from tongits_sim.designs.knowing.job import Arm, KnowingJob
from tongits_sim.game.state import DECISIONS

GAINS = np.array([[300, 0], [-150, 600], [900, 300], [0, 0], [450, -300]])


def worth(gains: np.ndarray) -> KnowingEstimates:
    """The estimates of made-up gains, hundredths over three seats."""
    one = knowing()
    job = KnowingJob(one.rules, one.player, (Arm("hands", ("call",)), Arm("nothing", ("call",))))
    totals = job.empty()
    totals.add({"games": np.array([len(gains)]), "gain": gains.sum(axis=0), "products": gains.T @ gains})
    return KnowingEstimates(job, totals)


def test_they_are_those_of_the_deals() -> None:
    units = GAINS / 300
    for estimate, deals in (
        (worth(GAINS).gain(0), units[:, 0]),
        (worth(GAINS).gain(1), units[:, 1]),
        (worth(GAINS).more(0, 1), units[:, 0] - units[:, 1]),
    ):
        assert estimate.estimate == pytest.approx(deals.mean())
        assert estimate.se == pytest.approx(deals.std(ddof=1) / np.sqrt(len(deals)))
        assert estimate.n == len(deals)


def test_gains_that_no_deal_showed_may_yet_come() -> None:
    assert worth(0 * GAINS).gain(0).half_width == worth(0 * GAINS).more(0, 1).half_width > 0


def test_nothing_played_says_nothing() -> None:
    assert not worth(GAINS[:0]).gain(0).defined
    assert not worth(GAINS[:1]).gain(0).defined
    assert worth(GAINS).changed(0) == 0.0


@pytest.mark.slow
def test_who_is_shown_more_gains_more() -> None:
    one = knowing()
    arms = (Arm("nothing", DECISIONS), Arm("hands", DECISIONS), Arm("both", DECISIONS))
    job = KnowingJob(one.rules, one.player, arms, games=150, worlds=16)
    worth = KnowingEstimates(job, play_work(job, workers=1).totals)
    assert worth.gain(1).low > 0.2
    assert worth.more(1, 0).low > 0
    assert worth.more(2, 1).low > 0
    assert 0 < worth.changed(1) < 1
