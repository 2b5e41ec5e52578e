"""Walks among worlds: each step changes a little; steps are accepted so that worlds are met as often as they weigh.

A Metropolis walk: two cards in different places are exchanged, or a seat drew two of its cards in the other order, and
the step is taken with the ratio of the weights as its probability (Metropolis et al. 1953). At first a power of the
ratio below 1 is used, so that the walk gets about.

A walk passes through several worlds, some steps apart. They depend on each other, so intervals are those of walks; but
their values mostly differ, because the order of the stock, which the moves do not depend on, is shuffled anew in each
of them.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import EMPTY, U, bit, high_product, lowest, nth_bit, popcount
from tongits_sim.jit import njit
from tongits_sim.worlds.deal import begin_world, brought, own_since_start, place_world
from tongits_sim.worlds.layout import IN_DISCARDS
from tongits_sim.worlds.replay import EVERYBODY, replay_world

ATTEMPTS = 256
"""Random worlds that a walk may begin at; impossible ones are passed over."""
FLATTEST, WARMING = 0.2, 0.6
"""The power of the weights that a walk begins with, and the share of its first steps after which the power is 1."""

_WALK = U(0xD3C5_0014)
_SHUFFLE = U(0xD3C5_0015)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


@njit
def exchange(worlds, i, j):
    """Exchange the cards in two places of different groups, and their draws; a second exchange undoes it."""
    here, there = np.int64(worlds.order[i]), np.int64(worlds.order[j])
    worlds.order[i], worlds.order[j] = there, here
    for place, gone, come in ((i, here, there), (j, there, here)):
        seat = np.int64(worlds.group[place])
        if seat < 3:
            worlds.held[seat] ^= bit(gone) | bit(come)
            if worlds.assigned[seat] & bit(gone) != EMPTY:
                worlds.assigned[seat] ^= bit(gone) | bit(come)
                for draw in range(worlds.draws):
                    if worlds.draw_seat[draw] == seat and worlds.draw_now[draw] == gone:
                        worlds.draw_now[draw] = come


@njit
def redraw(worlds, j, card):
    """Let draw j have brought another card of its seat, in exchange for the one it brought; False if it cannot."""
    seat = worlds.draw_seat[j]
    old = worlds.draw_now[j]
    if brought(worlds, j) & bit(card) == EMPTY:
        return False
    if worlds.assigned[seat] & bit(card) != EMPTY:
        for k in range(worlds.draws):
            if worlds.draw_seat[k] == seat and worlds.draw_now[k] == card:
                if brought(worlds, k) & bit(old) == EMPTY:
                    return False
                worlds.draw_now[k] = old
                break
    else:
        worlds.assigned[seat] ^= bit(old) | bit(card)
    worlds.draw_now[j] = card
    return True


@njit
def begin_walk(records, worlds, walk):
    """Deal the random world that a walk begins at; returns its weight: 0 if there is none, -1 after a fault."""
    for attempt in range(ATTEMPTS):
        if begin_world(worlds, records.rules, walk, attempt):
            place_world(records, worlds)
            weight = replay_world(records, worlds, EVERYBODY, 0.0)
            if weight != 0.0:
                for seat in range(3):
                    worlds.weight_of[seat] = worlds.tried[seat]
                return weight
    return 0.0


@njit
def step(records, worlds, weight, power, state):
    """Propose a step from a world of this weight; returns (the stream, the weight then), -1 after a fault."""
    game = worlds.start_game
    hands = worlds.held_unknown[0] + worlds.held_unknown[1] + worlds.held_unknown[2] + worlds.unnamed
    state += GOLDEN
    kind = mix(state) >> U(61)
    state += GOLDEN
    first = mix(state)
    state += GOLDEN
    second = mix(state)
    state += GOLDEN
    chance = (mix(state) >> U(11)) * _TO_UNIT_INTERVAL
    i, j, card = np.int64(-1), np.int64(-1), np.int64(0)
    key = worlds.key
    asked = EVERYBODY
    words = kind == U(2) and game.chance[0] + game.chance[1] + game.chance[2] > 0
    if words:
        worlds.key = first
    elif kind < U(2) and worlds.draws > 0:
        j = np.int64(high_product(first, U(worlds.draws)))
        if worlds.draw_card[j] >= 0:
            return state, weight
        seat = worlds.draw_seat[j]
        card = worlds.draw_now[j]
        others = own_since_start(worlds, seat) & ~bit(card)
        if others == EMPTY:
            return state, weight
        if not redraw(worlds, j, lowest(nth_bit(others, np.int64(high_product(second, U(popcount(others))))))):
            return state, weight
        asked = np.int64(1) << seat
    else:
        if hands == 0:
            return state, weight
        i = np.int64(high_product(first, U(hands)))
        j = np.int64(high_product(second, U(worlds.cards)))
        if worlds.group[i] == worlds.group[j]:
            return state, weight
        exchange(worlds, i, j)
        if worlds.group[i] != IN_DISCARDS and worlds.group[j] != IN_DISCARDS:
            asked = np.int64(1) << np.int64(worlds.group[i])
            if worlds.group[j] < 3:
                asked |= np.int64(1) << np.int64(worlds.group[j])
    least = (chance if power >= 1.0 else chance ** (1.0 / power)) * weight
    place_world(records, worlds)
    other = replay_world(records, worlds, asked, least)
    if other > 0.0:
        for seat in range(3):
            worlds.weight_of[seat] = worlds.tried[seat]
        return state, other
    if words:
        worlds.key = key
    elif i < 0:
        redraw(worlds, j, card)
    else:
        exchange(worlds, i, j)
    return state, other if other < 0.0 else weight


@njit
def warm_up(records, worlds, walk):
    """Begin a walk and go its first steps, to its first world; returns the weight: 0 if there is none, -1 after a
    fault."""
    weight = begin_walk(records, worlds, walk)
    if weight > 0.0 and worlds.moves > 0:
        state = stream(worlds.seed, U(walk), U(0), _WALK)
        for at in range(worlds.steps):
            power = FLATTEST + (1.0 - FLATTEST) * at / (WARMING * worlds.steps)
            state, weight = step(records, worlds, weight, power, state)
            if weight < 0.0:
                break
    worlds.weight = weight
    return weight


@njit
def go_on(records, worlds, walk, world):
    """Go on to a world of the walk, counted from 1, from the one before it; returns as `warm_up`."""
    weight = worlds.weight
    if weight > 0.0:
        state = stream(worlds.seed, U(walk), U(world), _WALK)
        for _ in range(worlds.gap):
            state, weight = step(records, worlds, weight, 1.0, state)
            if weight < 0.0:
                break
        worlds.weight = weight
    return weight


@njit
def walk_to(records, worlds, number, follows):
    """Leave world `number` in `order`, `draw_now` and `key`; returns its weight: 0 if there is none, -1 after a fault.

    follows: the world at hand is the one before it.
    """
    walk, world = number // worlds.per_walk, number % worlds.per_walk
    if world > 0 and follows:
        weight = go_on(records, worlds, walk, world)
    else:
        weight = warm_up(records, worlds, walk)
        for at in range(1, world + 1):
            _shuffle_stock(worlds, number - world + at - 1)
            weight = go_on(records, worlds, walk, at)
    if weight > 0.0:
        _shuffle_stock(worlds, number)
    return weight


@njit
def _shuffle_stock(worlds, number):
    state = stream(worlds.seed, U(number), U(0), _SHUFFLE)
    first = worlds.held_unknown[0] + worlds.held_unknown[1] + worlds.held_unknown[2] + worlds.unnamed
    for i in range(first, worlds.cards - 1):
        state += GOLDEN
        j = i + np.int64(high_product(mix(state), U(worlds.cards - i)))
        card = worlds.order[i]
        worlds.order[i] = worlds.order[j]
        worlds.order[j] = card
