from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.worker import WorkerState
from mahjong_sim.records.form import ROTATED
from mahjong_sim.rules import load
from tongits_sim.compile.match_loop import NEVER_ANSWERED


def test_everybody_sits_everywhere_once_in_a_rotation() -> None:
    for seat in range(4):
        assert sorted(row[seat] for row in ROTATED) == [0, 1, 2, 3]
    assert all(sorted(row) == [0, 1, 2, 3] for row in ROTATED)


def test_a_bot_that_hangs_is_named_by_its_seat() -> None:
    seats = WorkerState(
        load("visayan"), load_players("random,greedy,random,greedy"), 3, lambda match, game: f"{match}/{game}"
    )
    seats.table["seating"] = ROTATED[1]
    seats.view["mahjong_me"], seats.view["decision"] = 2, 3
    seats.table["now_match"], seats.table["now_game"] = 17, 1
    fault = seats.hang_fault()
    named = (fault.label, fault.slot, fault.seat, fault.decision, fault.code)
    assert named == ("greedy", 3, 2, "discard", NEVER_ANSWERED)
    assert fault.hangs
    assert fault.replay == "17/1"
    assert seats.fault() is None
