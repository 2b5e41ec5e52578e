"""Rules solved and compared: on the same deals, by players of whom it is known what they leave to gain."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from analyses.rule_changes import ChangeError
from analyses.whatif import WhatIf, planned, whatif
from analyses.whatif_job import Solving
from analyses.whatif_solved import solve_rules
from strategies import load_player
from tests.playing import sure
from tongits_sim.rules import load
from tongits_sim.run.how import How


@functools.cache
def example() -> WhatIf:
    """A change of what a challenge costs."""
    return whatif(
        deals=200, change="pay.fold=3", solve=True, play="greedy", iterations=4, solving_games=400, solves=2, workers=1
    )


@pytest.mark.slow
def test_mechanical_and_solved_stand_side_by_side() -> None:
    answer = example().answer
    (change,) = answer.changes
    solved, base = sure(change.solved), sure(answer.solution)
    names = [row.metric for row in solved.effects]
    assert names == [row.metric for row in change.effects if not row.metric.startswith(("payout:", "skill"))]
    assert (base.rules, solved.solution.iterations) == ("pagat", 4)
    for solution in (base, solved.solution):
        assert (solution.exploitability.ci95 is not None, solution.play) == (True, "greedy")
    assert answer.family == len(change.effects) + len(names)
    assert set(example().effects["play"]) == {"mechanical", "solved"}


@pytest.mark.slow
def test_more_iterations_leave_less_to_gain() -> None:
    rules, greedy, how = load("pagat"), load_player("greedy"), How(workers=2)
    few, many = (solve_rules(rules, Solving(greedy, n, 3000, 1), 1, 1, how)[1].exploitability for n in (1, 12))
    assert sure(many.ci95)[1] < sure(few.ci95)[0]


@pytest.mark.slow
def test_the_same_from_its_folder(tmp_path: Path) -> None:
    options = {"solve": True, "play": "greedy", "iterations": 2, "solving_games": 200, "solves": 2, "workers": 1}
    first, again = (
        whatif(deals=100, change="pay.fold=3", out=tmp_path / "a", resume=resume, **options).to_dict()  # type: ignore[arg-type]
        for resume in (False, True)
    )
    assert first["changes"] == again["changes"]
    assert (tmp_path / "a" / "solved-2").is_dir()


def test_what_it_costs_is_known_before() -> None:
    job = planned("pagat", "greedy,caller,hunter", 100, change="pay.fold=3", solve=True, play="greedy", iterations=10)
    compared, solved = job.cost()
    assert compared == 100 * 2 * (6 + 6)
    assert solved == 2 * 4 * (10 * 20_000 + 8 * 100_000 + 6 * 100_000)
    plain = planned("pagat", "greedy,caller,hunter", 100, change="pay.fold=3")
    assert plain.cost() == (100 * 2 * 6, 0)
    assert "solve" not in plain.manifest()
    assert job.manifest()["solve"]["iterations"] == 10
    assert "--solve --play greedy --iterations 10" in job.command_line()


def test_refused() -> None:
    with pytest.raises(ChangeError, match="would take hours"):
        planned("pagat", "greedy,caller,hunter", all_knobs=True, solve=True)
