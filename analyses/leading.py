"""Luck or skill: the games until the better of two bots leads, counted in sessions.

A duplicate comparison says who is better but hides the luck of cards, which people at a table have. So sessions are
played with new deals, as people play, and the leader is noted at several lengths.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from analyses.answer_folder import run_name
from analyses.answers.comparison import ComparisonAnswer, Lead, PairRow
from tongits_sim.experiments.duplicate import DuplicateJob
from tongits_sim.run.answers import mean_of
from tongits_sim.run.base_job import JobError, check_seed
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player

LEADS = "leads"
"""The check whose deals (`check_seed`) the sessions are."""
LED = 0.95
_SESSIONS = 1000
_FEWEST = 200
_MAX_GAMES = 200_000
"""Games of the sessions of a pair."""
_STEPS = (0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.3, 1.7)
"""Lengths at which the leader is noted, as factors of the length that a normal approximation expects."""


def games_to_lead(job: DuplicateJob, answer: ComparisonAnswer, run_options: RunOptions) -> tuple[Lead, ...]:
    """For each player and the next, if the better player is certain: games until it leads.

    No pair gets more games than the whole comparison played.
    """
    rows: list[Lead] = []
    players = dict(zip(job.labels, job.players, strict=True))
    certain = {(row.a, row.b): row for row in answer.pairs if row.verdict == "better"}
    for number, (best, runner_up) in enumerate(itertools.pairwise(answer.ranking), 1):
        pair = certain.get((best.player, runner_up.player))
        if pair is None or run_options.stopped:
            continue
        third = next((row.player for row in answer.ranking if row not in (best, runner_up)), runner_up.player)
        seated = tuple(players[label] for label in (best.player, runner_up.player, third))
        spread = math.sqrt(1.5 * (best.payout_sd**2 + runner_up.payout_sd**2))  # what one wins of three others lose
        try:
            # The sessions follow from the answer, so an answer from more deals has others.
            name = run_name(f"leads-{number}-of-{answer.deals}", len(answer.left_out))
            row = _lead(job, pair, seated, spread, min(answer.games_played, _MAX_GAMES), run_options, name)
        except JobError:  # games for a score have no sessions of money
            return ()
        if row is not None and not run_options.stopped:
            rows.append(row)
    return tuple(rows)


def _lead(
    job: DuplicateJob,
    pair: PairRow,
    seated: tuple[Player, ...],
    spread: float,
    most: int,
    run_options: RunOptions,
    run_name: str,
) -> Lead | None:
    """The sessions of a pair, in the first two seats; None if the comparison is too short."""
    from analyses.tournament import crossing
    from tongits_sim.experiments.census import CensusEstimates, CensusJob
    from tongits_sim.stats.proportions import wilson_interval

    match = job.match_games
    expected = min((1.645 * spread / max(mean_of(pair.diff), 1e-9)) ** 2, most / _FEWEST / _STEPS[-1])
    marks = tuple(sorted({max(1, round(step * expected / match)) * match for step in _STEPS}))
    sessions = min(_SESSIONS, most // marks[-1])
    if sessions < _FEWEST:
        return None
    games = sessions * marks[-1]
    seed = check_seed(job.seed, LEADS)
    census = CensusJob(job.rules, seated, games, seed, match, False, marks, marks[-1] // match)
    counted = CensusEstimates(census, run_options.run(census, run_name).totals)
    led = [counted.led(number) for number in range(len(marks))]
    limits = [wilson_interval(round(share * sessions), sessions) for share in led]

    def reaching(shares: Sequence[float]) -> int | None:
        points = list(zip(marks, shares, strict=True))
        after = crossing(points, LED) if shares[0] < LED else marks[0]
        return None if after is None else round(after)

    # Where the upper limits reach it is the soonest, where the lower limits do the latest.
    soonest = reaching([interval.high for interval in limits])
    between = (marks[-1] if soonest is None else soonest), reaching([interval.low for interval in limits])
    return Lead(pair.a, pair.b, reaching(led), between, marks[-1], sessions, led[-1])
