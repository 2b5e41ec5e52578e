"""Fitting in rounds: sure advantages get a score, unsure ones none; the best plan is the one that gains most."""

from __future__ import annotations

import numpy as np

from analyses.solving.deviations import FADE, MARGINS, Advantages, best_of, candidates, fit, only


def test_only_sure_advantages_get_a_score() -> None:
    advantages = Advantages(4)
    # 100 alternatives each: +1 always, +1 or -1 with a mean of 0.1, -1 always; the last one was met once.
    advantages.add(np.array([[100, 100, 100], [100, 10, 100], [100, -100, 100], [1, 50, 2500]], float))
    assert advantages.scores(2.0).tolist() == [1.0, 0.0, 0.0, 0.0]
    assert advantages.scores(0.5).tolist() == [1.0, np.float32(0.1), 0.0, 0.0]


def test_later_rounds_are_played_by_earlier_scores_and_weigh_more() -> None:
    seen = []

    def play(scores: np.ndarray, number: int) -> np.ndarray:
        seen.append((number, scores.tolist()))
        return np.array([[100, 200 if number == 0 else -200, 400]], float)

    advantages = fit(play, 1, rounds=3)
    assert seen == [(0, [0.0]), (1, [2.0]), (2, [0.0])]
    assert advantages.total[0] == 200 * FADE**2 - 200 * FADE - 200


def test_plans_keep_to_groups_and_the_best_one_is_taken() -> None:
    advantages = Advantages(3)
    advantages.add(np.array([[100, 100, 100]] * 3, float))
    plans = candidates(advantages, {"first": [slice(0, 1)], "rest": [slice(1, 3)]})
    assert len(plans) == 3 * len(MARGINS)
    assert {tuple(plan.scores.tolist()) for plan in plans} == {(1, 1, 1), (1, 0, 0), (0, 1, 1)}
    assert best_of(plans, [0.0, 5.0, *[1.0] * 7]) is plans[1]
    assert only(np.ones(3), [slice(1, 2)]).tolist() == [0, 1, 0]
