"""Options played on against the own answer, world by world, until it is decided.

All options meet the same worlds (common random numbers), so what counts is the difference to the own answer in each.
After 8 worlds, 16, 32 and so on an option that is clearly behind the own answer is given up, and of the others the
better half goes on (sequential halving: Karnin, Koren and Somekh 2013, with the own answer always kept). The race ends
when no option is left, when one has been ahead of the own answer by far, or when the worlds are used up; then the best
option is chosen if it leads the own answer by `sure` standard errors, and the own answer if not. So a thought that
finds nothing costs nothing but time.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.designs.forks.branch import begin_steer, next_answer, perform, play_option
from tongits_sim.designs.forks.layout import FAULTY
from tongits_sim.game.engine import PHASE_ANSWERS
from tongits_sim.game.hooks import call_hook
from tongits_sim.game.state import DECISION_OVER, DECISION_RESPOND, VIEW_DTYPE
from tongits_sim.jit import c_address, c_kernel, inline_njit, njit
from tongits_sim.thinking.belief import draw_world
from tongits_sim.thinking.hidden import take_up
from tongits_sim.thinking.layout import THINKING_DTYPE
from tongits_sim.thinking.options import list_options

DECIDED = 4.0
"""Standard errors by which an option leads the own answer when the race is over."""


@njit
def hear_first(think):
    """Play a dealt world on to the own answer to a call, where another seat answers first unseen; False if the world
    does not reach it.
    """
    if think.game.phase != PHASE_ANSWERS:
        return True
    records = Records(think.game, think.seen, think.match, think.result, think.seen.rules, think.log, think.table)
    me = np.int64(think.seen.me)
    begin_steer(think.steer, np.int64(1) << DECISION_RESPOND)
    for _ in range(2):
        decision, action = next_answer(records, think.branch.resume, think.steer)
        if decision in (DECISION_OVER, FAULTY):
            return False
        if think.seen.me == me:
            return True
        perform(think.steer, action)
    return False


@njit
def play_world(think, view, number):
    """Play all wanted options in world `number` and add up the gain of each over the own answer."""
    if not (draw_world(think, view, number) and hear_first(think)):
        return
    records = Records(think.game, think.seen, think.match, think.result, think.seen.rules, think.log, think.table)
    _, own = play_option(records, think.branch, think.words[0])
    for option in range(1, think.options):
        if think.wanted[option]:
            whole, value = play_option(records, think.branch, think.words[option])
            if whole:
                think.ahead[option] += value - own
                think.ahead_sq[option] += (value - own) * (value - own)
            else:
                think.wanted[option] = 0
    think.played += 1


@njit
def lead_of(think, option, worlds):
    """The gain of an option over the own answer after `worlds` worlds: mean and its standard error, hundredths."""
    mean = think.ahead[option] / worlds
    spread = max(think.ahead_sq[option] - worlds * mean * mean, 0.0)
    return mean, np.sqrt(spread / (worlds * max(worlds - 1, np.int64(1))))


@njit
def best_of(think, worlds):
    """The wanted option with the highest mean, 0 for none."""
    best, highest = np.int64(0), -np.inf
    for option in range(1, think.options):
        if think.wanted[option]:
            mean, _ = lead_of(think, option, worlds)
            if mean > highest:
                best, highest = np.int64(option), mean
    return best


@njit
def halve(think, worlds):
    """Give up hopeless options and the worse half of the others; returns how many are left."""
    left = np.int64(0)
    for option in range(1, think.options):
        if think.wanted[option]:
            mean, se = lead_of(think, option, worlds)
            if mean + think.hopeless * se < 0.0 or think.ahead_sq[option] == 0:
                think.wanted[option] = 0
            else:
                left += 1
    kept = (left + 1) // 2
    while left > kept:
        worst, lowest = np.int64(0), np.inf
        for option in range(1, think.options):
            if think.wanted[option]:
                mean, _ = lead_of(think, option, worlds)
                if mean <= lowest:
                    worst, lowest = np.int64(option), mean
        think.wanted[worst] = 0
        left -= 1
    return left


@njit
def race(think, view):
    """Play the options on and return the number of the one to choose; 0 is the own answer."""
    for option in range(think.options):
        think.wanted[option] = 1
        think.ahead[option] = 0
        think.ahead_sq[option] = 0
    played, until = np.int64(0), min(think.first, think.worlds)
    while True:
        for number in range(played, until):
            play_world(think, view, number)
        played = until
        best = best_of(think, played)
        mean, se = lead_of(think, best, played)
        if played >= think.worlds or mean > DECIDED * se:
            break
        if halve(think, played) == 0:
            return np.int64(0)
        until = min(2 * played, think.worlds)
    return best if best > 0 and mean > think.sure * se else np.int64(0)


@c_kernel
def _think(view, think, decision):
    """The answer to the decision in the view; the view is left as it is."""
    table = think.table
    own, _ = call_hook(table.hooks[0, decision], view, table.params[0])
    if not think.thinks[decision] or not take_up(think, view):
        return own
    list_options(think, view, own)
    if think.options < 2:
        return own
    think.decisions += 1
    chosen = race(think, view)
    think.changed += 1 if chosen > 0 else 0
    return think.words[chosen]


@functools.cache
def think_address() -> int:
    """Address of `think` as a C function; compiled now if it is not cached."""
    signature = types.uint64(numba.from_dtype(VIEW_DTYPE), numba.from_dtype(THINKING_DTYPE), types.int64)
    return c_address(signature, _think, engine=False)


@inline_njit
def call_think(address, view, think, decision):
    """Call the compiled `think` at `address`; returns its action word (uint64)."""
    return np.uint64(call_at(address, (view, think, decision)))


@njit
def answer(view, think, decision):
    """The answer of a player who thinks, as a hook gives it."""
    return call_think(think.think, view, think, decision)
