"""OpenSpiel's classes over `table.py`: the game, its states and observers, and the bots as a policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy

from tongits_sim.cards import card_text
from tongits_sim.encoding.action_table import N_ACTIONS, card_of
from tongits_sim.encoding.observation import N_OBSERVATION
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import SEATS
from tongits_sim.live.bots import LiveBots, prepare_live
from tongits_sim.openspiel.table import BY_LOT, MAX_STEPS, MAX_TOLD, N_OUTCOMES, OVER, TOLD, Deck, Table, table_of
from tongits_sim.players import as_players
from tongits_sim.rules import load
from tongits_sim.rules.amounts import UNIT, largest_payment, takes_fees
from tongits_sim.strategy import Player

NAME = "tongits"


def _type_of(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Tongits",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": "pagat", "ranks": 13, "suits": 4, "hand": 12, "dealer": BY_LOT},
    )


TYPE = _type_of(pyspiel.GameType.Utility.ZERO_SUM)


class TongitsGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One game under house rules, with the whole deck or a reduced one.

    Returns are the payouts, in units. Parameters: `rules` (a name or a file), `ranks` and `suits` of the deck, the
    cards of a `hand`, the `dealer` (a seat; -1 by lot). Where the house takes fees, it is a game of general sum.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**TYPE.parameter_specification, **(params or {})}
        rules = load(given.pop("rules"))
        self.table = table_of(rules, Deck(**given, jokers=rules.jokers.count))
        most = largest_payment(rules) / UNIT
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS,
            max_chance_outcomes=N_OUTCOMES,
            num_players=SEATS,
            min_utility=-most,
            max_utility=most,
            utility_sum=None if takes_fees(rules) else 0.0,
            max_game_length=MAX_STEPS,
        )
        kinds = pyspiel.GameType.Utility
        super().__init__(_type_of(kinds.GENERAL_SUM) if takes_fees(rules) else TYPE, info, params or {})

    def new_initial_state(self) -> TongitsState:
        """A game before its deal."""
        return TongitsState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The lot for the dealer, the cards of the deal, and every card of the stock."""
        deck = self.table.deck
        return 1 + deck.dealt + deck.stock

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """The observer of one player; None for public or private information alone, which are not offered."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.table, kind.perfect_recall)


class TongitsState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A point of a game.

    Attributes:
        table: the engine.
        moment: the point of the game.
    """

    def __init__(self, game: TongitsGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.moment = game.table.begin()

    def current_player(self) -> int:
        """The seat that chooses, or OpenSpiel's numbers for chance and the end."""
        return self.moment.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.moment)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible next cards (numbers from 0), or the seats that may deal, with probabilities."""
        return self.table.outcomes(self.moment)

    def _apply_action(self, action: int) -> None:
        self.moment = self.table.after(self.moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.words(self.moment, action)

    def hides_state_from_agents(self) -> bool:
        """Tells Kaggle not to show players the state, which holds all cards."""
        return True

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.player == OVER

    def returns(self) -> list[float]:
        """The payouts by seat, in units; 0 before the end."""
        return list(self.moment.payouts)

    def __str__(self) -> str:
        """All cards dealt and drawn so far, and the messages to each seat."""
        cards = " ".join(card_text(int(card_of(number))) for number in self.moment.cards)
        return "\n".join([f"dealer: player {self.moment.dealer}; cards: {cards}", *self.moment.stories])


class Observer:
    """Observations (`table.text`, `encoding.observation`), or with perfect recall information states.

    An information state adds to the observation all messages to the player, in order.

    Attributes:
        tensor: float32, the parts one after the other.
        dict: the parts: `player` (one-hot), `observation`, and with perfect recall `told` (`table.numbers_told`).
    """

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self._table, self._recall = table, perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"player": (SEATS,), "observation": (N_OBSERVATION,)}
        if perfect_recall:
            shapes["told"] = MAX_TOLD, TOLD
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        """Write a player's observation into `tensor`."""
        self.dict["player"][:] = np.arange(SEATS) == player
        self.dict["observation"][:] = self._table.observation(state.moment, player)
        if self._recall:
            self.dict["told"][:] = self._table.numbers_told(state.moment, player)

    def string_from(self, state: Any, player: int) -> str:
        """A player's observation as text."""
        if self._recall:
            return f"player {player}\n{state.moment.stories[player]}"
        return self._table.text(state.moment, player)


class BotPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """Three bots, by seat, as a joint policy; each step of a decision is one action with probability 1."""

    def __init__(self, game: TongitsGame, players: str | Sequence[Player | str]) -> None:
        """Seat the bots.

        Args:
            game: the game.
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
