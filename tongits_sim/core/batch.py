"""A batch of any game: its job, the worker that plays it and its answer."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tongits_sim.core.answers import BatchAnswer, Leader, PlayerRow, SeatRow
from tongits_sim.core.counts import Counts
from tongits_sim.core.game import Game
from tongits_sim.core.kernels import batch_kernel, tally_dtype
from tongits_sim.core.worker import GameJob, JobWorker, kernel_of
from tongits_sim.knobs.house_rules import HouseRules
from tongits_sim.run.answers import Estimate
from tongits_sim.run.arguments import public
from tongits_sim.run.estimates import UNIT, Moments, estimate, pooled, slots_of, spread
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.job import Block, Run
from tongits_sim.run.jobs import BaseBatchJob, players_option
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.options import RunOptions, with_overrides
from tongits_sim.run.run import run_job
from tongits_sim.run.totals import Counts as Arrays
from tongits_sim.run.totals import Totals


class BatchTotals(Totals):
    """The merged counts of a batch, arrays of `Counts.axes`; `seats`: players at a table."""

    def __init__(self, counts: Counts) -> None:
        super().__init__(counts.axes)
        self._fields, self.seats = counts.fields, counts.seats

    def games_of(self, counts: Arrays) -> int:
        """The number of games: every slot plays in each, so slot 0 counts them."""
        return int(counts["fields"][0, self._fields.index("games")])

    def field(self, name: str, *slots: int) -> int:
        """The sum of a field over slots; without slots, over all."""
        column = self["fields"][:, self._fields.index(name)]
        return sum(int(column[slot]) for slot in (slots or range(self.seats)))

    @property
    def moments(self) -> Moments:
        return Moments(self["clusters"], [self[name] for name in ("x", "nx", "xx")], self["cross"].tolist())


@dataclass(frozen=True)
class BatchJob(BaseBatchJob, GameJob):
    game: Game  # which game
    rules: Any  # the house rules
    players: tuple[Any, ...]  # one for each seat; player i is *slot* i
    games: int = 100_000  # how many games to play
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match; the last match is shorter if `games` is not a multiple
    fixed_seats: bool = False  # slot i sits on seat i in every match; else seats rotate with the match number
    rules_option: str = ""  # the command-line option that names the rules

    def __post_init__(self) -> None:
        self.check_players(self.players)
        self.check_numbers()

    @property
    def job_type(self) -> str:
        return f"{self.game.name}-simulate"

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        return super().seatings[:1] if self.fixed_seats else super().seatings

    @property
    def block_matches(self) -> int:
        return self.matches_of(self.games, self.match_games)

    def empty(self) -> BatchTotals:
        return BatchTotals(self.game.playing.COUNTS)

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.spec for player in self.players)
        return f"{self.rules_option or f'--rules {shlex.quote(self.rules.name)}'} {players}"

    def replay(self, match: int, game: int) -> str:
        """The command that plays a match up to a game and records it; empty if the game has no records."""
        if not self.game.writes_records:
            return ""
        return f"{self.game.command} records {self.options()} {self.replay_options(match, game)}"

    def worker(self) -> BatchWorker:
        return BatchWorker(self)


class BatchWorker(JobWorker[BatchJob]):
    def __init__(self, job: BatchJob) -> None:
        super().__init__(job)
        counts = job.game.playing.COUNTS
        self._names = tuple(counts.axes)
        self._layout = tally_dtype(job.game.name, counts)
        self._play_block = kernel_of(job.game, batch_kernel)

    def count(self, block: Block) -> Arrays:
        tally = np.zeros(1, self._layout).view(np.recarray)
        self._play_block(self.records, tally[0], self.deals(block), self.seatings, True)
        return {name: np.array(tally[name][0]) for name in self._names}


class BatchFault(BotFault):
    """A batch stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: the finished games.
        answer: the answer from the finished games; None if no game was finished.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, answer: BatchAnswer | None) -> None:
        super().__init__(fault, run)
        self.answer = answer


@public
def simulate(
    game: Game,
    /,
    rules: HouseRules | str | None = None,
    players: str | Sequence[Any] | None = None,
    games: int | float | str = 100_000,
    seed: int = 1,
    *,
    match_games: int = 1,
    fixed_seats: bool = False,
    run_options: RunOptions | None = None,
    **playing: Any,
) -> BatchAnswer:
    """Play a batch of games at one table and count what happens.

    Rules, players, games, seed and match length determine every digit; the other arguments change none.

    Args:
        players: a player for each seat, or their specs; the game's usual ones if None.
        games: how many games, also as "1M" or 1e6.
        match_games: games of a match.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        how, playing: where and how to play, see `RunOptions`.

    Raises TongitsError: the arguments are invalid; `BatchFault` if a bot breaks the rules or fails.
    """
    seated = tuple(game.bots.load_players(game.default_players if players is None else players))
    job = BatchJob(game, game.rules_of(rules), seated, parse_count(games), seed, match_games, fixed_seats)
    return play_job(job, with_overrides(run_options, playing))


def play_job(job: BatchJob, run_options: RunOptions | None = None) -> BatchAnswer:
    """Play a job. Raises BatchFault: a bot broke the rules or failed; carries the answer so far."""
    try:
        run = run_job(job, run_options, answer=lambda run: answer_of(job, run).to_dict())
    except BotFault as stop:
        partly = None if stop.run is None else answer_of(job, stop.run)
        raise BatchFault(stop.fault, stop.run, partly) from None
    return answer_of(job, run)


def answer_of(job: BatchJob, run: Run[BatchTotals]) -> BatchAnswer:
    """The answer of a run, in the types of the module `game.answers`."""
    sums, moments, room = run.totals, run.totals.moments, job.game.answers
    groups, seats = slots_of(job.labels), job.game.seats
    lead = moments.leading(groups)
    answer: BatchAnswer = room.BatchAnswer(
        command=f"{job.game.name} simulate",
        rules=job.rules.name,
        players=job.labels,
        specs=tuple(player.spec for player in job.players),
        games=sums.games,
        matches=moments.count,
        match_games=job.match_games,
        fixed_seats=job.fixed_seats,
        seed=job.seed,
        players_summary=tuple(
            room.PlayerRow(**vars(player_row(sums, moments, label, slots)), **room.own_rates(sums, slots))
            for label, slots in groups.items()
        ),
        seats_summary=tuple(SeatRow(s, estimate(moments.column(2 * seats + s), 1 / UNIT)) for s in range(seats)),
        leader=lead and Leader(*lead[:2], estimate(lead[2], 1 / UNIT)),
        knobs=job.rules.knobs(),
        workers=run.workers,
        games_per_second=run.games_now / run.elapsed if run.elapsed > 0 else None,
        elapsed_s=run.elapsed,
        out=run.folder or None,
        **room.own_parts(sums, moments),
    )
    return answer


def player_row(sums: BatchTotals, moments: Moments, label: str, slots: tuple[int, ...]) -> PlayerRow:
    games, total, squares = (sums.field(name, *slots) for name in ("games", "payout", "payout_sq"))
    deviation = spread(games, total, squares)
    shares = [moments.share(sums.seats + slot) for slot in slots]
    mean = math.fsum(float(share.estimate) for share in shares) / len(shares)
    return PlayerRow(
        player=label,
        slots=slots,
        games=games,
        payout=estimate(moments.payout(dict.fromkeys(slots, 1), len(slots)), 1 / UNIT),
        payout_sd=None if deviation is None else deviation / UNIT,
        wins=Estimate(mean, pooled(shares)) if math.isfinite(mean) else Estimate(None),
    )
