"""Playing a batch of any game: `simulate` and `play_job`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tongits_sim.any_game.counts import UNIT
from tongits_sim.any_game.designs.answers import BatchAnswer, Leader, PlayerRow, SeatRow
from tongits_sim.any_game.designs.batch.job import BatchTotals, Job
from tongits_sim.any_game.designs.moments import Moments, estimate, pooled, slots_of, spread
from tongits_sim.any_game.game import Game
from tongits_sim.any_game.house_rules import HouseRules
from tongits_sim.run.answers import Estimate
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
        answer: of those games; None if nothing was played.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, answer: BatchAnswer | None) -> None:
        super().__init__(fault, run)
        self.answer = answer


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
    how: How | None = None,
    **playing: Any,
) -> BatchAnswer:
    """Play a batch of games at one table and count what happens.

    The same rules, players, games, seed and match length give exactly the same numbers, whatever the other arguments.

    Args:
        game: which game.
        rules: house rules, or what `load` takes; the game's usual ones if None.
        players: a player for each seat, or their specs; the game's usual ones if None.
        games: how many games, also as "1M" or 1e6.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        how, playing: where and how to play, see `How`.

    Raises:
        TongitsError: the arguments are invalid; `BatchFault` if a bot breaks the rules or fails.
    """
    seated = tuple(game.bots.load_players(game.usual_players if players is None else players))
    job = Job(game, game.rules_of(rules), seated, whole(games), seed, match_games, fixed_seats)
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
    """The answer of a run of a job, of the type in the game's own `answers` room if it has one."""
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
        games_per_second=run.played / run.elapsed if run.elapsed > 0 else None,
        elapsed_s=run.elapsed,
        out=run.folder or None,
        **room.own_parts(sums, moments),
    )
    return answer


def player_row(sums: BatchTotals, moments: Moments, label: str, slots: tuple[int, ...]) -> PlayerRow:
    """The row of one player, who may occupy several slots.

    Args:
        sums: the merged counts.
        moments: the same counts as moments over matches.
        label: the player's label.
        slots: the slots they occupy.
    """
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
