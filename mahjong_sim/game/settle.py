"""The payments at the end of a game (V10, V11, V12)."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import (
    ENDING_BUNOT,
    ENDING_VOID,
    FROM_BACK,
    NO_TILE,
    NOBODY,
    PART_FLOWERS,
    PART_HAND,
    PART_POT,
    SEATS,
)
from mahjong_sim.game.wall import pay_each
from mahjong_sim.hands.value import best_value
from mahjong_sim.hands.values import QUICK
from mahjong_sim.rules.record import QUICK_COUNTS_OWN
from tongits_sim.jit import inline_njit, njit


@njit
def settle(game, view, rules, result):
    """Fill a `RESULT` record from a finished game; the pot is left to the match."""
    result.mahjong_ending = game.ending
    result.mano = view.mano
    result.turns = view.turn
    result.discards = view.n_discards
    result.doubled = view.doubled
    won = game.ending != ENDING_VOID
    by_draw = game.ending == ENDING_BUNOT
    result.discarder = view.offered_by if won and not by_draw else NOBODY
    for seat in range(SEATS):
        result.parts[PART_HAND, seat] = 0
        result.wins[seat] = game.wins[seat] if won else 0
        result.value[seat] = 0
        result.items[seat] = 0
    for seat in range(SEATS):
        if result.wins[seat]:
            _pay_hand(game, view, rules, result, np.int64(seat), by_draw)
            if view.n_flowers[seat] == 0:
                pay_each(game, PART_FLOWERS, np.int64(seat), rules.instant_winner_no_flowers)
    for seat in range(SEATS):
        total = np.int64(0)
        for part in range(PART_POT):
            if part != PART_HAND:
                result.parts[part, seat] = game.instant[part, seat]
            result.parts[part, seat] *= view.doubled
            total += result.parts[part, seat]
        result.parts[PART_POT, seat] = 0
        result.payout[seat] = total


@inline_njit
def is_quick(view, rules, seat):
    """V10: whether a win of a seat is quick."""
    discards = view.own_discards[seat] if rules.quick_counts == QUICK_COUNTS_OWN else view.n_discards
    return discards <= rules.quick_discards


@njit
def hand_value(game, view, rules, seat, by_draw):
    """V10: the value of a winner's hand in cents, and its items (bits of `ITEMS`): (int64, int64)."""
    paid_wait = rules.wait_declared == 0 or view.declared[seat] != 0
    if view.turns[seat] == 0 and view.n_melds[seat] > 0:  # the winning tile is part of the beauty
        paid_wait = False
    value, items = best_value(
        game.counts[seat],
        game.jokers[seat],
        np.int64(game.winning_kind) if paid_wait else NO_TILE,
        by_draw,
        view.meld_kind[seat],
        game.meld_tile[seat],
        view.n_melds[seat],
        rules,
    )
    if is_quick(view, rules, seat):
        value += rules.hand_quick
        items |= QUICK
    return value, items


@inline_njit
def _pay_hand(game, view, rules, result, seat, by_draw):
    """V10, V11: the value of a winner's hand, and the others' payments; winners do not pay each other."""
    value, items = hand_value(game, view, rules, seat, by_draw)
    result.value[seat] = value
    result.items[seat] = np.uint64(items)
    bunot = by_draw and (game.source != FROM_BACK or rules.win_gift_is_bunot != 0)
    for other in range(SEATS):
        if result.wins[other]:
            continue
        times = np.int64(rules.pay_others)
        if bunot:
            times = np.int64(rules.pay_bunot)
        elif other == result.discarder:
            times = np.int64(rules.pay_discarder)
        result.parts[PART_HAND, other] -= times * value
        result.parts[PART_HAND, seat] += times * value
