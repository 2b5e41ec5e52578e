"""The counts of a tournament, as integers that merge by addition."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.totals import BIN, CELL, CLUSTER, TOTAL
from tongits_sim.designs.tournament.draw_luck import FINE
from tongits_sim.designs.tournament.kernel import N_QUANTITIES, QUANTITIES
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.run.totals import Axis, Counts, Totals, settled

_WINS = QUANTITIES.index("wins")
_SAFE = 2**62
_SAFE_FLOAT = 2**53


class TournamentTotals(Totals):
    """The totals of a tournament: arrays of Python integers; money in hundredths.

    A *quantity* is one of `kernel.QUANTITIES`, of a bot in a deal.

    Attributes:
        cells: counts, [table, slot, seat, role, field of `tally.FIELDS`].
        clusters: sums and products over deals, [table, number of tally.py].
        singles: products of two slots' payouts in one seating, summed over seatings and deals, [table, slot, other].
        totals: counts of all games: endings, turns, winnings, [number].
        hist: games, [bot, bin of the payout].
        sums: quantities, summed over deals, [bot, quantity].
        products: products of two quantities, summed over deals, [bot, quantity, quantity].
        cross, cross_wins: products of two bots' payouts in a deal, and of their wins, summed over deals, [bot, bot].
        met, met_sq: payouts of the first bot at tables with the second, and their squares, over deals, [bot, bot].
        luck: the worth of the luck of draws, where it is counted, in hundredths / `draw_luck.FINE`, [bot].
        luck_cross, corrected_cross: products over deals of that, and of payouts less luck, [bot, bot].
    """

    def __init__(self, tables: int, bots: int, luck: bool = False) -> None:
        """Totals at zero, with those of luck where it is counted."""
        table, bot, other, key = Axis("table", tables), Axis("bot", bots), Axis("other", bots), Axis("key", QUANTITIES)
        axes: dict[str, tuple[int | Axis, ...]] = {
            "deals": (1,),
            "cells": (table, *CELL),
            "clusters": (table, CLUSTER),
            "singles": (table, Axis("slot", SEATS), Axis("other", SEATS)),
            "totals": (TOTAL,),
            "hist": (bot, BIN),
            "sums": (bot, key),
            "products": (bot, key, Axis("times", QUANTITIES)),
            "cross": (bot, other),
            "cross_wins": (bot, other),
            "met": (bot, other),
            "met_sq": (bot, other),
        }
        if luck:
            axes |= {"luck": (bot,), "luck_cross": (bot, other), "corrected_cross": (bot, other)}
        super().__init__(axes)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self["deals"][0])

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts: every game ends once."""
        return int(counts["totals"][: len(ENDINGS)].sum())


def deal_counts(per_deal: np.ndarray, met: np.ndarray) -> dict[str, np.ndarray]:
    """Exact counts of some deals; per_deal: int64[deals, bots, QUANTITIES], met: int64[deals, bots, bots]."""
    values, meetings = _multipliable(per_deal), _multipliable(met)
    bots = values.shape[1]
    products = np.zeros((bots, N_QUANTITIES, N_QUANTITIES), object if values.dtype == object else np.int64)
    for bot in range(bots):
        products[bot] = _whole(values[:, bot].T @ values[:, bot])
    return {
        "deals": np.array([len(per_deal)]),
        "sums": _column_sums(per_deal),
        "met": _column_sums(met),
        "met_sq": _whole((meetings * meetings).sum(axis=0)),
        "cross": _whole(values[:, :, 0].T @ values[:, :, 0]),
        "cross_wins": _whole(values[:, :, _WINS].T @ values[:, :, _WINS]),
        "products": settled(products) if products.dtype == object else products,
    }


def luck_counts(per_deal: np.ndarray, luck: np.ndarray) -> dict[str, np.ndarray]:
    """Exact counts of the worth of the luck of draws in some deals; luck: int64[deals, bots], hundredths / FINE."""
    fortune, corrected = _multipliable(luck), _multipliable(FINE * per_deal[:, :, 0] - luck)
    return {
        "luck": _column_sums(luck),
        "luck_cross": _whole(fortune.T @ fortune),
        "corrected_cross": _whole(corrected.T @ corrected),
    }


def _column_sums(values: np.ndarray) -> np.ndarray:
    """Sums over the first axis, exact."""
    safe = int(np.abs(values).max(initial=0)) * max(len(values), 1) < _SAFE
    return values.sum(axis=0) if safe else settled(values.astype(object).sum(axis=0))


def _multipliable(values: np.ndarray) -> np.ndarray:
    """The values in the fastest type in which sums of their products are exact."""
    most = int(np.abs(values).max(initial=0)) ** 2 * max(len(values), 1)
    return values.astype(np.float64 if most < _SAFE_FLOAT else np.int64 if most < _SAFE else object)


def _whole(sums: np.ndarray) -> np.ndarray:
    """Integers of any type as int64, or as Python integers if they do not fit."""
    return settled(sums) if sums.dtype == object else sums.astype(np.int64)
