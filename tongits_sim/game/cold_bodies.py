"""Bodies of the cold kernels (cold.py), plain functions until they are compiled as C functions."""

from __future__ import annotations

import numba

from tongits_sim.game.state import GAME_DTYPE
from tongits_sim.hands.bonus import natural_bonus, wild_bonus
from tongits_sim.hands.jokers import arrange, melded_cards
from tongits_sim.jit import c_kernel
from tongits_sim.rules.record import RULES_DTYPE

GAME = numba.from_dtype(GAME_DTYPE)
RULES = numba.from_dtype(RULES_DTYPE)


@c_kernel
def rearrange_wild(game, rules, seat):
    """Work out the best arrangement of a seat's hand that holds jokers; returns its count."""
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
    """`wild_bonus` of the winner's hand, likewise."""
    return wild_bonus(game.hands[winner], game.taken[winner], rules, game.secrets_pay != 0, game.laid_best)
