"""A recorded player's style: how often it calls and challenges by situation, and a profile that any bot can play.

A few games show little of a player, so the estimates lean on the library's players (`fitting/shrinkage.py`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analyses.answers.fit import FitAnswer, FittedKind, FittedSituation
from analyses.answers.shared import Versions
from analyses.fitting.population import GAMES, Population, members, population
from analyses.fitting.seen import Seen, seen
from analyses.fitting.shrinkage import Posterior, posterior
from analyses.fitting.situations import AXES, BANDS, grids, groups, shape
from strategies.registry import load_player
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.profiles.profile import Profile, to_bytes
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.run_folder import attempt, replace_file
from tongits_sim.stats._numbers import dot
from tongits_sim.stats.proportions import wilson_interval

if TYPE_CHECKING:
    from pathlib import Path

    from tongits_sim.any_game.record_form import Record
    from tongits_sim.rules import RuleSet

PLAY = "expert"
"""The bot that plays the cards for a profile."""
_LEAST = 0.005
"""Players of the population that weigh less are not named."""


@dataclass(frozen=True)
class Fit:
    """A player's style.

    Attributes:
        seen: the player's decisions.
        population: the players that the estimates lean on.
        posteriors: estimated frequencies by kind of decision.
    """

    seen: Seen
    population: Population
    posteriors: dict[str, Posterior]


def fit_style(own: Seen, others: Population, seed: int = 1) -> Fit:
    """Estimate a style.

    Args:
        own: the player's decisions.
        others: the players it may resemble.
        seed: of the posterior draws behind the intervals.
    """
    posteriors = {kind: posterior(own.asked[kind], own.yes[kind], others.yes[kind], seed) for kind in AXES}
    return Fit(own, others, posteriors)


def profile_of(fit: Fit, player: str, play: str = PLAY) -> Profile:
    """The profile of a style: in each situation the expected frequency.

    Args:
        fit: the style.
        player: name of the player.
        play: spec of the bot that plays the cards.
    """
    rules = fit.seen.rules
    filled_grids = grids({kind: each.mean for kind, each in fit.posteriors.items()})
    about = {
        "fitted": player,
        "games": fit.seen.games,
        "asked": {kind: int(each.sum()) for kind, each in fit.seen.asked.items()},
        "knobs": rules.knobs(),
    }
    return Profile(rules.name, rules.digest(), play, filled_grids, about)


def fit(
    records: Iterable[Record],
    player: str,
    rules: RuleSet | None = None,
    *,
    source: str = "",
    play: str = PLAY,
    games: int = GAMES,
    seed: int = 1,
    file: Path | None = None,
    how: How | None = None,
) -> tuple[Profile, FitAnswer]:
    """Estimate a recorded player's style; returns its profile and the answer.

    Args:
        records: verified game records.
        player: its name there.
        rules: the rules the games must have been played under; None: the rules of the first game.
        source: the name of the records' file.
        play: the bot that plays the cards for the profile.
        games: games that each player of the population plays.
        seed: of these games and of the posterior draws.
        file: where to write the profile.
        how: where to play.

    Raises:
        TongitsError: nothing can be estimated, played or written.
    """
    began = time.perf_counter()
    base = load_player(play)
    own = seen(records, player, rules, source)
    style = fit_style(own, population(own.rules, members(own.rules), how or How(), games, seed), seed)
    profile = profile_of(style, player, base.spec)
    if file is not None:
        attempt(file, lambda: replace_file(file, to_bytes(profile)))
    return profile, FitAnswer(
        rules=own.rules.name,
        rules_option=rules_option(own.rules),
        knobs=own.rules.knobs(),
        player=player,
        source=source,
        games=own.games,
        population=style.population.names,
        kinds=tuple(_kind(style, kind) for kind in AXES),
        groups=tuple(each for kind in AXES for each in _groups(style, kind)),
        situations=tuple(each for kind in AXES for each in _situations(style, kind)),
        play=base.label,
        file="" if file is None else str(file),
        elapsed_s=time.perf_counter() - began,
        versions=Versions.current(),
    )


def _kind(fit: Fit, kind: str) -> FittedKind:
    asked, yes, estimate = int(fit.seen.asked[kind].sum()), int(fit.seen.yes[kind].sum()), fit.posteriors[kind]
    order = np.argsort(-estimate.weights, kind="stable")
    resembles = {
        fit.population.names[n]: float(estimate.weights[n]) for n in order if asked and estimate.weights[n] >= _LEAST
    }
    return FittedKind(kind, asked, yes, Estimate.of(wilson_interval(yes, asked)), resembles, estimate.strength)


def _groups(fit: Fit, kind: str) -> list[FittedSituation]:
    """Groups of situations that came up, each situation weighted by how often it came up."""
    situations = []
    for first, band, numbers in groups(kind):
        chances = fit.seen.asked[kind][numbers]
        if not chances.any():
            continue
        weights = np.zeros(len(fit.posteriors[kind].mean))
        weights[numbers] = chances
        low, high = fit.posteriors[kind].interval(weights)
        mean = dot(fit.posteriors[kind].mean, weights) / float(weights.sum())
        where = {"count": _range(BANDS, band)} | ({"rivals": (first, first)} if kind == "call" else {})
        yes = int(fit.seen.yes[kind][numbers].sum())
        situations.append(
            FittedSituation(kind, where, int(chances.sum()), yes, Estimate(mean, (float(low), float(high))))
        )
    return situations


def _situations(fit: Fit, kind: str) -> list[FittedSituation]:
    """Every situation that came up."""
    estimate, (low, high) = fit.posteriors[kind], fit.posteriors[kind].interval()
    situations = []
    for number in np.flatnonzero(fit.seen.asked[kind]):
        places = np.unravel_index(int(number), shape(kind))
        where = {name: _range(edges, int(at)) for (name, edges), at in zip(AXES[kind], places, strict=True)}
        share = Estimate(float(estimate.mean[number]), (float(low[number]), float(high[number])))
        asked, yes = int(fit.seen.asked[kind][number]), int(fit.seen.yes[kind][number])
        situations.append(FittedSituation(kind, where, asked, yes, share))
    return situations


def _range(edges: tuple[int, ...], number: int) -> tuple[int, int | None]:
    """The lowest and the highest value of a bin; None: no end."""
    return edges[number], edges[number + 1] - 1 if number + 1 < len(edges) else None
