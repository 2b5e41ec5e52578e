"""Large kernels that are rarely called: they arrange jokers and find held bonuses. Each is compiled once and called by
address.

If these kernels were inlined, they would be part of every kernel that plays games, even under rules that never use
them. They stay plain functions until they are compiled as C functions. A `GAME` record holds their addresses, or 0 if
its rules never need the kernel.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.compile import jit
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import c_kernel, inline_njit
from tongits_sim.game import custom_payout
from tongits_sim.game.state import GAME_DTYPE
from tongits_sim.hands.bonus import natural_bonus, wild_bonus
from tongits_sim.hands.jokers import arrange, melded_cards
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import RULES_DTYPE

_GAME = numba.from_dtype(GAME_DTYPE)
_RULES = numba.from_dtype(RULES_DTYPE)


@c_kernel
def rearrange_wild(game, rules, seat):
    """Compute the best arrangement of a seat's hand with jokers; returns its count."""
    hand = game.hands[seat]
    cost, sets, runs, wild_a, as_a, wild_b, as_b = arrange(hand, rules)
    game.deadwood[seat] = cost >> 2
    game.sets[seat] = sets
    game.runs[seat] = runs
    game.wild[seat, 0] = wild_a
    game.wild[seat, 1] = wild_b
    game.wild_as[seat, 0] = as_a
    game.wild_as[seat, 1] = as_b
    game.melded[seat] = melded_cards(hand, sets, runs, wild_a, as_a, wild_b, as_b)
    return cost >> 2


@c_kernel
def best_natural_bonus(game, rules, winner):
    """`natural_bonus` of the winner's hand; `game.secrets_pay` and `game.laid_best` hold its other arguments."""
    return natural_bonus(game.hands[winner], game.taken[winner], rules, game.secrets_pay != 0, game.laid_best)


@c_kernel
def best_wild_bonus(game, rules, winner):
    """`wild_bonus` of the winner's hand; for its other arguments see `best_natural_bonus`."""
    return wild_bonus(game.hands[winner], game.taken[winner], rules, game.secrets_pay != 0, game.laid_best)


_KERNELS = {kernel.__name__: kernel for kernel in (rearrange_wild, best_natural_bonus, best_wild_bonus)}


@functools.cache
def address(name: str) -> int:
    """Compile a rare kernel, unless cached, and return its address."""
    return jit.c_address(types.int64(_GAME, _RULES, types.int64), _KERNELS[name], engine=True)


@inline_njit
def call_rare(address, game, rules, argument):
    """Call the rare kernel at `address` with a game, its rules and an integer; returns its int64."""
    return call_at(address, (game, rules, argument))


ADDRESSES = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel", "payout", "payout_kernel")
"""Fields of a `GAME` that hold only in the process that made it."""


def new_game(rules: RuleSet) -> np.recarray:
    """A zeroed `GAME` recarray of length 1, with the addresses of the rare kernels that the rules may need."""
    game = np.zeros(1, GAME_DTYPE).view(np.recarray)
    jokers = rules.jokers.count > 0
    bonus = rules.bonus
    bonuses = max(bonus.secret_set, bonus.secret_run, bonus.long_run) > 0
    game["wild_kernel"] = address("rearrange_wild") if jokers else 0
    game["bonus_kernel"] = address("best_natural_bonus") if bonuses else 0
    game["wild_bonus_kernel"] = address("best_wild_bonus") if jokers and bonuses else 0
    if rules.payout:
        game["payout"] = custom_payout.address(rules)
        game["payout_kernel"] = custom_payout.kernel_address()
    return game
