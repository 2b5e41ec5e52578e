"""Walks: they meet worlds as often as these weigh, and the world at hand stays a deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.designs.worlds.scenes import some, worker
from tongits_sim.any_game.streams import GOLDEN
from tongits_sim.cards import EMPTY, bit, cards_in
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.worlds.deal import brought, choose_draws, deal_world, own_since_start, place_world
from tongits_sim.designs.worlds.replay import EVERYBODY, replay_world
from tongits_sim.designs.worlds.walk import exchange, redraw, walk_to
from tongits_sim.designs.worlds.weighing import Weighing
from tongits_sim.jit import njit

EVEN = Weighing(0.005, 0.005, 0.005, 0.005, 0.005, 0.005, discards=0)
HARD = 37
"""A late position of the games for tests: the hidden hands hold three cards and two, and 3 random worlds in 1,000 agree
with what was seen."""
NEXT_TO_NOTHING = 1e-9
"""Three choices that no bot would have made."""


def test_walks_end_in_worlds_drawn_by_weight() -> None:
    """How often the right player holds each card: as in random worlds, weighted."""
    position, _ = some("pagat", 6)
    one = worker(position, weighing=replace(EVEN, per_walk=1))  # enough random worlds weigh something
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    right, cards = position.right, cards_in(position.unknown)
    weighted, total, squares = np.zeros(len(cards)), 0.0, 0.0
    for number in range(6000):
        if deal_world(records, known, number):
            held = held_by(known, right, cards)
            weight = float(replay_world(records, known, EVERYBODY, 0.0))
            weighted += weight * held
            total += weight
            squares += weight * weight
    walked, worlds = np.zeros(len(cards)), 600
    for number in range(worlds):
        assert walk_to(records, known, number, False) > 0
        walked += held_by(known, right, cards)
    expected, effective = weighted / total, total * total / squares
    assert effective > 200
    z = (walked / worlds - expected) / np.sqrt(expected * (1 - expected) * (1 / worlds + 1 / effective) + 1e-9)
    assert np.abs(z).max() < 4.5
    assert np.mean(np.square(z)) < 2.2
    plain = int(known.held_unknown[right]) / len(cards)
    assert np.abs(expected - plain).max() > 0.1  # what was done says something


def held_by(known: np.record, seat: int, cards: list[int]) -> np.ndarray:
    """Which of some unknown cards a seat holds in the world at hand: 0 or 1 each."""
    held = 0
    first = sum(int(known.held_unknown[other]) for other in range(seat))
    for place in range(first, first + int(known.held_unknown[seat])):
        held |= 1 << int(known.order[place])
    return np.array([held >> card & 1 for card in cards], float)


@njit
def weigh_every_deal(records, worlds, unknown, shares):
    """Weigh every deal of unknown cards (int64[n]) to hands of three and two, each with six ways to draw.

    shares: float64[2, 64], set to the weight of the worlds in which each hand holds each card; returns their total.
    """
    n, total, state = len(unknown), 0.0, GOLDEN
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(n):
                    for e in range(d):
                        if d in (a, b, c) or e in (a, b, c):
                            continue
                        at = 5
                        for k in range(n):
                            if k not in (a, b, c, d, e):
                                worlds.order[at] = unknown[k]
                                at += 1
                        for place, k in enumerate((a, b, c, d, e)):
                            worlds.order[place] = unknown[k]
                        worlds.held[0] = bit(unknown[a]) | bit(unknown[b]) | bit(unknown[c])
                        worlds.held[1] = bit(unknown[d]) | bit(unknown[e])
                        worlds.cards = n
                        for _ in range(6):
                            state += GOLDEN
                            choose_draws(worlds, state)
                            place_world(records, worlds)
                            weight = replay_world(records, worlds, EVERYBODY, NEXT_TO_NOTHING)
                            total += weight
                            for place in range(5):
                                shares[0 if place < 3 else 1, worlds.order[place]] += weight
    return total


def test_a_hard_position_has_the_worlds_of_every_deal() -> None:
    """Where little agrees with what was seen: as in all 43,680 deals of the hidden cards, each weighed."""
    position, _ = some("pagat", HARD)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    assert known.held_unknown.tolist() == [3, 2, 0]
    cards = cards_in(position.unknown)
    shares = np.zeros((2, 64))
    total = weigh_every_deal(records, known, np.array(cards), shares)
    expected = (shares / total)[:, cards]
    walks, per_walk = 300, int(known.per_walk)
    held = np.zeros((walks, 2, len(cards)))
    for number in range(walks * per_walk):
        assert walk_to(records, known, number, number > 0) > 0
        for seat in range(2):
            held[number // per_walk, seat] += held_by(known, seat, cards) / per_walk
    spread = np.maximum(held.std(axis=0, ddof=1), np.sqrt(expected * (1 - expected) / per_walk))
    z = (held.mean(axis=0) - expected) / (spread / np.sqrt(walks) + 2e-3)
    assert np.abs(z).max() < 4
    assert np.mean(np.square(z)) < 1.6
    assert expected.max() > 0.5  # and that is far from
    assert np.sort(expected[0])[len(cards) // 2] < 0.1  # what chance would deal


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_the_weight_at_hand_is_that_of_the_world(rules: str, bots: str) -> None:
    position, _ = some(rules, 25, bots)
    one = worker(position, bots, Weighing(steps=40, gap=7, per_walk=5))
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    for number in range(40):
        weight = float(walk_to(records, known, number, number > 0))
        assert weight > 0
        place_world(records, known)
        assert float(replay_world(records, known, EVERYBODY, 0.0)) == pytest.approx(weight)


def test_a_world_is_the_same_on_the_way_and_by_itself() -> None:
    position, _ = some("pagat", 25)
    one, other = worker(position), worker(position)
    for each in (one, other):
        sit_down(each.worlds[0].start_game, each.table[0])
    for number in range(16):
        walk_to(one.records, one.worlds[0], number, number > 0)
        walk_to(other.records, other.worlds[0], number, False)
        for name in ("order", "draw_now", "key", "held"):
            assert np.array_equal(one.worlds[name], other.worlds[name])


def test_steps_are_undone_by_the_same_step() -> None:
    position, _ = some("pagat!free", 60, "random,random,random")
    one = worker(position)
    known = one.worlds[0]
    rng = np.random.default_rng(4)
    hands, redrawn = int(known.held_unknown.sum()), 0
    for number in range(30):
        assert deal_world(one.records, known, number)
        before = state_of(known)
        i, j = int(rng.integers(hands)), int(rng.integers(int(known.cards)))
        if known.group[i] != known.group[j]:
            exchange(known, i, j)
            sound(known)
            assert state_of(known) != before
            exchange(known, i, j)
            assert state_of(known) == before
        draw = int(rng.integers(int(known.draws)))
        old = int(known.draw_now[draw])
        cards = cards_in(int(own_since_start(known, int(known.draw_seat[draw]))) & ~(1 << old))
        if known.draw_card[draw] < 0 and redraw(known, draw, int(rng.choice(cards))):
            sound(known)
            assert state_of(known) != before
            assert redraw(known, draw, old)
            assert state_of(known) == before
            redrawn += 1
    assert redrawn > 5


def state_of(known: Any) -> tuple[Any, ...]:
    """Everything that a step may change."""
    return tuple(known[name].tolist() for name in ("order", "held", "assigned", "draw_now"))


def sound(known: Any) -> None:
    """Hands hold what their places hold, and each draw brought a card it may have brought, each card once."""
    hands = [0, 0, 0]
    for place in range(int(known.held_unknown.sum())):
        hands[int(known.group[place])] |= 1 << int(known.order[place])
    assert hands == known.held.tolist()
    drawn = [0, 0, 0]
    for j in range(int(known.draws)):
        if known.draw_card[j] < 0:
            card, seat = bit(int(known.draw_now[j])), int(known.draw_seat[j])
            assert brought(known, j) & card != EMPTY
            assert not drawn[seat] & int(card)
            drawn[seat] |= int(card)
    assert drawn == known.assigned.tolist()
