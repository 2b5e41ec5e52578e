"""The game and its states, as OpenSpiel asks for them: a face of `table.py`."""

from __future__ import annotations

from typing import Any

import pyspiel

from tongits_sim.cards import card_text
from tongits_sim.encoding.action_table import N_ACTIONS, card_of
from tongits_sim.game.state import SEATS
from tongits_sim.openspiel.observer import Observer
from tongits_sim.openspiel.table import BY_LOT, MAX_STEPS, N_OUTCOMES, OVER, Deck, table_of
from tongits_sim.rules import load
from tongits_sim.rules.amounts import UNIT, largest_payment, takes_fees

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

    Returns are what the game pays, in units. Parameters: `rules` (a name or a file), `ranks` and `suits` of the deck,
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
        """The lot, the deal, and every card of the stock."""
        deck = self.table.deck
        return 1 + deck.dealt + deck.stock

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What one player sees; None for kinds of observation that there are not (public or private alone)."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.table, kind.perfect_recall)


class TongitsState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A point of a game.

    Attributes:
        table: the engine.
        moment: where the game is.
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
        """The cards that may come (numbers from 0), or the seats that may deal, with probabilities."""
        return self.table.outcomes(self.moment)

    def _apply_action(self, action: int) -> None:
        self.moment = self.table.after(self.moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.words(self.moment, action)

    def hides_state_from_agents(self) -> bool:
        """Kaggle's question whether a state, which holds all cards, is kept from those who play."""
        return True

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.player == OVER

    def returns(self) -> list[float]:
        """What the game pays by seat, in units; 0 before its end."""
        return list(self.moment.payouts)

    def __str__(self) -> str:
        """The whole truth: all cards that have come, and what each seat was told."""
        cards = " ".join(card_text(int(card_of(number))) for number in self.moment.cards)
        return "\n".join([f"dealer: player {self.moment.dealer}; cards: {cards}", *self.moment.stories])
