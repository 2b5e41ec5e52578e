"""Each seat as mano: the tiles stay where they are, and mano has the next one."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.manos.kernel import Manos, lay, play_manos
from mahjong_sim.designs.seats import Seats
from mahjong_sim.designs.work import ROTATED
from mahjong_sim.game.state import GAME_DTYPE, SEATS, new_record
from mahjong_sim.rules import load
from mahjong_sim.tiles import TILES
from tongits_sim.run.work import Block


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
    seats = Seats(load("visayan"), load_players("greedy,greedy,greedy,greedy"), 3, lambda match, game: "")
    out = np.zeros((20, SEATS, SEATS, 4), np.int64)
    with seats.playing():
        to = Manos(out, np.zeros((SEATS, SEATS, 4), np.int64), np.zeros(TILES, np.int8))
        play_manos(seats.records, to, seats.deals(Block(0, 0, 20, 1)), np.array(ROTATED, np.int8), True)
    assert (out[..., 0].sum(axis=2) == 0).all()
    assert (out[..., 3] == out[:, :1, :, 3]).all()
    assert 0 <= out[..., 3].min() < out[..., 3].max() <= 10
    assert len({tuple(each) for each in out[:, :, 0, 0]}) > 1
