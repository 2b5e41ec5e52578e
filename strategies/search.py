"""The player searches. At every real choice it deals the unseen cards at random many times, and plays every action out
in each of these worlds; the bot that `player` names plays all seats. The action is this bot's, unless another action is
ahead by more than chance explains.

Cards are dealt to likely places: trees that were grown on the true cards of other games judge what everybody threw,
took and laid. A world is accepted according to how well it explains the opponents' last turns: the discard, laying no
further meld, and a caller's call. All actions are played in the same worlds, and an action that falls behind is
dropped early. The player reads only its view, so hidden cards cannot influence its action; its chance comes from
`view.word`. It takes some hundred times as long as the bot of its rollouts.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from strategies.expert import EXPERT
from strategies.greedy import GREEDY
from strategies.trained import TRAINED
from tongits_sim.compile.hooks import Hook
from tongits_sim.compile.jit import njit
from tongits_sim.game.state import DECISIONS
from tongits_sim.strategy import Hooks, Param, Player, Strategy
from tongits_sim.table.determinize import SEARCH_DTYPE
from tongits_sim.table.search import searched_action
from tongits_sim.table.search_memory import SearchSettings, new_search, program

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

PLAYERS = (GREEDY, EXPERT, TRAINED)
"""The bots of the rollouts, by the value of the parameter `player`."""
DROP_Z = 1.0
FIRST = 8
CARDS = Path(__file__).parent / "weights" / "cards.trees"
"""Trees that estimate where unseen cards are (`tools/card_head.py`)."""
MISMATCH_WEIGHT = 0.1
"""Weight of a call or a lay that the player would not have made."""


def _hook(decision: str) -> Hook:
    """Make the hook that decides by rollouts."""
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return searched_action(view, params, number)

    return hook


class SearchMemory:
    """The record of a player who searches (see `tongits_sim.strategy.Scratch`)."""

    searches = True
    suffix = ""

    @property
    def layout(self) -> np.dtype:
        return SEARCH_DTYPE

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Nothing: a record is made at once."""

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        trees = CARDS.read_bytes() if values["card_model"] > 0 else b""
        return new_search(rules, Player(PLAYERS[int(values["player"])]), settings_of(values), trees)

    def digest(self, file: str = "") -> str:
        return _digest(program())


@functools.lru_cache(maxsize=4)
def _digest(own: str) -> str:
    text = own + "".join(Player(name).digest() for name in PLAYERS)
    return hashlib.sha256(text.encode() + CARDS.read_bytes()).hexdigest()[:16]


def settings_of(values: Mapping[str, float]) -> SearchSettings:
    """The settings of a search, from the parameters of the bot by name."""
    return SearchSettings(
        worlds=int(values["worlds"]),
        first_round_worlds=FIRST,
        attempts=int(values["attempts"]),
        accept_z=values["accept_z"],
        drop_z=DROP_Z,
        searched=tuple(name for name in DECISIONS if values[f"search_{name}"] > 0),
        mismatch_weight={"call": MISMATCH_WEIGHT, "lay": MISMATCH_WEIGHT, "discard": values["discard_mismatch"]},
    )


SEARCH = Strategy(
    name="search",
    summary="Searches: plays out every action in worlds that fit what it has seen, and takes the best.",
    hooks=Hooks(*map(_hook, DECISIONS)),
    params=(
        Param("worlds", 256, 1, 100_000, "maximum number of worlds for a decision"),
        Param(
            "player",
            default=2,
            low=0,
            high=2,
            meaning="the bot of the rollouts, whose action is the default",
            names=tuple(bot.name for bot in PLAYERS),
        ),
        Param("attempts", 8, 0, 1000, "deals tried for one world; 0: worlds are dealt at random"),
        Param("card_model", 1, 0, 1, "1: deal cards to likely places; 0: all deals are equally likely"),
        Param(
            "discard_mismatch", 0.5, 0.001, 1, "weight of a world in which the player would have discarded another card"
        ),
        Param("accept_z", 1, 0, 10, "standard errors by which an action must lead the player's action"),
        Param("search_call", 1, 0, 1, "1: it searches at calls; 0: it acts as the player does"),
        Param("search_respond", 1, 0, 1, "1: it searches at challenges; 0: it acts as the player does"),
        Param("search_draw", 1, 0, 1, "1: it searches at draws and takes; 0: it acts as the player does"),
        Param("search_lay", 1, 0, 1, "1: it searches at laying; 0: it acts as the player does"),
        Param("search_sapaw", 1, 0, 1, "1: it searches at sapaws; 0: it acts as the player does"),
        Param("search_discard", 1, 0, 1, "1: it searches at discards; 0: it acts as the player does"),
    ),
    uses_random=True,
    remembers=True,
    scratch=SearchMemory(),
    cost=85_000.0,
)
