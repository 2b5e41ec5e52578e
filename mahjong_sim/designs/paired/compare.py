"""`compare`: bots on the same walls, each in turn at a table with the same three others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from mahjong_sim.bots.registry import load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.paired.answer import CompareAnswer, PairRow, RankingRow
from mahjong_sim.designs.paired.estimates import PairedEstimates, adjusted, verdict
from mahjong_sim.designs.paired.job import Arm, PairedJob
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet, load
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.how import How, how_of
from tongits_sim.run.run import run_work
from tongits_sim.run.work import Run


def compare(
    rules: RuleSet | str,
    players: str | Sequence[Player | str],
    *,
    others: str | Sequence[Player | str] = "greedy,greedy,greedy",
    deals: int = 10_000,
    seed: int = 1,
    match_games: int = 1,
    how: How | None = None,
    **playing: Any,
) -> CompareAnswer:
    """What each player earns at a table with the same three others, on the same walls, in every seat.

    Args:
        rules: house rules, or what `load` takes.
        players: two players or more, or their specs.
        others: the three others.
        deals: matches for each player, each played in four rotations of the seats.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        how, playing: where and how to play, see `How`.

    Raises:
        TongitsError: the arguments are invalid; `BotFault` if a bot breaks the rules or fails.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    bots, table = load_players(players), load_players(others)
    if len(bots) < 2:
        raise JobError("name two players or more to compare")
    if len(table) != SEATS - 1:
        raise JobError(f"three others sit at the table, not {len(table)}")
    if len({bot.identity for bot in bots}) < len(bots):
        raise JobError("the same player is named twice")
    job = PairedJob(tuple(Arm(bot.label, ruleset, (bot, *table)) for bot in bots), deals, seed, match_games)
    run = run_work(job, how_of(how, playing), answer=lambda run: compared(job, run).to_dict())
    return compared(job, run)


def compared(job: PairedJob, run: Run[Any]) -> CompareAnswer:
    """What a run of paired players says."""
    moments = PairedEstimates(job, run.totals)
    names = [arm.name for arm in job.arms]
    rows = [RankingRow(name, moments.mean(i, "payout_0"), moments.mean(i, "wins_0")) for i, name in enumerate(names)]
    leads = [(a, b, *moments.lead(a, b)) for a, b in combinations(range(len(names)), 2)]
    holm = adjusted([p for *_, p in leads])
    pairs = [
        PairRow(names[a], names[b], diff, p, p_holm, verdict(diff, p_holm))
        for (a, b, diff, p), p_holm in zip(leads, holm, strict=True)
    ]
    return CompareAnswer(
        command="mahjong compare",
        rules=job.arms[0].rules.name,
        others=tuple(player.label for player in job.arms[0].players[1:]),
        deals=run.games,
        match_games=job.match_games,
        seed=job.seed,
        ranking=tuple(sorted(rows, key=lambda row: -(row.payout.mean or 0))),
        pairs=tuple(pairs),
        games_played=int(run.totals["rounds"].sum()),
        workers=run.workers,
        games_per_second=_speed(job, run),
        elapsed_s=run.elapsed,
        out=run.folder or None,
    )


def _speed(job: PairedJob, run: Run[Any]) -> float | None:
    each = job.games_per_deal * len(job.arms)
    return run.played * each / run.elapsed if run.elapsed > 0 else None
