import numpy as np
import pytest

from strategies import load_players
from tests.experiments.census.counting import census
from tests.experiments.duplicate.fields import field
from tests.experiments.forks.forking import forks
from tests.experiments.paired.pairings import pairing
from tests.experiments.sessions.playing import sessions_job
from tests.experiments.tournaments.tournaments import job as events
from tests.playing import BAD_BOTS, job
from tongits_sim.compile.match_loop import NEVER_ANSWERED, Records, note_fault
from tongits_sim.experiments.worker import Triple, WorkerState
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.rules import load
from tongits_sim.run.job import Block, Job

PLAYERS = "greedy,caller,hunter,docs/examples/my_bots.py:shy"
SEATINGS: tuple[Triple, ...] = ((0, 1, 2), (2, 0, 1))


def seats() -> WorkerState:
    three = WorkerState(
        load("pagat"), load_players(PLAYERS, None), 9, lambda seated, match, game: f"again {seated} {match} {game}"
    )
    three.sit((1, 2, 3), SEATINGS)
    return three


def test_records_are_those_that_games_are_played_on() -> None:
    three = seats()
    assert three.records._fields == Records._fields
    assert three.records.table.check_view.tolist() == [0, 0, 1]
    assert three.deals(Block(3, 40, 5, 2)) == (9, 40, 5, 2)
    assert three.sit((0, 0, 3), SEATINGS).tolist() == [[0, 1, 2], [2, 0, 1]]
    assert three.table["hooks"][0, 0].tolist() == three.table["hooks"][0, 1].tolist()


def test_a_worker_is_busy_while_it_plays() -> None:
    three = seats()
    three.table["faults"] = 3
    during = []
    with three.playing():
        during.append(three.busy)
        assert three.fault() is None
    assert [*during, three.busy] == [True, False]
    with pytest.raises(KeyboardInterrupt), three.playing():
        raise KeyboardInterrupt
    assert not three.busy


def test_a_fault_names_who_sat_there() -> None:
    three = seats()
    table = three.table[0]
    with three.playing():
        table.seating[:] = SEATINGS[1]
        table.now_match, table.now_game = 7, 2
        note_fault(table, np.int64(0), DECISION_DISCARD, np.int64(2))
    fault = three.fault()
    assert fault is not None
    assert (fault.label, fault.slot, fault.seat, fault.seed) == ("shy", 2, 0, 9)
    assert fault.failure == "broke rule R7 at its discard: the card is not in the hand"
    assert fault.replay == "again (3, 1, 2) 7 2"
    assert not fault.hangs


def test_a_bot_that_hangs_is_the_one_that_is_asked() -> None:
    three = seats()
    three.table["seating"] = SEATINGS[1]
    three.view["me"], three.view["decision"] = 1, DECISION_DISCARD
    three.table["now_match"], three.table["now_games"] = 5, 4
    assert three.progress() == (5, 4)
    fault = three.hang_fault()
    assert (fault.code, fault.label, fault.slot, fault.seat, fault.match) == (NEVER_ANSWERED, "caller", 0, 1, 5)
    assert fault.hangs
    assert fault.sentence().startswith("the bot caller failed at its discard: it does not respond. Seed 9, match 6")


@pytest.mark.parametrize("bot", ["late", "raises", "meddles"])
def test_every_design_says_the_same_of_a_bad_bot(bot: str) -> None:
    players = f"greedy,{BAD_BOTS}:{bot},caller"
    works: list[Job[object]] = [  # type: ignore[type-var]
        job(players=players),
        field(players),
        pairing(players=players),
        forks("call", players=players),
        census(players=players),
        sessions_job(players=players, games=40, match_games=1),
        events(players),
    ]
    for what in works:
        worker = what.worker()
        fault = worker.play(next(iter(what.blocks(40)))).fault
        assert fault is not None
        assert (fault.label, fault.slot, fault.decision) == (bot, 1, "discard")
        assert fault.replay == "" or f"--from-match {fault.match + 1} " in fault.replay
        assert not worker.busy
