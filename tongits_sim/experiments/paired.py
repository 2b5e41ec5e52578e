"""Paired arms play the same deals under different rules or with different bots, and count users' metrics."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.hooks import HookError, call_hook
from tongits_sim.compile.identity import reach
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob, rules_option
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.duplicate import multipliable
from tongits_sim.experiments.worker import PERMUTATIONS, ROTATIONS, GameJob, Triple, WorkerState, for_money
from tongits_sim.game.bot_calls import compile_hook
from tongits_sim.game.state import ENDINGS, PART_BASE, PART_BONUS, PART_POT, PART_SUNOG, RESULT_DTYPE
from tongits_sim.imports import load
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.base_job import MAX_GAMES, JobError, block_length, rules_and_players
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.strategy import Player

OWN = "own:"
"""Names of users' metrics in answers begin so."""
MAX_COUNT = 1_000_000
"""The largest absolute number that a metric may count in a game."""
_NAME = re.compile(r"[A-Za-z_]\w{0,39}")


class MetricError(TongitsError):
    """A metric cannot be compiled, or fails in a game."""


@dataclass(frozen=True)
class Metric:
    """A user's number for each game; answers compare its mean per game between rule sets."""

    name: str  # a Python name; people read blanks for underscores
    # `count(view, result)`, compiled by numba: a whole number for a finished game, at most a million of either sign.
    # `result` is the `RESULT` record, `view` the last view of the seat that was asked last; both are read-only.
    count: Callable[[Any, Any], Any]
    scale: float = 1.0  # multiplies the mean: 0.01 turns hundredths into units
    # where another process finds the metric, `my_metric.py:NAME` or an entry point; "": nowhere
    import_spec: str = field(default="", compare=False)
    # `package.module:function` that loads `import_spec`
    loader: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise MetricError(f"a metric's name is made of letters, digits and underscores, not {self.name!r}")

    @property
    def key(self) -> str:
        """The name in answers: `own:` and the name."""
        return OWN + self.name

    def address(self) -> int:
        """Compile the function, if necessary, and return its address for `call_hook`. Raises MetricError."""
        try:
            return compile_hook(self.count, RESULT_DTYPE, self.name, "count")
        except HookError as error:
            message = str(error).replace(f"the bot {self.name!r}", f"the metric {self.name!r}")
            raise MetricError(message.replace(" hook ", " function ")) from None

    def manifest(self) -> dict[str, Any]:
        """Everything that determines its numbers, as JSON."""
        function = getattr(self.count, "py_func", self.count)
        return {"metric": self.import_spec or self.name, "source": reach(function, self.scale).digest}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Pickle by name. Raises MetricError: no file holds the metric."""
        if not self.import_spec or not self.loader:
            raise MetricError(
                f"the metric {self.name!r} stands in no file, so other processes cannot load it: use the backend "
                "'threading'"
            )
        return _reload, (self.loader, self.import_spec)


def _reload(loader: str, given: str) -> Metric:
    metric: Metric = load(loader)(given)
    return metric


QUANTITIES = (
    "turns",
    "burned",
    *(f"ending_{ending}" for ending in ENDINGS),
    "edge",
    "pot",
    "payout_0",
    "payout_1",
    "payout_2",
    "square_high",
    "square_low",
    "session_high",
    "session_low",
    "ahead",
    "ruined",
)
"""The quantities of a deal in an arm, summed over its games in all seatings. Money is in hundredths: `edge` is twice
the dealer's payout minus the other payouts, `pot` what the losers pay the winner (base, sunog, bonus and antes),
`payout_*` the payout by slot; the sum of squared payouts is `square_high * 2**20 + square_low`.

A session is a match of several games in a seating; in matches of a single game its quantities stay 0: squared results
are `session_high * 2**26 + session_low`, `ahead` counts players who end the session ahead, `ruined` players who are
ever down by the bankroll.
"""
N_QUANTITIES = len(QUANTITIES)
N_PLAY = QUANTITIES.index("edge")
"""Quantities before this index describe play, the rest payments."""
SQUARE_BITS = 20
SESSION_BITS = 26

_TURNS = QUANTITIES.index("turns")
_BURNED = QUANTITIES.index("burned")
_ENDINGS = QUANTITIES.index(f"ending_{ENDINGS[0]}")
_EDGE = QUANTITIES.index("edge")
_POT = QUANTITIES.index("pot")
_PAYOUT = QUANTITIES.index("payout_0")
_HIGH = QUANTITIES.index("square_high")
_LOW = QUANTITIES.index("square_low")
_LOW_BITS = np.int64(2**SQUARE_BITS - 1)
_SESSION_HIGH = QUANTITIES.index("session_high")
_SESSION_LOW = QUANTITIES.index("session_low")
_AHEAD = QUANTITIES.index("ahead")
_RUINED = QUANTITIES.index("ruined")
_SESSION_LOW_BITS = np.int64(2**SESSION_BITS - 1)


@inline_njit
def add_result(row, result, seating):
    """Add a finished game to a deal's row (int64[QUANTITIES]); squares are summed in `square_high`."""
    row[_TURNS] += result.turns
    row[_ENDINGS + result.ending] += 1
    for seat in range(3):
        paid = result.payout[seat]
        row[_BURNED] += result.burned[seat]
        row[_EDGE] += 2 * paid if seat == result.dealer else -paid
        row[_PAYOUT + seating[seat]] += paid
        row[_HIGH] += paid * paid
    winner = result.winner
    if winner >= 0:
        parts = result.parts
        row[_POT] += parts[PART_BASE, winner] + parts[PART_SUNOG, winner]
        row[_POT] += parts[PART_BONUS, winner] + parts[PART_POT, winner]


@inline_njit
def add_player(row, total, lowest, bankroll):
    """Add a player's finished session to a deal's row; squares are summed in `session_high`.

    total, lowest: hundredths at the end, and at the lowest point; bankroll: hundredths, 0: not counted.
    """
    row[_SESSION_HIGH] += total * total
    row[_AHEAD] += 1 if total > 0 else 0
    row[_RUINED] += 1 if bankroll > 0 and lowest <= -bankroll else 0


@njit
def add_counts(row, view, measures):
    """Add the counts of users' metrics in a finished game to a deal's row, after its QUANTITIES.

    measures: int64[1 + k], the address of the `RESULT` record, then of the compiled functions. Returns the number of
    the first metric that failed or counted more than MAX_COUNT, or -1.
    """
    for number in range(1, measures.shape[0]):
        counted, raised = call_hook(measures[number], view, measures[0])
        value = np.int64(counted)
        if raised or value > MAX_COUNT or value < -MAX_COUNT:
            return number - 1
        row[N_QUANTITIES + number - 1] += value
    return -1


class ArmSums(NamedTuple):
    """The records that count the deals of an arm."""

    out: Any  # int64[deals, QUANTITIES and a column for each user's metric]
    measures: Any  # as in `add_counts`
    purse: Any  # int64[2, 3]: by slot the total in this session, and the lowest total so far
    bankroll: Any  # hundredths, 0: not counted
    failed: Any  # int64[3]: the number of the first metric that failed, or -1; its match and game


@njit
def _start_match(records, to, k):
    to.purse[:] = 0


@njit
def _add_game(records, to, at):
    _, view, _, result, _, _, table = records
    row, purse = to.out[at], to.purse
    add_result(row, result, table.seating)
    if to.measures.shape[0] > 1:
        failed = add_counts(row, view, to.measures)
        if failed >= 0 and to.failed[0] < 0:
            to.failed[0], to.failed[1], to.failed[2] = failed, table.now_match, table.now_game
    for seat in range(3):
        purse[0, seat] += result.payout[seat]
        purse[1, seat] = min(purse[0, seat], purse[1, seat])


@njit
def _end_match(records, to, at, whole):
    if whole and records.match.last_game > 1:
        for seat in range(3):
            add_player(to.out[at], to.purse[0, seat], to.purse[1, seat], to.bankroll)


@njit
def _end(records, to, at, whole):
    row = to.out[at]
    row[_LOW] = row[_HIGH] & _LOW_BITS
    row[_HIGH] >>= SQUARE_BITS
    row[_SESSION_LOW] = row[_SESSION_HIGH] & _SESSION_LOW_BITS
    row[_SESSION_HIGH] >>= SESSION_BITS


play_deals = match_loop(TABLE, _add_game, start_match=_start_match, end_match=_end_match, end=_end)
"""Plays deals, each in every seating, into `ArmSums`."""


COUNTED = (*QUANTITIES[QUANTITIES.index("burned") : N_PLAY], "ahead", "ruined")
"""The quantities that are counts of events."""
_COUNTED_COLUMNS = [QUANTITIES.index(name) for name in COUNTED]


class PairedTotals(Totals):
    """Counts of arms that play the same deals: sums and products a deal, and how often an event differs."""

    def __init__(self, arms: int, games_per_deal: int, own: Sequence[str] = ()) -> None:
        names = (*QUANTITIES, *own)
        arm = Axis("arm", arms)
        key = Axis("key", names)
        times = Axis("times", names)
        super().__init__(
            {
                "deals": (1,),
                "sums": (arm, key),
                "products": (arm, key, times),
                "cross": (arm, key, times),
                "differ": (arm, Axis("in", ("play", "anything"))),
                "flows": (arm, Axis("event", COUNTED), Axis("side", ("more", "less")), Axis("of", ("sum", "squares"))),
            }
        )
        self._games = arms * games_per_deal

    def games_of(self, counts: Counts) -> int:
        return int(counts["deals"].sum()) * self._games


def moments_of(values: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays (int64) of the totals for some deals; values: int64[deals, arms, QUANTITIES and metrics]."""
    arms = values.shape[1]
    empty = PairedTotals(arms, 1, [f"own {number}" for number in range(values.shape[2] - len(QUANTITIES))])
    moments = {name: np.zeros(empty.shape(name), np.int64) for name in empty}
    moments["deals"][0] = len(values)
    moments["sums"][...] = values.sum(axis=0)
    off = values != values[:, :1]
    moments["differ"][:, 0] = off[:, :, :N_PLAY].any(axis=2).sum(axis=0)
    moments["differ"][:, 1] = off.any(axis=2).sum(axis=0)
    counted = values[:, :, _COUNTED_COLUMNS]
    changed = counted - counted[:, :1]
    for side, sign in enumerate((1, -1)):
        part = np.maximum(sign * changed, 0)
        moments["flows"][:, :, side, 0] = part.sum(axis=0)
        moments["flows"][:, :, side, 1] = (part**2).sum(axis=0)
    columns = multipliable(values)
    for arm in range(arms):
        moments["products"][arm] = columns[:, arm].T @ columns[:, arm]
        moments["cross"][arm] = columns[:, 0].T @ columns[:, arm]
    return moments


# In a larger block, products of the low halves of squares could overflow a float.
_MAX_BLOCK_DEALS = 2**12
_MAX_SUM = 2**62


@dataclass(frozen=True)
class Arm:
    """A way to play the deals: house rules, and three players by slot."""

    rules: RuleSet
    players: tuple[Player, ...]


@dataclass(frozen=True)
class PairedJob(GameJob):
    """Duplicate deals in several arms; every arm is compared with the first arm."""

    arms: tuple[Arm, ...]  # slot i of an arm corresponds to slot i of every other arm
    deals: int = 20_000  # number of deals (matches, if `match_games` is not 1) that every arm plays in every seating
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match, which carries over dealer, jackpot and streak
    # the slot on each seat; by default all distinct seatings of the first arm's players
    seatings: tuple[Triple, ...] = field(default=())
    metrics: tuple[Metric, ...] = ()  # the user's metrics, counted in addition to QUANTITIES
    # hundredths; counts players who are ever down by so much in a match of several games; 0: not counted
    bankroll: int = 0
    first_match: int = 0  # number of the first deal

    def __post_init__(self) -> None:
        if not self.arms:
            raise JobError("there is nothing to play: name the rules and three players")
        if not self.seatings:
            object.__setattr__(self, "seatings", seatings_of([player.spec for player in self.arms[0].players]))
        for arm in self.arms:
            for_money(arm.rules, "there are no payouts to compare")
            BatchJob(arm.rules, arm.players, min(self.deals * self.match_games, MAX_GAMES), self.seed, self.match_games)
        if self.largest_block < 1:
            raise JobError(
                f"matches of {self.match_games:,} games under these rules move too much money for exact sums; "
                "make the payments smaller or the matches shorter"
            )

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple({player.spec: player for arm in self.arms for player in arm.players}.values())

    @property
    def games_per_deal(self) -> int:
        """Games of an arm for a deal, over all seatings."""
        return self.match_games * len(self.seatings)

    @property
    def games(self) -> int:
        return self.deals * self.games_per_deal * len(self.arms)

    @cached_property
    def largest_block(self) -> int:
        """The largest number of deals whose sums of products are sure to fit into 64 bits."""
        most = max(1, *(largest_payment(arm.rules) for arm in self.arms))
        moved = 6 * most * self.games_per_deal
        squares = 3 * most**2 * self.games_per_deal >> SQUARE_BITS
        counted = MAX_COUNT * self.games_per_deal if self.metrics else 0
        largest = max(moved, squares, counted, 3 * 120 * self.games_per_deal, 2**SQUARE_BITS)
        if self.match_games > 1:
            sessions = 3 * (most * self.match_games) ** 2 * len(self.seatings) >> SESSION_BITS
            largest = max(largest, sessions, 2**SESSION_BITS)
        return int(min(_MAX_BLOCK_DEALS, _MAX_SUM // largest**2))

    @property
    def matches(self) -> int:
        return self.deals

    @cached_property
    def block_matches(self) -> int:
        players = [player for arm in self.arms for player in arm.players]
        return block_length(self.deals, self.games_per_deal * len(self.arms), players, self.largest_block)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return super().blocks(min(size or self.block_matches, self.largest_block))

    job_type = "rules"

    def empty(self) -> PairedTotals:
        return PairedTotals(len(self.arms), self.games_per_deal, [metric.key for metric in self.metrics])

    def manifest(self) -> dict[str, Any]:
        arms = [rules_and_players(arm.rules, arm.players) for arm in self.arms]
        own = self.named("deals", "seed", "match_games", "seatings", *(["first_match"] if self.first_match else []))
        if self.metrics:
            own["metrics"] = [metric.manifest() for metric in self.metrics]
        return own | ({"bankroll": self.bankroll} if self.bankroll else {}) | {"arms": arms}

    def replay_command(self, arm: Arm, seating: Triple, match: int, game: int) -> str:
        """The command that plays and records a match of an arm in a seating.

        seating: the slot on each seat.
        """
        a, b, c = (arm.players[slot] for slot in seating)
        games = self.deals * self.match_games
        job = BatchJob(arm.rules, (a, b, c), games, self.seed, self.match_games, True, rules_option(arm.rules))
        return job.replay_command(match, game)

    def worker(self) -> PairedWorker:
        return PairedWorker(self)


def seatings_of(specs: list[str]) -> tuple[Triple, ...]:
    """All distinct seatings: one for three equal players, three rotations for two equal players, else six.

    >>> [len(seatings_of(labels)) for labels in (["a", "a", "a"], ["a", "b", "a"], ["a", "b", "c"])]
    [1, 3, 6]
    """
    return {1: ROTATIONS[:1], 2: ROTATIONS, 3: PERMUTATIONS}[len(set(specs))]


class PairedWorker:
    """Plays blocks of deals in all arms. Every arm has its own records, because rules differ."""

    def __init__(self, job: PairedJob) -> None:
        self.job = job
        self._arms = [_ArmSeats(job, arm) for arm in job.arms]
        self._now = self._arms[0]

    def play(self, block: Block) -> BlockResult:
        """Play a block in all arms; a fault drops the whole block, because arms are compared deal by deal."""
        width = N_QUANTITIES + len(self.job.metrics)
        values = np.zeros((block.matches, len(self._arms), width), np.int64)
        for number, arm in enumerate(self._arms):
            self._now = arm
            values[:, number] = arm.quantities(block)
            if fault := arm.fault():
                return BlockResult(block, moments_of(values[:0]), fault)
        return BlockResult(block, moments_of(values))

    @property
    def busy(self) -> bool:
        return self._now.busy

    def progress(self) -> tuple[int, int]:
        """Current match, and games finished in all arms, which advance while bots respond."""
        match, _ = self._now.progress()
        return match, sum(arm.progress()[1] for arm in self._arms)

    def hang_fault(self) -> Fault:
        return self._now.hang_fault()


class _ArmSeats(WorkerState):
    same_players = True

    def __init__(self, job: PairedJob, arm: Arm) -> None:
        super().__init__(arm.rules, arm.players, job.seed, functools.partial(job.replay_command, arm))
        self._seating = self.sit((0, 1, 2), job.seatings)
        self._metrics = job.metrics
        addresses = [self._result.ctypes.data, *(metric.address() for metric in job.metrics)]
        self._measures = np.array(addresses, np.int64)
        self._bankroll = job.bankroll

    def quantities(self, block: Block) -> np.ndarray:
        """The quantities of each deal: int64[deals, QUANTITIES and metrics]. Raises MetricError."""
        out = np.zeros((block.matches, N_QUANTITIES + len(self._metrics)), np.int64)
        deal = ArmSums(out, self._measures, np.zeros((2, 3), np.int64), self._bankroll, np.full(3, -1, np.int64))
        with self.playing():
            play_deals(self.records, deal, self.deals(block), self._seating, False)
        failed, match, game = deal.failed.tolist()
        if failed >= 0:
            why = self._errors[0] if self._errors else f"it counts more than {MAX_COUNT:,}, of either sign"
            where = f"at the end of game {game + 1} of deal {match + 1}"
            raise MetricError(f"the metric {self._metrics[failed].name!r} fails {where}: {why}")
        return out
