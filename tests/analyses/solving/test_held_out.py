"""Gains on the same deals are those of one player after the other."""

from __future__ import annotations

from analyses.solve import problem_of
from analyses.solving.best_response import MEASURING, gain_of
from analyses.solving.held_out import MOST_ARMS, gains
from strategies import load_player
from tongits_sim.run.how import How

HOW = How(workers=2)


def test_together_as_one_by_one() -> None:
    problem = problem_of("pagat", "expert", games=500)
    folder, expert, caller = (load_player(name) for name in ("folder", "expert", "caller"))
    seats = (folder, folder, folder)
    found = gains(problem, seats, [expert, caller, folder], HOW, 300, problem.seed + MEASURING)
    alone = [gain_of(problem, seats, (each, folder, folder), HOW, 300, 0) for each in (expert, caller)]
    assert [float(gain.estimate) for gain in found[:2]] == [float(gain.estimate) for gain in alone]
    assert float(found[2].estimate) == 0


def test_many_players_are_measured_in_parts() -> None:
    problem = problem_of("pagat", "expert", games=500)
    greedy = load_player("greedy")
    others = [load_player(f"greedy(call_at={at})") for at in range(MOST_ARMS + 1)]
    found = gains(problem, (greedy, greedy, greedy), others, HOW, 20, 5)
    assert len(found) == MOST_ARMS + 1
