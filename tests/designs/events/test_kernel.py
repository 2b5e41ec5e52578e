"""Tables of an event are matches that a batch plays too."""

from __future__ import annotations

import numpy as np

from strategies import load_players
from tests.designs.events.events import job
from tests.playing import job as batch
from tests.playing import play as play_batch
from tongits_sim.any_game.kernel_arguments import Deals
from tongits_sim.designs.events.kernel import play_tables
from tongits_sim.designs.events.worker import Worker
from tongits_sim.records.write import play_job_records


def scores_of(seats: list[list[int]], first: int, rounds: int, rules: str = "pagat") -> np.ndarray:
    """What each seat of some tables earned and won."""
    worker = Worker(job(rules=rules))
    scores = np.zeros((len(seats), 3, 2), np.int64)
    deals = Deals(np.uint64(1), first, len(seats), rounds)
    play_tables(worker.records, (worker._bots, np.array(seats, np.int64), scores), deals, worker._seating, True)
    assert not worker.table["faults"][0]
    return scores


def test_a_table_plays_the_match_of_a_batch_with_fixed_seats() -> None:
    scores = scores_of([[0, 1, 2]], 0, 12)
    results = play_batch(batch(players="greedy,caller,random", games=12, match_games=12, fixed_seats=True))
    paid = [round(100 * (row.payout_mean or 0) * row.games) for row in results.players_summary]
    won = [round((row.win_rate or 0) * row.games) for row in results.players_summary]
    assert scores[0].tolist() == [list(each) for each in zip(paid, won, strict=True)]


def test_a_progressive_table_ends_when_a_score_reaches_the_target() -> None:
    rounds = 12
    what = batch("pagat+progressive", "greedy,caller,random", games=40, match_games=rounds, fixed_seats=True)
    points: dict[int, list[list[int]]] = {}
    for record in play_job_records(what):
        result = record["result"]
        lost = [0 if seat == result["winner"] else result["counts"][seat] for seat in range(3)]
        points.setdefault(record["match"], []).append(lost if result["winner"] is not None else [0, 0, 0])
    scores = scores_of([[0, 1, 2]] * 4, 0, rounds, "pagat+progressive")
    for match in range(4):
        assert scores[match, :, 0].tolist() == [-100 * sum(game[seat] for game in points[match]) for seat in range(3)]
        ended = min(scores[match, :, 0]) <= -100 * 100
        assert ended or len(points[match]) == rounds
        assert sum(points[match][-1]) > 0 or not ended
    assert min(len(games) for games in points.values()) < rounds


def test_every_table_has_its_own_players_and_deals() -> None:
    together = scores_of([[0, 1, 2], [2, 0, 1], [1, 1, 0]], 40, 5)
    for number, seats in enumerate([[0, 1, 2], [2, 0, 1], [1, 1, 0]]):
        assert (together[number] == scores_of([seats], 40 + number, 5)[0]).all()
    assert (together[:, :, 0].sum(axis=1) == 0).all()
    assert (together[:, :, 1].sum(axis=1) <= 5).all()


def test_bots_keep_their_parameters() -> None:
    never = Worker(job("greedy,greedy(call_at=0)", (9, 9)))
    scores = np.zeros((60, 3, 2), np.int64)
    seats = np.tile(np.array([[0, 1, 1]]), (60, 1))
    deals = Deals(np.uint64(3), 0, 60, 20)
    play_tables(never.records, (never._bots, seats, scores), deals, never._seating, True)
    assert scores[:, 0, 0].sum() != 0
    assert [player.label for player in load_players("greedy,greedy(call_at=0)", None)] == list(never.job.labels)
