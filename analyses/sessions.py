"""What can a session bring and cost each player at this table?

Three players of any strength play sessions: matches in which dealer, jackpot and streak carry over from game to game.
For each player: what it has after every part of a session and at its end, how often it is ahead, how deep it falls, and
the bankroll that lasts. The session is the unit of every interval; seats rotate from session to session, so every
player sits in every order as often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.answers.sessions import FanRow, PlayerRow, RuinRow, SessionsAnswer
from analyses.question import SESSION_OPTIONS, Inquiry, Question
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from tongits_sim.designs.sessions.estimates import SessionsEstimates

QUANTILES = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}
_CURVE = 24
"""Bankrolls of the curve of ruin."""
_SHALLOW = 0.005
"""Risk at which the curve may end."""


def ask(inquiry: Inquiry) -> SessionsAnswer:
    """Play sessions and count."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.designs.sessions.estimates import SessionsEstimates
    from tongits_sim.designs.sessions.job import SessionsJob
    from tongits_sim.rules.amounts import UNIT, takes_fees

    session = int(inquiry.options["session"])
    job = SessionsJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed, session)
    run = inquiry.how.run(job)
    counted = SessionsEstimates(job, run.totals)
    return SessionsAnswer(
        **inquiry.head(SESSIONS),
        table=tuple(job.labels),
        session=session,
        sessions=counted.sessions,
        games_played=job.games,
        turns=estimate(counted.ratio({"turns": 1})),
        house=estimate(counted.house()) if takes_fees(job.rules) else None,
        bin_width=job.width / UNIT,
        cells=tuple(_player(counted, label) for label in counted.slots),
        fan=tuple(row for label in counted.slots for row in _fan(counted, label)),
        ruin=tuple(_ruin(counted, inquiry.options["bankroll"])),
        method=_method(session, job.width / UNIT),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def _player(counted: SessionsEstimates, label: str) -> PlayerRow:
    from tongits_sim.designs.rows import estimate

    last = len(counted.job.stops) - 1
    payout = counted.payout(label)
    half, most, nearly_all = (estimate(counted.bankroll(label, probability)) for probability in (0.5, 0.95, 0.99))
    return PlayerRow(
        player=label,
        seats=len(counted.slots[label]),
        payout=estimate(payout),
        payout_sd=counted.payout_sd(label),
        fees=estimate(counted.fees(label)),
        result=estimate(payout.scaled(counted.job.match_games)),
        swing=estimate(counted.session_sd(label)),
        **_quantiles(counted, label, last),
        ended_ahead=estimate(counted.ended_ahead(label)),
        time_ahead=estimate(counted.time_ahead(label)),
        bankroll_50=half,
        bankroll_95=most,
        bankroll_99=nearly_all,
    )


def _quantiles(counted: SessionsEstimates, label: str, stop: int) -> dict[str, Estimate]:
    from tongits_sim.designs.rows import estimate

    return {name: estimate(counted.quantile(label, stop, q)) for name, q in QUANTILES.items()}


def _fan(counted: SessionsEstimates, label: str) -> list[FanRow]:
    return [FanRow(label, games, **_quantiles(counted, label, stop)) for stop, games in enumerate(counted.job.stops)]


def _ruin(counted: SessionsEstimates, named: Sequence[float]) -> list[RuinRow]:
    """The bankrolls that were named, and a curve from a bin's width to where hardly a session loses it."""
    from tongits_sim.designs.rows import estimate
    from tongits_sim.rules.amounts import UNIT
    from tongits_sim.stats import brownian_ruin

    width, games = counted.job.width, counted.job.match_games
    asked = {max(1, math.ceil(round(size * UNIT / width, 6))) for size in named}
    places = sorted(asked | set(_steps(counted)))
    rows = []
    for label in counted.slots:
        edge, swing = float(counted.payout(label).estimate), float(counted.session_sd(label).estimate)
        for place in places:
            bankroll = place * width
            brownian = brownian_ruin(edge, swing / math.sqrt(games), bankroll / UNIT, games) if swing > 0 else 0.0
            ruined = estimate(counted.ruined(label, bankroll))
            rows.append(RuinRow(label, bankroll / UNIT, place in asked, ruined, brownian))
    return rows


def _steps(counted: SessionsEstimates) -> list[int]:
    """Bankrolls of the curve, in bins: evenly to where each player loses it in hardly any session."""
    from tongits_sim.rules.amounts import UNIT

    depths = [float(counted.bankroll(label, 1 - _SHALLOW).estimate) for label in counted.slots]
    known = [depth for depth in depths if math.isfinite(depth)]
    if not known:
        return []
    most = math.ceil(max(known) * UNIT / counted.job.width)
    step = max(1, -(-most // _CURVE))
    return list(range(step, most + step, step))


def _method(session: int, width: float) -> dict[str, str]:
    return {
        "unit": f"The session, a match of {session:,} games in one seating; dealer, jackpot and streak carry over "
        "within it. Seats rotate from session to session; the first dealer is drawn.",
        "players": "A bot that sits in several seats is one player; intervals allow for how its seats depend on each "
        "other.",
        "quantiles": f"Counted in bins of {width:g} units, with distribution-free intervals (order statistics).",
        "ruin": "Counted: the running total after a game of the session is ever down by the bankroll. Brownian: first "
        "passage of a Brownian motion with the same mean and spread, an approximation.",
        "jackpot": "What is in the pot at the end of a session is shared out equally.",
        "forked": "No: observed frequencies; no decision is forced.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": "None is claimed between players; limits hold one at a time.",
    }


SESSIONS = Question(
    name="sessions",
    asks="What can a session bring and cost each player at this table?",
    games=1_000_000,
    ask=ask,
    answer=SessionsAnswer,
    options=SESSION_OPTIONS,
    example="--players greedy,expert,expert --session 100 --bankroll 100",
)
