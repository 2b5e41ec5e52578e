import numpy as np
import pytest

from strategies import load_player
from tongits_sim.experiments.census import CensusJob
from tongits_sim.experiments.match_rows import MatchRowsJob, RowEstimates, estimates
from tongits_sim.experiments.sessions import SessionsJob
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.totals import Totals
from tongits_sim.stats import Interval


def of_each(rules: str, players: str, duplicate: bool = False, games: int = 200) -> list[MatchRowsJob]:
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


COLUMNS = {"games": 0, "payout": 1, "wins": 2}


def rows_of(rows: np.ndarray) -> RowEstimates:
    totals = Totals({"matches": (1,), "sums": (3,), "products": (3, 3)})
    totals.add({"matches": np.array([len(rows)]), "sums": rows.sum(axis=0), "products": rows.T @ rows})
    return RowEstimates(COLUMNS, totals)


def test_ratios_have_the_error_of_their_residuals() -> None:
    random = np.random.default_rng(5)
    games = random.integers(5, 9, 50)
    rows = np.stack([games, 40 * games + random.integers(-300, 300, 50), random.binomial(games, 0.3)], axis=1)
    sums = rows_of(rows)
    mean = sums.money({"payout": 1})
    residual = rows[:, 1] - rows[:, 1].sum() / games.sum() * games
    se = np.sqrt((residual**2).sum() * 50 / 49) / games.sum() / 100
    assert float(mean.estimate) == pytest.approx(rows[:, 1].sum() / games.sum() / 100)
    assert float(mean.se) == pytest.approx(se)
    doubled = sums.money({"payout": 2}, {"games": 2})
    assert float(doubled.estimate) == pytest.approx(float(mean.estimate))
    share = sums.share({"wins": 1})
    assert float(share.low) < float(share.estimate) == rows[:, 2].sum() / games.sum() < float(share.high)
    assert sums.product({"payout": 1, "wins": -2}, {"games": 1}) == int((rows[:, 1] - 2 * rows[:, 2]) @ games)


def test_those_of_all_turns_are_those_of_each() -> None:
    nan = float("nan")
    turns = Interval(np.array([0.1, 0.2, nan]), np.array([0.0, nan, nan]), np.array([0.2, 0.3, nan]), np.nan, 9)
    assert estimates(turns) == [Estimate(0.1, (0.0, 0.2)), Estimate(0.2, None), Estimate(None, None)]
