"""The worker of tournaments: the records of one thread, the draws, and stage after stage."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.kernel_arguments import Deals
from tongits_sim.designs.events.job import EventJob
from tongits_sim.designs.events.kernel import PAID, WON, Bots, play_tables
from tongits_sim.designs.events.ranking import entrants, ranked
from tongits_sim.designs.seats import Seats, Triple
from tongits_sim.run.faults import Fault
from tongits_sim.run.totals import settled
from tongits_sim.run.work import Block, Played

_SEATING = ((0, 1, 2),)


class Worker(Seats):
    """Plays blocks of tournaments on the records of one thread."""

    def __init__(self, job: EventJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self._kinds = np.repeat(np.arange(len(job.players)), job.counts)
        self._bots = Bots(
            self._addresses,
            np.array([params.ctypes.data for params in self._params], np.int64),
            np.array([player.strategy.uses_chance for player in job.players], np.int64),
            np.array([bool(player.origin) for player in job.players], np.int64),
        )
        self._tables = (0, np.zeros((0, 3), np.int64))  # the first match of the tables being played, kinds by seat
        self._seating = self.sit((0, 0, 0), _SEATING)

    def play(self, block: Block) -> Played:
        """Play a block; after a fault the whole block is dropped, as its tournament has no winner."""
        stages, kinds = len(self.job.format.stages), len(self.job.players)
        champions = np.zeros(block.matches, np.int64)
        reached = np.zeros((block.matches, stages, kinds), np.int64)
        paid = np.zeros((block.matches, kinds), np.int64)
        before = int(self.table["now_games"][0])
        with self.playing():
            for number in range(block.matches):
                champion = self._event(block.first + number, reached[number], paid[number])
                if champion is None:
                    break
                champions[number] = self._kinds[champion]
        if self.table["faults"][0]:
            self.sit(self._kinds_at(int(self.table["fault_match"][0])), _SEATING)  # tables after it were played, too
            return Played(block, event_counts(0, 0, champions[:0], reached[:0], paid[:0]), self.fault())
        played = int(self.table["now_games"][0]) - before
        return Played(block, event_counts(self.job.format.games, played, champions, reached, paid))

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond, at the current position."""
        self._slots = self._kinds_at(int(self.table["now_match"][0]))
        return super().hanging(view)

    def _event(self, number: int, reached: np.ndarray, paid: np.ndarray) -> int | None:
        """Play a tournament; returns the player who won it, or None after a fault.

        Fills reached (int64[stages, kinds]) and paid (int64[kinds]).
        """
        form, kinds = self.job.format, self._kinds
        rng = np.random.Generator(np.random.PCG64([self.job.seed, number]))
        match = number * form.tables
        orders: list[np.ndarray] = []
        for place, stage in enumerate(form.stages):
            players = rng.permutation(entrants(stage, orders))
            groups = players.reshape(stage.groups, -1)
            money, wins = np.zeros(form.players, np.int64), np.zeros(form.players, np.int64)
            for _ in range(stage.matches):
                seats = rng.permuted(groups, axis=1).reshape(-1, 3)
                scores = self._play_tables(kinds[seats], match, stage.rounds)
                if scores is None:
                    return None
                money[seats] += scores[:, :, PAID]
                wins[seats] += scores[:, :, WON]
                match += len(seats)
            reached[place] = np.bincount(kinds[players], minlength=len(paid))
            if place == 0:
                np.add.at(paid, kinds, money)
            orders.append(ranked(stage, groups, money, wins, rng.random(form.players)))
        return int(orders[-1][0])

    def _play_tables(self, seats: np.ndarray, first: int, rounds: int) -> np.ndarray | None:
        """Play a match at each table; seats: int64[tables, 3], the kinds. Returns int64[tables, 3, 2]."""
        scores = np.zeros((len(seats), 3, 2), np.int64)
        self._tables = (first, seats)
        deals = Deals(np.uint64(self.job.seed), first, len(seats), rounds)
        play_tables(self.records, (self._bots, seats, scores), deals, self._seating, True)
        return None if self.table["faults"][0] else scores

    def _kinds_at(self, match: int) -> Triple:
        """The kinds of players at the table of a match, in play or played last."""
        first, seats = self._tables
        a, b, c = (int(kind) for kind in seats[match - first]) if 0 <= match - first < len(seats) else (0, 0, 0)
        return a, b, c


def event_counts(
    games: int, played: int, champions: np.ndarray, reached: np.ndarray, paid: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays of `EventJob.axes` for some tournaments.

    Args:
        games: games of one tournament, the most there can be.
        played: games of all of them.
        champions: int64[events], the kind of each winner.
        reached: int64[events, stages, kinds], players of each kind in each stage.
        paid: int64[events, kinds], money of each kind in the first stage, hundredths.
    """
    events, kinds = paid.shape
    exact = paid.astype(object)
    products = exact.T @ exact if events else np.zeros((kinds, kinds), object)
    return {
        "events": np.array([events]),
        "games": np.array([events * games]),
        "played": np.array([played]),
        "titles": np.bincount(champions, minlength=kinds).astype(np.int64),
        "reached": reached.sum(axis=0),
        "reached_sq": (reached**2).sum(axis=0),
        "paid": paid.sum(axis=0),
        "paid_products": settled(products),
    }
