"""The cost of a choice: the value of the best action less the value of the chosen action, the mean over the tables.

The best of several noisy estimates is biased upwards. So *selection worlds* choose the action that looks best and say
how many worlds to measure with, and independent *measuring worlds* measure its lead. The lead is unbiased for these two
actions. If the selected action is not the best, the regret is larger, so measured regrets are biased low, never high.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.reasons import Ends, because
from analyses.tables import SURE, Gap
from analyses.values import SeatedTable, Values
from tongits_sim.table.actions import Action
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import RecordedChoice
from tongits_sim.table.rollout_worker import Workers

OBVIOUS = 1.0
"""Units: there was no real choice if every other action is clearly worse by more."""


@dataclass(frozen=True)
class MeasurementPlan:
    """How many worlds each choice gets at each table."""

    # selection worlds of each round. After a round only actions that may beat the chosen action stay.
    rounds: tuple[int, ...] = (8, 8, 16)
    # how many actions may stay after each round, besides the chosen action
    survivors: tuple[int, ...] = (5, 3, 1)
    # measuring worlds
    min_worlds: int = 16
    max_worlds: int = 96
    target_half_width: float = 0.5  # units; enough measuring worlds for a 95 % interval of this half-width

    def times(self, factor: int) -> MeasurementPlan:
        rounds = tuple(factor * count for count in self.rounds)
        half = self.target_half_width / math.sqrt(factor)
        return replace(
            self,
            rounds=rounds,
            min_worlds=factor * self.min_worlds,
            max_worlds=factor * self.max_worlds,
            target_half_width=half,
        )


@dataclass(frozen=True)
class Regret:
    """What a choice cost, in units."""

    # chosen, best: the chosen action, and the action that looks best; equal if nothing looks better
    chosen: Action
    best: Action
    n_actions: int  # how many actions were legal
    had_choice: bool  # more than one action was sensible, or an action was better than the chosen action
    lead: Gap  # by how much `best` is better than `chosen`, the mean over the tables; 0 if they are equal
    at: tuple[Gap, ...]  # the same by table
    worlds: int  # measuring worlds at each table
    why: str = ""  # why it is better, in a few words


def regret_of(
    choice: RecordedChoice,
    fields: Sequence[SeatedTable],
    seed: int = 1,
    plan: MeasurementPlan | None = None,
    workers: Workers | None = None,
    likelihood: Likelihood | None = None,
) -> Regret | None:
    """The cost of a choice; None if only one action was legal. Raises PositionError or BotFault.

    workers: the workers of earlier choices under the same rules, to save making new workers.
    """
    plan, position = plan or MeasurementPlan(), choice.position
    values = Values(position, fields, seed, workers or Workers(), likelihood)
    chosen, count = chosen_of(values.actions, choice), len(values.actions)
    if count < 2:
        return None
    best, real = select(values, chosen, plan)
    if best == chosen:
        none = Gap(0.0, 0.0)
        return Regret(values.actions[best], values.actions[best], count, real, none, (none,) * len(fields), 0)
    lead, selected = values.lead(best, chosen), values.worlds
    needed = selected * (lead.se * 1.96 / plan.target_half_width) ** 2 if lead.se < math.inf else plan.max_worlds
    values.forget()
    values.play(selected + min(max(math.ceil(needed / 4) * 4, plan.min_worlds), plan.max_worlds))
    at, tables = tuple(values.gap(table, best, chosen) for table in range(len(fields))), range(len(fields))
    means = [Ends(*np.mean([values.ends(table, each) for table in tables], axis=0)) for each in (best, chosen)]
    better, played = values.actions[best], values.actions[chosen]
    why = because(position, better, played, *means)
    return Regret(played, better, count, True, values.lead(best, chosen), at, values.worlds - selected, why)


def select(values: Values, chosen: int, plan: MeasurementPlan) -> tuple[int, bool]:
    """The action that looks best on the selection worlds, and whether there was a choice.

    If no action looks better, it is the chosen action. Later worlds play only these two actions.
    """
    active, real = [number for number in range(len(values.actions)) if number != chosen], True
    for number, (worlds, keep) in enumerate(zip(plan.rounds, plan.survivors, strict=True)):
        values.play(values.worlds + worlds)
        if not values.has_worlds:
            raise PositionError("the hidden cards cannot be dealt so that this position arises")
        leads = {each: values.lead(each, chosen) for each in active}
        if number == 0:
            real = any(lead.mean + SURE * lead.se > -OBVIOUS for lead in leads.values())
        order = sorted(active, key=lambda each: (-leads[each].mean, each))
        active = [each for each in order if leads[each].mean + SURE * leads[each].se > 0][:keep]
        for rollouts in values.rollouts:
            rollouts.active[:] = 0
            rollouts.active[[*active, chosen]] = 1
        if not active:
            return chosen, real
    return (active[0], True) if leads[active[0]].mean > 0 else (chosen, real)


def chosen_of(actions: Sequence[Action], choice: RecordedChoice) -> int:
    """The number of the chosen action. Raises PositionError if the choice is no action."""
    for number, action in enumerate(actions):
        if (action.decision, action.code) == (choice.decision, choice.code):
            return number
    for number, action in enumerate(actions):
        if choice.decision < 0 and action.code == 0 and action.kind in ("draw", "pass"):
            return number
    raise PositionError(f"no action of {choice.position.decision} is the one chosen at move {choice.move}")


def position_seed(seed: int, game: int, move: int) -> int:
    return (seed * 1_000_003 + game * 1009 + move) % 2**64
