"""The four tables, and the function that decides at all of them: `decide`.

Nobody knows how well the others play, so every action is valued at four tables, and the answer is the action with the
highest mean over the tables. `decide` says how sure that is, for advice, review and the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from strategies.book.tables import BOTS, OWN

if TYPE_CHECKING:
    from tongits_sim.strategy import Player

CLEAR, LIKELY, CLOSE, FORCED = "clear", "likely", "close", "forced"
SURE = 2.5758293035489004
"""One action is surely better (99 in 100) if it leads by more standard errors."""
TOLD_APART = 1.5
"""Two actions are close unless one leads by more than the margin and this many standard errors."""


class Opponents(NamedTuple):
    """The opponents at a table: name, words for sentences, and the bot that plays both opponents."""

    name: str
    people: str  # `strong players`
    habit: str  # what a player sees of them: `if they seldom challenge`
    bot: str

    @property
    def players(self) -> tuple[str, str, str]:
        """Bots of right, of left and of the own seat."""
        return self.bot, self.bot, OWN


STRONG = Opponents("strong", "strong players", "against strong players", BOTS["strong"])
REGULAR = Opponents("regular", "regular players", "against regular players", BOTS["regular"])
FOLDERS = Opponents("folders", "players who seldom challenge", "if they seldom challenge", BOTS["folders"])
CHALLENGERS = Opponents(
    "challengers", "players who challenge nearly all", "if they challenge nearly all", BOTS["challengers"]
)
TABLES = (STRONG, REGULAR, FOLDERS, CHALLENGERS)
BEGINNERS = (FOLDERS, CHALLENGERS)
"""Beginners are of two kinds, by what one can see: a call that loses against one kind wins against the other."""


def named_opponents(text: str) -> tuple[Player, ...]:
    """Players of a list of names: a table's name stands for its bot, and every other name is a bot's spec.

    >>> [player.label for player in named_opponents("strong,greedy(call_at=5)")]
    ['trained', 'greedy(call_at=5)']

    Raises SpecError, which names the tables.
    """
    from tongits_sim.bots.bot_list import SpecError, split_specs
    from tongits_sim.players import as_players

    bots = {table.name: table.bot for table in TABLES}
    try:
        return as_players([bots.get(part.strip().lower(), part) for part in split_specs(text)])
    except SpecError as error:
        raise SpecError(f"{error}; or name {names_of_tables()}") from None


def names_of_tables() -> str:
    """`strong, regular, folders or challengers`, for messages."""
    *most, last = (table.name for table in TABLES)
    return f"{', '.join(most)} or {last}"


class Gap(NamedTuple):
    """The lead of one action over another, in units: an estimate and its standard error."""

    mean: float
    se: float

    def above(self, level: float = 0.0, errors: float = SURE) -> bool:
        """Return True if the lead is larger than `level` by more than `errors` standard errors, by default surely."""
        return self.mean - errors * self.se > level


@dataclass(frozen=True)
class Verdict:
    """The best action, and how sure it is."""

    best: int  # number of the action with the highest mean over the tables
    # CLEAR: ahead of every other action at every table, for sure; LIKELY: ahead on the mean by more than the margin;
    # CLOSE: another action is worth as much on the mean, within the margin, or as far as can be told (`TOLD_APART`);
    # FORCED: there is no other action
    word: str
    # if CLOSE: the other actions that are worth as much, the highest means first
    near: tuple[int, ...] = ()
    # if LIKELY or CLOSE: by table, the number of an action that is better there by more than the margin, for sure; None
    # if the best action stays
    instead: tuple[int | None, ...] = ()


def decide(
    gap: Callable[[int, int, int], Gap], weights: Sequence[float], actions: int, margin: float, level: int = 0
) -> Verdict:
    """The best action, and how sure that is.

    Args:
        gap: the lead of an action over another at a table, from the numbers of table, action and other action.
        weights: how likely each table is, together 1; a table of weight 0 does not count.
        margin: units within which two actions are worth the same (`margin_of`).
        level: the action with which all others are compared to find the best; it was played in most worlds.
    """
    if actions < 2:
        return Verdict(0, FORCED)
    over_level = [0.0 if action == level else _over(gap, weights, action, level).mean for action in range(actions)]
    best = over_level.index(max(over_level))
    others = [alternative for alternative in range(actions) if alternative != best]
    lead = {alternative: _over(gap, weights, best, alternative) for alternative in others}
    leads = [{alternative: gap(table, best, alternative) for alternative in others} for table in range(len(weights))]
    at = [there for there, weight in zip(leads, weights, strict=True) if weight > 0]
    instead = tuple(
        _better(there, margin) if weight > 0 else None for there, weight in zip(leads, weights, strict=True)
    )
    near = sorted(
        (alternative for alternative in others if not lead[alternative].above(margin, TOLD_APART)),
        key=lambda alternative: lead[alternative].mean,
    )
    if near:
        return Verdict(best, CLOSE, tuple(near), instead)
    if all(there[alternative].above() for there in at for alternative in others):
        return Verdict(best, CLEAR)
    return Verdict(best, LIKELY, (), instead)


def _better(leads: Mapping[int, Gap], margin: float) -> int | None:
    """The action that is surely better than the best action at a table, by the most; None if there is none. `leads`:
    the leads of the best action.
    """
    return min(
        (alternative for alternative, lead in leads.items() if Gap(-lead.mean, lead.se).above(margin)),
        key=lambda alternative: leads[alternative].mean,
        default=None,
    )


def _over(gap: Callable[[int, int, int], Gap], weights: Sequence[float], action: int, alternative: int) -> Gap:
    return mean_gap([gap(table, action, alternative) for table in range(len(weights))], weights)


def mean_gap(gaps: Sequence[Gap], weights: Sequence[float]) -> Gap:
    """The mean of independent gaps; weights: together 1."""
    counting = [(gap, weight) for gap, weight in zip(gaps, weights, strict=True) if weight > 0]
    error = math.sqrt(math.fsum((weight * gap.se) ** 2 for gap, weight in counting))
    return Gap(math.fsum(weight * gap.mean for gap, weight in counting), error)
