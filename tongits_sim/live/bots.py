"""Bots that answer one decision at a time, on a board driven from Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tongits_sim import jit
from tongits_sim.cards import U
from tongits_sim.designs.warmup import bot_tag, prepare_board
from tongits_sim.game.asking import TABLE_DTYPE, ask_bot, failure
from tongits_sim.game.board import Board
from tongits_sim.game.hooks import listening
from tongits_sim.game.state import DECISION_OVER, DECISIONS, SEATS
from tongits_sim.rules import RuleSet
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.warmup import alone, timed, to_stderr
from tongits_sim.run.work import Notice
from tongits_sim.strategy import Player


class LiveBots:
    """The bots at a table, by seat; a person has the seat without a bot.

    Attributes:
        players: the player on each seat, None for a person.
    """

    def __init__(self, players: Sequence[Player | None], rules: RuleSet) -> None:
        """Seat the bots at a table with these rules; compiles their hooks if they are not compiled yet."""
        self.players = tuple(players)
        self._params = [
            player.params(rules) if player else None for player in players
        ]  # kept alive: the table holds their addresses
        self._table = np.zeros(1, TABLE_DTYPE).view(np.recarray)
        for seat, (player, params) in enumerate(zip(players, self._params, strict=True)):
            if player is not None and params is not None:
                self._table["seat_hooks"][0, seat] = player.addresses()
                self._table["seat_params"][0, seat] = params.ctypes.data
                self._table["seat_guard"][0, seat] = bool(player.origin)

    def deal(self, board: Board) -> None:
        """Deal the next game of the board's match to this table."""
        chance = [bool(player and player.strategy.uses_chance) for player in self.players]
        board.game.chance[:] = chance
        board.deal()
        if any(chance):
            board.game.special = 1

    def answer(self, board: Board) -> np.uint64:
        """The action word of the bot that must decide.

        Raises:
            BotFault: the bot stopped with an error, or changed its view.
        """
        with listening() as errors:
            word, reason = ask_bot(self._table[0], board.view, np.int64(board.view.me), np.int64(board.view.decision))
        if reason:
            raise self.fault(board, int(reason), errors[0] if errors else "")
        return U(word)

    def play(self, board: Board) -> None:
        """Let the bot that must decide play.

        Raises:
            BotFault: its answer is illegal, or it has none.
        """
        code = board.apply(self.answer(board))
        if code:
            raise self.fault(board, code)

    def fault(self, board: Board, code: int, detail: str = "") -> BotFault:
        """The error for a bot that broke rule `code` at the board's decision."""
        seat, match, decision = int(board.view.me), board.match, DECISIONS[board.view.decision]
        player = self.players[seat]
        fault = Fault(
            label=player.label if player else "",
            slot=seat,
            seat=seat,
            decision=decision,
            code=code,
            seed=int(match.seed),
            match=int(match.match),
            game=int(match.game),
            failure=failure(code, decision),
            detail=detail,
        )
        return BotFault(fault)


def seats_of(person: int, bots: Sequence[Player]) -> list[Player | None]:
    """Two bots around a person: the first plays next after the person, the second after that.

    >>> seats_of(1, ["next", "last"])
    ['last', None, 'next']
    """
    seats: list[Player | None] = [None] * SEATS
    for step, bot in enumerate(bots, start=1):
        seats[(person + step) % SEATS] = bot
    return seats


def prepare_live(players: Sequence[Player], rules: RuleSet, notice: Notice = to_stderr) -> None:
    """Load or compile the engine and these bots, as a table driven from Python needs them."""
    prepare_board(notice)
    tags = ["live", *(bot_tag(player) for player in players)]
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
