"""The learned player asks `solved` first, and leaves that answer where play has shown another one to be better: a few
alternatives at every decision (strategies/alternatives.py), each with what it was worth more than the own answer in
cells of what the seat sees.

What alternatives are worth was learned from games alone: all of them were played on from the same positions, against
earlier selves and the players they had to beat (analyses/learn.py, `tongits learn`). Weights ship for the presets; like
profiles they are exact, and under rules that differ in a single knob there are none.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from strategies import alternatives
from strategies.expert import EXPERT
from strategies.solved import SOLVED, SUFFIX, Library
from tongits_sim.designs.deviations.layout import NOTE_FIELDS
from tongits_sim.jit import njit
from tongits_sim.profiles.profile import Profile, ProfileError
from tongits_sim.strategy import Hooks

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

FOLDER = Path(__file__).parent / "weights"
_CALL, _RESPOND, _DRAW = SOLVED.hooks.call, SOLVED.hooks.respond, SOLVED.hooks.draw
_LAY, _SAPAW, _DISCARD = SOLVED.hooks.lay, SOLVED.hooks.sapaw, SOLVED.hooks.discard


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
                f"'tongits learn {option} -o mine{SUFFIX}' and play them as learned(file=mine{SUFFIX})"
            )
        alternatives.check_scores(profile, f"the weights for {rules.name}")
        return profile


@njit
def call(view, params):
    """What solved answers to a call, or the other answer."""
    return alternatives.call(view, params, _CALL(view, params))


@njit
def respond(view, params):
    """What solved answers to a call of another seat, or the other answer."""
    return alternatives.respond(view, params, _RESPOND(view, params))


@njit
def draw(view, params):
    """The draw or take of solved, or another one."""
    return alternatives.draw(view, params, _DRAW(view, params))


@njit
def lay(view, params):
    """The meld that solved lays, another one, or none."""
    return alternatives.lay(view, params, _LAY(view, params))


@njit
def sapaw(view, params):
    """The sapaw of solved, another one, or none."""
    return alternatives.sapaw(view, params, _SAPAW(view, params))


@njit
def discard(view, params):
    """The discard of solved, or another one."""
    return alternatives.discard(view, params, _DISCARD(view, params))


SHIPPED = Weights(FOLDER)
"""The weights that come with the program."""

LEARNED = replace(
    SOLVED,
    name="learned",
    summary="Plays as solved, but for what games have shown to be better: weights learned by playing alternatives on.",
    hooks=Hooks(call, respond, draw, lay, sapaw, discard),
    params=tuple(param for param in EXPERT.params if not param.tunable),
    profiles=SHIPPED,
    notes=NOTE_FIELDS,
)
