"""What is learned depends on the lesson alone; what is kept can be resumed, and nothing else can."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyses.learn import lesson_of
from analyses.solving.learning import Learner, LearnError, Lesson
from strategies import load_player
from strategies.alternatives import cells_of
from tongits_sim.rules import load
from tongits_sim.run.how import How

ONE = How(workers=1)


def lesson(seed: int = 1) -> Lesson:
    """A lesson of few games."""
    return lesson_of(load("pagat"), seed=seed, games=400)


def learned(what: Lesson, rounds: int, how: How = ONE) -> Learner:
    """A learner after some rounds."""
    learner = Learner(what, how)
    for _ in range(rounds):
        learner.step()
    return learner


def test_workers_do_not_matter() -> None:
    scores = learned(lesson(), 4).scores()
    assert np.count_nonzero(scores) > 0
    assert np.array_equal(scores, learned(lesson(), 4, How(workers=3)).scores())
    assert not np.array_equal(scores, learned(lesson(seed=2), 4).scores())


def test_a_surer_margin_scores_fewer_cells() -> None:
    learner = learned(lesson(), 2)
    assert np.count_nonzero(learner.scores(1.0)) > np.count_nonzero(learner.scores(3.0))


def test_a_bot_that_never_calls_learns_to_call() -> None:
    """Beside two who fold often enough, calling pays: `miser` never calls."""
    miser = load_player("miser")
    scores = learned(Lesson(load("pagat"), miser, miser, games=3000), 3).scores()
    assert sum(float(scores[cells].sum()) for cells in cells_of("call")) > 1


def test_it_goes_on_from_what_it_kept(tmp_path: Path) -> None:
    path = tmp_path / "state"
    learned(lesson(), 2).save(path)
    again = Learner(lesson(), ONE)
    again.restore(path)
    assert again.rounds == 2
    again.step()
    whole = learned(lesson(), 3)
    assert np.array_equal(again.scores(), whole.scores())
    assert again.branches == whole.branches


def test_nothing_else_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "state"
    learned(lesson(), 1).save(path)
    with pytest.raises(LearnError, match=r"another lesson \(seed differ\)"):
        Learner(lesson(seed=2)).restore(path)
    with pytest.raises(LearnError, match=r"another lesson \(rules"):
        Learner(replace(lesson(), rules=load("sjs"))).restore(path)
    content = path.read_bytes()
    for broken in (content[:-20], content[:300] + bytes([content[300] ^ 1]) + content[301:], b""):
        path.write_bytes(broken)
        with pytest.raises(LearnError, match="start over without --resume"):
            Learner(lesson()).restore(path)
