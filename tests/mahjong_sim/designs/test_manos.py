"""Mahjong: the design `manos`."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.manos.job import CELLS, VALUES, ManoJob
from mahjong_sim.designs.manos.kernel import Manos, lay, play_manos
from mahjong_sim.designs.manos.worker import cells_of
from mahjong_sim.game.state import GAME_DTYPE, SEATS, new_record
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.records.table import ROTATED
from mahjong_sim.rules import load
from mahjong_sim.tiles import TILES
from tongits_sim.any_game.designs.seats import Seats
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.work import Block

# ---- Deals with each seat as mano, as a value --------------------------------------------------------------------

PLAYERS = load_players("greedy,greedy,greedy,random")


def test_four_players_are_needed() -> None:
    with pytest.raises(JobError, match="four players, not 2"):
        ManoJob(load("visayan"), PLAYERS[:2])


# ---- Each seat as mano: the tiles stay where they are, and mano has the next one ---------------------------------


@pytest.mark.parametrize("mano", range(SEATS))
def test_hands_stay_with_their_seats(mano: int) -> None:
    game = new_record(GAME_DTYPE)[0]
    wall = np.arange(TILES).astype(np.int8)
    lay(game, wall, mano)
    deck = game["deck"].astype(np.uint8).tolist()
    tiles = wall.astype(np.uint8).tolist()
    assert deck[:17] == [*tiles[16 * mano : 16 * mano + 16], tiles[64]]
    for step in range(1, SEATS):
        seat = (mano + step) % SEATS
        assert deck[1 + 16 * step : 17 + 16 * step] == tiles[16 * seat : 16 * seat + 16]
    assert deck[65:] == tiles[65:]


def test_deals_are_played_four_times_and_add_up_to_nothing() -> None:
    seats = Seats(MAHJONG, load("visayan"), load_players("greedy,greedy,greedy,greedy"), 3, lambda match, game: "")
    out = np.zeros((20, SEATS, SEATS, 4), np.int64)
    with seats.playing():
        to = Manos(out, np.zeros((SEATS, SEATS, 4), np.int64), np.zeros(TILES, np.int8))
        play_manos(seats.records, to, seats.deals(Block(0, 0, 20, 1)), np.array(ROTATED, np.int8), True)
    assert (out[..., 0].sum(axis=2) == 0).all()
    assert (out[..., 3] == out[:, :1, :, 3]).all()
    assert 0 <= out[..., 3].min() < out[..., 3].max() <= 10
    assert len({tuple(each) for each in out[:, :, 0, 0]}) > 1


# ---- The worker of deals with each seat as mano: differences as plain loops give them ----------------------------


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
    cells = cells_of(out, slots)
    assert cells.shape == ManoJob(load("visayan"), PLAYERS).empty()["cells"].shape
    for name in ("payout", "first", "third", "payout_mano", "won_other"):
        assert cells[0, 2 + 3 * VALUES.index(name)] == sums[name]
    assert cells[CELLS.index("slot 2"), 2] == of_slot
    assert cells[0, 0] == 28 == cells[CELLS.index("shanten 0") :, 0].sum()
