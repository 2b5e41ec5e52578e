"""A game driven from Python, one decision at a time: for game records, replay and inspection of a game in progress.

The records are numpy's; attributes of `board.view` and the others read and write them in place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mahjong_sim.game import match
from mahjong_sim.game.engine import advance, apply
from mahjong_sim.game.state import GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE, game_tables, new_log, new_record
from mahjong_sim.game.wall import U
from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import rules_record
from tongits_sim.compile.jit import njit


@njit
def next_decision(game, view, rules, log):
    """`engine.advance`, compiled by itself."""
    return advance(game, view, rules, log)


@njit
def act(game, view, rules, log, action):
    """`engine.apply`, compiled by itself."""
    return apply(game, view, rules, log, action)


class Board:
    """A table for games under one set of rules.

    Attributes:
        game, view, match, result, rules: the records (state.py), rules as `rules_record` makes them.
        log: the log of the game (state.py).
    """

    def __init__(self, rules: RuleSet) -> None:
        record = rules_record(rules)
        layouts = (GAME_DTYPE, VIEW_DTYPE, MATCH_DTYPE, RESULT_DTYPE)
        self._arrays = [*(new_record(dtype) for dtype in layouts), record, new_log()]
        self.game, self.view, self.match, self.result, self.rules, self.log = (array[0] for array in self._arrays)
        self._arrays[1]["rules"] = record[0]
        self.view["tables"] = game_tables(rules)

    @property
    def rows(self) -> np.ndarray:
        """The rows of the log: int16[n, 4], see state.py."""
        return np.asarray(self.log["rows"][: int(self.log["n"])])

    def begin_match(self, seed: int, number: int, games: int = 1) -> None:
        """Start match `number` of a run, of at most `games` games."""
        match.begin_match(self.match, U(seed), U(number), games)

    def deal(self) -> None:
        """Shuffle and deal the next game of the match."""
        self.log["n"] = 0
        match.deal(self.game, self.view, self.rules, self.match, self.log)

    def deal_deck(self, deck: Sequence[int], dice: int = 1, joker_dice: int = 0) -> None:
        """Deal a given wall: 17 tiles to mano, 16 to each other seat in turn, then the rest in order.

        Args:
            deck: 144 kinds.
            dice, joker_dice: the rolls, 6 * first + second, each from 0.
        """
        self.log["n"] = 0
        self.game["deck"][:] = deck
        self.game["dice"], self.game["joker_dice"] = dice, joker_dice
        match.deal_deck(self.game, self.view, self.rules, self.match, self.log)

    def advance(self) -> int:
        """Run the rules to the next decision (DECISION_*)."""
        return int(next_decision(self.game, self.view, self.rules, self.log))

    def apply(self, action: int) -> int:
        """Verify and perform an action code; returns 0, or the code of the reason it is illegal (legality.REASONS)."""
        return int(act(self.game, self.view, self.rules, self.log, U(action)))

    def finish(self) -> None:
        """Settle the finished game and prepare the next game of the match."""
        match.finish(self.game, self.view, self.rules, self.match, self.result)

    def view_bytes(self) -> bytes:
        """The bytes of the view, for comparison."""
        return self._arrays[1].tobytes()
