"""The base of jobs that count whole matches."""

from __future__ import annotations

import pytest

from strategies import load_player
from tests.columns import columns
from tests.experiments.census.counting import census
from tests.experiments.sessions.playing import sessions_job
from tongits_sim.experiments.census import CensusJob
from tongits_sim.experiments.match_rows import MatchRowsJob, RowTotals
from tongits_sim.experiments.sessions import SessionsJob
from tongits_sim.rules import load
from tongits_sim.run.work import Block


def of_each(rules: str, players: str, duplicate: bool = False, games: int = 200) -> list[MatchRowsJob]:
    """The same matches as a census and as sessions."""
    three = tuple(map(load_player, players.split(",")))
    kinds: tuple[type[CensusJob] | type[SessionsJob], ...] = (CensusJob, SessionsJob)
    return [kind(load(rules), three, games, 1, 10, duplicate) for kind in kinds]


@pytest.mark.parametrize(
    ("players", "table", "seatings"),
    [
        ("greedy,greedy,greedy", (0, 0, 0), 3),
        ("greedy,caller,greedy", (0, 1, 0), 3),
        ("greedy,caller,miser", (0, 1, 2), 6),
    ],
)
def test_equal_bots_have_one_number(players: str, table: tuple[int, int, int], seatings: int) -> None:
    for job in of_each("pagat", players):
        assert job.table == table
        assert len(job.seatings) == seatings
        assert job.labels == tuple(players.split(","))


def test_every_seating_is_played_equally_often() -> None:
    for job in of_each("pagat", "greedy,caller,miser"):
        assert (job.matches, job.games, job.ways) == (24, 240, 1)
    for job in of_each("pagat", "greedy,caller,miser", duplicate=True):
        assert (job.matches, job.games, job.ways) == (4, 240, 6)


def test_a_typical_loss_is_what_the_rules_take() -> None:
    for job in of_each("rulesofcards", "greedy,greedy,greedy"):
        assert job.ordinary_loss == 5000  # losers pay by their count
        assert job.fine_width(100) == 1000
    for job in of_each("sjs", "greedy,greedy,greedy"):
        knobs = job.rules.knobs()
        most = max(float(knobs["pay.tongits"]), float(knobs["pay.fold"])) + 2 * float(knobs["pot.ante"])
        assert job.ordinary_loss == 100 * most


def test_a_game_is_named_by_who_sat_where() -> None:
    for job in of_each("pagat", "greedy,caller,miser"):
        assert "--players miser,greedy,caller" in job.replay((2, 0, 1), 5, 3)
        assert job.replay((2, 0, 1), 5, 3).endswith("--fixed-seats --from-match 6 --games 4")


@pytest.mark.parametrize(
    ("job", "length", "array", "axes"),
    [
        (census(), 1, "events", {"group": ["all"], "cause": ["opened"], "turn": [0]}),
        (sessions_job(), 20, "depth", {"slot": [0], "bin": [0]}),
    ],
    ids=["census", "sessions"],
)
def test_totals_have_a_named_place_for_every_array_of_a_block(
    job: MatchRowsJob, length: int, array: str, axes: dict[str, list[object]]
) -> None:
    counts = job.worker().play(Block(0, 0, 12, length)).counts
    totals: RowTotals = job.empty()
    assert set(counts) == set(totals)
    totals.add(counts)
    assert totals.games == 12 * length
    assert all((totals[name] == counts[name]).all() for name in totals)
    assert columns(totals, "sums", [0, 1])["key"] == ["games", "turns"]
    assert columns(totals, array, [0]) == axes
