import functools
from typing import Any

import numpy as np
import pytest

from analyses.money import at, parse_stake
from analyses.presentation import paid
from analyses.question import inquiry
from analyses.questions.sessions import QUANTILES, SESSIONS, SessionsAnswer, notes, tables
from strategies import load_players
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.base_job import JobError
from tongits_sim.run.numbers import share_between
from tongits_sim.run.run_options import RunOptions


def document(**options: Any) -> SessionsAnswer:
    few = {"games": 6000, "session": 20}
    return SESSIONS.ask(inquiry(SESSIONS, run_options=RunOptions(workers=1), **(few | options)))


@functools.cache
def example() -> SessionsAnswer:
    """An answer shared by tests that do not change it: a weak player at a strong table, with fees and named
    bankrolls.
    """
    return document(rules="casino_x", players="hunter,expert,expert", bankroll=(20.0, 60.0))


def test_every_player_has_its_rows() -> None:
    answer = example()
    assert [(row.player, row.seats) for row in answer.cells] == [("hunter", 1), ("expert", 2)]
    assert [row.games for row in answer.fan if row.player == "expert"][-1] == answer.session == 20
    assert len(answer.fan) == 2 * 16
    named = [row for row in answer.ruin if row.named]
    assert sorted({row.bankroll for row in named}) == pytest.approx([20, 60], rel=0.05)
    assert {row.player for row in named} == {"hunter", "expert"}
    assert (answer.best.player, answer.worst.player) == ("expert", "hunter")
    assert answer.sessions * answer.session == answer.games_played


def test_players_and_house_add_up_to_nothing() -> None:
    answer = example()
    house = mean_of(answer.house) if answer.house else 0.0
    assert house > 0
    assert sum(row.seats * mean_of(row.payout) for row in answer.cells) == pytest.approx(-house)
    assert sum(row.seats * mean_of(row.fees) for row in answer.cells) == pytest.approx(house)
    for row in answer.cells:
        assert mean_of(row.result) == pytest.approx(20 * mean_of(row.payout))
    assert document(rules="pagat").house is None


def test_ruin_falls_with_the_bankroll_and_quantiles_rise() -> None:
    answer = example()
    for player in ("hunter", "expert"):
        risks = [mean_of(row.ruined) for row in answer.ruin if row.player == player and row.ruined.mean is not None]
        assert risks == sorted(risks, reverse=True)
        assert len(risks) > 5
    for row in (*answer.cells, *answer.fan):
        quantiles = [mean_of(getattr(row, name)) for name in QUANTILES]
        assert quantiles == sorted(quantiles)
    for cell in answer.cells:
        last = [row for row in answer.fan if row.player == cell.player][-1]
        assert all(getattr(last, name) == getattr(cell, name) for name in QUANTILES)


def test_numbers_are_those_of_records_session_by_session() -> None:
    """A slow second route: the sessions of one seating played as records, counted in plain Python."""
    answer = document(rules="sjs", players="greedy,greedy,hunter", games=300, session=10)
    ends: list[float] = []
    down: list[float] = []
    ahead = games = 0
    for number, seating in enumerate(("greedy,greedy,hunter", "greedy,hunter,greedy", "hunter,greedy,greedy")):
        seat = seating.split(",").index("hunter")
        totals: dict[int, float] = {}
        lowest: dict[int, float] = {}
        for record in play_records(load("sjs"), load_players(seating), 300, 1, match_games=10, fixed_seats=True):
            match = record["match"]
            if match % 3 != number:
                continue
            totals[match] = totals.get(match, 0.0) + record["result"]["payout"][seat]
            lowest[match] = min(lowest.get(match, 0.0), totals[match])
            ahead += totals[match] > 1e-9
            games += 1
        ends += totals.values()
        down += lowest.values()
    row = next(cell for cell in answer.cells if cell.player == "hunter")
    assert games == 300
    assert len(ends) == 30
    assert row.result.mean == pytest.approx(np.mean(ends))
    assert row.session_sd.mean == pytest.approx(np.std(ends, ddof=1))
    assert row.share_ahead.mean == pytest.approx(ahead / 300)
    assert row.ended_ahead.mean == pytest.approx(np.mean([end > 1e-9 for end in ends]))
    for risk in answer.ruin:
        if risk.player == "hunter" and risk.ruined.mean is not None:
            assert risk.ruined.mean == pytest.approx(np.mean([least <= -risk.bankroll + 1e-9 for least in down]))


def test_games_for_a_score_have_no_sessions() -> None:
    with pytest.raises(JobError, match="played for a score"):
        document(rules="pagat+progressive")


def test_a_named_bankroll_is_said_in_the_money_of_the_table() -> None:
    assert "expert loses 60 units in" in notes(example())[0]
    with at(parse_stake("20 peso")):
        assert "expert loses 1,200 peso in" in notes(example())[0]


def test_the_table_of_bankrolls_is_short_and_shows_those_that_were_named() -> None:
    answer = example()
    (table,) = (table for table in tables(answer) if table.key == "ruin")
    named = {paid(Estimate(row.bankroll)) for row in answer.ruin if row.named}
    assert len({row.bankroll for row in answer.ruin}) > 20
    assert 5 < len(table.rows) <= 8 + len(named)
    assert named <= {row[0] for row in table.rows}
    shown = {
        (row[0], player): text for row in table.rows for player, text in zip(table.headings[1:], row[1:], strict=True)
    }
    expected = {
        (paid(Estimate(row.bankroll)), row.player): share_between(row.ruined.mean, row.ruined.ci95)
        for row in answer.ruin
    }
    assert shown.items() <= expected.items()
