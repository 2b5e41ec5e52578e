"""Fork jobs: what is refused, how they are cut, their manifest; the same digits however they are played."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from tests.designs.forks.forking import counted, forks
from tests.playing import play_work
from tongits_sim.designs.forks.job import BinnedFeature, Binning, unit_bins
from tongits_sim.errors import TongitsError


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"decision": "draw"}, "one of call, respond"),
        ({"rules": "pagat+progressive"}, "no payoff"),
        ({"decision": "lay", "proposal": ""}, "proposes a meld"),
        ({"match_games": 0}, "games in a match"),
        ({"games": 0}, "number of games"),
        (
            {
                "binnings": (
                    Binning(
                        "m",
                        (
                            unit_bins("count", 0, 200),
                            unit_bins("card", 0, 200),
                            unit_bins("stock", 0, 200),
                        ),
                    ),
                )
            },
            "cells",
        ),
    ],
)
def test_what_cannot_be_forked_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        forks(**({"decision": "call"} | changes))


def test_axes_are_checked() -> None:
    for feature, edges, message in (
        ("luck", (0,), "not a feature"),
        ("count", (3, 3), "increasing"),
        ("count", (), "increasing"),
    ):
        with pytest.raises(TongitsError, match=message):
            BinnedFeature(feature, edges)
    with pytest.raises(TongitsError, match="axes"):
        Binning("m", ())
    assert BinnedFeature("count", (0, 1, 4)).labels() == ("0", "1-3", "4+")


def test_the_same_digits_on_any_workers_in_any_cut() -> None:
    job = forks("call", players="random,greedy,bluffer", games=600)
    alone = counted(job)
    assert alone.games == 600
    for size in (1, 7, 600):
        assert counted(job, size) == alone
    for workers in (1, 3):
        assert play_work(job, workers=workers).totals == alone


def test_a_job_travels() -> None:
    job = forks("call", rule=((1.0, 2.0, 3.0),) * 18)
    assert pickle.loads(pickle.dumps(job)) == job
    manifest = json.loads(json.dumps(job.manifest()))
    assert manifest["maps"]["turns"] == [["turn", list(range(21))]]
    assert manifest["decision"] == "call"
    assert manifest["rule"][0] == [1.0, 2.0, 3.0]


def test_only_the_slots_asked_for_count() -> None:
    whole, parts = counted(forks("call")), [counted(forks("call", slots=(slot,))) for slot in range(3)]
    assert all(part["groups"][0, 0] > 0 for part in parts)
    assert whole["groups"][0, 0] == sum(part["groups"][0, 0] for part in parts)
    assert whole["groups"][0, 2] == sum(part["groups"][0, 2] for part in parts)


def test_matches_are_the_clusters() -> None:
    """Chained games add up in their match: fewer clusters, and n * n sees them together."""
    single, chained = counted(forks("call", games=100)), counted(forks("call", games=100, match_games=10))
    assert (single["matches"][0], chained["matches"][0]) == (100, 10)
    assert chained["groups"][0, 1] > 5 * single["groups"][0, 1]
