"""A trial of a habit: a player with and without it, in one seat against the same opponents, on the same deals."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch import BatchJob, rules_option
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.worker import ROTATIONS, GameJob, Triple, WorkerState, for_money
from tongits_sim.game.state import CHALLENGED, ENDING_TONGITS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.run.base_job import block_length, rules_and_players
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Axis, Totals
from tongits_sim.stats import Interval, critical_value, mean_interval, unseen_share
from tongits_sim.stats.sequential import FIRST_LOOK, confidence_sequence
from tongits_sim.strategy import Player

QUANTITIES = (
    "payout",  # hundredths
    "wins",
    "tongits",  # wins by Tongits
    "sunog",
    "calls",
    "calls_won",
    "challenges",
    "challenges_won",
    "opened",  # games in which the player laid an open meld
    "sapaws",  # cards added to melds
    "turns",  # of the games
)
"""What is counted of the player in a game, summed over the seatings of a deal."""
_COLUMNS = {name: np.int64(number) for number, name in enumerate(QUANTITIES)}
_PAYOUT = _COLUMNS["payout"]
_WINS = _COLUMNS["wins"]
_TONGITS = _COLUMNS["tongits"]
_SUNOG = _COLUMNS["sunog"]
_CALLS = _COLUMNS["calls"]
_CALLS_WON = _COLUMNS["calls_won"]
_CHALLENGES = _COLUMNS["challenges"]
_CHALLENGES_WON = _COLUMNS["challenges_won"]
_OPENED = _COLUMNS["opened"]
_SAPAWS = _COLUMNS["sapaws"]
_TURNS = _COLUMNS["turns"]
_PLAYER = np.int64(0)
"""The slot of the player, without the habit in one arm and with it in the other."""
_FEW = 100
"""With fewer deals that differ, their variance is not to be trusted (`TrialEstimates.gain`)."""


@njit
def _add_game(records, rows, at):
    """Add a finished game of the player in slot 0 to the row of its deal."""
    _, view, _, result, _, _, table = records
    row = rows[at]
    seat = np.int64(0)
    for place in range(3):
        if table.seating[place] == _PLAYER:
            seat = np.int64(place)
    won = 1 if result.winner == seat else 0
    called = 1 if result.caller == seat else 0
    challenged = 1 if result.responses[seat] == CHALLENGED else 0
    row[_PAYOUT] += result.payout[seat]
    row[_WINS] += won
    row[_TONGITS] += won if result.ending == ENDING_TONGITS else 0
    row[_SUNOG] += result.burned[seat]
    row[_CALLS] += called
    row[_CALLS_WON] += called * won
    row[_CHALLENGES] += challenged
    row[_CHALLENGES_WON] += challenged * won
    row[_OPENED] += 1 if view.open_melds[seat] > 0 else 0
    row[_SAPAWS] += view.sapaws[seat]
    row[_TURNS] += view.turn


play_trial = match_loop(TABLE, _add_game)
"""Plays deals in every seating into int64[deals, QUANTITIES]."""


@dataclass(frozen=True)
class TrialJob(GameJob):
    """A player with and without a habit against two opponents, on the same deals, in all three seats."""

    rules: RuleSet
    player: Player
    habit: Player  # the same player with the habit
    opponents: tuple[Player, Player]
    deals: int  # the most deals, each played six times
    seed: int = 1  # 0 .. 2**64 - 1.

    match_games = 1
    job_type = "trial"

    def __post_init__(self) -> None:
        for_money(self.rules, "there are no payouts to compare")
        for player in (self.player, self.habit):
            BatchJob(self.rules, (player, *self.opponents), self.deals, self.seed)

    @property
    def players(self) -> tuple[Player, ...]:
        return (self.player, self.habit, *self.opponents)

    @property
    def games_per_deal(self) -> int:
        return 2 * len(ROTATIONS)

    @property
    def games(self) -> int:
        return self.deals * self.games_per_deal

    @property
    def matches(self) -> int:
        return self.deals

    @cached_property
    def block_matches(self) -> int:
        players = [self.player, *self.opponents, self.habit, *self.opponents]
        return block_length(self.deals, self.games_per_deal, players)

    def empty(self) -> TrialTotals:
        return TrialTotals()

    def manifest(self) -> dict[str, Any]:
        arms = [rules_and_players(self.rules, (player, *self.opponents)) for player in (self.player, self.habit)]
        return self.named("deals", "seed") | {"arms": arms}

    def replay_command(self, player: Player, seating: Triple, match: int, game: int) -> str:
        """The command that plays and records a game; `seating` is the slot on each seat."""
        slots = (player, *self.opponents)
        seated = (slots[seating[0]], slots[seating[1]], slots[seating[2]])
        job = BatchJob(self.rules, seated, self.deals, self.seed, 1, True, rules_option(self.rules))
        return job.replay_command(match, game)

    def worker(self) -> TrialWorker:
        return TrialWorker(self)


class TrialTotals(Totals):
    """Sums over deals: of each quantity by arm, and of the difference that the habit makes and its square."""

    def __init__(self) -> None:
        key = Axis("key", QUANTITIES)
        super().__init__(
            {
                "deals": (1,),
                "differ": (1,),  # deals in which any quantity differs
                "sums": (Axis("arm", ("without", "with")), key),
                "changes": (key,),
                "squares": (key,),
            }
        )

    def games_of(self, counts: Mapping[str, np.ndarray]) -> int:
        return int(counts["deals"].sum()) * 2 * len(ROTATIONS)


class TrialWorker:
    """Plays blocks of deals with and without the habit."""

    def __init__(self, job: TrialJob) -> None:
        self._arms = [_Seats(job, player) for player in (job.player, job.habit)]
        self._now = self._arms[0]

    def play(self, block: Block) -> BlockResult:
        """Play a block; a fault drops the whole block, because arms are compared deal by deal."""
        rows = []
        for arm in self._arms:
            self._now = arm
            rows.append(arm.rows(block))
            if fault := arm.fault():
                no_deals = rows[0][:0]
                return BlockResult(block, counts_of(no_deals, no_deals), fault)
        return BlockResult(block, counts_of(*rows))

    @property
    def busy(self) -> bool:
        return self._now.busy

    def progress(self) -> tuple[int, int]:
        """Current match, and games finished in both arms."""
        match, _ = self._now.progress()
        return match, sum(arm.progress()[1] for arm in self._arms)

    def hang_fault(self) -> Fault:
        return self._now.hang_fault()


class _Seats(WorkerState):
    """One arm: the player of this arm beside the opponents, in all three seats."""

    same_players = True

    def __init__(self, job: TrialJob, player: Player) -> None:
        players = (player, *job.opponents)
        super().__init__(job.rules, players, job.seed, functools.partial(job.replay_command, player))
        self._seating = self.sit((0, 1, 2), ROTATIONS)

    def rows(self, block: Block) -> np.ndarray:
        """The quantities of each deal: int64[deals, QUANTITIES]."""
        out = np.zeros((block.matches, len(QUANTITIES)), np.int64)
        with self.playing():
            play_trial(self.records, out, self.deals(block), self._seating, False)
        return out


def counts_of(without: np.ndarray, with_habit: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `TrialTotals` from the rows of the same deals: int64[deals, QUANTITIES]."""
    change = with_habit - without
    return {
        "deals": np.array([len(change)], np.int64),
        "differ": np.array([(change != 0).any(axis=1).sum()], np.int64),
        "sums": np.array([without.sum(axis=0), with_habit.sum(axis=0)], np.int64),
        "changes": change.sum(axis=0),
        "squares": (change**2).sum(axis=0),
    }


@dataclass(frozen=True)
class TrialEstimates:
    """Estimates of a trial, for a game of the player."""

    job: TrialJob
    totals: Mapping[str, np.ndarray]

    @property
    def deals(self) -> int:
        """The number of deals."""
        return int(self.totals["deals"][0])

    @property
    def differing(self) -> int:
        """The number of deals in which the habit changed the player's game."""
        return int(self.totals["differ"][0])

    def level(self, name: str, arm: int) -> float:
        """A quantity a game; arm: 0 without, 1 with the habit; money in units."""
        total = int(self.totals["sums"][arm, _COLUMNS[name]])
        return total * self._scale(name) / max(self.deals, 1)

    def change(self, name: str) -> Interval:
        """The change of a quantity a game with its 95 % interval, for a number of deals fixed before the run."""
        column = _COLUMNS[name]
        change = int(self.totals["changes"][column])
        squares = int(self.totals["squares"][column])
        return mean_interval(self.deals, change, squares).scaled(self._scale(name))

    def gain(self, planned: int, level: float) -> Interval:
        """What the habit gains, units a game, with limits that hold at every look (`confidence_sequence`).

        While few deals differ, a variance cannot show the rare deal that did not come up, so the radius is widened as
        in `stats.rare_difference`. If no deal differs, the radius is the largest possible difference times the share of
        deals that may still differ.

        Args:
            planned: the deals for which the sequence is narrowest.
            level: probability that the limits hold at all looks.
        """
        column = _COLUMNS["payout"]
        change = int(self.totals["changes"][column])
        squares = int(self.totals["squares"][column])
        sums = (self.deals, change, squares)
        found = confidence_sequence(*sums, planned, level=level).scaled(self._scale("payout"))
        if self.deals < FIRST_LOOK:
            return found
        if self.differing == 0 or squares == 0:
            most = 2 * largest_payment(self.job.rules) / UNIT
            half = most * float(unseen_share(self.deals, level=level))
            return found._replace(low=-half, high=half)
        widened = 1.0
        if self.differing < _FEW:
            widened += float(critical_value(level)) ** 2 * (1 / self.differing - 1 / self.deals)
        half = (float(found.high) - float(found.low)) / 2 * widened
        return found._replace(low=float(found.estimate) - half, high=float(found.estimate) + half)

    def _scale(self, name: str) -> float:
        """A sum over the seatings of a deal as a value a game."""
        return 1 / len(ROTATIONS) / (UNIT if name == "payout" else 1)
