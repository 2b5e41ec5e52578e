"""Luck or skill: how many games it takes until the better of two bots leads, counted in sessions.

A duplicate comparison says who is better and hides the luck of cards; people who sit down to play have it. So sessions
are played as people play them, with other deals, and the leader is noted at several lengths.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from analyses.answers.comparison import ComparisonAnswer, Lead, PairRow
from tongits_sim.core.jobs import JobError, check_seed
from tongits_sim.run.answers import value

if TYPE_CHECKING:
    from tongits_sim.experiments.tournament import TournamentJob
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

LEADS = "leads"
"""The check whose deals (`check_seed`) the sessions are."""
LED = 0.95
_SESSIONS = 1000
_FEWEST = 200
_MOST_GAMES = 200_000
"""Games of the sessions of a pair."""
_STEPS = (0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.3, 1.7)
"""Lengths at which the leader is noted, of the length that a normal approximation expects."""


def leads(field: TournamentJob, answer: ComparisonAnswer, how: How) -> tuple[Lead, ...]:
    """For each player and the next one, where it is certain who is better: games until the better one leads.

    No pair gets more games than the whole comparison played.
    """
    rows: list[Lead] = []
    players = dict(zip(field.labels, field.players, strict=True))
    certain = {(row.a, row.b): row for row in answer.pairs if row.verdict == "better"}
    for number, (best, other) in enumerate(itertools.pairwise(answer.ranking), 1):
        pair = certain.get((best.player, other.player))
        if pair is None or how.stopped:
            continue
        third = next((row.player for row in answer.ranking if row not in (best, other)), other.player)
        seated = tuple(players[label] for label in (best.player, other.player, third))
        spread = math.sqrt(1.5 * (best.payout_sd**2 + other.payout_sd**2))  # what one wins of three others lose
        try:
            row = _lead(field, pair, seated, spread, min(answer.games_played, _MOST_GAMES), how, f"leads-{number}")
        except JobError:  # games for a score have no sessions of money
            return ()
        if row is not None and not how.stopped:
            rows.append(row)
    return tuple(rows)


def _lead(
    field: TournamentJob, pair: PairRow, seated: tuple[Player, ...], spread: float, most: int, how: How, part: str
) -> Lead | None:
    """The sessions of one pair, in the first two seats; None where the comparison is too short for any."""
    from analyses.tournaments import crossing
    from tongits_sim.experiments.census import CensusEstimates, CensusJob

    match = field.match_games
    expected = min((1.645 * spread / max(value(pair.diff), 1e-9)) ** 2, most / _FEWEST / _STEPS[-1])
    marks = tuple(sorted({max(1, round(step * expected / match)) * match for step in _STEPS}))
    sessions = min(_SESSIONS, most // marks[-1])
    if sessions < _FEWEST:
        return None
    games, seed = sessions * marks[-1], check_seed(field.seed, LEADS)
    job = CensusJob(field.rules, seated, games, seed, match, False, marks, marks[-1] // match)
    counted = CensusEstimates(job, how.run(job, part).totals)
    points = [(mark, counted.led(number)) for number, mark in enumerate(marks)]
    after = crossing(points, LED) if points[0][1] < LED else marks[0]
    return Lead(pair.a, pair.b, None if after is None else round(after), marks[-1], sessions, points[-1][1])
