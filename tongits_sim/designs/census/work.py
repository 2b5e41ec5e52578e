"""A census as a value: who plays what, how it is cut into blocks, and a worker's own records.

Blocks are small enough for the rows of their matches; what a block counts are plain named arrays (`sheet.ARRAYS`, the
rows' `sums` and `products`, and those of tally.py), which merge by addition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.batch.job import Job, JobError
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS as TALLY_ARRAYS
from tongits_sim.designs.batch.totals import AXES
from tongits_sim.designs.census.kernel import add_products, play_census
from tongits_sim.designs.census.sheet import (
    ARRAYS,
    CAUSES,
    CLOCK_TURNS,
    COLUMNS,
    GROUPS,
    MOST_MARKS,
    N_COLUMNS,
    SHEET_DTYPE,
    C,
)
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple, seatings
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, bin_width, hundredths, largest_payment
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.run.work import Block, Played, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.run.warmup import Notice

_BLOCK_MATCHES = 2**13
_MOST_SUM = 2**62
_NICE = (1, 2, 5)
_FINE = 50
"""Bins of a session's result in what an ordinary loss comes to over the root of its games."""
_POINTS = 50
"""What a losing hand counts, roughly."""


@dataclass(frozen=True)
class Census:
    """Matches of three players, counted.

    Attributes:
        rules: the house rules; not those of a progressive match.
        players: three players; player i is slot i.
        wanted: how many games to play at least: whole matches, as many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, with dealer, jackpot and streak handed on.
        duplicate: every match is played in every seating, on the same deals; else seats change with the match number.
        marks: after how many games of a session to note who leads; up to eight.
        together: matches of a session; seats change between them. One of a duplicate census.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int = 100_000
    seed: int = 1
    match_games: int = 1
    duplicate: bool = False
    marks: tuple[int, ...] = ()
    together: int = 1

    kind = "census"
    ordered = False

    def __post_init__(self) -> None:
        if self.rules.match.progressive_target > 0:
            raise JobError(
                f"{self.rules.name} is played for a score, not for money: choose other rules, or set "
                "match.progressive_target=0"
            )
        if len(self.marks) > MOST_MARKS or any(not 0 < mark <= self.session_games for mark in self.marks):
            raise JobError(f"up to {MOST_MARKS} lengths can be looked at, none longer than the session")
        if self.together < 1 or (self.duplicate and self.together > 1):
            raise JobError("a session has one match or more, and just one where every seating is played")
        if self.block_matches < 1:
            raise JobError(f"matches of {self.match_games:,} games under these rules cannot be added up exactly")

    @cached_property
    def job(self) -> Job:
        """The same as a batch job, which checks it and names its games for a replay."""
        return Job(self.rules, self.players, self.wanted, self.seed, self.match_games)

    @cached_property
    def table(self) -> Triple:
        """Who sits in the slots, equal bots under equal numbers."""
        labels = self.job.labels
        a, b, c = (labels.index(label) for label in labels)
        return a, b, c

    @cached_property
    def seatings(self) -> tuple[Triple, ...]:
        """Every way to sit, or, for three equal bots, the rotations."""
        return seatings(self.table) if len(set(self.table)) > 1 else ROTATIONS

    @cached_property
    def matches(self) -> int:
        """Matches in all: enough for the games, and as many in every seating."""
        ways = len(self.seatings)
        if self.duplicate:
            return -(-self.wanted // (self.match_games * ways))
        whole = math.lcm(ways, self.together)
        return -(-self.wanted // (self.match_games * whole)) * whole

    @property
    def session_games(self) -> int:
        """Games of a session."""
        return self.match_games * self.together

    @property
    def games(self) -> int:
        """Games in all."""
        return self.matches * self.match_games * (len(self.seatings) if self.duplicate else 1)

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        most = max(1, largest_payment(self.rules)) * self.match_games * (len(self.seatings) if self.duplicate else 1)
        matches = min(_BLOCK_MATCHES, self.job.block_matches, _MOST_SUM // (most * self.together) ** 2)
        return matches if matches < 1 else max(1, matches // self.together) * self.together

    @cached_property
    def width(self) -> int:
        """Hundredths of a bin of what a session brings: a round number, fine beside what sessions usually bring."""
        money = hundredths(self.rules)
        ordinary = max(money["pay.tongits"], money["pay.fold"]) + 2 * money["pot.ante"]
        if self.rules.pay.mode != "flat":
            ordinary = _POINTS * UNIT
        wanted = max(1, ordinary * math.isqrt(self.session_games) // _FINE)
        power = 10 ** int(math.log10(wanted))
        return int(max(step * power for step in _NICE if step * power <= wanted))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        size = -(-(size or self.block_matches) // self.together) * self.together
        for number, first in enumerate(range(0, self.matches, size)):
            yield Block(number, first, min(size, self.matches - first), self.match_games)

    def worker(self) -> CensusWorker:
        """A thread's own worker."""
        return CensusWorker(self)

    def prepare(self, notice: Notice) -> None:
        """Load or compile all it needs, by playing nothing."""
        from tongits_sim.run.warmup import warm

        warm(self, notice)

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers."""
        return {
            "rules": {"name": self.rules.name, "knobs": self.rules.knobs()},
            "players": described(self.players),
            "games": self.wanted,
            "seed": self.seed,
            "match_games": self.match_games,
            "duplicate": self.duplicate,
            "marks": list(self.marks),
            "together": self.together,
        }

    def empty(self) -> CensusTotals:
        """Nothing counted yet."""
        return CensusTotals()


class CensusTotals(Totals):
    """Everything counted: the sheet's arrays, the tally's, and over matches their number, sums and products of rows."""

    def __init__(self) -> None:
        column = Axis("key", COLUMNS)
        rows: dict[str, tuple[int | Axis, ...]] = {
            "matches": (1,),
            "sums": (column,),
            "products": (column, Axis("other", COLUMNS)),
        }
        group, cause = Axis("group", GROUPS), Axis("cause", CAUSES)
        clock = dict.fromkeys(("events", "weighted", "pairs"), (group, cause, Axis("turn", CLOCK_TURNS)))
        super().__init__(ARRAYS | clock | AXES | rows)

    def games_of(self, counts: Counts) -> int:
        """Games that counts hold."""
        return int(counts["sums"][C["games"]])


class CensusWorker:
    """The records one thread plays a census with; about 2 MB."""

    def __init__(self, census: Census) -> None:
        self.census = census
        self.busy = False
        self._params = [player.params() for player in census.players]  # kept alive: the table holds their addresses
        self._table = kernel.new_table()
        self._table["hooks"] = [player.addresses() for player in census.players]
        self._table["params"] = [params.ctypes.data for params in self._params]
        self._table["chance"] = [player.strategy.uses_chance for player in census.players]
        self._table["guard"] = [bool(player.origin) for player in census.players]
        self._rules = rules_record(census.rules)
        self._view = state.new_record(state.VIEW_DTYPE)
        self._view["rules"] = self._rules
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._game = state.new_game(self._rules)
        self._log = new_log(on=False)
        self._seatings = np.array(census.seatings, np.int8)

    def play(self, block: Block) -> Played:
        """Play one block."""
        census = self.census
        tally, sheet = state.new_record(TALLY_DTYPE), state.new_record(SHEET_DTYPE)
        tally["unit"] = bin_width(census.rules, HIST_ZERO)
        sheet["width"] = census.width
        sheet["marks"][0, : len(census.marks)] = census.marks
        sheet["bot"] = census.table
        sheet["together"] = census.together
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        self._table["faults"] = self._table["alarm"] = 0
        with hooks.listening(self._table["alarm"]) as errors:
            self.busy = True
            try:
                self._run(tally, sheet, rows, block)
            finally:
                self.busy = False
        counts = {name: np.array(sheet[name][0]) for name in ARRAYS}
        counts |= {name: np.array(tally[name][0]) for name in TALLY_ARRAYS}
        counts |= {"matches": np.array([block.matches]), "sums": rows.sum(axis=0), "products": self.products(rows)}
        return Played(block, counts, self._fault(errors))

    def _run(self, tally: np.recarray, sheet: np.recarray, rows: np.ndarray, block: Block) -> None:
        game, view, match, result = (record[0] for record in (self._game, self._view, self._match, self._result))
        play_census(
            *(game, view, match, result, self._rules[0], self._log[0], self._table[0], tally[0], sheet[0]),
            rows,
            np.uint64(self.census.seed),
            *(block.first, block.matches, block.games),
            self._seatings,
            not self.census.duplicate,
        )

    @staticmethod
    def products(rows: np.ndarray) -> np.ndarray:
        """`rows.T @ rows` (int64[k, k]), exactly; rows: int64[n, COLUMNS]."""
        found = np.zeros((N_COLUMNS, N_COLUMNS), np.int64)
        add_products(rows, np.zeros(N_COLUMNS, np.int64), found)
        return found

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self._table["now_match"][0]), int(self._table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        place = self._table[0]
        seat, decision = (int(self._view[name][0]) for name in ("me", "decision"))
        seating = [int(slot) for slot in place["seating"]]
        where = int(place["now_match"]), int(place["now_game"])
        return self._made(NEVER_ANSWERED, seating, seat, decision, where)

    def _fault(self, errors: list[str]) -> Fault | None:
        place = self._table[0]
        if not place["faults"]:
            return None
        code = int(place["fault_reason"])
        detail = errors[0] if errors and code == asking.REASON_RAISED else ""
        seating = list(self.census.seatings[int(place["fault_seating"])])
        where = int(place["fault_match"]), int(place["fault_game"])
        return self._made(code, seating, int(place["fault_seat"]), int(place["fault_decision"]), where, detail)

    def _made(
        self, code: int, seating: list[int], seat: int, decision: int, where: tuple[int, int], detail: str = ""
    ) -> Fault:
        """A fault; the table is named as it sits, so that fixed seats play its game again."""
        census, slot = self.census, seating[seat]
        a, b, c = (census.players[each] for each in seating)
        match, game = where
        seated = Job(census.rules, (a, b, c), census.job.games, census.seed, census.match_games, True)
        return Fault(
            label=census.players[slot].label,
            slot=slot,
            seat=seat,
            decision=state.DECISIONS[decision],
            code=code,
            seed=census.seed,
            match=match,
            game=game,
            detail=detail,
            replay=seated.replay_command(match, game),
        )
