"""Makes the records of bots' games, which are played one by one with the log on.

For the same seed, match and game the batch kernel plays the same game, because both use the same engine, walls and
random words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.hands.value import item_names
from mahjong_sim.records.form import FORMAT, LoggedTable, events_of
from mahjong_sim.rules import RuleSet
from mahjong_sim.tiles import NAMES
from tongits_sim.records.file import FaultedGame
from tongits_sim.records.schema import Record, plain_knobs, units
from tongits_sim.run.arguments import public
from tongits_sim.run.faults import BotFault


def play_job_records(job: BatchJob, first_match: int = 0) -> Iterator[Record]:
    """The records of a job's games; see `play_records`.

    Raises:
        FaultedGame: a bot's fault ended a game.
    """
    table = LoggedTable(job.rules, job.players, job.seed)
    number, left = first_match, job.games
    while left > 0:
        table.begin_match(number, min(job.match_games, left), number % len(job.seatings))
        match = table.records.match
        while not match.over:
            before = chain_of(match)
            try:
                table.play()
            except BotFault as stop:
                raise FaultedGame(stop.fault, {}) from None
            left -= 1
            yield record_of(table, before)
        number += 1


@public
def play_records(
    rules: RuleSet,
    players: Sequence[Player],
    games: int,
    seed: int,
    match_games: int = 1,
    first_match: int = 0,
    fixed_seats: bool = False,
) -> Iterator[Record]:
    """The records of the games that `simulate` plays: `games` in matches of `match_games`, of which the last may be
    shorter.

    Matches before `first_match` are skipped.

    Raises:
        FaultedGame: a bot's fault ended a game.
    """
    return play_job_records(BatchJob(rules, tuple(players), games, seed, match_games, fixed_seats), first_match)


def chain_of(match: np.record) -> dict[str, Any]:
    """`before` of the next game, or `after` of this game without the next mano, from a `MATCH` record."""
    return {
        "pot": units(match.pot),
        "markers": [int(number) for number in match.markers],
        "staked": [units(amount) for amount in match.staked],
    }


def record_of(table: LoggedTable, before: dict[str, Any]) -> Record:
    """The record of the game just settled at a table; before: `chain_of` its match before the deal."""
    records = table.records
    game, match = records.game, records.match
    return {
        "format": FORMAT,
        "rules": {"name": table.rules.name, "knobs": plain_knobs(table.rules.knobs())},
        "seed": int(match.seed),
        "match": int(match.match),
        "game": int(match.game) - 1,
        "match_over": bool(match.over),
        "mano": int(records.view.mano),
        "players": [table.labels[slot] for slot in table.seating],
        "dice": pips(int(game.dice)),
        "joker_dice": pips(int(game.joker_dice)),
        "before": before,
        "wall": [NAMES[tile] for tile in game.deck],
        "events": events_of(table.rows),
        "result": result_of(records.result),
        "after": {**chain_of(match), "next_mano": int(match.mano)},
    }


def pips(throw: int) -> list[int]:
    """Both dice of a throw, from 1.

    >>> pips(0), pips(11)
    ([1, 1], [2, 6])
    """
    return [throw // 6 + 1, throw % 6 + 1]


def result_of(result: np.record) -> dict[str, Any]:
    """`result` of a record, from a `RESULT` record."""
    return {
        "ending": ENDINGS[int(result.mahjong_ending)],
        "winners": [seat for seat in range(SEATS) if result.wins[seat]],
        "discarder": int(result.discarder) if result.discarder >= 0 else None,
        "values": [units(value) for value in result.value],
        "items": [item_names(int(items)) for items in result.items],
        "payout": [units(amount) for amount in result.payout],
        "parts": {name: [units(amount) for amount in result.parts[part]] for part, name in enumerate(PARTS)},
    }
