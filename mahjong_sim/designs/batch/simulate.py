"""Playing a batch: `simulate` and `play_job`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mahjong_sim.bots.registry import load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.batch import tally
from mahjong_sim.designs.batch.answer import BatchAnswer
from mahjong_sim.designs.batch.estimates import (
    UNIT,
    BatchEstimates,
    endings_share,
    estimate,
    leader,
    player_row,
    seat_estimates,
)
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.totals import BatchTotals
from mahjong_sim.rules import RuleSet, load
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.how import How, how_of
from tongits_sim.run.run import run_work
from tongits_sim.run.sizes import whole
from tongits_sim.run.work import Run


class BatchFault(BotFault):
    """A batch stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: the run with all finished games.
        answer: what those games say; None if nothing was played.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, answer: BatchAnswer | None) -> None:
        super().__init__(fault, run)
        self.answer = answer


def simulate(
    rules: RuleSet | str = "visayan",
    players: str | Sequence[Player | str] = "greedy,greedy,greedy,greedy",
    games: int | float | str = 100_000,
    seed: int = 1,
    *,
    match_games: int = 1,
    fixed_seats: bool = False,
    how: How | None = None,
    **playing: Any,
) -> BatchAnswer:
    """Play a batch of games between four players and count what happens.

    The same rules, players, games, seed and match length give exactly the same numbers, whatever the other arguments.

    Args:
        rules: house rules, or what `load` takes.
        players: four players, or their specs.
        games: how many games, also as "1M" or 1e6.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, through which mano and the pot carry over.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        how, playing: where and how to play, see `How`.

    Raises:
        TongitsError: the arguments are invalid; `BatchFault` if a bot breaks the rules or fails.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    job = Job(ruleset, load_players(players), whole(games), seed, match_games, fixed_seats)
    return play_job(job, how_of(how, playing))


def play_job(job: Job, how: How | None = None) -> BatchAnswer:
    """Play a job.

    Raises:
        BatchFault: a bot broke the rules or failed; carries the answer so far.
    """
    try:
        run = run_work(job, how, answer=lambda run: answer_of(job, run).to_dict())
    except BotFault as stop:
        partly = None if stop.run is None else answer_of(job, stop.run)
        raise BatchFault(stop.fault, stop.run, partly) from None
    return answer_of(job, run)


def answer_of(job: Job, run: Run[BatchTotals]) -> BatchAnswer:
    """What a run of a job says."""
    sums = run.totals
    moments, games = BatchEstimates(sums), max(sums.games, 1)
    groups: dict[str, tuple[int, ...]] = {}
    for slot, label in enumerate(job.labels):
        groups[label] = (*groups.get(label, ()), slot)
    return BatchAnswer(
        command="mahjong simulate",
        rules=job.rules.name,
        players=job.labels,
        specs=tuple(player.spec for player in job.players),
        games=sums.games,
        matches=moments.count,
        match_games=job.match_games,
        fixed_seats=job.fixed_seats,
        seed=job.seed,
        endings=endings_share(sums),
        turns_per_game=int(sums["turns"][0]) / games,
        discards_per_game=moments.x(tally.C_DISCARDS) / max(moments.games, 1),
        moved_per_game=moments.x(tally.C_MOVED) / max(moments.games, 1) / UNIT,
        players_summary=tuple(player_row(sums, moments, label, slots) for label, slots in groups.items()),
        seats=seat_estimates(moments),
        mano=estimate(moments.column(tally.C_MANO), 1 / UNIT),
        mano_wins=estimate(moments.share(tally.C_MANO_WINS)),
        leader=leader(moments, groups),
        knobs=job.rules.knobs(),
        workers=run.workers,
        games_per_second=run.played / run.elapsed if run.elapsed > 0 else None,
        elapsed_s=run.elapsed,
        out=run.folder or None,
    )
