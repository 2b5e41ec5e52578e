"""Branches: the own answer forced in a copy brings what the game itself brings, and leaves it as it was."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.thinking.thoughts import Sitting
from tests.playing import job
from tongits_sim.cards import U
from tongits_sim.designs.batch.kernel import take_seats
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.designs.forks.branch import (
    begin_steer,
    force,
    next_answer,
    note_failed,
    perform,
    play_option,
    play_to_end,
)
from tongits_sim.designs.forks.layout import BRANCH_DTYPE, FAULTY, STEER_DTYPE, STOP_NEVER
from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.game.asking import TABLE_DTYPE
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import DECISION_OVER, new_record
from tongits_sim.rules import load

ALL = np.int64(63)


def begun(rules: str, players: str = "greedy,expert,hunter", games: int = 1) -> tuple[Worker, np.recarray, np.recarray]:
    """A worker whose first game is dealt, a branch and a steering."""
    worker = Worker(job(rules, players))
    records = worker.records
    take_seats(records, np.array([[0, 1, 2]], np.int8), 0)
    begin_match(records.match, U(5), U(0), games)
    deal(records.game, records.view, records.rules, records.match, records.log)
    branch, steer = new_record(BRANCH_DTYPE), new_record(STEER_DTYPE)
    branch["resume"] = resume_address()
    begin_steer(steer[0], ALL)
    return worker, branch, steer


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker"])
def test_the_own_answer_brings_what_the_game_brings(rules: str) -> None:
    worker, branch, steer = begun(rules)
    records, expected = worker.records, []
    while True:
        decision, action = next_answer(records, branch[0].resume, steer[0])
        if decision == DECISION_OVER:
            break
        before = records.view.tobytes()
        whole, value = play_option(records, branch[0], action)
        assert whole
        assert records.view.tobytes() == before
        expected.append((int(records.view.me), int(value)))
        perform(steer[0], action)
    finish(records.game, records.view, records.rules, records.match, records.result)
    assert len(expected) > 5
    assert all(value == records.result.payout[seat] for seat, value in expected)
    assert branch[0].played == len(expected)
    assert branch[0].branching == 0


def test_a_branch_goes_to_the_end_of_the_match() -> None:
    worker, branch, steer = begun("sjs", games=4)
    records = worker.records
    _, action = next_answer(records, branch[0].resume, steer[0])
    assert play_option(records, branch[0], action)[0]
    assert branch[0].match.game == 4
    assert records.match.game == 0


def test_what_is_not_legal_is_a_fault() -> None:
    worker, branch, steer = begun("pagat")
    records = worker.records
    next_answer(records, branch[0].resume, steer[0])
    force(records, branch[0], U(12345))
    assert branch[0].steer.stop == STOP_NEVER
    assert not play_to_end(records, branch[0])
    assert records.table.faults == 1


def test_a_bot_that_fails_is_a_fault() -> None:
    worker, branch, steer = begun("pagat", "tests/bots/bad_bots.py:cheat,greedy,greedy")
    decision = np.int64(0)
    while decision not in (DECISION_OVER, FAULTY):
        decision, action = next_answer(worker.records, branch[0].resume, steer[0])
        perform(steer[0], action)
    assert decision == FAULTY


def test_the_sitting_of_other_tests_plays_the_same_game() -> None:
    sitting = Sitting(load("pagat"), "greedy,greedy,greedy")
    values = {tuple(sitting.play_on()) for _ in sitting.decisions(1)}
    assert len(values) == 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_fault_says_whether_it_was_in_a_branch(first: int) -> None:
    branch, table = new_record(BRANCH_DTYPE)[0], new_record(TABLE_DTYPE)[0]
    for faults, branching in ((1, first), (2, 1 - first), (3, 1)):
        table.faults, branch.branching = faults, branching
        note_failed(branch, table)
        assert (branch.failed, branch.branching) == (first, 0)
