"""analyze exposure: the two parts add up, and laying insures."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

import pytest

from analyses.answers.exposure import ExposureAnswer
from analyses.exposure import EXPOSURE, MELDS
from analyses.question import inquiry


@cache
def ask(**options: Any) -> dict[str, Any]:
    """The JSON of few games."""
    return EXPOSURE.ask(inquiry(EXPOSURE, **({"games": 10_000, "min_forks": 100} | options))).to_dict()


def test_json_is_read_back() -> None:
    document = ask()
    stored = json.loads(json.dumps(document, allow_nan=False))
    assert ExposureAnswer.from_dict(stored).to_dict() == document
    del stored["extremes"]
    assert ExposureAnswer.from_dict(stored).extremes == {}


def test_the_document() -> None:
    answer = ask()
    assert answer["question"] == "exposure"
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"]
    assert {cell["meld"] for cell in answer["cells"]} == set(MELDS)
    for name in ("meld", "own_turn", "opponents_open"):
        assert sum(row["n"] for row in answer["by"] if row["by"] == name) == answer["forks"]
    assert answer["insurance"][0]["n"] == answer["forks"] == sum(part["n"] for part in answer["insurance"][1:])


def test_the_parts_add_up() -> None:
    for row in (*ask()["insurance"], *ask(hold=3)["insurance"]):
        assert math.isclose(row["payout"], row["sunog"] + row["rest"], abs_tol=1e-9)
    for cell in ask()["cells"]:
        if cell["n"]:
            assert math.isclose(cell["ev_diff"], cell["sunog"] + cell["rest"], abs_tol=1e-9)


def test_who_lays_is_burned_less_and_more_so_the_longer_the_other_holds() -> None:
    burned = [ask(hold=hold)["insurance"][0]["burned"] for hold in (1, 3, 0)]
    assert 0 > burned[0] > burned[1] > burned[2]
    assert all(ask(hold=hold)["insurance"][0]["sunog_ci95"][0] > 0 for hold in (1, 3, 0))


def test_a_bot_that_hides_is_made_to_lay() -> None:
    answer = ask(players="hunter,hunter,greedy", of="hunter")
    groups = {part["bot"]: part["n"] for part in answer["insurance"]}
    assert groups["held"] > 0
    assert groups["all"] == answer["forks"]


@pytest.mark.parametrize("rules", ["pagat+joker", "online"])
def test_other_rules(rules: str) -> None:
    assert ask(rules=rules, games=2000, players="random,turtle,greedy")["forks"] > 100
