"""The library's players as a population: how often each says yes in each situation, from games it plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analyses.fitting.situations import AXES, grids, shape
from analyses.solving.locks import style
from analyses.solving.solver import PROFILED, play_counts
from strategies.registry import load_player, names_under
from tongits_sim.designs.solving.job import SolvingJob

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

GAMES = 4000
"""Games that each of them plays, beside two of normal style."""
BOTS = ("greedy", "caller", "miser", "folder", "fighter", "bluffer", "sniper", "adaptive", "chart", "expert", "solved")
"""Bots that call and challenge in ways of their own; all others do as `greedy`."""
STYLES = (("timid", "shy"), ("normal", "normal"), ("bold", "stubborn"))
"""Styles; calls and challenges are fitted separately, so that these three stand for all nine."""
THRESHOLDS = ((12, 8), (18, 14), (27, 23), (30, 26), (33, 29), (42, 37), (47, 42), (62, 56), (75, 70))
"""Largest counts to call and to challenge with, of players between the styles and beyond them."""
_LEAN = 2.0
"""The weight of the whole population's frequency, in decisions, where one player was seldom asked."""


@dataclass(frozen=True)
class Population:
    """Players and their decisions.

    Attributes:
        names: of the players.
        yes: by kind, the probability of yes, float64[players, situations].
    """

    names: tuple[str, ...]
    yes: dict[str, np.ndarray]


def members(rules: RuleSet) -> dict[str, str]:
    """The specs of the players by name: three styles, thresholds between them, and bots that can play under these
    rules.
    """
    able = names_under(rules)
    named = {f"{calls}/{challenges}": style(calls, challenges) for calls, challenges in STYLES}
    between = [f"greedy(call_at={calls}, challenge_at={challenges})" for calls, challenges in THRESHOLDS]
    return named | {spec: spec for spec in between} | {name: name for name in BOTS if name in able}


def population(rules: RuleSet, specs: dict[str, str], how: How, games: int = GAMES, seed: int = 1) -> Population:
    """The decisions of some players under some rules.

    Args:
        rules: the house rules.
        specs: specs of the players by name.
        how: where to play.
        games: games that each of them plays.
        seed: of the games.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    other = load_player(style("normal", "normal"))
    counts = [decisions_of(rules, (load_player(spec), other, other), how, games, seed) for spec in specs.values()]
    rates = {}
    for kind in AXES:
        asked = np.stack([each[kind][0] for each in counts])
        yes = np.stack([each[kind][1] for each in counts])
        common = (yes.sum(axis=0) + 0.5) / (asked.sum(axis=0) + 1.0)
        rates[kind] = (yes + _LEAN * common) / (asked + _LEAN)
    return Population(tuple(specs), rates)


def decisions_of(
    rules: RuleSet, seats: Sequence[Player], how: How, games: int, seed: int
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """How often the first of three players was asked in each situation, and how often it said yes, by kind.

    Args:
        rules: the house rules.
        seats: three players.
        how: where to play.
        games: games to play.
        seed: of the games.

    Returns:
        By kind two float64[situations]: decisions, and those answered yes.
    """
    even = grids({kind: np.full(int(np.prod(shape(kind))), 0.5) for kind in AXES})
    first, second, third = seats
    job = SolvingJob(
        rules,
        (first, second, third),
        PROFILED,
        (even,),
        (-1, -1, -1),
        (True, False, False),
        games=games,
        seed=seed,
    )
    counts, _ = play_counts(job, how)
    return {kind: (sums[:, 0], sums[:, 5]) for kind, sums in counts.items()}
