"""The worker of deals with each seat as mano: the records of one thread, and the sums of payouts and wins."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.clusters import moments_of
from mahjong_sim.designs.manos.job import CELLS, MOST_SHANTEN, ManoJob
from mahjong_sim.designs.manos.kernel import OUT, Manos, play_manos
from mahjong_sim.game.state import SEATS
from mahjong_sim.tiles import TILES
from tongits_sim.any_game.designs.seats import JobSeats
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[ManoJob]):
    """Plays blocks of deals on the records of one thread."""

    def __init__(self, job: ManoJob) -> None:
        super().__init__(job)
        self._scratch = np.zeros((SEATS, SEATS, len(OUT)), np.int64), np.zeros(TILES, np.int8)

    def count(self, block: Block) -> Counts:
        """Play the deals of a block and count those that were finished with every mano."""
        out = np.zeros((block.matches, SEATS, SEATS, len(OUT)), np.int64)
        play_manos(self.records, Manos(out, *self._scratch), self.deals(block), self.seatings, True)
        numbers = np.arange(block.first, block.first + block.matches)
        whole = out[:, -1, -1, -1] > -99 if block.matches else np.zeros(0, bool)
        slots = self.seatings[numbers % len(self.seatings)]
        return {"games": np.array([int(whole.sum())]), "cells": cells_of(out[whole], slots[whole])}


def cells_of(out: np.ndarray, slots: np.ndarray) -> np.ndarray:
    """The moments of `ManoJob.axes` from the results of deals.

    Args:
        out: int64[deals, mano, seat, OUT].
        slots: int8[deals, seat], the slot on each seat.
    """
    deals = len(out)
    seats = np.arange(SEATS)
    # own[after]: the results of each seat when it sits `after` seats after mano, [deals, seat, OUT]
    own = [out[:, (seats - after) % SEATS, seats] for after in range(SEATS)]
    others = own[1][..., :3] + own[2][..., :3] + own[3][..., :3]
    less = 3 * own[0][..., :3] - others
    apart = [own[0][..., 0] - each[..., 0] for each in own[1:]]
    columns = [*np.moveaxis(less, 2, 0), *apart, own[0][..., 0], own[1][..., 0], own[0][..., 1], others[..., 1]]
    values = np.stack([np.ones((deals, SEATS), np.int64), *columns], axis=2).reshape(-1, 1 + len(columns))
    deal = np.repeat(np.arange(deals), SEATS)
    away = np.clip(own[0][..., 3], 0, MOST_SHANTEN).reshape(-1)
    parts = [
        moments_of(np.zeros(len(deal), np.int64), deal, values, 1),
        moments_of(slots.reshape(-1).astype(np.int64), deal, values, SEATS),
        moments_of(away, deal, values, MOST_SHANTEN + 1),
    ]
    moments = np.concatenate(parts)
    assert len(moments) == len(CELLS)
    return moments
