"""Sessions of a table, by player: totals on the way and at the end, the maximum drawdown, the income of the house.

A session is a match in a seating: dealer, jackpot and streak carry over from game to game.

*The row of a match*, `COLUMNS`: sums over its games in all seatings. Sums and products of rows over matches give
intervals for all means, ratios and differences of columns, with matches as clusters.

*Histograms*, by slot: `depth` of maximum drawdowns, `path` of totals after each stop; the last stop is the end. Copies
of a bot are dependent, so they fill the bot's slots in order: the lowest copy fills the first slot. If at least j
copies of a bot had an event in `E_j` sessions, the sum over sessions of their number is the sum of `E_j`, and the sum
of its square is the sum of `(2 j - 1) E_j`.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.match_rows import MatchRowsJob, RowEstimates, Weights, row_counts
from tongits_sim.experiments.worker import JobWorker
from tongits_sim.game.state import PART_FEES, SEATS, new_record
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.estimates import LEVEL, slots_of
from tongits_sim.run.job import Block
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.stats import Interval, clustered_share, design_effect, histogram_quantile, standard_deviation
from tongits_sim.stats.intervals import mean_interval, t_interval

COLUMNS = (
    "games",
    "turns",
    "sessions",
    "moved",  # moved: the sum of all gains but the house's
    *(f"payout_{slot}" for slot in range(SEATS)),
    *(f"fees_{slot}" for slot in range(SEATS)),  # paid to the house by a slot
    *(f"won_{slot}" for slot in range(SEATS)),
    *(f"ahead_{slot}" for slot in range(SEATS)),  # games after which the slot is ahead in the session
    *(f"ended_ahead_{slot}" for slot in range(SEATS)),  # sessions
    *(f"place_{slot}" for slot in range(SEATS)),  # bins of `path` from 0 to the last total, within the last bins
    *(f"place_sq_{slot}" for slot in range(SEATS)),  # their squares
)
C = {name: number for number, name in enumerate(COLUMNS)}
N_COLUMNS = len(COLUMNS)

MAX_STOPS = 16
DEPTHS = 2049
ZERO = 1024
PLACES = 2 * ZERO + 1

ARRAYS: dict[str, tuple[int, ...]] = {
    "squares": (SEATS,),  # squared payouts of a game, by slot
    "singles": (SEATS, SEATS),  # products of two slots' results of a session
    "depth": (SEATS, DEPTHS),
    "path": (MAX_STOPS, SEATS, PLACES),
}
"""Names and shapes of the summed arrays."""

SESSIONS_DTYPE = np.dtype(
    [
        ("stops", "i8", (MAX_STOPS,)),  # numbers of games, rising; 0: unused
        *((name, "i8", shape) for name, shape in ARRAYS.items()),
        ("width", "i8"),  # width of the bins of `depth` and `path`
        ("bot", "i8", (SEATS,)),  # by slot, the first slot with the same bot
        # Scratch.
        ("total", "i8", (SEATS,)),
        ("lowest", "i8", (SEATS,)),
        ("played", "i8"),
        ("next", "i8"),  # the next stop
    ],
    align=True,
)


_GAMES = C["games"]
_TURNS = C["turns"]
_SESSIONS = C["sessions"]
_MOVED = C["moved"]
_PAYOUT = C["payout_0"]
_FEES = C["fees_0"]
_WON = C["won_0"]
_AHEAD = C["ahead_0"]
_ENDED_AHEAD = C["ended_ahead_0"]
_PLACE = C["place_0"]
_PLACE_SQ = C["place_sq_0"]


@inline_njit
def place_of(sessions, slot):
    """The bin of a slot's running total, from -ZERO to ZERO; the outermost bins are open."""
    return min(max(sessions.total[slot] // sessions.width, -ZERO), ZERO)


@inline_njit
def rank(sessions, values, slot):
    """Histogram row of a slot. Copies of a bot are dependent, so they fill rows in the order of `values` (int64[3]):
    the lowest copy gets the first row.
    """
    before = 0
    for rival in range(3):
        if sessions.bot[rival] == sessions.bot[slot]:
            lower = values[rival] < values[slot] or (values[rival] == values[slot] and rival < slot)
            before += 1 if lower else 0
    for row in range(3):
        if sessions.bot[row] == sessions.bot[slot]:
            if before == 0:
                return row
            before -= 1
    return slot


@njit
def start_session(sessions):
    """Set the totals of a session to zero."""
    sessions.played = 0
    sessions.next = 0
    for slot in range(3):
        sessions.total[slot] = 0
        sessions.lowest[slot] = 0


@njit
def add_game(row, sessions, result, seating):
    """Add a finished game to its match's row (int64[COLUMNS]) and to the session; seating: the slot on each seat."""
    row[_GAMES] += 1
    row[_TURNS] += result.turns
    for seat in range(3):
        slot = seating[seat]
        payout = result.payout[seat]
        row[_PAYOUT + slot] += payout
        row[_FEES + slot] -= result.parts[PART_FEES, seat]
        row[_WON + slot] += 1 if seat == result.winner else 0
        for part in range(7):
            if part != PART_FEES:
                row[_MOVED] += max(result.parts[part, seat], 0)
        sessions.squares[slot] += payout * payout
        sessions.total[slot] += payout
        sessions.lowest[slot] = min(sessions.lowest[slot], sessions.total[slot])
        row[_AHEAD + slot] += 1 if sessions.total[slot] > 0 else 0
    sessions.played += 1
    if sessions.next < MAX_STOPS and sessions.stops[sessions.next] == sessions.played:
        for slot in range(3):
            line = rank(sessions, sessions.total, slot)
            sessions.path[sessions.next, line, place_of(sessions, slot) + ZERO] += 1
        sessions.next += 1


@njit
def end_session(row, sessions):
    """Add a finished session to its match's row and to the histograms."""
    row[_SESSIONS] += 1
    for slot in range(3):
        row[_ENDED_AHEAD + slot] += 1 if sessions.total[slot] > 0 else 0
        place = place_of(sessions, slot)
        row[_PLACE + slot] += place
        row[_PLACE_SQ + slot] += place * place
        down = min(-sessions.lowest[slot] // sessions.width, DEPTHS - 1)
        sessions.depth[rank(sessions, sessions.lowest, slot), down] += 1
        for rival in range(3):
            sessions.singles[slot, rival] += sessions.total[slot] * sessions.total[rival]


@inline_njit
def _start_match(records, to, k):
    start_session(to[0])


@njit
def _add_game(records, to, at):
    sessions, rows = to
    add_game(rows[at], sessions, records.result, records.table.seating)


@njit
def _end_match(records, to, at, whole):
    sessions, rows = to
    if whole:
        end_session(rows[at], sessions)


play_sessions = match_loop(TABLE, _add_game, start_match=_start_match, end_match=_end_match)
"""Plays matches into (a `SESSIONS` record, rows: int64[matches, COLUMNS], zeroed).

A faulted match leaves a partial row.
"""


_NICE = (1, 2, 5, 10)


@dataclass(frozen=True)
class SessionsJob(MatchRowsJob):
    """Sessions of three players: matches whose seatings rotate."""

    wanted: int = 1_000_000
    match_games: int = 100

    job_type = "sessions"
    columns = COLUMNS

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Numbers of games after which totals are noted: every sixteenth of a session, up to its end."""
        parts = min(MAX_STOPS, self.match_games)
        return tuple(self.match_games * part // parts for part in range(1, parts + 1))

    @property
    def largest_sum(self) -> int:
        """A bound on the sums of a match for three players."""
        return 3 * super().largest_sum

    @cached_property
    def width(self) -> int:
        """Bin width of totals, in hundredths: a round number, much smaller than a typical result of a session.

        It is so wide that even an ordinary loss in every game does not exceed the last bin.
        """
        wanted = max(1, self.fine_width(self.match_games), self.ordinary_loss * self.match_games // ZERO)
        power = 10 ** (len(str(int(wanted))) - 1)
        return int(next(step * power for step in _NICE if step * power >= wanted))

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        slot = Axis("slot", SEATS)
        return {
            "squares": (slot,),
            "singles": (slot, Axis("other", SEATS)),
            "depth": (slot, Axis("bin", DEPTHS)),
            "path": (Axis("stop", MAX_STOPS), slot, Axis("bin", PLACES)),
        }

    def worker(self) -> SessionWorker:
        return SessionWorker(self)


class SessionWorker(JobWorker[SessionsJob]):
    """Plays blocks of sessions."""

    def count(self, block: Block) -> Counts:
        job = self.job
        sessions = new_record(SESSIONS_DTYPE)
        sessions["width"] = job.width
        sessions["stops"][0, : len(job.stops)] = job.stops
        sessions["bot"] = job.table
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        play_sessions(self.records, (sessions[0], rows), self.deals(block), self.seating, not job.duplicate)
        return {name: np.array(sessions[name][0]) for name in ARRAYS} | row_counts(rows)


_UNKNOWN = Interval(math.nan, math.nan, math.nan, math.nan, 0)


class SessionsEstimates(RowEstimates):
    """Estimates from the totals of sessions; figures of sessions need a job without duplicate deals.

    Attributes:
        job: the job that was played.
        slots: the slots of each player, by label.
    """

    def __init__(self, job: SessionsJob, totals: Totals) -> None:
        super().__init__(C, totals)
        self.job = job
        self.slots = slots_of(job.labels)

    def of(self, name: str, label: str) -> Weights:
        """A column, summed over a player's slots."""
        return {f"{name}_{slot}": 1 for slot in self.slots[label]}

    def games_of(self, label: str, times: int = 1) -> Weights:
        """Games of a player, counting each slot, times `times`."""
        return {"games": len(self.slots[label]) * times}

    # --- a game ---

    def payout(self, label: str) -> Interval:
        """A player's payout per game in units, after fees."""
        return self.money(self.of("payout", label), self.games_of(label))

    def fees(self, label: str) -> Interval:
        """Fees that a player pays to the house, units a game."""
        return self.money(self.of("fees", label), self.games_of(label))

    def house(self) -> Interval:
        """The income of the house, units a game."""
        return self.money({f"fees_{slot}": 1 for slot in range(3)})

    def payout_sd(self, label: str) -> float:
        """Standard deviation (units) of a player's payout of a game."""
        slots = self.slots[label]
        games = len(slots) * self.sum({"games": 1})
        squares = sum(int(self.totals["squares"][slot]) for slot in slots)
        return float(standard_deviation(games, self.sum(self.of("payout", label)), squares)) / UNIT

    # --- a session ---

    @property
    def sessions(self) -> int:
        """The number of sessions."""
        return self.sum({"sessions": 1})

    def session_sd(self, label: str) -> Interval:
        """Standard deviation (units) of a player's result of a session, with a delta-method interval.

        The interval follows from the spread over matches of squared deviations, counted in bins, summed over the
        player's slots.
        """
        slots = self.slots[label]
        count = len(slots) * self.sessions
        squares = sum(int(self.totals["singles"][slot, slot]) for slot in slots)
        sd = float(standard_deviation(count, self.sum(self.of("payout", label)), squares)) / UNIT
        # With b the bins of a session and m their mean: count * (b - m)**2 up to a constant.
        middle = self.sum(self.of("place", label))
        deviations = dict.fromkeys(self.of("place_sq", label), count)
        deviations |= dict.fromkeys(self.of("place", label), -2 * middle)
        bins = float(standard_deviation(count, middle, self.sum(self.of("place_sq", label))))
        if not bins > 0 or self.n < 2:
            return Interval(sd, math.nan, math.nan, math.nan, self.n)
        spread = mean_interval(self.n, self.sum(deviations), self.product(deviations, deviations))
        se = float(spread.se) * self.n / count**2 / (2 * bins) * self.job.width / UNIT
        return t_interval(sd, se, self.n, self.n - 1, LEVEL)

    def share_ahead(self, label: str) -> Interval:
        """Share of the games of a session after which a player is ahead."""
        return self.share(self.of("ahead", label), self.games_of(label))

    def ended_ahead(self, label: str) -> Interval:
        """Share of sessions that a player ends ahead."""
        return self.share(self.of("ended_ahead", label), {"sessions": len(self.slots[label])})

    def ruined(self, label: str, bankroll: int) -> Interval:
        """Share of sessions in which a player is ever down by `bankroll` hundredths or more.

        Exact for multiples of `job.width`.
        """
        first = -(-bankroll // self.job.width)
        if first >= DEPTHS - 1:
            return _UNKNOWN
        return self._share([int(self.totals["depth"][slot, first:].sum()) for slot in self.slots[label]])

    def bankroll(self, label: str, probability: float) -> Interval:
        """Units that last a session with this probability: a quantile of the maximum drawdown."""
        width, lines = self.job.width, self.totals["depth"][list(self.slots[label])]
        quantile = self._quantile(np.arange(DEPTHS) * width, lines, probability, last=DEPTHS - 1)
        # A depth counts in the bin below it, so lasting needs the next bin.
        return quantile._replace(
            estimate=quantile.estimate + width, low=quantile.low + width, high=quantile.high + width
        ).scaled(1 / UNIT)

    def quantile(self, label: str, stop: int, q: float) -> Interval:
        """Quantile of a player's total at a stop of a session, in units, accurate to a bin."""
        lines = self._paths[stop, list(self.slots[label])]
        values = (np.arange(PLACES) - ZERO) * self.job.width
        return self._quantile(values, lines, q, last=PLACES - 1).scaled(1 / UNIT)

    @functools.cached_property
    def _paths(self) -> np.ndarray:
        """How often each slot is in each bin at each stop; int64 if wide enough, because it is faster."""
        try:
            return self.totals.as_int64("path")
        except OverflowError:
            return self.totals["path"]

    def _quantile(self, values: np.ndarray, lines: np.ndarray, q: float, last: int) -> Interval:
        """A quantile over the slots of a player; unknown in the open last bins.

        Args:
            values: int64[K], lower edges of the bins.
            lines: int[slots, K], sessions by order of the slots.
            last: the last bin, which also takes everything beyond.
        """
        counts = lines.sum(axis=0)
        filled = np.flatnonzero(counts)
        places, times = values[filled], counts[filled]
        n = int(counts.sum())
        if not n:
            return _UNKNOWN
        # The design effect does not change the estimate.
        at = int(np.searchsorted(np.cumsum(counts), math.ceil(q * n)))
        if at >= last or (at == 0 and values[0] < 0):
            return _UNKNOWN
        # Sessions in which at least 1, 2, .. slots are at or below the estimate.
        reached = sorted((int(line[: at + 1].sum()) for line in lines), reverse=True)
        effect = self._effect(reached)
        return histogram_quantile(places, times, q, level=LEVEL, design_effect=effect)

    def _sums(self, reached: list[int]) -> tuple[int, ...]:
        """Sums for a share; reached: sessions in which at least 1, 2, .. slots had an event."""
        n = self.sessions
        k = len(reached)
        events = sum(reached)
        squares = sum((2 * place + 1) * count for place, count in enumerate(sorted(reached, reverse=True)))
        return n, k * n, events, k * k * n, k * events, squares

    def _share(self, reached: list[int]) -> Interval:
        return clustered_share(*self._sums(reached), level=LEVEL)

    def _effect(self, reached: list[int]) -> float:
        """Variance of a share relative to independent slots: below 1 if a slot wins what another loses."""
        effect = float(design_effect(*self._sums(reached)))
        return effect if effect > 0 else float(len(reached))
