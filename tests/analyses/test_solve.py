"""`solve`: profiles written, resumed, and never claimed better than they were measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.answers.solving import Reading
from analyses.solving.solve import Until, problem_of, solve
from analyses.solving.solver import STATE, SolveError, Stopped
from tongits_sim.profiles.profile import read_profile
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readings on few deals."""
    for name, value in (("_FIT_GAMES", 500), ("_DEALS", 300), ("_LAST_FIT_GAMES", 500), ("_LAST_DEALS", 300)):
        monkeypatch.setattr(f"analyses.solving.solve.{name}", value)
    monkeypatch.setattr("analyses.solving.solve._LAST_ROUNDS", 2)
    monkeypatch.setattr("analyses.solving.solve.EVERY", 2)


HOW = How(workers=2)


def test_it_writes_a_profile_and_goes_on_with_it(tmp_path: Path) -> None:
    problem, file = problem_of("pagat", games=500), tmp_path / "p.profile"
    _, first = solve(problem, Until(iterations=2), file, how=HOW)
    assert (first.iterations, first.file) == (2, str(file))
    assert Path(f"{file}{STATE}").exists()
    with pytest.raises(SolveError, match="add --resume"):
        solve(problem, Until(iterations=4), file, how=HOW)
    resumed, second = solve(problem, Until(iterations=4), file, resume=True, how=HOW)
    straight, third = solve(problem, Until(iterations=4), how=HOW)
    assert second.iterations == third.iterations == 4
    assert resumed.contents() == straight.contents()
    assert second.exploitability is not None
    assert third.exploitability is not None
    assert second.exploitability.gain == third.exploitability.gain
    read = read_profile(str(file))
    assert read.rules == "pagat"
    assert read.solved["iterations"] == 4
    assert set(read.grids[0].values) == {"weight", "ev_yes", "ev_no", "se"}


def test_a_locked_seat_is_named() -> None:
    _, answer = solve(problem_of("sjs", locks=["2=miser"], games=300), Until(iterations=2), how=HOW)
    assert answer.locks == {"2": "miser"}
    assert {each.kind for each in answer.frequencies} == {"call", "respond"}
    assert len(answer.readings) == 1


def test_an_aim_that_is_not_reached_is_said() -> None:
    _, answer = solve(problem_of("pagat", games=200), Until(iterations=2, gain=1e-9), how=HOW)
    assert "reached, not 1e-09" in answer.stopped


def test_an_aim_counts_when_the_search_of_the_end_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = problem_of("pagat", games=200)
    _, answer = solve(problem, Until(iterations=6, gain=100), how=HOW)
    assert answer.iterations == 2
    assert "was below 100 units" in answer.stopped
    assert answer.exploitability == answer.readings[-1]
    assert len(answer.readings) == 2
    asked: list[int] = []

    def reading(self: object, games: int, deals: int, rounds: int = 8) -> Reading:
        asked.append(rounds)
        return Reading(0, 0.0, Estimate(0.5, (0.4, 0.6)) if rounds == 2 else Estimate(0.0, (-0.1, 0.1)), deals)

    monkeypatch.setattr("analyses.solving.solve._Run._read", reading)
    _, other = solve(problem, Until(iterations=4, gain=0.2), how=HOW)
    assert other.iterations == 4
    assert asked == [8, 2, 8, 2, 2]


def test_what_cannot_be_asked() -> None:
    with pytest.raises(SolveError, match="never reached"):
        Until(gain=-1)
    with pytest.raises(SolveError, match="nothing to resume"):
        solve(problem_of("pagat", games=200), Until(iterations=1), Path("nowhere.profile"), resume=True, how=HOW)


def test_ctrl_c_keeps_what_is_solved(tmp_path: Path) -> None:
    def stop(iteration: int, elapsed: float, reading: object) -> None:
        if iteration == 3:
            raise KeyboardInterrupt

    file = tmp_path / "p.profile"
    with pytest.raises(Stopped, match=r"Stopped after 3 iterations.*p\.profile holds.*--resume"):
        solve(problem_of("pagat", games=300), Until(iterations=50), file, how=HOW, look=stop)
    with pytest.raises(Stopped, match="nothing is kept without a file"):
        solve(problem_of("pagat", games=300), Until(iterations=50), how=HOW, look=stop)
    assert read_profile(str(file)).solved["iterations"] == 3
    _, answer = solve(problem_of("pagat", games=300), Until(iterations=4), file, resume=True, how=HOW)
    assert answer.iterations == 4
