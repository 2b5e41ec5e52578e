import numpy as np

from mahjong_sim import simulate
from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.worker import WorkerState
from mahjong_sim.records.form import ROTATED
from mahjong_sim.rules import load
from mahjong_sim.sessions import BIN, SessionsJob, Sums, counts_of, play_sessions
from tongits_sim.run.job import Block

NAMES = "greedy,greedy,greedy,random"

PLAYERS = load_players(NAMES)


def played(*settings: str, sessions: int = 12, games: int = 10) -> np.ndarray:
    seats = WorkerState(load("visayan", settings), PLAYERS, 4, lambda match, game: "")
    out = np.zeros((sessions, 4, 4), np.int64)
    with seats.playing():
        to = Sums(out, np.zeros(1, np.int64))
        play_sessions(seats.records, to, seats.deals(Block(0, 0, sessions, games)), np.array(ROTATED, np.int8), True)
    return out


def test_sessions_are_the_matches_of_simulate() -> None:
    out = played()
    answer = simulate("visayan", NAMES, games=120, seed=4, match_games=10, workers=1)
    row = next(row for row in answer.players_summary if row.player == "random")
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


def test_sums_and_bins() -> None:
    out = np.zeros((3, 4, 4), np.int64)
    out[:, 1] = [[-100, -130, 7, 0], [50, 0, 9, 1], [-1, -BIN, 4, 0]]
    counts = counts_of(out)
    assert counts["lowest"].shape == SessionsJob(load("visayan"), PLAYERS).empty()["lowest"].shape
    assert counts["sums"][1].tolist() == [-51, 12501, 20, 1]
    assert counts["below"].tolist() == [0, 2, 0, 0]
    # 130 cents are in the sixth bin of 25, rounded up; a session that never fell below 0 is in the first.
    assert {place: int(n) for place, n in enumerate(counts["lowest"][1]) if n} == {0: 1, 1: 1, 6: 1}
