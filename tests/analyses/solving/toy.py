"""A call-and-challenge game of three seats, small enough that exploitability is computed exactly.

Each seat holds a count of 0 to 4. The first seat may call, then the second; the two others answer in turn, the second
of them knowing the first answer. Without a call the lowest count gets 1 from each of the others, ties nothing. Of a
call the caller gets 2 from each who folds; with a challenge the lowest of those in it gets 3 from the others in it and
2 from who folded, the first challenger winning ties. A seat decides at most twice: it may pass, and answer a call.

Profiles are what solvers make: probabilities of yes by kind, `call` (2 places x 5 counts) and `respond` (2 callers x
first, second after a fold, second after a challenge x 5 counts). Every cell belongs to one seat. The slots take seats
in turn, so a value is the mean over the three seats.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from tongits_sim.run.totals import Axis, Totals
from tongits_sim.run.work import Block, Played

COUNTS = 5
CELLS = {"call": 2 * COUNTS, "respond": 6 * COUNTS}
N_CELLS = sum(CELLS.values())
AXES = {
    "call": (("rivals", (0, 1)), ("count", (0, 1, 2, 3, 4))),
    "respond": (("streak", (0, 1)), ("other", (0, 1, 2)), ("count", (0, 1, 2, 3, 4))),
}
ROTATED = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
NODES = 4  # the first seat's call, the second's, the first and the second answer
Profile = Mapping[str, np.ndarray]


def payment(counts: tuple[int, ...], line: tuple[int, ...]) -> tuple[int, int, int]:
    """What each seat gets; line: the caller (-1: none), the first and the second answer."""
    caller, *answers = line
    paid = [0, 0, 0]
    if caller < 0:
        lowest = min(counts)
        if counts.count(lowest) == 1:
            winner = counts.index(lowest)
            paid = [2 if seat == winner else -1 for seat in range(3)]
        return paid[0], paid[1], paid[2]
    order = [(caller + 1) % 3, (caller + 2) % 3]
    fighters = [seat for seat, answer in zip(order, answers, strict=True) if answer] + [caller]
    winner = min(fighters, key=lambda seat: (counts[seat], fighters.index(seat)))
    for seat in range(3):
        if seat != winner:
            paid[seat] = -3 if seat in fighters else -2
    paid[winner] = -sum(paid)
    return paid[0], paid[1], paid[2]


LINES = [(-1, 0, 0), *((caller, *answers) for caller in (0, 1) for answers in itertools.product((0, 1), repeat=2))]
PAID = np.array(
    [[payment(counts, line) for line in LINES] for counts in itertools.product(range(COUNTS), repeat=3)]
).reshape(COUNTS, COUNTS, COUNTS, len(LINES), 3)


def line_number(caller: Any, first: Any, second: Any) -> Any:
    """The place of a line among LINES; works for arrays."""
    return np.where(np.asarray(caller) < 0, 0, 1 + 4 * np.maximum(caller, 0) + 2 * first + second)


# ---- exact


def value(profiles: tuple[Profile, Profile, Profile], slot: int = 0) -> float:
    """What a slot earns a game, exactly."""
    return float(np.mean([_seat_value(tuple(profiles[s] for s in seated), seated.index(slot)) for seated in ROTATED]))


def _seat_value(seats: tuple[Profile, ...], seat: int) -> float:
    paid = PAID[..., seat].reshape(-1, len(LINES))
    return sum(float(chance @ paid[:, LINES.index(line)]) for chance, line in _lines(seats)) / COUNTS**3


def _lines(seats: tuple[Profile, ...]) -> Iterator[tuple[np.ndarray, tuple[int, int, int]]]:
    """Every line, and how likely it is with each of the 125 counts."""
    counts = np.indices((COUNTS,) * 3).reshape(3, -1)
    silent = np.ones(COUNTS**3)
    for caller in (0, 1):
        calls = seats[caller]["call"][caller * COUNTS + counts[caller]]
        one, two = (caller + 1) % 3, (caller + 2) % 3
        for first in (0, 1):
            yes = seats[one]["respond"][caller * 15 + counts[one]]
            chance = silent * calls * (yes if first else 1 - yes)
            then = seats[two]["respond"][caller * 15 + (1 + first) * COUNTS + counts[two]]
            yield chance * then, (caller, first, 1)
            yield chance * (1 - then), (caller, first, 0)
        silent = silent * (1 - calls)
    yield silent, (-1, 0, 0)


def exact_response(profile: Profile, others: Profile | None = None) -> dict[str, np.ndarray]:
    """The best answer to two others by backward induction: answers, then the second seat's call, then the first's.

    Every cell belongs to one seat and one count, so each is decided by itself with all later ones decided.
    """
    others = profile if others is None else others
    own = {kind: np.array(each, float) for kind, each in profile.items()}
    own["call"][:COUNTS] = 0.0  # so that what follows a pass is reached
    order = [("respond", cell) for cell in range(CELLS["respond"])]
    order += [("call", cell) for cell in (*range(COUNTS, 2 * COUNTS), *range(COUNTS))]
    for kind, cell in order:
        values = []
        for answer in (0.0, 1.0):
            own[kind][cell] = answer
            values.append(value((own, others, others)))
        own[kind][cell] = float(values[1] > values[0])
    return own


def exploitability(profile: Profile) -> float:
    """What one slot gains by its best answer to two of a profile, exactly."""
    return value((exact_response(profile), profile, profile)) - value((profile, profile, profile))


# ---- played, as the program plays its own game


@dataclass(frozen=True, eq=False)
class ToyJob:
    """Games in which both answers at the decisions of some slots are played on: a `Work`."""

    profiles: tuple[Profile, ...]
    plays: tuple[int, ...]
    counted: tuple[bool, ...]
    games: int
    seed: int
    first: int = 0
    players: tuple[Any, ...] = ()
    kind: str = "toy"
    ordered: bool = False

    @property
    def grids(self) -> tuple[Any, ...]:
        """Kinds and their cells."""
        return tuple(SimpleNamespace(kind=kind, cells=cells) for kind, cells in CELLS.items())

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """One block: its games are drawn together."""
        yield Block(0, self.first, self.games, 1)

    def worker(self) -> ToyWorker:
        """Somebody to play it."""
        return ToyWorker(self)

    def prepare(self, notice: Any) -> None:
        """Nothing is compiled."""

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers."""
        return {"games": self.games, "seed": self.seed, "first": self.first}

    def faster(self, seconds: float) -> str:
        """Nothing: there is one engine."""
        return ""

    def program(self) -> str:
        """One program, for ever."""
        return "1"

    def empty(self) -> Totals:
        """Nothing counted."""
        return Totals({"games": (1,), "branches": (1,), "cells": (Axis("cell", N_CELLS), Axis("sum", 6))})


class Deals:
    """Games dealt together: counts, and a random number for each node."""

    def __init__(self, seed: int, first: int, games: int) -> None:
        chance = np.random.default_rng([seed, first])
        self.counts = chance.integers(0, COUNTS, (games, 3))
        self.words = chance.random((games, NODES))

    def play(self, seats: tuple[Profile, ...], forced: int = -1, answer: int = 0) -> tuple[np.ndarray, ...]:
        """Caller, answers by node int[games, 4], cells by node int[games, 4]; `forced`: a node that says `answer`."""
        games = len(self.counts)
        actions, cell = np.zeros((games, NODES), int), np.zeros((games, NODES), int)
        for node in (0, 1):
            cell[:, node] = node * COUNTS + self.counts[:, node]
            actions[:, node] = self.words[:, node] < seats[node]["call"][cell[:, node]]
            if node == forced:
                actions[:, node] = answer
        caller = np.where(actions[:, 0] == 1, 0, np.where(actions[:, 1] == 1, 1, -1))
        for node, step in ((2, 1), (3, 2)):
            seat = (np.maximum(caller, 0) + step) % 3
            state = 0 if step == 1 else 1 + actions[:, 2]
            cell[:, node] = np.maximum(caller, 0) * 15 + state * COUNTS + self.counts[np.arange(games), seat]
            yes = np.stack([each["respond"] for each in seats])[seat, cell[:, node]]
            actions[:, node] = self.words[:, node] < yes
            if node == forced:
                actions[:, node] = answer
        return caller, actions, cell

    def paid(self, caller: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """What each seat gets: int[games, 3]."""
        line = line_number(caller, actions[:, 2], actions[:, 3])
        paid: np.ndarray = PAID[(*self.counts.T, line)]
        return paid

    def decisions(self, seats: tuple[Profile, ...]) -> Iterator[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
        """For each node: itself, who decides (-1: nobody), its cell, and what yes and no bring: int[games, 2]."""
        caller, actions, cell = self.play(seats)
        games = np.arange(len(caller))
        for node in range(NODES):
            if node < 2:
                reached = np.full(len(caller), True) if node == 0 else actions[:, 0] == 0
                seat = np.full(len(caller), node)
            else:
                reached, seat = caller >= 0, (np.maximum(caller, 0) + node - 1) % 3
            both = [self.paid(*self.play(seats, node, answer)[:2])[games, seat] for answer in (1, 0)]
            yield node, np.where(reached, seat, -1), cell[:, node], np.stack([*both, actions[:, node]], axis=1)


class ToyWorker:
    """Plays one block."""

    busy = False

    def __init__(self, job: ToyJob) -> None:
        self._job = job

    def play(self, block: Block) -> Played:
        """Play it: a third of the games in each seating."""
        job, sums = self._job, np.zeros((N_CELLS, 6), np.int64)
        for turn, seated in enumerate(ROTATED):
            deals = Deals(job.seed, 3 * block.first + turn, max(1, block.matches // 3))
            seats = tuple(job.profiles[job.plays[slot]] for slot in seated)
            counted = np.array([job.counted[slot] for slot in seated])
            for node, seat, cell, values in deals.decisions(seats):
                mine = (seat >= 0) & counted[np.maximum(seat, 0)]
                place = cell[mine] + (CELLS["call"] if node > 1 else 0)
                yes, no, action = values[mine].T
                for column, each in enumerate((np.ones_like(yes), yes - no, (yes - no) ** 2, yes, no, action)):
                    np.add.at(sums[:, column], place, each)
        counts = {"games": np.array([block.matches]), "branches": np.array([sums[:, 0].sum()]), "cells": sums}
        return Played(block, counts, None)

    def progress(self) -> tuple[int, int]:
        """Nothing to wait for."""
        return 0, 0


@dataclass(frozen=True)
class ToyProblem:
    """The toy as solvers and best responses see a problem (`analyses.solving.solver.Problem`)."""

    seed: int = 1
    games: int = 3000
    method: str = "fictitious"
    match_games: int = 1
    start: str = "even"
    explore: float = 0.0
    axes: Any = None
    free: tuple[bool, ...] = (True, True, True)
    rules: Any = None

    def job(self, profiles: list[Profile], plays: tuple[int, ...], **changes: Any) -> ToyJob:
        """Games where slot i plays `profiles[plays[i]]`."""
        for name in ("explore", "decided"):  # what solvers of the real game ask for besides
            changes.pop(name, None)
        fields: dict[str, Any] = {"games": self.games, "seed": self.seed, "counted": (True, True, True)} | changes
        return ToyJob(tuple(profiles), plays, **fields)


def problem(**fields: Any) -> Any:
    """A toy problem."""
    return ToyProblem(axes=AXES, rules=SimpleNamespace(name="toy"), **fields)


def constant(call: float, respond: float) -> dict[str, np.ndarray]:
    """A profile that says yes with the same probability everywhere."""
    return {"call": np.full(CELLS["call"], call), "respond": np.full(CELLS["respond"], respond)}


def by_count(calls: int, responds: int) -> dict[str, np.ndarray]:
    """A profile that says yes with at most these counts."""
    counts = np.tile(np.arange(COUNTS), 6)
    return {"call": (counts[:10] <= calls).astype(float), "respond": (counts <= responds).astype(float)}
