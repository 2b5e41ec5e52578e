import pytest

from strategies import load_player
from tongits_sim.experiments.census import CensusJob
from tongits_sim.experiments.match_rows import MatchRowsJob
from tongits_sim.experiments.sessions import SessionsJob
from tongits_sim.rules import load


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
