"""The cost of a choice: how far the chosen action is behind the best action.

The cost comes from the worlds and the verdict of advice, so `tongits advise` for the same position and seed prints the
same number with the same interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.opponents import SURE, Gap, decide
from analyses.reasons import Ends, because
from analyses.seen import likely_tables
from analyses.values import SeatedTable, Values
from tongits_sim.table.actions import Action
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import RecordedChoice
from tongits_sim.table.rollout_worker import Workers

OBVIOUS = 1.0
"""Units: there was no real choice if every other action is clearly worse by more."""
SHOWN = 3
"""Actions of a choice that are kept: the best ones; the chosen one is always among them."""
BEST = "best"


@dataclass(frozen=True)
class Weighed:
    """An action, and how far it is ahead of the best one: 0 or below."""

    action: Action
    behind: Gap


@dataclass(frozen=True)
class Regret:
    """What a choice cost, in units."""

    # chosen, best: the chosen action, and the best one; equal if nothing is better
    chosen: Action
    best: Action
    n_actions: int  # how many actions were legal
    had_choice: bool  # more than one action was sensible, or an action was better than the chosen action
    word: str  # `best`, or how sure it is that `best` is better: `clear`, `likely`, `close`
    lead: Gap  # by how much `best` is better than `chosen`, the mean over the tables; 0 if they are equal
    at: tuple[Gap, ...]  # the same by table
    worlds: int  # at each table
    actions: tuple[Weighed, ...]  # the best actions, the best first, with the chosen one
    why: str = ""  # why it is better, in a few words


def regret_of(
    choice: RecordedChoice,
    fields: Sequence[SeatedTable],
    margin: float,
    seed: int = 1,
    workers: Workers | None = None,
    likelihood: Likelihood | None = None,
    worlds: int | None = None,
) -> Regret | None:
    """The cost of a choice; None if only one action was legal. Raises PositionError or BotFault.

    Args:
        choice: the chosen action and the position.
        fields: the tables.
        margin: units within which two actions are worth the same.
        seed: of the worlds.
        workers: the workers of earlier choices under the same rules, which saves making new workers.
        likelihood: how much the choices of the other players count.
        worlds: as for `Values.play_out`.
    """
    position = choice.position
    fields = likely_tables(position, fields)
    values = Values(position, fields, seed, workers or Workers(), likelihood)
    chosen = chosen_of(values.actions, choice)
    count = len(values.actions)
    if count < 2:
        return None
    values.play_out(margin, worlds=worlds)
    best = values.best()
    tables = range(len(fields))
    order = [best, *sorted((n for n in range(count) if n != best), key=lambda n: (values.lead(best, n).mean, n))]
    shown = order[:SHOWN] if chosen in order[:SHOWN] else [*order[: SHOWN - 1], chosen]
    sensible = [n for n in order[1:] if values.lead(best, n).mean - SURE * values.lead(best, n).se < OBVIOUS]

    def pair(table: int, action: int, alternative: int) -> Gap:
        return values.gap(table, (best, chosen)[action], (best, chosen)[alternative])

    why = ""
    if best != chosen:
        means = [Ends(*np.mean([values.ends(table, number) for table in tables], axis=0)) for number in (best, chosen)]
        why = because(position, values.actions[best], values.actions[chosen], *means)
    return Regret(
        chosen=values.actions[chosen],
        best=values.actions[best],
        n_actions=count,
        had_choice=bool(sensible) or best != chosen,
        word=BEST if best == chosen else decide(pair, values.weights, 2, margin).word,
        lead=values.lead(best, chosen),
        at=tuple(values.gap(table, best, chosen) for table in tables),
        worlds=values.worlds,
        actions=tuple(Weighed(values.actions[n], values.lead(n, best)) for n in shown),
        why=why,
    )


def chosen_of(actions: Sequence[Action], choice: RecordedChoice) -> int:
    """The number of the chosen action. Raises PositionError if the choice is no action."""
    for number, action in enumerate(actions):
        if (action.decision, action.code) == (choice.decision, choice.code):
            return number
    for number, action in enumerate(actions):
        if choice.decision < 0 and action.code == 0 and action.kind in ("draw", "pass"):
            return number
    raise PositionError(f"no action of {choice.position.decision} is the one chosen at move {choice.move}")
