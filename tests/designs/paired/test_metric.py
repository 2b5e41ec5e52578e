"""Own metrics: what they count, on any number of workers, and what is refused."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from analyses.own_metrics import metric as load_metric
from tests.designs.paired.pairings import pairing, play
from tests.playing import ROOT
from tongits_sim.designs.paired.estimates import PairedEstimates
from tongits_sim.designs.paired.kernel import QUANTITIES
from tongits_sim.designs.paired.metric import Metric, MetricError
from tongits_sim.designs.paired.totals import PairedTotals
from tongits_sim.jit import njit

EXAMPLE = f"{ROOT}/docs/examples/my_metric.py:points_left"


@njit
def turns(view, result):
    """Turns of the game."""
    return result.turns


@njit
def too_much(view, result):
    """More than may be counted."""
    return 2_000_000


@njit
def fails(view, result):
    """Divides by nothing."""
    return result.turns // (result.turns - result.turns)


@njit
def broken(view, result):
    """Reads what there is not."""
    return result.colour


TURNS = Metric("my_turns", turns, scale=0.5)


def test_a_metric_counts_what_the_kernel_counts() -> None:
    what = pairing(["call.timing=end"], metrics=(TURNS,))
    totals = play(what)
    sums = totals["sums"]
    assert (sums[:, len(QUANTITIES)] == sums[:, QUANTITIES.index("turns")]).all()
    effects = PairedEstimates(what, totals, ["greedy", "caller", "hunter"])
    mine, theirs = effects.effect("own:my_turns", 1), effects.effect("turns", 1)
    assert mine.diff.estimate == pytest.approx(0.5 * float(theirs.diff.estimate))
    assert mine.diff.half_width == pytest.approx(0.5 * float(theirs.diff.half_width))


def test_the_other_numbers_stay_what_they_were() -> None:
    with_metric, without = play(pairing(["call.timing=end"], metrics=(TURNS,))), play(pairing(["call.timing=end"]))
    assert np.array_equal(with_metric["sums"][:, : len(QUANTITIES)], without["sums"])
    assert np.array_equal(with_metric["flows"], without["flows"])


def test_workers_change_nothing() -> None:
    what = pairing(["pay.tongits=6"], metrics=(TURNS, load_metric(EXAMPLE)))

    def plain(totals: PairedTotals) -> dict[str, list[object]]:
        return {name: np.asarray(totals[name]).tolist() for name in totals}

    assert plain(play(what)) == plain(play(what, workers=2, block_size=7))


@pytest.mark.parametrize(("count", "why"), [(too_much, "more than 1,000,000"), (fails, "ZeroDivisionError")])
def test_a_metric_that_fails_ends_the_run_with_the_game(count: object, why: str) -> None:
    with pytest.raises(MetricError, match=f"'bad' fails at the end of game 0 of deal 0: .*{why}"):
        play(pairing(["pay.tongits=6"], metrics=(Metric("bad", count),)))  # type: ignore[arg-type]


def test_what_cannot_be_compiled_is_said_of_the_metric() -> None:
    with pytest.raises(MetricError, match="the metric 'bad' cannot be compiled: its count function reads"):
        Metric("bad", broken).address()


def test_names_are_names() -> None:
    with pytest.raises(MetricError, match="letters, digits and underscores"):
        Metric("two words", turns)


def test_it_travels_by_name_and_only_so() -> None:
    there = load_metric(EXAMPLE)
    again = pickle.loads(pickle.dumps(there))
    assert again.manifest() == there.manifest()
    with pytest.raises(MetricError, match="stands in no file"):
        pickle.dumps(TURNS)


def test_the_manifest_knows_what_it_does() -> None:
    assert TURNS.manifest() != Metric("my_turns", too_much, scale=0.5).manifest()
    assert TURNS.manifest() != Metric("my_turns", turns).manifest()
    assert "metrics" not in pairing().manifest()
