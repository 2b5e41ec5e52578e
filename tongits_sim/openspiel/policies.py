"""The bots of this program as a policy of OpenSpiel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from open_spiel.python import policy

from tongits_sim.errors import TongitsError
from tongits_sim.live.bots import LiveBots, prepare_live
from tongits_sim.openspiel.game import TongitsGame
from tongits_sim.players import as_players
from tongits_sim.strategy import Player


class BotPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """Three bots, by seat, as a joint policy; each step of a decision is one action with probability 1."""

    def __init__(self, game: TongitsGame, players: str | Sequence[Player | str]) -> None:
        """Seat the bots.

        Args:
            game: what is played.
            players: three bots as elsewhere, "greedy,greedy,caller".

        Raises:
            TongitsError: there are not three, or one of them plays by chance.
        """
        super().__init__(game, list(range(game.num_players())))
        bots = as_players(players)
        if len(bots) != game.num_players():
            raise TongitsError(f"name three players, as in 'greedy,greedy,caller', not {len(bots)}")
        for bot in bots:
            if bot.strategy.uses_chance:
                raise TongitsError(f"{bot.label} plays by chance, and a policy must say with which probabilities")
        self._table = game.table
        prepare_live(bots, game.table.rules)
        self._bots = LiveBots(bots, game.table.rules)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The bot's next step: {action: 1}."""
        word = int(self._bots.answer(self._table.at(state.moment)))
        return {self._table.action_for(state.moment, word): 1.0}
