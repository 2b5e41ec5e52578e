"""A solver's digits depend on the problem alone; what it keeps can be resumed, and nothing else can."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses.solving.best_response import seated
from analyses.solving.solve import problem_of
from analyses.solving.solver import Problem, SolveError, Solver, play_counts
from strategies import load_player
from tests.playing import job, play
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import to_bytes
from tongits_sim.run.how import How

SMALL: dict[str, Any] = {"games": 600}


def small(rules: str = "pagat", **changes: Any) -> Problem:
    """A problem of few games."""
    return problem_of(rules, "expert", **{**SMALL, **changes})


def solved(problem: Problem, iterations: int, how: How | None = None) -> Solver:
    """A solver after some iterations."""
    solver = Solver(problem, how or How(workers=1))
    for _ in range(iterations):
        solver.step()
    return solver


def same(one: Solver, other: Solver) -> bool:
    """Whether two solvers stand at the same place."""
    a, b = one.average(), other.average()
    return one.iteration == other.iteration and all(np.array_equal(a[kind], b[kind]) for kind in a)


@pytest.mark.parametrize("method", ["fictitious", "regret"])
def test_workers_do_not_matter(method: str) -> None:
    problem = small(method=method)
    assert same(solved(problem, 3, How(workers=1)), solved(problem, 3, How(workers=3)))
    assert not same(solved(problem, 3), solved(replace(problem, seed=2), 3))


@pytest.mark.slow
def test_processes_do_not_matter() -> None:
    problem = small(kinds=("call", "respond", "lay", "sapaw"))
    assert same(solved(problem, 2), solved(problem, 2, How(workers=2, backend="loky")))


@pytest.mark.parametrize("start", ["yes", "no"])
def test_another_start_is_another_problem(start: str, tmp_path: Path) -> None:
    problem = small(start=start)
    first = Solver(problem, How(workers=1)).average()
    assert {float(share) for each in first.values() for share in each} == {1.0 if start == "yes" else 0.0}
    assert not same(solved(problem, 2), solved(small(), 2))
    solved(small(), 1).save(tmp_path / "state")
    with pytest.raises(SolveError, match=r"another problem \(start differ\)"):
        Solver(problem).restore(tmp_path / "state")
    with pytest.raises(SolveError, match="'perhaps' is not a start"):
        small(start="perhaps")


def test_laying_and_blocking_can_be_solved_too(tmp_path: Path) -> None:
    problem = small(kinds=("call", "respond", "lay", "sapaw"), games=2000)
    answers = solved(problem, 3).average()
    assert tuple(answers) == problem.kinds
    assert all((each != 0.5).any() for each in answers.values())
    profile = seated(problem, answers).profile
    assert profile is not None
    (tmp_path / "p").write_bytes(to_bytes(profile))
    player = load_player(f"expert(file={tmp_path / 'p'})")
    assert player.profile is not None
    assert player.profile.kinds == problem.kinds
    assert player.strategy.hooks.lay is not load_player("expert").strategy.hooks.lay
    row = play(job(players=f"{player.spec},greedy,caller", games=300)).to_dict()["players_summary"][0]
    assert row["games"] == 300


def test_resuming_gives_the_same_digits(tmp_path: Path) -> None:
    problem = small()
    first = solved(problem, 2)
    first.save(tmp_path / "state")
    second = Solver(problem, How(workers=1))
    second.restore(tmp_path / "state")
    second.step()
    assert same(second, solved(problem, 3))
    assert second.branches == solved(problem, 3).branches


def test_another_problem_or_a_damaged_state_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    solved(small(), 1).save(path)
    with pytest.raises(SolveError, match=r"another problem \(seed differ\)"):
        Solver(small(seed=5)).restore(path)
    content = path.read_bytes()
    for damaged in (content[: len(content) // 2], b"", b"PK\x03\x04" + content[4:200]):
        path.write_bytes(damaged)
        with pytest.raises(SolveError, match=r"cannot be resumed|is damaged"):
            Solver(small()).restore(path)


def test_locked_seats_play_as_they_are() -> None:
    problem = problem_of("pagat", "expert", ["2,3=miser"], **SMALL)
    assert problem.free == (True, False, False)
    assert [player.label for player in problem.players] == ["expert", "miser", "miser"]
    free, locked = solved(small(), 2), solved(problem, 2)
    assert not same(free, locked)


def test_only_counted_slots_count() -> None:
    problem = small()
    even = Solver(problem).average()
    jobs = [
        problem.job([even], (0, 0, 0), counted=counted, explore=0.0)
        for counted in ((True, True, True), (True, False, False), (False, True, True))
    ]
    all_, one, rest = (play_counts(job, How(workers=1))[0]["call"][:, 0].sum() for job in jobs)
    assert all_ == one + rest
    assert one > 0


def test_matches_can_be_solved_and_games_for_a_score_cannot() -> None:
    assert any((each != 0.5).any() for each in solved(small("sjs", match_games=5), 2).average().values())
    with pytest.raises(TongitsError, match="played for a score"):
        solved(small("pagat+progressive"), 1)
