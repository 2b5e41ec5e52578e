"""`compare`: each bot plays the same deals against the same opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Unpack

from analyses.answers.shared import Stopping
from mahjong_sim.bots.registry import USUAL_OTHERS, load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.answer_types import CompareAnswer, PairRow, RankingRow, facts
from mahjong_sim.experiments.paired import Arm, PairedEstimates, PairedJob
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet, rules_of
from tongits_sim.run.answers import RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import JobError
from tongits_sim.run.estimates import adjusted, verdict
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.within import MOST, ask_until, widest
from tongits_sim.stats import FIRST_LOOK

DEALS = 10_000
"""Deals of a comparison if nobody says how many."""


@public
def compare(
    rules: RuleSet | str,
    players: str | Sequence[Player],
    *,
    others: str | Sequence[Player] = USUAL_OTHERS,
    deals: int | None = None,
    seed: int = 1,
    match_games: int = 1,
    within: float | None = None,
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> CompareAnswer:
    """Compare players against the same opponents: each plays the same deals in every seat.

    Args:
        rules: house rules, or what `load` takes.
        players: two players or more, or their specs.
        others: the opponents.
        deals: matches of each player, 10,000 if not given; every match is played in every rotation of the seats. With
            `within` it is the largest number.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        within: play until every difference is known to within this half-width, units a game.
        run_options, playing: where and how to play, see `RunOptions`.

    Raises TongitsError: the arguments are invalid; `BotFault` if a bot breaks the rules or fails.
    """
    usual = DEALS if within is None else MOST
    most = usual if deals is None else deals
    job = planned(rules, players, others=others, deals=most, seed=seed, match_games=match_games)
    return play(job, with_overrides(run_options, playing), within)


def planned(
    rules: RuleSet | str,
    players: str | Sequence[Player | str],
    *,
    others: str | Sequence[Player | str],
    deals: int,
    seed: int,
    match_games: int,
) -> PairedJob:
    """The job of a comparison. Raises TongitsError: the arguments are invalid."""
    ruleset = rules_of(rules)
    bots = tuple(load_players(players))
    table = tuple(load_players(others))
    if len(bots) < 2:
        raise JobError("name two players or more to compare")
    if len(table) != SEATS - 1:
        raise JobError(f"three others sit at the table, not {len(table)}")
    if len({bot.identity for bot in bots}) < len(bots):
        raise JobError("the same player is named twice")
    return PairedJob(tuple(Arm(bot.label, ruleset, (bot, *table)) for bot in bots), deals, seed, match_games)


def play(job: PairedJob, run_options: RunOptions, within: float | None = None) -> CompareAnswer:
    """Play a comparison; with `within`, until every difference is known to so much, with at most the job's deals."""
    if within is None:
        run = run_job(job, run_options, answer=lambda run: compared(job, run).to_dict())
        return compared(job, run)

    def ask(deals: int, way: RunOptions) -> CompareAnswer:
        return play(replace(job, deals=deals), way)

    def width(answer: CompareAnswer) -> float | None:
        return widest(pair.diff for pair in answer.pairs)

    answer, known = ask_until(
        within, ask, width, first=FIRST_LOOK, most=job.deals, counted="deals", run_options=run_options
    )
    return replace(answer, within=known, stopping=Stopping.at_width(known))


def compared(job: PairedJob, run: Run[Any]) -> CompareAnswer:
    """The answer of a comparison that was played."""
    moments = PairedEstimates(job, run.totals)
    names = [arm.name for arm in job.arms]
    rows = [RankingRow(name, moments.mean(i, "payout_0"), moments.mean(i, "wins_0")) for i, name in enumerate(names)]
    leads = [(a, b, *moments.lead(a, b)) for a, b in combinations(range(len(names)), 2)]
    holm = adjusted([p for *_, p in leads])
    pairs = [
        PairRow(names[a], names[b], diff, p, p_holm, verdict(diff, p_holm))
        for (a, b, diff, p), p_holm in zip(leads, holm, strict=True)
    ]
    ranking = tuple(sorted(rows, key=lambda row: -(row.payout.mean or 0)))
    return CompareAnswer(
        command="mahjong compare",
        players=tuple(row.player for row in ranking),
        others=tuple(player.label for player in job.arms[0].players[1:]),
        ranking=ranking,
        pairs=tuple(pairs),
        **played_facts(job, run),
    )


def played_facts(job: PairedJob, run: Run[Any]) -> dict[str, Any]:
    """The fields of an answer about what was played, by name."""
    games_a_deal = job.games_per_deal * len(job.arms)
    return {
        **facts(job.arms[0].rules, job.players),
        "deals": run.games,
        "match_games": job.match_games,
        "seed": job.seed,
        "games_played": int(run.totals["rounds"].sum()),
        "stopping": Stopping.planned(run.games, "deals"),
        "run": RunFacts(
            run.workers,
            run.elapsed,
            run.games_now * games_a_deal / run.elapsed if run.games_now and run.elapsed > 0 else None,
            run.folder or None,
        ),
    }
