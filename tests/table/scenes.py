import functools

from strategies import load_player
from tests.table.games import boards, house
from tongits_sim.game.board import Board
from tongits_sim.records.schema import Record
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, position_of
from tongits_sim.table.rollout_worker import RolloutWorker


def worker(
    position: Position, bots: str = "expert,expert,expert", likelihood: Likelihood | None = None
) -> RolloutWorker:
    return RolloutWorker(position, [load_player(bot) for bot in bots.split(",")], likelihood or Likelihood(), seed=5)


def positions(rules: str, bots: str, count: int) -> list[tuple[Position, Board]]:
    return [(position, board) for _, position, board in recorded(rules, bots, count)]


@functools.cache
def recorded(rules: str, bots: str, count: int) -> tuple[tuple[Record, Position, Board], ...]:
    return tuple((record, position_of(board, house(rules)), board) for record, _, board in boards(rules, bots, count))


def some(rules: str, number: int = 20, bots: str = "expert,expert,expert") -> tuple[Position, Board]:
    return recorded(rules, bots, 6)[number][1:]
