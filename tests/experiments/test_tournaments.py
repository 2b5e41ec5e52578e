from typing import Any

import numpy as np
import pytest

from tests.experiments.tournaments.tournaments import STAGES, form, job, play
from tests.playing import job as batch
from tests.playing import play as play_batch
from tongits_sim.compile.match_loop import MatchRange
from tongits_sim.experiments.tournament_formats import Entry, FormatError, Stage, read_format
from tongits_sim.experiments.tournaments import (
    TournamentEstimates,
    TournamentWorker,
    entrants,
    play_tables,
    ranked,
    tournament_counts,
)
from tongits_sim.records.write import play_job_records


def estimates(titles: list[int], reached: list[list[list[int]]], paid: list[list[int]]) -> TournamentEstimates:
    totals = job().empty()
    totals.add(tournament_counts(1, len(titles), np.array(titles), np.array(reached), np.array(paid)))
    return TournamentEstimates(job(), totals)


def test_exact_cases() -> None:
    stages = [[6, 6, 6], [6, 0, 0], [3, 3, 0], [3, 0, 0]]
    shares = estimates([0, 0, 1, 0], [stages] * 4, [[400, -200, -200]] * 4)
    assert shares.title(0).estimate == 0.75
    assert shares.title(0, 1).estimate == 1
    assert shares.title_each(0).estimate == pytest.approx(0.125)
    assert shares.payout(0).estimate == pytest.approx(4 / (6 * 4))
    assert (shares.reached(0, 1).estimate, shares.reached(0, 1).low) == (1, 1)
    assert shares.reached(1, 1).estimate == 0
    assert 0 < float(shares.reached(1, 1).high) < 0.6
    assert shares.reached(2, 0).estimate == 0.5


def test_points_are_those_of_a_match() -> None:
    stages = [[6, 6, 6], [6, 0, 0], [3, 3, 0], [3, 0, 0]]
    paid = [[-600_00, -1200_00, -900_00], [-300_00, -1200_00, -900_00], [-900_00, -600_00, -900_00]]
    shares = estimates([0, 1, 1], [stages] * 3, paid)  # two matches of each
    each = -np.array(paid) / 100 / 6 / 2
    assert shares.points(0).estimate == pytest.approx(each[:, 0].mean()) == 50
    assert shares.points(1).se == pytest.approx(each[:, 1].std(ddof=1) / 3**0.5)
    fewer = each[:, 1] - each[:, 0]
    assert shares.ahead(0, 1).estimate == pytest.approx(fewer.mean())
    assert shares.ahead(0, 1).se == pytest.approx(fewer.std(ddof=1) / 3**0.5)
    assert shares.ahead(1, 0).estimate == pytest.approx(-fewer.mean())


def test_stages_take_the_best_of_the_stages_they_name() -> None:
    groups, upper, lower, final = form().stages
    assert groups.entries == ()
    assert (upper.entries, lower.entries) == ((Entry(0, 1, 6),), (Entry(0, 7, 12),))
    assert final.entries == (Entry(1, 1, 2), Entry(2, 1, 1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 20, "groups": 3}, "cannot all sit at tables of three"),
        ({"score": "points"}, "score must be"),
        ({"from": "Groups 1-3"}, "takes all players"),
    ],
)
def test_a_stage_that_cannot_be_played_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_format("x", [STAGES[0] | changes])


def scores_of(seats: list[list[int]], first: int, rounds: int, rules: str = "pagat") -> np.ndarray:
    worker = TournamentWorker(job(rules=rules))
    scores = np.zeros((len(seats), 3, 2), np.int64)
    deals = MatchRange(np.uint64(1), first, len(seats), rounds)
    play_tables(worker.records, (worker._bots, np.array(seats, np.int64), scores), deals, worker._seating, True)
    assert not worker.table["faults"][0]
    return scores


def test_a_table_plays_the_match_of_a_batch_with_fixed_seats() -> None:
    scores = scores_of([[0, 1, 2]], 0, 12)
    results = play_batch(batch(players="greedy,caller,random", games=12, match_games=12, fixed_seats=True))
    paid = [round(100 * (row.payout.mean or 0) * row.games) for row in results.players_summary]
    won = [round((row.wins.mean or 0) * row.games) for row in results.players_summary]
    assert scores[0].tolist() == [list(score) for score in zip(paid, won, strict=True)]


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


LOT = np.arange(9) / 10


def test_who_is_in_already_frees_a_place_for_the_next_or_for_one_of_another_stage() -> None:
    stage = Stage("C", 6, 1, entries=(Entry(0, 1, 3), Entry(1, 1, 3)))
    first = np.arange(6)
    assert entrants(stage, [first, np.array([1, 5, 0, 4, 3, 2])]).tolist() == [0, 1, 2, 5, 4, 3]
    assert entrants(stage, [first, np.array([2, 1, 0])]).tolist() == [0, 1, 2, 3, 4, 5]


def test_money_then_wins_then_the_lot_decide() -> None:
    groups = np.array([[0, 1, 2, 3, 4, 5]])
    money = np.array([5, 9, 5, 0, 5, -2])
    wins = np.array([1, 0, 2, 9, 1, 9])
    assert ranked(Stage("A", 6, 1), groups, money, wins, LOT).tolist() == [1, 2, 0, 4, 3, 5]
    assert ranked(Stage("A", 6, 1, score="wins"), groups, money, wins, LOT).tolist() == [3, 5, 2, 0, 4, 1]


def test_counts_of_parts_add_up_to_those_of_the_whole() -> None:
    rng = np.random.default_rng(1)
    champions = rng.integers(0, 3, 9)
    reached = rng.integers(0, 5, (9, 4, 3))
    paid = rng.integers(-(2**40), 2**40, (9, 3))
    whole = job().empty()
    parts = job().empty()
    whole.add(tournament_counts(7, 45, champions, reached, paid))
    for part in (slice(0, 4), slice(4, 9)):
        parts.add(tournament_counts(7, 5 * part.stop - 5 * part.start, champions[part], reached[part], paid[part]))
    for name in whole:
        assert (whole[name] == parts[name]).all()
    assert whole.games == 63
    assert whole["played"] == [45]
    assert whole["paid_products"].tolist() == [
        [
            sum(int(a) * int(b) for a, b in zip(paid[:, kind], paid[:, second_kind], strict=True))
            for second_kind in range(3)
        ]
        for kind in range(3)
    ]


LONG = ({"name": "One", "players": 18, "rounds": 200},)

"""A stage whose matches always end before their last game, played for points."""


def test_counts_hold_every_player_and_every_title() -> None:
    totals = play(job())
    assert totals["titles"].sum() == totals["events"][0] == 6
    assert totals["games"][0] == totals["played"][0] == job().games == 6 * form().games
    assert totals["reached"].sum(axis=1).tolist() == [6 * stage.players for stage in form().stages]
    assert totals["reached"][0].tolist() == [36, 36, 36]
    assert totals["paid"].sum() == 0


def test_progressive_matches_are_played_for_the_fewest_points() -> None:
    what = job("greedy,random", (9, 9), events=20, rules="pagat+progressive")
    totals = play(what)
    assert totals == play(what, workers=2, block_size=3)
    assert totals["titles"][0] > 15
    assert totals["paid"][1] < totals["paid"][0] < 0
    assert 0 < totals["played"][0] <= totals["games"][0] == what.games
    long = job("greedy,random", (9, 9), events=5, rules="pagat+progressive", format=read_format("long", LONG))
    counts = play(long)
    assert counts["played"][0] < counts["games"][0]
    most = -counts["paid"].sum() / 100 / (5 * 6)  # points of a table
    assert 100 <= most < 3 * (100 + 130)
