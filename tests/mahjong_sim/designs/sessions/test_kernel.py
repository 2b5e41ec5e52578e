"""Sessions: what a player ends with is what its games brought, and pots are taken or given back."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.simulate import simulate
from mahjong_sim.designs.seats import Seats
from mahjong_sim.designs.sessions.kernel import Sums, play_sessions
from mahjong_sim.designs.work import ROTATED
from mahjong_sim.rules import load
from tongits_sim.run.work import Block

PLAYERS = "greedy,greedy,greedy,random"


def played(*settings: str, sessions: int = 12, games: int = 10) -> np.ndarray:
    seats = Seats(load("visayan", settings), load_players(PLAYERS), 4, lambda match, game: "")
    out = np.zeros((sessions, 4, 4), np.int64)
    with seats.playing():
        to = Sums(out, np.zeros(1, np.int64))
        play_sessions(seats.records, to, seats.deals(Block(0, 0, sessions, games)), np.array(ROTATED, np.int8), True)
    return out


def test_sessions_are_the_matches_of_simulate() -> None:
    out = played()
    answer = simulate("visayan", PLAYERS, games=120, seed=4, match_games=10, workers=1)
    row = next(each for each in answer.players_summary if each.player == "random")
    assert row.payout.mean is not None
    assert out[:, 3, 0].sum() / 120 == round(100 * row.payout.mean, 6)
    assert (out[..., 0].sum(axis=1) == 0).all()
    assert (out[..., 1] <= np.minimum(out[..., 0], 0)).all()
    assert not out[..., 3].any()


def test_a_pot_is_taken_by_one() -> None:
    out = played("jai_alai.share=1", "jai_alai.markers=2")
    assert (out[..., 0].sum(axis=1) == 0).all()
    assert out[..., 3].sum() > 10
    none = played("jai_alai.share=1", "jai_alai.markers=100")
    assert not none[..., 3].any()
    assert (none[..., 0] == played()[..., 0]).all()
