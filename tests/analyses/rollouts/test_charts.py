import math

import numpy as np
import pytest

from analyses.question import inquiry
from analyses.questions.challenges import CHALLENGES
from analyses.rollouts import played, surfaces
from analyses.rollouts.boxes import Box, answer_in
from analyses.tables import Gap
from strategies.card_bot import NO_END
from tongits_sim.run.answers import Estimate

VERBS = ("call", "wait")


def test_a_surface_falls_or_rises_and_keeps_the_level() -> None:
    counts = np.arange(1.0, 60, 3)
    rng = np.random.default_rng(1)
    n, se = np.full((20, 2), 100.0), np.full((20, 2), 0.3)
    true = np.stack([1 - counts / 20, counts / 20 - 1], axis=1)
    noisy = true + rng.normal(0, 0.3, true.shape)
    fit = surfaces.fitted(counts, n, noisy, se, monotone=True).fit
    assert (np.diff(fit[:, 0]) <= 0).all()
    assert (np.diff(fit[:, 1]) >= 0).all()
    assert np.abs(fit - true).mean() < 0.7 * np.abs(noisy - true).mean()
    hump = np.exp(-np.square((counts - 30) / 12))[:, None]
    bent = surfaces.fitted(counts, n[:, :1], hump, se[:, :1], monotone=False).fit
    assert np.abs(bent - hump).max() < 0.15


def test_a_box_that_nobody_saw_is_filled_from_its_neighbours_and_an_empty_column_is_not() -> None:
    n = np.array([[50.0, 0.0], [0.0, 0.0], [50.0, 0.0]])
    mean = np.where(n > 0, 1.0, np.nan)
    fit = surfaces.fitted(np.array([0.0, 3.0, 6.0]), n, mean, np.where(n > 0, 0.1, np.nan), True).fit
    assert fit[1, 0] == pytest.approx(1.0)
    assert np.isnan(fit[:, 1]).all()


@pytest.mark.parametrize(
    ("means", "letter", "yes"),
    [
        ((1.0, 1.0, 1.0), "C", (True, True, True)),
        ((-1.0, -1.0, -1.0), "W", (False, False, False)),
        ((0.02, 0.01, -0.02), "=", (True, True, True)),
        ((1.0, 1.0, -1.0), "n", (True, True, False)),
        ((1.0, -1.0, -1.0), "s", (True, False, False)),
        ((-1.0, -1.0, 1.0), "b", (False, False, True)),
        ((-1.0, 1.0, 1.0), "r", (False, True, True)),
        ((2.0, -0.5, 2.0), "c", (True, True, True)),
    ],
)
def test_a_letter_says_what_to_do_and_with_whom(means: tuple[float, ...], letter: str, yes: tuple[bool, ...]) -> None:
    assert answer_in([Gap(mean, 0.05) for mean in means], 0.1, VERBS) == (letter, yes)


def test_what_is_likely_but_not_sure_is_a_small_letter() -> None:
    assert answer_in([Gap(0.5, 0.5)], 0.1, VERBS)[0] == "c"
    assert answer_in([Gap(math.nan, math.nan)], 0.1, VERBS) == ("", ())


def box(low: int, high: int | None, yes: bool | None) -> Box:
    at = {"own_count": low, "own_count_to": high, "stock_left": 3, "stock_left_to": 5, "rivals": 2}
    known = yes is not None
    return Box(
        at=at,
        n=100 * known,
        ev_diff=Estimate(0.0),
        resolved=False,
        answer="C" * known,
        yes=(bool(yes),) if known else (),
    )


def test_runs_of_counts_are_rows_of_the_bot() -> None:
    boxes = [box(0, 4, True), box(5, 9, True), box(10, 14, False), box(15, None, None)]
    rows = played.rows_of(boxes, "call", {"stock_left": "stock", "rivals": "rivals"}, 0)
    assert rows == ((0, 2, 2, 0, NO_END, 3, 5, 0, NO_END, 0, 9, 1), (0, 2, 2, 0, NO_END, 3, 5, 0, NO_END, 10, 14, 0))


def test_a_chart_plays_better_than_a_bot_that_leaves_much_to_find() -> None:
    """It costs less than nothing to challenge by the chart for who challenges with nearly nothing only."""
    players = ",".join(["greedy(call_at=30, challenge_at=4)"] * 3)
    answer = CHALLENGES.ask(inquiry(CHALLENGES, players=players, games=16_000))
    (cost,) = answer.cost
    assert cost.ci95 is not None
    assert cost.ci95[1] < 0
