"""Views of the decisions that a profile answers, from games of bots stepped through in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from strategies import load_players
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISIONS
from tongits_sim.rules import load


def play_through_views(rules: str, players: str, games: int) -> Iterator[Any]:
    """The view at every call and challenge of some games; it holds until the next one is asked for."""
    seated = load_players(players)
    params = [player.params().view(np.recarray)[0] for player in seated]
    board = Board(load(rules))
    for number in range(games):
        board.begin_match(7, number, 1)
        board.deal()
        while (decision := board.advance()) != DECISION_OVER:
            seat = int(board.view.me)
            if DECISIONS[decision] in ("call", "respond"):
                yield board.view
            action = getattr(seated[seat].strategy.hooks, DECISIONS[decision])(board.view, params[seat])
            assert board.apply(int(action)) == 0


def last_discards(view: Any) -> list[int]:
    """The points of each seat's last discard; 10 for none."""
    last = [10, 10, 10]
    for number in range(int(view.n_discards)):
        last[(int(view.dealer) + number) % 3] = min(int(view.discards[number]) % 16 + 1, 10)
    return last
