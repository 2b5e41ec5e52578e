"""A table at which bots play one game after another with the log on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.playing import play_game, take_seats
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.designs.seats import Seats
from tongits_sim.any_game.jobs import rotations
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.run.faults import BotFault

ROTATED = rotations(SEATS)
"""The seatings in rotation: the slot on each seat."""
_SEATINGS = np.array(ROTATED, np.int8)


class LoggedTable(Seats):
    """The records of four players under one set of rules; the batch kernel plays the same games for the same seed.

    Attributes:
        rules: the house rules.
        labels: names of the players, by slot.
        seating: the slot on each seat in the current match.
    """

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int) -> None:
        """Create the records and seat the players.

        Args:
            rules: the house rules.
            players: four players, by slot.
            seed: the seed of the games.
        """
        super().__init__(MAHJONG, rules, players, seed, lambda match, game: "")
        self.rules = rules
        self.labels = [player.label for player in players]
        self.seating: tuple[int, ...] = ROTATED[0]
        self._log["mahjong_on"] = 1

    @property
    def rows(self) -> Any:
        """The log of the current game: int16[n, 4], see `game/log.py`."""
        return self._log["rows"][0][: int(self._log["n"][0])]

    def begin_match(self, number: int, games: int, seating: int = 0) -> None:
        """Begin a match of at most `games` games; the players sit as in row `seating` of `ROTATED`."""
        records = self.records
        begin_match(records.match, U(self._seed), U(number), games)
        take_seats(records, _SEATINGS, seating)
        self.seating = ROTATED[seating]
        self.table["now_match"] = number

    def play(self) -> Records:
        """Deal the match's next game, play it to its end and settle it. Returns the records.

        Raises:
            BotFault: a bot broke a rule or stopped.
        """
        records = self.records
        with self.playing():
            self._log["n"] = 0
            self.table["now_game"] = int(records.match.game)
            deal(records.game, records.view, records.rules, records.match, records.log)
            code = play_game(records.game, records.view, records.rules, records.log, records.table)
            fault = self.fault() if code else None
        if fault is not None:
            raise BotFault(fault)
        finish(records.game, records.view, records.rules, records.match, records.result)
        return records
