"""Compiling what a table with a person needs, once, with a notice."""

from __future__ import annotations

from collections.abc import Sequence

from tongits_sim import jit
from tongits_sim.designs.warmup import bot_tag, prepare_board
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, SEATS
from tongits_sim.live.bots import LiveBots
from tongits_sim.rules import RuleSet
from tongits_sim.run.warmup import Notice, alone, timed, to_stderr
from tongits_sim.strategy import Player

LIVE = "live"


def prepare_live(players: Sequence[Player], rules: RuleSet, notice: Notice = to_stderr) -> None:
    """Load or compile the engine and these bots, as a table driven from Python needs them."""
    prepare_board(notice)
    tags = [LIVE, *(bot_tag(player) for player in players)]
    if all(map(jit.compiled_before, tags)):
        return
    with alone(notice):
        names = " and ".join(dict.fromkeys(player.strategy.name for player in players))
        notice(f"Compiling {names}, once: some seconds ... ")
        with timed(notice):
            for player in players:
                _play_a_game(player, rules)
        for tag in tags:
            jit.mark_compiled(tag)


def _play_a_game(player: Player, rules: RuleSet) -> None:
    """A game of a bot against itself."""
    board, bots = Board(rules), LiveBots([player] * SEATS, rules)
    board.begin_match(0, 0, 1)
    bots.deal(board)
    while board.advance() != DECISION_OVER:
        bots.play(board)
