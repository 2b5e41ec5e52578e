"""analyze lay: the two parts add up, and laying insures."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.questions import lay as words
from analyses.questions.lay import LAY, MELDS, LayCell, held_from
from tongits_sim.run.answers import Estimate


@cache
def ask(**options: Any) -> dict[str, Any]:
    """The JSON of few games."""
    return LAY.ask(inquiry(LAY, **({"games": 10_000, "min_forks": 100} | options))).to_dict()


def test_the_document() -> None:
    answer = ask()
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"]
    assert {cell["meld"] for cell in answer["cells"]} == set(MELDS)
    for name in ("meld", "own_turn", "opponents_open"):
        assert sum(row["n"] for row in answer["by"] if row["by"] == name) == answer["forks"]
    assert answer["insurance"][0]["n"] == answer["forks"] == sum(part["n"] for part in answer["insurance"][1:])


def test_the_headline_says_when_to_hold_and_when_to_lay() -> None:
    """No mean over situations with opposite answers: while nobody is open, high counts are held."""
    answer = LAY.ask(inquiry(LAY, games=40_000, min_forks=100, players="expert,expert,expert"))
    said = words.headline(answer)
    lay, _, rest = said.partition("; hold it ")
    assert "lay it with one opponent open" in lay
    assert rest.startswith("with nobody open and a count of ")
    high = next(row for row in answer.by if row.by == "nobody_open" and row.bin.endswith("more"))
    assert words.choice(high) == "hold it"
    parts = [row.n for row in answer.by if row.by == "nobody_open"]
    assert sum(parts) == next(row.n for row in answer.by if row.by == "opponents_open" and row.bin == "0")


def test_the_count_from_which_holding_gains_is_that_of_the_largest_sum() -> None:
    zero: Any = dict.fromkeys(("sunog", "rest", "burned"), Estimate(0.0))
    means = {0: 0.5, 15: -0.1, 25: 0.2, 35: -0.1, 45: -0.3}
    cells = [
        LayCell(at={"opponents_open": 0, "own_count": count}, n=100, ev_diff=Estimate(mean), resolved=False, **zero)
        for count, mean in means.items()
    ]
    assert held_from(cells) == 35


def test_the_parts_add_up() -> None:
    for row in (*ask()["insurance"], *ask(hold=3)["insurance"]):
        whole, *parts = (row[name]["mean"] for name in ("payout", "sunog", "rest"))
        assert math.isclose(whole, sum(parts), abs_tol=1e-9)
    for cell in ask()["cells"]:
        if cell["n"]:
            whole, *parts = (cell[name]["mean"] for name in ("ev_diff", "sunog", "rest"))
            assert math.isclose(whole, sum(parts), abs_tol=1e-9)


def test_who_lays_is_burned_less_and_more_so_the_longer_the_other_holds() -> None:
    burned = [ask(hold=hold)["insurance"][0]["burned"]["mean"] for hold in (1, 3, 0)]
    assert 0 > burned[0] > burned[1] > burned[2]
    assert all(ask(hold=hold)["insurance"][0]["sunog"]["ci95"][0] > 0 for hold in (1, 3, 0))


def test_a_bot_that_hides_is_made_to_lay() -> None:
    answer = ask(players="hunter,hunter,greedy", of="hunter")
    groups = {part["bot"]: part["n"] for part in answer["insurance"]}
    assert groups["held"] > 0
    assert groups["all"] == answer["forks"]


@pytest.mark.parametrize("rules", ["pagat+joker", "online"])
def test_other_rules(rules: str) -> None:
    assert ask(rules=rules, games=2000, players="random,turtle,greedy")["forks"] > 100
