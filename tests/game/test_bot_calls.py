import threading

import numpy as np

from strategies import load_player
from tests.playing import BAD_BOTS, job
from tongits_sim.cards import parse_mask
from tongits_sim.compile.match_loop import REASON_CHANGED_VIEW
from tongits_sim.experiments.batch import BatchWorker
from tongits_sim.game import bot_calls as asking
from tongits_sim.game.state import DECISION_DISCARD, VIEW_DTYPE, new_record
from tongits_sim.run.job import Block


def test_changes_of_the_view_by_a_guarded_bot_are_undone() -> None:
    player = load_player(f"{BAD_BOTS}:meddles")
    hand = parse_mask("2c 3d Kh")
    params = player.params()
    table = np.zeros(1, asking.PLAYERS_DTYPE).view(np.recarray)
    table["seating"] = 0, 1, 2
    table["hooks"][0, 1] = player.addresses()
    table["params"][0, 1] = params.ctypes.data
    table["check_view"][0, 1] = True
    view = new_record(VIEW_DTYPE)
    view["me"], view["hand"], view["legal"] = 1, hand, hand
    before = view.tobytes()
    _, reason = asking.ask_bot(table[0], view[0], np.int64(1), DECISION_DISCARD)
    assert (int(reason), view.tobytes()) == (int(REASON_CHANGED_VIEW), before)


def test_every_thread_hears_its_own_hooks() -> None:
    what = job(players=f"{BAD_BOTS}:raises,greedy,greedy")
    sound = job(players="greedy,greedy,greedy")
    faults: dict[str, bool] = {}

    def run(name: str, which: object) -> None:
        worker = BatchWorker(what if which == "bad" else sound)
        faults[name] = any(worker.play(Block(0, number, 20, 1)).fault is not None for number in range(0, 200, 20))

    threads = [threading.Thread(target=run, args=(f"{kind}{n}", kind)) for kind in ("bad", "good") for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == {"bad0": True, "bad1": True, "good0": False, "good1": False}
