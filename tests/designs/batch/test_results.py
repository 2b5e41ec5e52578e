"""Results: rows that fit together, honest intervals, and JSON of the documented form."""

from __future__ import annotations

import json
import math
from html import unescape
from typing import Any

import pytest

from tests.playing import job, play, sure
from tongits_sim.designs.batch.results import Results, flat
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.game.state import ENDINGS, PARTS

TOP = {
    *("command", "rules", "players", "games", "seed", "endings", "turns_per_game", "players_summary"),
    *("seats_summary", "dealer_summary", "games_per_second", "elapsed_s"),
}
PLAYER = {
    *("player", "games", "payout_mean", "payout_ci95", "payout_sd", "win_rate", "sunog_rate", "call_rate"),
    *("challenge_rate", "parts"),
}


@pytest.fixture(scope="module")
def results() -> Results:
    return play(job(games=3000))


def test_json_has_the_documented_form(results: Results) -> None:
    answer = json.loads(json.dumps(results.to_dict(), allow_nan=False))
    assert set(answer) >= TOP
    assert answer["command"] == "simulate"
    assert (answer["rules"], answer["seed"], answer["games"]) == ("pagat", 1, 3000)
    assert answer["players"] == ["greedy", "caller", "hunter"]
    assert tuple(answer["endings"]) == ENDINGS
    assert sum(answer["endings"].values()) == pytest.approx(1)
    for row in answer["players_summary"]:
        assert set(row) >= PLAYER
        assert tuple(row["parts"]) == PARTS
        assert row["payout_ci95"][0] < row["payout_mean"] < row["payout_ci95"][1]
        assert row["win_ci95"][0] < row["win_rate"] < row["win_ci95"][1]
        assert row["sunog_ci95"][0] < row["sunog_rate"] < row["sunog_ci95"][1]
    assert set(answer["seats_summary"][0]) >= PLAYER - {"player"}
    assert [row["seat"] for row in answer["seats_summary"]] == [0, 1, 2]
    assert set(answer["dealer_summary"]) >= PLAYER - {"player"}


def test_shares_and_sums_fit_together(results: Results) -> None:
    rows: Any = results.players_summary
    others: Any = (*results.seats_summary, results.dealer_summary)
    assert sum(row.win_rate for row in rows) == pytest.approx(1)
    assert sum(row.second_rate for row in rows) == pytest.approx(1)
    assert sum(row.payout_mean for row in rows) == pytest.approx(0)
    for row in (*rows, *others):
        assert sum(row.parts.values()) == pytest.approx(row.payout_mean)
        assert sum(row.payout_by_ending.values()) == pytest.approx(row.payout_mean)
        assert sum(row.wins_by_ending.values()) == pytest.approx(row.win_rate)
        assert row.challenge_rate <= row.asked_rate
    assert sum(row.call_rate for row in rows) == pytest.approx(
        results.endings_share["draw"] + results.endings_share["challenge"]
    )


def test_the_interval_of_single_games_is_that_of_independent_payouts(results: Results) -> None:
    rows: Any = results.players_summary
    for row in rows:
        half = (row.payout_ci95[1] - row.payout_ci95[0]) / 2
        assert half == pytest.approx(1.961 * row.payout_sd / math.sqrt(3000), rel=1e-3)


def test_frames_hold_the_same_numbers(results: Results) -> None:
    assert results.players["player"].to_list() == ["greedy", "caller", "hunter"]
    assert results.players["payout_low"].to_list() == [sure(row.payout_ci95)[0] for row in results.players_summary]
    assert results.endings["games"].sum() == results.turns["games"].sum() == 3000
    assert results.payouts["games"].sum() == 9000
    assert (results.payouts["payout"] * results.payouts["games"]).sum() == 0
    assert results.seats["seat"].to_list() == [0, 1, 2]
    assert results.dealer["games"].to_list() == [3000]
    assert list(results.to_pandas()["player"]) == ["greedy", "caller", "hunter"]


def test_equal_players_are_pooled() -> None:
    results = play(job(players="greedy,caller,greedy", games=3000))
    rows: Any = results.players_summary
    greedy, caller = rows
    assert (greedy.player, greedy.slots, greedy.games) == ("greedy", (0, 2), 6000)
    assert greedy.payout_mean == pytest.approx(-caller.payout_mean / 2)
    # What two win the third loses, so both know their mean equally well.
    widths = [row.payout_ci95[1] - row.payout_ci95[0] for row in (greedy, caller)]
    assert widths[0] == pytest.approx(widths[1] / 2)
    assert greedy.win_ci95 == pytest.approx([(1 - side) / 2 for side in reversed(caller.win_ci95)])
    leader: Any = results.leader
    assert {leader.player, leader.next} == {"greedy", "caller"}
    assert leader.lead == pytest.approx(abs(greedy.payout_mean - caller.payout_mean))
    assert leader.lead_ci95[1] - leader.lead_ci95[0] == pytest.approx(1.5 * widths[1])


def test_three_equal_players_are_one() -> None:
    results = play(job(players="greedy,greedy,greedy", games=300))
    (row,) = results.players_summary
    assert (row.payout_mean, row.payout_ci95, row.win_ci95) == (0, (0, 0), (1 / 3, 1 / 3))
    assert results.leader is None


def test_matches_widen_the_intervals_of_chained_games() -> None:
    # The jackpot goes to a streak: games of a match depend on each other.
    results = play(job("sjs", games=3000, match_games=30))
    assert results.sums.matches == 100
    assert all(sure(row.payout_ci95)[0] < sure(row.payout_mean) for row in results.players_summary)
    assert all(row.win_ci95 is None for row in results.seats_summary)


def test_one_game_has_no_interval() -> None:
    answer = json.loads(json.dumps(play(job(games=1)).to_dict(), allow_nan=False))
    assert answer["players_summary"][0]["payout_ci95"] is None


def test_no_game_at_all() -> None:
    answer = Results(job(), BatchTotals()).to_dict()
    json.dumps(answer, allow_nan=False)
    assert answer["players_summary"][0]["payout_mean"] is None
    assert answer["players_summary"][0]["payout_median"] is None


def test_progressive_games_pay_nothing() -> None:
    results = play(job("pagat+progressive", games=200))
    assert all(row.payout_mean == 0 for row in results.players_summary)


def test_flat_rows_keep_empty_intervals_empty() -> None:
    assert flat({"a_ci95": None}) == {"a_low": None, "a_high": None}


def test_a_notebook_shows_one_screen(results: Results) -> None:
    lines = repr(results).splitlines()
    assert lines[0].startswith("3,000 games of Tongits")
    assert len(lines) < 15
    assert max(map(len, lines)) <= 130
    assert "hunter" in lines[-1]
    html = results._repr_html_()
    assert html.count("<svg ") == 1
    assert html.count("<circle ") == 3
    assert all(line in unescape(html) for line in lines[:2])
    assert "No game was finished." in repr(Results(job(), BatchTotals()))
