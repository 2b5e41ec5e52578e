"""The player searches. At every real choice it deals the cards it cannot see at random, again and again, and
plays out each such world with every action; all seats of these rollouts are played by the bot that
`player` names. It answers as this bot would, unless another action is ahead by more than chance explains.

In a world each card is dealt to where it is likely to be: trees that were grown on the truth of other games look at
what everybody threw, took and laid. A world is accepted by how well it agrees with the last turn of the opponents: that
they laid no further meld, discarded what they did and, for a caller, called. All actions are played in the same worlds,
and an action that falls behind is dropped early. It looks at nothing but its own view, so with other hidden cards it
answers the same; its chance comes from `view.word`. It takes some hundred times as long as its player.
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
from tongits_sim.compile.jit import njit
from tongits_sim.game.hooks import Hook
from tongits_sim.game.state import DECISIONS
from tongits_sim.strategy import Hooks, Param, Player, Strategy
from tongits_sim.table.determinize import SEARCH_DTYPE
from tongits_sim.table.search import answer
from tongits_sim.table.search_memory import SearchSettings, new_search, program

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

PLAYERS = (GREEDY, EXPERT, TRAINED)
"""The players of the rollouts, by the number of the parameter `player`."""
DROP_Z = 1.0
FIRST = 8
CARDS = Path(__file__).parent / "weights" / "cards.trees"
"""Trees that say where the unseen cards are (`tools/card_head.py`)."""
MISMATCH_WEIGHT = 0.1
"""Weight of a call or a lay that the player would not have made."""


def _hook(decision: str) -> Hook:
    """The hook that answers one decision by rollouts."""
    number = np.int64(DECISIONS.index(decision))

    @njit
    def hook(view, params):
        return answer(view, params, number)

    return hook


class SearchMemory:
    """The record of a player who searches (see `tongits_sim.strategy.Scratch`)."""

    searches = True
    suffix = ""

    @property
    def layout(self) -> np.dtype:
        """See `Scratch`."""
        return SEARCH_DTYPE

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        """See `Scratch`."""
        trees = CARDS.read_bytes() if values["card_model"] > 0 else b""
        return new_search(rules, Player(PLAYERS[int(values["player"])]), settings_of(values), trees)

    def digest(self, file: str = "") -> str:
        """See `Scratch`."""
        return _digest(program())


@functools.lru_cache(maxsize=4)
def _digest(own: str) -> str:
    text = own + "".join(Player(each).digest() for each in PLAYERS)
    return hashlib.sha256(text.encode() + CARDS.read_bytes()).hexdigest()[:16]


def settings_of(values: Mapping[str, float]) -> SearchSettings:
    """The `SearchSettings` of a player with these parameters."""
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
            *("player", 2, 0, 2, "the bot of the rollouts, whose answer is the default"),
            names=tuple(bot.name for bot in PLAYERS),
        ),
        Param("attempts", 8, 0, 1000, "deals tried for one world; 0: worlds are dealt at random"),
        Param(
            "card_model", 1, 0, 1, "1: cards are dealt where the public history says they are; 0: all deals are alike"
        ),
        Param(
            "discard_mismatch", 0.5, 0.001, 1, "weight of a world in which the player would have discarded another card"
        ),
        Param("accept_z", 1, 0, 10, "standard errors by which an action must lead the player's answer"),
        Param("search_call", 1, 0, 1, "1: it searches at calls; 0: it answers as the player does"),
        Param("search_respond", 1, 0, 1, "1: it searches at challenges; 0: it answers as the player does"),
        Param("search_draw", 1, 0, 1, "1: it searches at draws and takes; 0: it answers as the player does"),
        Param("search_lay", 1, 0, 1, "1: it searches at laying; 0: it answers as the player does"),
        Param("search_sapaw", 1, 0, 1, "1: it searches at sapaws; 0: it answers as the player does"),
        Param("search_discard", 1, 0, 1, "1: it searches at discards; 0: it answers as the player does"),
    ),
    uses_random=True,
    remembers=True,
    scratch=SearchMemory(),
)
