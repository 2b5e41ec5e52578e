"""Samples for training: at some decisions every action of a seat is played to the end of its game. A row holds what the
seat saw and what an action gained.

In matches of several games the jackpot is not counted when it is paid, because the win that takes it owes it to the
wins before. Instead each game is credited with the worth of its end (`streak_worths`). A winner who takes the jackpot
gets all of it. Otherwise each seat gets the part that it can expect from the streak.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.cards import ONE, U
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.branches import BatchGamesJob, BranchWorker
from tongits_sim.experiments.fork_branch import (
    BRANCH_DTYPE,
    CONTROL_DTYPE,
    controlled_game,
    note_failed,
    play_game_action,
)
from tongits_sim.experiments.worker import GameJob
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_RESPOND, DECISIONS, PART_JACKPOT, new_record
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.base_job import MAX_GAMES, block_length
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block
from tongits_sim.run.totals import Counts, Totals
from tongits_sim.strategy import Player

MAX_PLACES = 192
"""Places of a row."""
MAX_ACTIONS = 4
MAX_WAITING = 256
"""Most sampled decisions of a game."""
MAX_ROWS = 2**17
"""Rows of one block."""
MAX_STREAK = 20
"""No streak is longer (R15)."""

SAMPLES_DTYPE = np.dtype(
    [
        ("samples", "i8"),
        ("stops", "i8"),  # bits: the sampled kinds of decisions (DECISION_*)
        ("explore", "u8"),  # of 2**32 decisions, in how many the game continues with another answer
        # The branch of an answer, and the control of the game itself.
        ("main", CONTROL_DTYPE),
        ("branch", BRANCH_DTYPE),
        # The worth of the end of a game of a longer match to the seat with the streak, by the length of the streak: a
        # share of the jackpot (millionths), plus a constant (hundredths). All 0 in matches of one game.
        ("in_matches", "i8"),  # 1: matches have more than one game
        ("streak_weight", "i8"),  # weight of the worth of a streak, millionths
        ("streak_share", "i8", (MAX_STREAK,)),
        ("streak_constant", "i8", (MAX_STREAK,)),
        # Decisions of this game that wait for the value of the game's own action.
        ("waiting", "i8"),
        ("asked", "i8"),  # decisions so far in the match
        ("whole", "i8"),  # matches
        ("finished", "i8"),  # games
        ("share", "u8", (6,)),  # of 2**32 decisions, how many are sampled, by DECISION_*
        ("places", "i8"),
        # The waiting decisions.
        ("seat", "i1", (MAX_WAITING,)),
        ("n_actions", "i1", (MAX_WAITING,)),
        ("chosen", "i1", (MAX_WAITING,)),
        ("yes", "i1", (MAX_WAITING,)),  # 1: the own action is action 1 of the trees
        ("kind", "i1", (MAX_WAITING, MAX_ACTIONS)),
        ("value", "i8", (MAX_WAITING, MAX_ACTIONS)),  # what each action earned
        ("sight", "i2", (MAX_WAITING, MAX_ACTIONS, MAX_PLACES)),
        # The sampled rows.
        ("match_number", "i8"),
        ("rows", "i8"),
        ("row_match", "i8", (MAX_ROWS,)),
        ("row_kind", "i1", (MAX_ROWS,)),
        ("row_gain", "i4", (MAX_ROWS,)),  # hundredths
        ("row", "i2", (MAX_ROWS, MAX_PLACES)),
    ],
    align=True,
)


_MILLION = 1_000_000


def streak_worths(rules: RuleSet, again: float) -> tuple[np.ndarray, np.ndarray]:
    """The worth of a streak of 0, 1, ... wins to its seat while the jackpot stays: float64[MAX_STREAK] twice.

    Of a jackpot of J units the seat can expect share * J + constant units until the jackpot is taken, and each other
    seat half of the rest. All seats are assumed to win equally often, except that the winner of a game, who deals
    the next, wins that with the chance `again`.

    Args:
        rules: the house rules.
        again: chance that the winner of a game wins the next.
    """
    length, added = rules.jackpot.streak, rules.jackpot.add
    share = np.zeros(MAX_STREAK)
    constant = np.zeros(MAX_STREAK)
    # Worth of a streak k: w_k(J) = s_k J + b_k. In the next game every seat adds a, so the jackpot is P = J + 3 a.
    # The seat wins (chance p): w_{k+1}(P), which is P for the last win. Another wins: that seat has a streak of 1, so
    # this seat has (P - w_1(P)) / 2. Together w_k(J) = -a + p w_{k+1}(P) + (1 - p) (P - w_1(P)) / 2.
    unknown = 2 * (length - 1)
    left = np.eye(unknown)
    right = np.zeros(unknown)
    for k in range(length - 1):
        s = 2 * k
        b = 2 * k + 1
        left[s, 0] += (1 - again) / 2
        left[b, 1] += (1 - again) / 2
        left[b, s] -= 3 * added
        right[s] = (1 - again) / 2
        right[b] = -added
        if k + 1 == length - 1:
            right[s] += again
        else:
            left[s, s + 2] -= again
            left[b, b + 2] -= again
    found = np.linalg.solve(left, right)
    share[1:length], constant[1:length] = found[::2], found[1::2]
    return share, constant


EVERY_DECISION = np.int64(63)
SAMPLED = np.int64(0)
"""The sampled slot."""
_CHOOSING = U(0xD3C5_0031)
_EXPLORING = U(0xD3C5_0032)
_LOW = U(0xFFFF_FFFF)


@njit
def _word(match, state, which):
    return mix(stream(match.seed, match.match, U(match.game), which) + U(state.asked) * GOLDEN)


@njit
def _decide(records, to, decision, action):
    state, plan = to
    _, view, match, _, _, _, table = records
    if table.seating[view.me] != SAMPLED or plan.n_actions < 2:
        return True, action
    state.asked += 1
    chosen = plan.chosen
    word = _word(match, state, _EXPLORING)
    if word >> U(32) < state.explore:
        chosen = np.int64((word & _LOW) % U(plan.n_actions))
    a, b, c, d = plan.actions[0], plan.actions[1], plan.actions[2], plan.actions[3]
    action = a if chosen == 0 else b if chosen == 1 else c if chosen == 2 else d
    number = state.waiting
    if number == MAX_WAITING or _word(match, state, _CHOOSING) >> U(32) >= state.share[decision]:
        return True, action
    seat = np.int64(view.me)
    n_actions = plan.n_actions
    state.waiting += 1
    state.seat[number] = seat
    state.n_actions[number] = n_actions
    state.chosen[number] = chosen
    state.yes[number] = 1 if decision <= DECISION_RESPOND and a == ONE else 0
    for option in range(1, n_actions):
        state.kind[number, option] = plan.kinds[option]
        for place in range(state.places):
            state.sight[number, option, place] = plan.rows[option, place]
    for option in range(n_actions):
        if option != chosen:
            word = a if option == 0 else b if option == 1 else c if option == 2 else d
            branch = state.branch
            if not play_game_action(records, branch, word):
                return False, action
            state.value[number, option] = _earned(state, branch.branch_view, branch.match, branch.result, seat)
    return True, action


@njit
def _earned(state, view, match, result, seat):
    """What a seat earned by a settled game, hundredths: its payout, and in longer matches what the streak is worth in
    place of the jackpot.
    """
    if not state.in_matches:
        return result.payout[seat]
    promised = streak_worth(state, view, match, result, seat) * state.streak_weight // _MILLION
    return result.payout[seat] - result.parts[PART_JACKPOT, seat] + promised


@njit
def streak_worth(state, view, match, result, seat):
    """The part of the jackpot that a seat has, or can expect, after a settled game, hundredths."""
    pool = view.jackpot
    holder, length = match.streak_seat, match.streak
    if result.winner >= 0 and holder < 0:  # taken
        return pool if seat == result.winner else np.int64(0)
    if holder < 0:
        return pool // 3
    length = min(length, np.int64(MAX_STREAK - 1))
    held = pool * state.streak_share[length] // _MILLION + state.streak_constant[length]
    return held if seat == holder else (pool - held) // 2


@njit
def _keep_rows(state, view, match, result):
    """Write the rows of the decisions of a settled game."""
    for number in range(state.waiting):
        chosen = state.chosen[number]
        state.value[number, chosen] = _earned(state, view, match, result, np.int64(state.seat[number]))
        for action in range(1, state.n_actions[number]):
            if state.rows == MAX_ROWS:
                return
            gain = state.value[number, action] - state.value[number, 0]
            at = state.rows
            state.row_match[at] = state.match_number
            state.row_kind[at] = state.kind[number, action]
            state.row_gain[at] = -gain if state.yes[number] else gain
            for place in range(state.places):
                state.row[at, place] = state.sight[number, action, place]
            state.rows += 1


_play_controlled = controlled_game(_decide)


@njit
def _start_match(records, to, k):
    to[0].asked = 0


@njit
def _play(records, to):
    game, view, match, result, rules, log, _ = records
    to[0].waiting = 0
    deal(game, view, rules, match, log)
    if not _play_controlled(records, to, to[0], to[0].stops):
        return False
    finish(game, view, rules, match, result)
    return True


@njit
def _add_game(records, to, at):
    state = to[0]
    _, view, match, result, _, _, _ = records
    _keep_rows(state, view, match, result)
    state.finished += 1


@njit
def _end_match(records, to, at, whole):
    state = to[0]
    state.match_number += 1
    if whole:
        state.whole += 1
    else:
        note_failed(state.branch, records.table)


play_samples = match_loop(TABLE, _add_game, start_match=_start_match, play=_play, end_match=_end_match)
"""Plays matches into (a `SAMPLES` record, the parameters of the player in slot 0)."""


_GAMES_OF_A_GAME = 256
"""How many games a game with its branches takes as long as, roughly, if every decision is sampled."""


class Samples(Totals):
    """The rows of a job.

    Attributes:
        parts: the rows of each block, in order of arrival.
    """

    def __init__(self) -> None:
        super().__init__({"games": (1,), "matches": (1,), "branches": (1,)})
        self.parts: list[Counts] = []

    def add(self, counts: Counts) -> None:
        super().add({name: counts[name] for name in self.axes})
        self.parts += counts.parts if isinstance(counts, Samples) else [counts]

    def rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Kinds int8[n], rows int16[n, places] and gains int32[n] (hundredths), in the order of matches."""
        order = np.argsort(np.concatenate([part["row_match"] for part in self.parts]), kind="stable")
        kind, row, gain = (
            np.concatenate([part[name] for part in self.parts])[order] for name in ("row_kind", "row", "row_gain")
        )
        return kind, row, gain


@dataclass(frozen=True)
class SampleJob(BatchGamesJob):
    """Games of three players. At a share of slot 0's decisions every action is played to the end of its game."""

    rules: RuleSet  # the house rules
    # slot 0 values actions (`strategies/option_trees.py`) and writes their rows
    players: tuple[Player, ...]
    # share of decisions to sample, by name of the decision
    share: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(DECISIONS, 1.0))
    games: int = 10_000  # games of this job, in matches of `match_games`
    seed: int = 1  # 0 .. 2**64 - 1.
    first_match: int = 0  # number of the first match
    match_games: int = 1  # games of a match
    again: float = 1 / 3  # chance that the winner of a game wins the next, for the worth of streaks
    streak_weight: float = 1.0  # how much the jackpot counts that a game takes or that its streak promises
    explore: float = 0.0  # share of decisions at which the game continues with a random action

    job_type = "samples"

    def __post_init__(self) -> None:
        _ = self.job
        self.check_money("nothing can be gained")

    @cached_property
    def job(self) -> BatchJob:
        return BatchJob(self.rules, self.players, min(self.games, MAX_GAMES), self.seed, self.match_games)

    @property
    def matches(self) -> int:
        return -(-self.games // self.match_games)

    @property
    def block_matches(self) -> int:
        """Matches in a block, limited by the room for rows."""
        games = self.match_games * _GAMES_OF_A_GAME
        return block_length(self.matches, games, self.players, MAX_ROWS // (64 * self.match_games))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return GameJob.blocks(self, size)

    def empty(self) -> Samples:
        return Samples()

    def manifest(self) -> dict[str, Any]:
        return (
            super().manifest()
            | self.named("first_match", "match_games", "explore", "again", "streak_weight")
            | {"share": dict(self.share)}
        )

    def worker(self) -> SampleWorker:
        return SampleWorker(self)


class SampleWorker(BranchWorker[SampleJob]):
    """The records take about 45 MB."""

    def __init__(self, job: SampleJob) -> None:
        super().__init__(job)
        self.take(new_record(SAMPLES_DTYPE))
        state = self.state
        self._plan = self._params[0].view(np.recarray)
        state["stops"] = EVERY_DECISION
        state["explore"] = round(job.explore * 2**32)
        state["share"] = [round(job.share.get(name, 0.0) * 2**32) for name in DECISIONS]
        if job.match_games > 1:
            share, constant = streak_worths(job.rules, job.again)
            state["in_matches"] = 1
            state["streak_weight"] = round(job.streak_weight * _MILLION)
            state["streak_share"] = np.rint(share * _MILLION)
            state["streak_constant"] = np.rint(constant * UNIT)
        state["places"] = self._plan["rows"].shape[2]

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """No command replays these games."""
        where = "a rollout of this game" if branching else "this game"
        return fault.without_replay(f"in {where}, while actions of one seat were sampled")

    def count(self, block: Block) -> Counts:
        self.clear("rows", "whole", "finished")
        self.state["match_number"] = block.first_match
        play_samples(self.records, (self.state[0], self._plan[0]), self.deals(block), self.seating, True)
        state = self.state
        rows = int(state["rows"][0])
        places = int(state["places"][0])
        return {
            "games": state["finished"].copy(),
            "matches": state["whole"].copy(),
            "branches": state["branch"]["played"].copy(),
            **{name: state[name][0, :rows].copy() for name in ("row_match", "row_kind", "row_gain")},
            "row": state["row"][0, :rows, :places].copy(),
        }
