"""The records on which a thread plays blocks of games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tongits_sim.compile.hooks import listening
from tongits_sim.compile.match_loop import NEVER_ANSWERED, REASON_RAISED, MatchRange, Records
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Counts


class FaultPlace(NamedTuple):
    """Where a bot failed; `seating` is the slot on each seat, `detail` the hook's own error."""

    code: int
    seat: int
    decision: int
    match: int
    game: int
    seating: tuple[int, ...]
    detail: str = ""


class ThreadRecords:
    """The records of a thread for games under one set of rules.

    Attributes:
        busy: whether a block is being played.
        table: the `TABLE` record, a recarray of length 1.
        view: the `VIEW` record that bots read, a recarray of length 1.
    """

    def __init__(self, records: Records, seed: int) -> None:
        """records: each a recarray of length 1; seed: of the games."""
        self.busy = False
        self.table: np.recarray = records.table
        self.view: np.recarray = records.view
        self._game, self._match, self._result = records.game, records.match, records.result
        self._rules, self._log = records.rules, records.log
        self._seed = seed
        self._errors: list[str] = []

    @property
    def records(self) -> Records:
        """The records as an argument of kernels."""
        own = (self._game, self.view, self._match, self._result, self._rules, self._log, self.table)
        return Records(*(record[0] for record in own))

    def deals(self, block: Block) -> MatchRange:
        """The matches of a block as an argument of kernels."""
        return MatchRange(np.uint64(self._seed), block.first_match, block.matches, block.games)

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """Context for playing a block: resets the count of faults and collects the errors of hooks."""
        self.table["faults"] = 0
        with listening() as self._errors:
            self.busy = True
            try:
                yield
            finally:
                self.busy = False

    def progress(self) -> tuple[int, int]:
        """Current match and games finished. They advance while bots respond, so a watchdog can compare them."""
        return int(self.table["now_match"][0]), int(self.table["now_games"][0])

    def first_fault(self) -> FaultPlace | None:
        """Where the first fault of the last block was; None without a fault."""
        table = self.table[0]
        if not table["faults"]:
            return None
        code = int(table["fault_reason"])
        detail = self._errors[0] if self._errors and code == REASON_RAISED else ""
        seat, decision, match, game = (int(table[f"fault_{name}"]) for name in ("seat", "decision", "match", "game"))
        return FaultPlace(code, seat, decision, match, game, tuple(map(int, table["fault_seating"])), detail)

    def place_now(self, seat: int, decision: int) -> FaultPlace:
        """The place of a bot that does not respond: the current position."""
        table = self.table[0]
        where = int(table["now_match"]), int(table["now_game"])
        return FaultPlace(NEVER_ANSWERED, int(seat), int(decision), *where, tuple(map(int, table["seating"])))

    def fault_at(self, place: FaultPlace, *, who: tuple[str, int], decision: str, failure: str, replay: str) -> Fault:
        """The fault at a place of play.

        Args:
            who: label and slot of the bot. decision: its name. failure: what happened, in words.
            replay: the command that plays the game again.
        """
        return Fault(
            label=who[0],
            slot=who[1],
            seat=place.seat,
            decision=decision,
            code=place.code,
            seed=self._seed,
            match=place.match,
            game=place.game,
            failure=failure,
            detail=place.detail,
            replay=replay,
            hangs=place.code == NEVER_ANSWERED,
        )


class BlockRecords(ThreadRecords):
    """The base of workers; a subclass counts a block in `count`."""

    def play(self, block: Block) -> BlockResult:
        """Play a block: its counts, and the first fault."""
        with self.playing():
            counts = self.count(block)
        return BlockResult(block, counts, self.fault())

    def count(self, block: Block) -> Counts:
        """Play a block and return the counts of the experiment."""
        raise NotImplementedError

    def fault(self) -> Fault | None:
        """The first fault of the last block; None without a fault."""
        raise NotImplementedError
