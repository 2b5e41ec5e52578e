"""The reader remembers how often each opponent has called and challenged in this match. In the first game it plays as
`solved` does; as evidence grows it moves towards the best response to what it has seen.

For each opponent and each of the two frequencies it takes the mean of a beta distribution: the usual frequency, that
of three `solved`, counts for a few chances (how many follows from how far the library's styles differ), and what was
seen for the rest. Only what lies more than `doubt` standard deviations off the usual is believed. That places an
opponent on two scales, from less over usual to more, whose ends are the styles timid and bold, shy and stubborn
(docs/explanation/solving.md). At a call it goes by both opponents, at a challenge by how the caller calls and how the
third player challenges, and mixes the calls and challenges of `solved` and of the best responses to the four nearest
styles. It plays its cards as `expert` does.

Reading has a price: an opponent who knows that he is being read can exploit best responses. docs/explanation/reading.md
has what it wins against timid, bold and stubborn tables by games seen, and what it loses against `solved`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from strategies.solved import SOLVED
from tongits_sim.game.legality import visibly_may_challenge
from tongits_sim.jit import njit
from tongits_sim.profiles.by_rules import ByRules
from tongits_sim.profiles.cells import KIND_CALL, KIND_RESPOND, by_chance, cell_of, says_yes
from tongits_sim.profiles.responses import AS_PROFILE, ResponseError, Responses, read_responses
from tongits_sim.strategy import Param

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

FOLDER = Path(__file__).parent / "responses"
SUFFIX = ".responses"


class Shelf(ByRules[Responses]):
    """The responses in a folder, by rules."""

    suffix = SUFFIX
    read = staticmethod(read_responses)

    def missing(self, rules: RuleSet) -> ResponseError:
        """The error, which says who plays without them."""
        return ResponseError(
            f"reader knows no styles under {rules.name}, only under {', '.join(self.names())}; where a profile "
            "ships, solved plays without them"
        )


SHELF = Shelf(FOLDER)
"""The responses that come with the program."""


@njit
def leaning(view, params, kind, seat):
    """Where a player stands on the scale of a kind of decision: -1 (less often) over 0 (usual) to 1 (more often)."""
    if kind == KIND_CALL:
        yes = view.past_calls[seat]
        chances = max(view.past_chances[seat], yes)
    else:
        yes = view.past_challenges[seat]
        chances = yes + view.past_folds[seat]
    if chances == 0:
        return 0.0
    usual = params.response_rates[kind, 1]
    weight = params.response_weight[kind]
    rate = (weight * usual + yes) / (weight + chances)
    deviation = math.sqrt(rate * (1.0 - rate) / (weight + chances + 1.0))
    off = abs(rate - usual) - params.doubt * deviation
    span = usual - params.response_rates[kind, 0] if rate < usual else params.response_rates[kind, 2] - usual
    if off <= 0.0 or span <= 0.0:
        return 0.0
    place = params.reach * min(off / span, 1.0)
    return -place if rate < usual else place


@njit
def reading(view, params, kind):
    """Styles of the opponents who matter at the decision: on the scale of calls, and on that of challenges."""
    me = np.int64(view.me)
    right, left = (me + 1) % 3, (me + 2) % 3
    if kind == KIND_RESPOND:
        caller = np.int64(view.caller)
        return leaning(view, params, KIND_CALL, caller), leaning(view, params, KIND_RESPOND, 3 - me - caller)
    calls = 0.5 * (leaning(view, params, KIND_CALL, right) + leaning(view, params, KIND_CALL, left))
    one, other = leaning(view, params, KIND_RESPOND, right), leaning(view, params, KIND_RESPOND, left)
    first, second = visibly_may_challenge(view, right), visibly_may_challenge(view, left)
    if first == second:
        return calls, 0.5 * (one + other)
    return calls, one if first else other


@njit
def probability(view, params, kind):
    """The probability of yes: the profile and the responses to the nearest styles, mixed by nearness."""
    calls, challenges = reading(view, params, kind)
    cell = cell_of(view, params, kind)
    usual = np.float64(params.profile_yes[kind, cell])
    chance = 0.0
    for step in range(4):
        far, wide = step & 1, step >> 1
        share = abs(calls) if far else 1.0 - abs(calls)
        share *= abs(challenges) if wide else 1.0 - abs(challenges)
        column = 1 if not far else 0 if calls < 0.0 else 2
        row = 1 if not wide else 0 if challenges < 0.0 else 2
        say = params.response_say[kind, cell, 3 * column + row]
        chance += share * (usual if say == AS_PROFILE else np.float64(say))
    return chance


@njit
def answer(view, params, kind):
    """Yes or no; without evidence, exactly the profile's answer."""
    calls, challenges = reading(view, params, kind)
    if calls == 0.0 and challenges == 0.0:
        return says_yes(view, params, kind)
    return by_chance(view, probability(view, params, kind))


@njit
def call(view, params):
    """Call with the probability of the cell, moved towards the best response."""
    return answer(view, params, KIND_CALL)


@njit
def respond(view, params):
    """Challenge with the probability of the cell, moved towards the best response."""
    return answer(view, params, KIND_RESPOND)


READER = replace(
    SOLVED,
    name="reader",
    summary="Begins as solved does and moves towards the best response as it learns how opponents call and challenge.",
    hooks=replace(SOLVED.hooks, call=call, respond=respond),
    params=(
        Param("doubt", 1, 0, 5, "standard deviations that a frequency must be off the usual before it is believed"),
        Param("reach", 1, 0, 1, "how far it goes towards the best response at most; 0 is solved"),
        *SOLVED.params,
    ),
    reading=SHELF,
)
