"""The counts of a tournament, as integers that merge by addition.

By table: `cells`, `clusters` and `singles`, in the layout of tally.py and kernel.py. By bot: histograms, and over deals
the sums and products of the quantities of a deal (kernel.QUANTITIES): `sums[bot, q]`, `products[bot, q, q]`; across
bots `cross[bot, bot]` and `cross_wins[bot, bot]`, products of payouts and of wins, and `met[bot, bot]`, `met_sq`, sums
and squares of the first bot's payouts at tables with the second.

Where the luck of draws is counted, in hundredths / `draw_luck.FINE`: `luck[bot]`, what it was worth, `luck_cross[bot,
bot]`, its products over deals, and `corrected_cross[bot, bot]`, those of payouts less luck.
"""

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
    """The totals of a tournament: arrays of Python integers (object), each also an attribute; money in hundredths."""

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

    @property
    def cells(self) -> np.ndarray:
        """Counts, [table, slot, seat, role, field of `tally.FIELDS`]."""
        return self["cells"]

    @property
    def clusters(self) -> np.ndarray:
        """Sums and products over deals, [table, number of tally.py]."""
        return self["clusters"]

    @property
    def singles(self) -> np.ndarray:
        """Products of two slots' payouts in one seating, summed over seatings and deals, [table, slot, other slot]."""
        return self["singles"]

    @property
    def totals(self) -> np.ndarray:
        """Counts of all games: endings, turns, winnings, [number]."""
        return self["totals"]

    @property
    def hist(self) -> np.ndarray:
        """Games, [bot, bin of the payout]."""
        return self["hist"]

    @property
    def sums(self) -> np.ndarray:
        """Quantities of a deal, summed over deals, [bot, quantity]."""
        return self["sums"]

    @property
    def products(self) -> np.ndarray:
        """Products of two quantities of a deal, summed over deals, [bot, quantity, quantity]."""
        return self["products"]

    @property
    def cross(self) -> np.ndarray:
        """Products of two bots' payouts in a deal, summed over deals, [bot, bot]."""
        return self["cross"]

    @property
    def cross_wins(self) -> np.ndarray:
        """Products of two bots' wins in a deal, summed over deals, [bot, bot]."""
        return self["cross_wins"]

    @property
    def met(self) -> np.ndarray:
        """Payouts of the first bot at tables with the second, [bot, bot]."""
        return self["met"]

    @property
    def met_sq(self) -> np.ndarray:
        """Sums over deals of the squares of `met` of a deal, [bot, bot]."""
        return self["met_sq"]

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
        "sums": _added(per_deal),
        "met": _added(met),
        "met_sq": _whole((meetings * meetings).sum(axis=0)),
        "cross": _whole(values[:, :, 0].T @ values[:, :, 0]),
        "cross_wins": _whole(values[:, :, _WINS].T @ values[:, :, _WINS]),
        "products": settled(products) if products.dtype == object else products,
    }


def luck_counts(per_deal: np.ndarray, luck: np.ndarray) -> dict[str, np.ndarray]:
    """Exact counts of what the luck of draws was worth in some deals; luck: int64[deals, bots], hundredths / FINE."""
    fortune, corrected = _multipliable(luck), _multipliable(FINE * per_deal[:, :, 0] - luck)
    return {
        "luck": _added(luck),
        "luck_cross": _whole(fortune.T @ fortune),
        "corrected_cross": _whole(corrected.T @ corrected),
    }


def _added(values: np.ndarray) -> np.ndarray:
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
