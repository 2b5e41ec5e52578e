import math
from functools import cache
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.questions.lay import LAY, LayAnswer
from tongits_sim.run.answers import mean_of


@cache
def ask(**options: Any) -> LayAnswer:
    return LAY.ask(inquiry(LAY, **({"games": 6000, "min_forks": 50, "players": "expert,expert,expert"} | options)))


def test_the_document() -> None:
    answer = ask()
    assert sum(cell.n for cell in answer.cells) == answer.forks == sum(row.n for row in answer.situations)


def test_the_parts_add_up() -> None:
    for row in (*ask().situations, *ask(hold=3).situations):
        assert math.isclose(mean_of(row.gain), mean_of(row.sunog) + mean_of(row.rest), abs_tol=1e-9)


def test_who_lays_is_burned_less_and_more_so_the_longer_the_other_holds() -> None:
    burned = [mean_of(ask(hold=hold).situations[-1].burned) for hold in (1, 3)]
    assert 0 > burned[0] > burned[1]


@pytest.mark.parametrize("rules", ["pagat+joker", "online"])
def test_other_rules(rules: str) -> None:
    assert ask(rules=rules, games=2000, players="random,turtle,greedy").forks > 100
