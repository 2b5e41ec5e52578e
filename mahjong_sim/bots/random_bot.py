"""Plays any legal action, to fuzz the engine, but wins if it can."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.helpers import may_declare_wait
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.legality import DECLARED, meld_action
from mahjong_sim.game.wall import ONE, U, below, bit
from mahjong_sim.tiles import BEAUTY, CHOW, DRAGONS, KANG, NEWS, PLAIN, PUNG, SAGASA, SECRET, WINDS
from tongits_sim.compile.jit import njit


@njit
def win(view, params):
    """Win seven times in eight."""
    return ONE if view.word & U(7) else U(0)


@njit
def claim(view, params):
    """Any legal claim, or no claim, all equally likely."""
    choices = 1 + view.may_pung + view.may_kang + view.may_beauty + view.may_news
    for kind in range(PLAIN):
        choices += view.may_chow & bit(kind) != U(0)
    left = below(view.word, choices)
    if left == 0:
        return U(0)
    for code, may, tile in (
        (PUNG, view.may_pung, np.int64(view.offer)),
        (KANG, view.may_kang, np.int64(view.offer)),
        (BEAUTY, view.may_beauty, np.int64(DRAGONS)),
        (NEWS, view.may_news, np.int64(WINDS)),
    ):
        left -= may
        if left == 0:
            return meld_action(code, tile)
    for kind in range(PLAIN):
        left -= view.may_chow & bit(kind) != U(0)
        if left == 0:
            return meld_action(CHOW, kind)
    return U(0)


@njit
def declare(view, params):
    """Any legal declaration, or no declaration, all equally likely."""
    choices = 1 + view.may_beauty + view.may_news
    for kind in range(PLAIN):
        choices += (view.may_secret & bit(kind) != U(0)) + (view.may_sagasa & bit(kind) != U(0))
    left = below(view.word, choices)
    if left == 0:
        return U(0)
    left -= view.may_beauty
    if left == 0:
        return meld_action(BEAUTY, DRAGONS)
    left -= view.may_news
    if left == 0:
        return meld_action(NEWS, WINDS)
    for kind in range(PLAIN):
        left -= view.may_secret & bit(kind) != U(0)
        if left == 0:
            return meld_action(SECRET, kind)
        left -= view.may_sagasa & bit(kind) != U(0)
        if left == 0:
            return meld_action(SAGASA, kind)
    return U(0)


@njit
def discard(view, params):
    """Any tile of the hand, all equally likely. If it may declare its wait, it declares half of the time."""
    tile = any_tile(view)
    return tile | DECLARED if view.word & ONE and may_declare_wait(view, tile) else tile


@njit
def any_tile(view):
    """Any tile of the hand (uint64), all equally likely."""
    held = view.jokers
    for kind in range(PLAIN):
        held += view.counts[kind]
    left = below(view.word, held)
    for kind in range(PLAIN):
        left -= view.counts[kind]
        if left < 0:
            return U(kind)
    return U(view.joker_kind)


RANDOM = Strategy(
    "random",
    "Takes any legal action, all equally likely, and nearly every win.",
    Hooks(win, claim, declare, discard),
    uses_random=True,
)
