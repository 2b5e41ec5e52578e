"""The worker of deals with each seat as mano: differences as plain loops give them."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.manos.job import ManoJob
from mahjong_sim.designs.manos.totals import CELLS, VALUES
from mahjong_sim.designs.manos.worker import counted
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def test_the_differences_are_those_of_plain_loops() -> None:
    chance = np.random.default_rng(2)
    out = chance.integers(-500, 500, (7, 4, 4, 4))
    out[..., 3] = chance.integers(0, 7, (7, 1, 4))
    slots = np.array([chance.permutation(4) for _ in range(7)])
    sums = dict.fromkeys(VALUES, 0)
    of_slot = 0
    for deal in range(7):
        for seat in range(4):
            own, others = out[deal, seat, seat], [out[deal, (seat - after) % 4, seat] for after in (1, 2, 3)]
            sums["payout"] += 3 * own[0] - sum(each[0] for each in others)
            sums["first"] += own[0] - others[0][0]
            sums["third"] += own[0] - others[2][0]
            sums["payout_mano"] += own[0]
            sums["won_other"] += sum(each[1] for each in others)
            if slots[deal, seat] == 2:
                of_slot += 3 * own[0] - sum(each[0] for each in others)
    cells = counted(out, slots)
    for name in ("payout", "first", "third", "payout_mano", "won_other"):
        assert cells[0, 2 + 3 * VALUES.index(name)] == sums[name]
    assert cells[CELLS.index("slot 2"), 2] == of_slot
    assert cells[0, 0] == 28 == cells[CELLS.index("shanten 0") :, 0].sum()


def test_the_cut_into_blocks_changes_nothing() -> None:
    job = ManoJob(load("visayan"), load_players("greedy,greedy,greedy,greedy"), 20)
    whole = job.worker().play(Block(0, 0, 20, 1)).counts
    parts = [job.worker().play(Block(n, 10 * n, 10, 1)).counts for n in range(2)]
    assert (parts[0]["cells"] + parts[1]["cells"] == whole["cells"]).all()
    assert whole["games"].tolist() == [20]
