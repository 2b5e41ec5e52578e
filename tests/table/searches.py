from collections.abc import Iterator
from typing import Any

import numpy as np

from strategies import load_player
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.jit import njit
from tongits_sim.experiments.batch_kernel import new_table, play_game
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISIONS
from tongits_sim.rules import RuleSet, load
from tongits_sim.table.determinize import SEARCH_DTYPE
from tongits_sim.table.search_memory import SearchSettings, new_search


@njit
def hook_answer(table, view, decision):
    return call_hook(table.hooks[view.me, decision], view, table.params[view.me])[0]


class Sitting:
    def __init__(self, rules: RuleSet, bots: str = "expert,expert,expert") -> None:
        self.rules = rules
        self.board = Board(rules)
        self.players = [load_player(bot) for bot in bots.split(",")]
        self._params = [player.params(rules) for player in self.players]
        self.table = new_table()
        self.table["hooks"] = [player.addresses() for player in self.players]
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["seating"] = range(3)

    def answer(self) -> int:
        return int(hook_answer(self.table[0], self.board.view, int(self.board.view.decision)))

    def decisions(self, games: int, seed: int = 3) -> Iterator[str]:
        board = self.board
        for number in range(games):
            board.begin_match(seed, number, 1)
            board.game.chance[:] = [player.strategy.uses_random for player in self.players]
            board.deal()
            while (decision := board.advance()) != DECISION_OVER:
                yield DECISIONS[decision]
                assert board.apply(self.answer()) == 0

    def play_on(self) -> list[int]:
        other = Board(self.rules)
        for mine, its in zip(other._arrays[:3], self.board._arrays[:3], strict=True):
            mine[:] = its
        assert other.apply(self.answer()) == 0
        assert play_game(other.game, other.view, other.rules, other.log, self.table[0]) == 0
        other.finish()
        return [int(payout) for payout in other.result.payout]


def search_record(rules: RuleSet | str, field: str = "expert", **how: Any) -> np.recarray:
    record = new_search(load(rules) if isinstance(rules, str) else rules, load_player(field), SearchSettings(**how))
    assert record.dtype == SEARCH_DTYPE
    return record.view(np.recarray)
