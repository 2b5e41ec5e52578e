import math
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from analyses.question import Question, inquiry
from analyses.question_registry import question
from analyses.rollouts.chances import ChancesAnswer, Situation
from tongits_sim.run.answers import UNKNOWN, Estimate, mean_of

both = pytest.mark.parametrize("name", ["takes", "sapaws"])


@cache
def ask(name: str, **options: Any) -> ChancesAnswer:
    asked: Question[ChancesAnswer] = question(name)
    return asked.ask(inquiry(asked, **({"games": 4000, "min_forks": 50, "players": "greedy,hunter,random"} | options)))


def situation(own: int, mean: float, half: float = 0.1) -> Situation:
    gain = Estimate(mean, (mean - half, mean + half))
    return Situation(
        at={"own_open": own}, n=100, gain=gain, sunog=UNKNOWN, rest=UNKNOWN, burned=UNKNOWN, chosen=UNKNOWN
    )


def said(name: str, *rows: Situation, chose_no: float | None = None) -> str:
    answer = ask(name)
    means = answer.averages[0]
    estimate = replace(
        means.chose_no, mean=chose_no, ci95=None if chose_no is None else (chose_no - 0.1, chose_no + 0.1)
    )
    known = replace(answer, situations=rows, averages=(replace(means, chose_no=estimate),))
    return str(question(name).presenter.short(known))


@both
def test_cells_and_situations_are_the_same_forks(name: str) -> None:
    answer = ask(name)
    assert sum(cell.n for cell in answer.cells) == answer.forks == sum(row.n for row in answer.situations) > 1000
    for row in answer.situations:
        mine = [cell for cell in answer.cells if cell.at["own_open"] == row.at["own_open"] and cell.n]
        assert math.isclose(
            sum(cell.n * mean_of(cell.ev_diff) for cell in mine) / row.n, mean_of(row.gain), abs_tol=1e-9
        )
        assert math.isclose(mean_of(row.gain), mean_of(row.sunog) + mean_of(row.rest), abs_tol=1e-9)


@both
def test_the_share_of_yes_is_that_of_the_averages(name: str) -> None:
    answer = ask(name)
    chosen = sum(row.n * mean_of(row.chosen) for row in answer.situations)
    assert round(chosen) == answer.averages[0].chose_yes.n
    assert 0 < answer.averages[0].chose_no.n < answer.forks


def test_who_opens_by_a_take_is_burned_less() -> None:
    closed, opened = ask("takes").situations
    assert mean_of(closed.burned) < 0
    assert mean_of(opened.burned) == 0, "a player with an open meld is not burned"


@both
def test_greedy_says_yes_to_each_chance(name: str) -> None:
    """The proposals are greedy's own hooks."""
    answer = ask(name, players="greedy,greedy,greedy", games=1000)
    assert answer.averages[0].chose_no.n == 0
    assert all(row.chosen.mean == 1 for row in answer.situations)


def test_the_sentence_says_what_is_sure() -> None:
    alike = said("takes", situation(0, 2.0), situation(1, 1.0))
    assert "costs 2.00 ± 0.10 units without an open meld and 1.00 ± 0.10 units with one" in alike
    assert alike.endswith("“leave it, to stay able to call” loses on average.")
    mixed = said("takes", situation(0, 2.0), situation(1, -1.0))
    assert "costs 2.00 ± 0.10 units without an open meld and gains 1.00 ± 0.10 units with one" in mixed
    assert mixed.endswith("“leave it, to stay able to call” gains on average.")
    unsure = said("takes", situation(0, 2.0), situation(1, 0.05))
    assert unsure.endswith("costs 2.00 ± 0.10 units without an open meld.")
    assert said("sapaws", situation(0, 0.05)).endswith("no cost of keeping it is sure in so few games.")
    kept = said("sapaws", situation(1, 0.5), chose_no=-0.4)
    assert kept.endswith("Where they keep it themselves, that gains 0.40 ± 0.10 units.")


@both
def test_the_screen_is_narrow(name: str) -> None:
    screen = question(name).presenter.screen(ask(name))
    (table,) = screen.body
    assert table.rows[-1][0] == "any"
    assert all(len(note) <= 80 for note in screen.notes)
    assert "greedy, hunter, random" in screen.answer


@both
@pytest.mark.parametrize("rules", ["pagat+joker", "online", "sjs"])
def test_other_rules(name: str, rules: str) -> None:
    assert ask(name, rules=rules, games=1000, players="random,turtle,greedy").forks > 100
