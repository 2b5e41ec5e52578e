import pytest

from analyses.tables import CLEAR, CLOSE, FORCED, SLIGHT, TURNS, Gap, Verdict, decide, decide_fork, margin_of
from tongits_sim.rules import load

MARGIN = 0.1


@pytest.mark.parametrize(
    ("gaps", "verdict"),
    [
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(0.4, 0.1)], Verdict(0, CLEAR)),
        ([Gap(-1.0, 0.1), Gap(-0.5, 0.1), Gap(-0.4, 0.1)], Verdict(1, CLEAR)),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(0.2, 0.1)], Verdict(0, SLIGHT)),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(-0.09, 0.01)], Verdict(0, SLIGHT)),
        ([Gap(0.1, 0.01), Gap(0.1, 0.01), Gap(0.05, 0.01)], Verdict(0, CLOSE, (1,))),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(-0.5, 0.1)], Verdict(0, TURNS, (), (None, None, 1))),
        ([Gap(-1.0, 0.1), Gap(0.2, 0.3), Gap(0.5, 0.1)], Verdict(1, TURNS, (), (None, None, 0))),
        ([Gap(-0.5, 0.1)], Verdict(1, CLEAR)),
    ],
)
def test_verdict_of_two_actions(gaps: list[Gap], verdict: Verdict) -> None:
    found = decide_fork(gaps, MARGIN)
    assert (found.best, found.word, found.near) == (verdict.best, verdict.word, verdict.near)
    if verdict.word == TURNS:
        assert found.instead == verdict.instead


def test_best_of_many_actions_is_that_of_the_mean() -> None:
    values = [[0.0, 0.5, 0.45, -2.0], [0.0, -0.2, 0.7, -2.0]]

    def gap(table: int, action: int, other: int) -> Gap:
        return Gap(values[table][action] - values[table][other], 0.01)

    assert decide(gap, 2, 4, MARGIN) == Verdict(2, SLIGHT, (), (None, None))
    assert decide(gap, 1, 4, MARGIN) == Verdict(1, CLOSE, (2,), (None,))
    assert decide(gap, 2, 1, MARGIN) == Verdict(0, FORCED)


def test_margin_follows_what_is_paid() -> None:
    assert margin_of(load("pagat")) == 0.1
    assert margin_of(load("rulesofcards")) == 1.0
    assert margin_of(load("online")) == 0.03
    assert margin_of(load("pagat+progressive")) > 0
