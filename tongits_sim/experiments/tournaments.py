"""Tournaments of many players in stages; every table is played out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import MatchRange, match_loop
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.tournament_formats import Format, Stage
from tongits_sim.experiments.worker import GameJob, Triple, WorkerState
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment, most_points
from tongits_sim.run.base_job import MAX_SEED, JobError, block_length, runs
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Axis, as_int64_if_exact
from tongits_sim.stats import Interval, mean_interval, wilson_interval
from tongits_sim.strategy import Player

PAID, WON = 0, 1
"""The counts of a seat: money in hundredths (points, below 0, in a progressive match), and games won."""
_UNIT = 100


class Bots(NamedTuple):
    """The bots of an event by number: addresses of hooks int64[n, 6] and of parameters int64[n], use of chance
    int64[n], guard int64[n].
    """

    hooks: Any
    params: Any
    chance: Any
    check_view: Any


@njit
def _start(records, to, at):
    """Put the bots of a table into the slots."""
    table = records.table
    bots, seats, _ = to
    for seat in range(3):
        bot = seats[at, seat]
        table.params[seat] = bots.params[bot]
        table.chance[seat] = bots.chance[bot]
        table.check_view[seat] = bots.check_view[bot]
        for decision in range(6):
            table.hooks[seat, decision] = bots.hooks[bot, decision]


@njit
def _add_game(records, to, at):
    scores, result = to[2], records.result
    for seat in range(3):
        scores[at, seat, PAID] += result.payout[seat]
    if result.winner >= 0:
        scores[at, result.winner, WON] += 1


@njit
def _end(records, to, at, whole):
    if whole and records.rules.match_progressive_target > 0:
        for seat in range(3):
            to[2][at, seat, PAID] -= _UNIT * records.match.scores[seat]


play_tables = match_loop(TABLE, _add_game, start=_start, end=_end)
"""Plays a match at each table into (`Bots`, seats: int64[tables, 3], the bot on each seat, scores: int64[tables, 3,
2]); match numbers are numbers of tables. A progressive match may end before its last game.
"""


MAX_EVENTS = 10**7
_MAX_SUM = 2**62


@dataclass(frozen=True)
class TournamentJob(GameJob):
    """Tournaments of one format.

    Under progressive rules (R15.2) points count as money lost, and a match ends when a score reaches the target, or
    after `rounds` games.
    """

    rules: RuleSet  # the house rules
    players: tuple[Player, ...]  # a bot for each kind of player
    counts: tuple[int, ...]  # how many of each kind enter; the sum is the number of players of the format
    format: Format  # the stages
    events: int = 1000  # number of tournaments
    seed: int = 1  # 0 .. 2**64 - 1.

    job_type = "events"

    def __post_init__(self) -> None:
        if not self.players or len(self.players) != len(self.counts) or min(self.counts) < 1:
            raise JobError("a tournament needs players of at least one kind, and at least one of each")
        if sum(self.counts) != self.format.players:
            raise JobError(
                f"{self.format.name} is a tournament of {self.format.players:,} players, not {sum(self.counts):,}"
            )
        if not 1 <= self.events <= MAX_EVENTS:
            raise JobError(f"the number of tournaments must lie between 1 and {MAX_EVENTS:,}, not {self.events:,}")
        if not 0 <= self.seed <= MAX_SEED:
            raise JobError(f"the seed must lie between 0 and {MAX_SEED:,}")
        first = self.format.stages[0]
        most = (
            max(UNIT * most_points(self.rules), largest_payment(self.rules))
            * first.rounds
            * first.matches
            * first.players
        )
        if most > _MAX_SUM:
            raise JobError("a tournament of this size under these rules moves too much money for exact sums")

    @property
    def progressive(self) -> bool:
        """Whether matches are played for points (R15.2)."""
        return self.rules.match.progressive_target > 0

    @property
    def games(self) -> int:
        """Number of games; progressive matches count with their maximum."""
        return self.events * self.format.games

    @property
    def matches(self) -> int:
        return self.events

    @cached_property
    def block_matches(self) -> int:
        # A tournament's own work is about as much as its quick games.
        return block_length(self.events, 2 * self.format.games, self.players)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return runs(self.events, size or self.block_matches, self.format.games)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """What is counted.

        | array | holds |
        | --- | --- |
        | `events`, `games` | tournaments; games, progressive matches with their maximum |
        | `played` | games played: fewer if progressive matches ended early |
        | `titles` | tournaments won by a player of the kind |
        | `reached` | players of the kind in the stage, summed over tournaments |
        | `reached_sq` | `reached`, squared in each tournament |
        | `paid` | money of the kind in the first stage, hundredths; in progressive matches points, below 0 |
        | `paid_products` | products of two kinds' money in each tournament; Python integers |
        """
        stage = Axis("stage", len(self.format.stages))
        kind = Axis("kind", len(self.players))
        return {
            **dict.fromkeys(("events", "games", "played"), (1,)),
            **dict.fromkeys(("titles", "paid"), (kind,)),
            **dict.fromkeys(("reached", "reached_sq"), (stage, kind)),
            "paid_products": (kind, Axis("other", len(self.players))),
        }

    def manifest(self) -> dict[str, Any]:
        stages = [
            {
                "players": stage.players,
                "rounds": stage.rounds,
                "matches": stage.matches,
                "groups": stage.groups,
                "by_group": stage.by_group,
                "score": stage.score,
                "from": [list(entry) for entry in stage.entries],
            }
            for stage in self.format.stages
        ]
        return self.rules_and_players() | {"stages": stages} | self.named("counts", "events", "seed")

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the kind on each seat, which stays fixed."""
        a, b, c = (self.players[kind] for kind in seated)
        rounds = max(game + 1, max(stage.rounds for stage in self.format.stages))
        return BatchJob(self.rules, (a, b, c), rounds, self.seed, rounds, True).replay_command(match, game)

    def worker(self) -> TournamentWorker:
        return TournamentWorker(self)


_SEATING = ((0, 1, 2),)


class TournamentWorker(WorkerState):
    """Plays blocks of tournaments on the records of one thread."""

    def __init__(self, job: TournamentJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self._kinds = np.repeat(np.arange(len(job.players)), job.counts)
        self._bots = Bots(**self._columns)
        self._tables = (0, np.zeros((0, 3), np.int64))  # the first match of the tables in play, kinds by seat
        self._seating = self.sit((0, 0, 0), _SEATING)

    def play(self, block: Block) -> BlockResult:
        """Play a block; a fault drops the whole block, because its tournament has no winner."""
        stages = len(self.job.format.stages)
        kinds = len(self.job.players)
        champions = np.zeros(block.matches, np.int64)
        reached = np.zeros((block.matches, stages, kinds), np.int64)
        paid = np.zeros((block.matches, kinds), np.int64)
        before = int(self.table["now_games"][0])
        with self.playing():
            for number in range(block.matches):
                champion = self._event(block.first_match + number, reached[number], paid[number])
                if champion is None:
                    break
                champions[number] = self._kinds[champion]
        if self.table["faults"][0]:
            self.sit(self._kinds_at(int(self.table["fault_match"][0])), _SEATING)  # tables after it were played, too
            return BlockResult(block, tournament_counts(0, 0, champions[:0], reached[:0], paid[:0]), self.fault())
        played = int(self.table["now_games"][0]) - before
        return BlockResult(block, tournament_counts(self.job.format.games, played, champions, reached, paid))

    def hang_fault(self, view: np.recarray | None = None) -> Fault:
        self._slots = self._kinds_at(int(self.table["now_match"][0]))
        return super().hang_fault(view)

    def _event(self, number: int, reached: np.ndarray, paid: np.ndarray) -> int | None:
        """Play a tournament; returns the winner, or None after a fault.

        Fills reached (int64[stages, kinds]) and paid (int64[kinds]).
        """
        form, kinds = self.job.format, self._kinds
        rng = np.random.Generator(np.random.PCG64([self.job.seed, number]))
        match = number * form.tables
        orders: list[np.ndarray] = []
        for place, stage in enumerate(form.stages):
            players = rng.permutation(entrants(stage, orders))
            groups = players.reshape(stage.groups, -1)
            money = np.zeros(form.players, np.int64)
            wins = np.zeros(form.players, np.int64)
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
        deals = MatchRange(np.uint64(self.job.seed), first, len(seats), rounds)
        play_tables(self.records, (self._bots, seats, scores), deals, self._seating, True)
        return None if self.table["faults"][0] else scores

    def _kinds_at(self, match: int) -> Triple:
        """The kinds of players at the table of a match, in the current or the last round."""
        first, seats = self._tables
        a, b, c = (int(kind) for kind in seats[match - first]) if 0 <= match - first < len(seats) else (0, 0, 0)
        return a, b, c


def tournament_counts(
    games: int, played: int, champions: np.ndarray, reached: np.ndarray, paid: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays of `TournamentJob.axes` for some tournaments.

    Args:
        games: games of a tournament, at most. played: games played in all tournaments. champions: int64[events], the
        kind of each winner. reached: int64[events, stages, kinds], players of each kind in each stage. paid:
        int64[events, kinds], money of each kind in the first stage, hundredths.
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
        "paid_products": as_int64_if_exact(products),
    }


def entrants(stage: Stage, orders: Sequence[np.ndarray]) -> np.ndarray:
    """The players of a stage: int64[players].

    orders: for each earlier stage its players, the best first; empty for the first stage, which takes players 0, 1, 2,
    ...
    """
    if not stage.entries:
        return np.arange(stage.players)
    if len(stage.entries) == 1:
        entry = stage.entries[0]
        return orders[entry.stage][entry.low - 1 : entry.high]
    chosen: list[int] = []
    inside: set[int] = set()
    for entry in stage.entries:
        left = entry.high - entry.low + 1
        for player in orders[entry.stage][entry.low - 1 :].tolist():
            if left and player not in inside:
                chosen.append(player)
                inside.add(player)
                left -= 1
    short = stage.players - len(chosen)
    if short:  # a stage had too few players left: take the next best of other stages
        rest = [player for entry in stage.entries for player in orders[entry.stage].tolist() if player not in inside]
        chosen += list(dict.fromkeys(rest))[:short]
    return np.array(chosen, np.int64)


def ranked(stage: Stage, groups: np.ndarray, money: np.ndarray, wins: np.ndarray, lot: np.ndarray) -> np.ndarray:
    """The players of a stage, the best first: int64[players].

    Args:
        stage: how scores count.
        groups: int64[groups, players of a group], the players.
        money, wins: by player, over the matches of this stage.
        lot: by player, random numbers that break ties.
    """
    first, second = (money, wins) if stage.score == "money" else (wins, money)
    players = groups.reshape(-1)
    keys = [lot[players], -second[players], -first[players]]
    if stage.by_group:
        keys.append(_ranks_in_groups(groups, first, second, lot).reshape(-1))
    return np.asarray(players[np.lexsort(keys)])


def _ranks_in_groups(groups: np.ndarray, first: np.ndarray, second: np.ndarray, lot: np.ndarray) -> np.ndarray:
    ranks = np.empty_like(groups)
    for number, players in enumerate(groups):
        order = np.lexsort((lot[players], -second[players], -first[players]))
        ranks[number, order] = np.arange(len(players))
    return ranks


class TournamentEstimates:
    """The chances of the kinds of players; `totals` holds the arrays of `TournamentJob.axes`."""

    def __init__(self, job: TournamentJob, totals: Mapping[str, Any]) -> None:
        self.job = job
        self.n = int(totals["events"].sum())
        self._totals = totals

    def title(self, *kinds: int) -> Interval:
        """Probability that a player of the given kinds wins the tournament, with Wilson's interval."""
        return wilson_interval(sum(int(self._totals["titles"][kind]) for kind in kinds), self.n, level=LEVEL)

    def title_each(self, kind: int) -> Interval:
        """Probability that a given player of a kind wins the tournament."""
        return self.title(kind).scaled(1 / self.job.counts[kind])

    def reached(self, stage: int, kind: int) -> Interval:
        """Probability that a player of a kind plays a stage; limits within 0 and 1."""
        count = self.job.counts[kind]
        total, squares = (int(self._totals[name][stage, kind]) for name in ("reached", "reached_sq"))
        mean = mean_interval(self.n, total, squares, level=LEVEL).scaled(1 / count)
        if stage == 0:
            return mean._replace(low=1.0, high=1.0)
        if total in (0, self.n * count):  # no player, or all players, in every tournament
            return wilson_interval(self.n if total else 0, self.n, level=LEVEL)
        return mean._replace(low=max(0.0, float(mean.low)), high=min(1.0, float(mean.high)))

    def payout(self, kind: int) -> Interval:
        """Money of a player of a kind in a game of the first stage, units; not for progressive matches."""
        return self.earned(kind).scaled(1 / self.job.format.stages[0].rounds)

    def points(self, kind: int) -> Interval:
        """Points of a player of a kind in a progressive match of the first stage."""
        return self.earned(kind).scaled(-1)

    def earned(self, kind: int) -> Interval:
        """Money of a player of a kind in a match of the first stage, units; points, below 0, in a progressive match."""
        return self._paid({kind: 1}).scaled(1 / self.job.counts[kind])

    def ahead(self, kind: int, rival: int) -> Interval:
        """How much more a kind of player has after a match than another: units, or fewer points."""
        counts = self.job.counts
        return self._paid({kind: counts[rival], rival: -counts[kind]}).scaled(1 / (counts[kind] * counts[rival]))

    def _paid(self, weights: Mapping[int, int]) -> Interval:
        """A weighted sum over kinds of the money of all their players in a match of the first stage, units."""
        sums, products = self._totals["paid"], self._totals["paid_products"]
        total = sum(weight * int(sums[kind]) for kind, weight in weights.items())
        squares = sum(a * b * int(products[i, j]) for i, a in weights.items() for j, b in weights.items())
        matches = self.job.format.stages[0].matches
        return mean_interval(self.n, total, squares, level=LEVEL).scaled(1 / (matches * UNIT))
