import copy
import functools
from collections.abc import Iterator
from typing import Any

from strategies import load_player
from tongits_sim.game.board import Board
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import board_at


@functools.cache
def games(rules: str, bots: str = "expert,expert,expert", count: int = 6, seed: int = 11) -> tuple[Record, ...]:
    players = [load_player(bot) for bot in bots.split(",")]
    return tuple(play_records(house(rules), players, count, seed, match_games=2))


@functools.cache
def house(rules: str) -> RuleSet:
    name, _, knob = rules.partition("!")
    changed = {
        "free": "draw.take_discard=free",
        "sequential": "response.order=sequential",
        "after_draw": "call.timing=after_draw",
    }.get(knob)
    return load(name, (changed,) if changed else ())


def boards(rules: str, bots: str = "expert,expert,expert", count: int = 6) -> Iterator[tuple[Record, int, Board]]:
    for record in games(rules, bots, count):
        for move in range(1, len(record["events"]) + 1):
            try:
                board = board_at(record, move)
            except PositionError:
                continue
            yield record, move, board


def swapped(record: Record, seat: int) -> Record:
    """The same game to one seat, with other hidden cards: cards that two hands never showed change places."""
    other: dict[str, Any] = copy.deepcopy(record)
    shown = {event.get("card") for event in record["events"]}
    shown |= {card for event in record["events"] for card in event.get("cards", ())}
    a, b = (player for player in range(3) if player != seat)
    first = [card for card in record["hands"][a] if card not in shown]
    second = [card for card in record["hands"][b] if card not in shown]
    if first and second:
        other["hands"][a][record["hands"][a].index(first[0])] = second[0]
        other["hands"][b][record["hands"][b].index(second[0])] = first[0]
    other["stock"] = record["stock"][:-2] + record["stock"][:-3:-1]
    return other
