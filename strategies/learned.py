"""The learned player asks `solved` first, and leaves that answer where play has shown another one to be better: a few
alternatives at every decision (strategies/alternatives.py), each with its gain over the own answer in cells of the
seat's view. These gains were learned from games alone: all of them were played on from the same positions, against
earlier selves and the players they had to beat (analyses/learn.py, `tongits solve --method=learn`). Weights ship for
the presets; like profiles they are exact, and under rules that differ in a single knob there are none.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from strategies import alternatives
from strategies.expert import EXPERT
from strategies.solved import SOLVED, SUFFIX, Library
from tongits_sim.designs.deviations.layout import NOTE_FIELDS
from tongits_sim.game.hooks import Hook
from tongits_sim.jit import njit
from tongits_sim.profiles.profile import Profile, ProfileError
from tongits_sim.strategy import Hooks

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

FOLDER = Path(__file__).parent / "weights"


class Weights(Library):
    """The weights in a folder, by the rules they were learned for: profiles with scores."""

    def under(self, rules: RuleSet) -> Profile:
        """The weights of these rules. Raises ProfileError where there are none, or they are of an older program."""
        profile = self.find(rules)
        if profile is None:
            from tongits_sim.designs.batch.job import rules_option

            option = rules_option(rules)
            raise ProfileError(
                f"no weights ship for {rules.name}, only for {', '.join(self.names())}; make some with "
                f"'tongits solve --method=learn {option} -o mine{SUFFIX}' and play them as learned(file=mine{SUFFIX})"
            )
        alternatives.check_scores(profile, f"the weights for {rules.name}")
        return profile


@functools.cache
def weighing(decision: str, own: Hook) -> Hook:
    """The hook of a bot that weighs alternatives to another bot's own answer.

    Args:
        decision: one of `tongits_sim.game.state.DECISIONS`.
        own: that bot's hook.
    """
    weigh = getattr(alternatives, decision)
    inner = own if hasattr(own, "py_func") else njit(own)

    @njit
    def hook(view, params):
        return weigh(view, params, inner(view, params))

    return hook


def _hooks() -> Hooks:
    from tongits_sim.game.state import DECISIONS

    return Hooks(*(weighing(each, getattr(SOLVED.hooks, each)) for each in DECISIONS))


SHIPPED = Weights(FOLDER)
"""The weights that come with the program."""

LEARNED = replace(
    SOLVED,
    name="learned",
    summary="Plays as solved, but for what games have shown to be better: weights learned by playing alternatives on.",
    hooks=_hooks(),
    params=tuple(param for param in EXPERT.params if not param.tunable),
    profiles=SHIPPED,
    notes=NOTE_FIELDS,
)
