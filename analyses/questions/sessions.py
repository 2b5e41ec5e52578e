"""What can a session bring and cost each player at this table?

Three players of any strength play sessions: matches in which dealer, jackpot and streak carry over from game to game.
For each player the answer has the total after every part of a session and at its end, how often the player is ahead,
how deep it falls, and the bankroll that lasts. The session is the unit of every interval. Seats rotate from session to
session, so every player sits in every order equally often.
"""

# ruff: noqa: RUF009  # a field that says how it is counted is made by a call; it holds no state

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.answers import shared
from analyses.answers.shared import QuestionAnswer, counted
from analyses.figures import CurvePoint, Curves
from analyses.money import length, unit_name
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    columns,
    earned,
    earnings,
    join_and,
    paid,
    paid_exactly,
    seated,
    share,
    share_interval,
)
from analyses.question import SESSION, Inquiry, Option, Question, ReportSettings
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.run.answers import Answer, Estimate, RunFacts
from tongits_sim.run.numbers import seconds
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from tongits_sim.experiments.sessions import SessionsEstimates


# --- the answer: fields say how the sessions of a player count them; amounts are units ---

QUANTILES = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}


def of_player(name: str, *arguments: float) -> Any:
    """A field of a row that `SessionsEstimates.name` computes for the player."""

    def estimate(sessions: SessionsEstimates, label: str, _stop: int) -> Estimate:
        return Estimate.of(getattr(sessions, name)(label, *arguments))

    return counted(estimate)


def quantile(name: str) -> Any:
    """A field of a row: a quantile of the player's total after some games of a session, units; `name` is a key of
    `QUANTILES`.
    """

    def estimate(sessions: SessionsEstimates, label: str, stop: int) -> Estimate:
        return Estimate.of(sessions.quantile(label, stop, QUANTILES[name]))

    return counted(estimate)


def result_of_a_session(sessions: SessionsEstimates, label: str, _stop: int) -> Estimate:
    """The payout of a player in a session, units."""
    return Estimate.of(sessions.payout(label).scaled(sessions.job.match_games))


@dataclass(frozen=True, kw_only=True)
class Quantiles(Answer):
    """What a player has after some games of a session: quantiles over sessions, to the width of a bin."""

    player: str
    p05: Estimate = quantile("p05")
    p25: Estimate = quantile("p25")
    median: Estimate = quantile("median")
    p75: Estimate = quantile("p75")
    p95: Estimate = quantile("p95")


@dataclass(frozen=True, kw_only=True)
class PlayerRow(Quantiles):
    """A player's sessions, with the quantiles at their end."""

    seats: int  # copies of the player at the table
    payout: Estimate = of_player("payout")  # a game, after the house has taken its fees
    payout_sd: float = counted(lambda sessions, label, stop: sessions.payout_sd(label))  # of one game
    fees: Estimate = of_player("fees")  # a game, to the house
    # result, session_sd: mean and standard deviation of a session
    result: Estimate = counted(result_of_a_session)
    session_sd: Estimate = of_player("session_sd")
    ended_ahead: Estimate = of_player("ended_ahead")  # share of sessions that end with a gain
    share_ahead: Estimate = of_player("share_ahead")  # share of the games of a session after which it is ahead
    # bankrolls that last a session with this probability
    bankroll_50: Estimate = of_player("bankroll", 0.5)
    bankroll_95: Estimate = of_player("bankroll", 0.95)
    bankroll_99: Estimate = of_player("bankroll", 0.99)


@dataclass(frozen=True, kw_only=True)
class FanRow(Quantiles):
    """The total of a player after some games of a session."""

    games: int


@dataclass(frozen=True)
class RuinRow(Answer):
    """The risk of losing a bankroll in a session."""

    player: str
    bankroll: float  # units, to the width of a bin
    named: bool  # an option names it; unnamed bankrolls make a curve
    # share of sessions in which the player is ever down by the bankroll; unknown if it exceeds the counted range
    ruined: Estimate


@dataclass(frozen=True, kw_only=True)
class SessionsAnswer(QuestionAnswer):
    """The answer about sessions at one table."""

    table: tuple[str, ...]  # labels of the players by slot
    session: int  # games of a session
    sessions: int  # how many were played
    games_played: int
    turns: Estimate  # of a game, all players together
    house: Estimate | None = None  # units a game that the house keeps; None under rules without fees
    bin_width: float  # units; quantiles and bankrolls are known to it
    cells: tuple[PlayerRow, ...]
    fan: tuple[FanRow, ...]  # the total of each player after every part of a session
    ruin: tuple[RuinRow, ...]

    @property
    def best(self) -> PlayerRow:
        """The player who earns most a game."""
        return max(self.cells, key=lambda row: row.payout.mean or 0.0)

    @property
    def worst(self) -> PlayerRow:
        """The player who earns least a game."""
        return min(self.cells, key=lambda row: row.payout.mean or 0.0)


# --- the games ---

_CURVE = 24
"""Bankrolls of the curve of ruin."""
_SHALLOW = 0.005
"""Risk at which the curve may end."""


def ask(inquiry: Inquiry) -> SessionsAnswer:
    """Play the sessions of an inquiry, and answer with results, courses and bankrolls."""
    from tongits_sim.experiments.sessions import SessionsEstimates, SessionsJob

    session = int(inquiry.options["session"])
    job = SessionsJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed, session)
    run = inquiry.run_options.run(job)
    sessions = SessionsEstimates(job, run.totals)
    last = len(job.stops) - 1
    return SessionsAnswer(
        **inquiry.head(SESSIONS),
        table=tuple(job.labels),
        session=session,
        sessions=sessions.sessions,
        games_played=job.games,
        turns=Estimate.of(sessions.ratio({"turns": 1})),
        house=Estimate.of(sessions.house()) if takes_fees(job.rules) else None,
        bin_width=job.width / UNIT,
        cells=tuple(
            shared.row(PlayerRow, sessions, label, last, player=label, seats=len(slots))
            for label, slots in sessions.slots.items()
        ),
        fan=tuple(
            shared.row(FanRow, sessions, label, stop, player=label, games=games)
            for label in sessions.slots
            for stop, games in enumerate(job.stops)
        ),
        ruin=tuple(_ruin_rows(sessions, inquiry.options["bankroll"])),
        run=RunFacts(run.workers, run.elapsed),
    )


def _ruin_rows(counted: SessionsEstimates, named: Sequence[float]) -> list[RuinRow]:
    """The named bankrolls, and a curve from the width of a bin to where hardly a session loses the bankroll."""
    width = counted.job.width
    asked = {max(1, math.ceil(round(size * UNIT / width, 6))) for size in named}
    return [
        RuinRow(label, place * width / UNIT, place in asked, Estimate.of(counted.ruined(label, place * width)))
        for label in counted.slots
        for place in sorted(asked | set(_steps(counted)))
    ]


def _steps(counted: SessionsEstimates) -> list[int]:
    """Bankrolls of the curve, in bins: even steps to where each player loses the bankroll in hardly any session."""
    depths = [float(counted.bankroll(label, 1 - _SHALLOW).estimate) for label in counted.slots]
    known = [depth for depth in depths if math.isfinite(depth)]
    if not known:
        return []
    most = math.ceil(max(known) * UNIT / counted.job.width)
    step = max(1, -(-most // _CURVE))
    return list(range(step, most + step, step))


# --- the screen ---

_TABLE_ROWS = 8
"""Bankrolls of the table besides the named ones; JSON has all."""


def title(answer: SessionsAnswer) -> str:
    return "What does an evening bring, and what should I bring?"


def screen(answer: SessionsAnswer) -> Screen:
    size = f"{answer.sessions:,} sessions of {answer.session:,} games"
    heading = f"{answer.rules} · {seated(answer.table)} · {size} · seed {answer.seed}"
    return Screen(heading, headline(answer), [players_table(answer)], notes(answer))


def headline(answer: SessionsAnswer) -> str:
    """How often players end a session ahead, and what to bring."""
    best, worst = answer.best, answer.worst
    lasts = length(answer.session, answer.turns.mean)
    start = f"Evenings of {answer.session:,} games{f' ({lasts})' if lasts else ''}:"
    ahead = f"ends ahead in {_often(best)}"
    if best is worst:
        return f"{start} each of three {best.player} {ahead} and should bring {_brings(best)}."
    return (
        f"{start} {best.player} {ahead} and should bring {_brings(best)}; {worst.player} ends ahead in "
        f"{_often(worst)} and should bring {_brings(worst)}."
    )


def _often(row: PlayerRow) -> str:
    return f"{share(row.ended_ahead).replace('above', 'more than').replace('under', 'less than')} of them"


def _brings(row: PlayerRow) -> str:
    known = row.bankroll_95.mean is not None
    return f"{earned(row.bankroll_95, False)} {unit_name()}" if known else "more than was counted"


def notes(answer: SessionsAnswer) -> list[str]:
    """Named bankrolls, or bankrolls that last longer; the house; what to type next."""
    named = [
        f"{row.player} loses {paid(Estimate(row.bankroll))} {unit_name()} in {share(row.ruined)} of them"
        for row in answer.ruin
        if row.named
    ]
    longer = [f"{row.player} {paid(row.bankroll_99)}" for row in answer.cells if row.bankroll_99.mean is not None]
    first = f"On the way {join_and(named)}." if named else f"Bring for 99 of 100: {join_and(longer)}."
    kept = answer.house and f" The house keeps {paid(answer.house)} a game."
    return [first + (kept or ""), "Quantiles, bankrolls: --full   Length: --session 50   Yours: --bankroll 100"]


def about(answer: SessionsAnswer) -> list[str]:
    return [
        "A session is one match: dealer, jackpot and streak carry over; the pot is shared out at its end.",
        "The players sit in every order equally often. ± is half a 95 % interval.",
        f"{answer.games_played:,} games in {seconds(answer.run.elapsed_s)}.",
    ]


# --- tables ---


def tables(answer: SessionsAnswer) -> list[Table]:
    quantiles = {f"{100 * q:g} %": _quantile(name) for name, q in QUANTILES.items()}
    ends: dict[str, Callable[[Any], str]] = {"player": _name, **quantiles}
    swing: dict[str, Callable[[Any], str]] = {
        "swing": lambda row: earned(row.session_sd, False),
        "games ahead": lambda row: share(row.share_ahead),
    }
    way: dict[str, Callable[[Any], str]] = {"player": lambda row: row.player, "games": lambda row: f"{row.games:,}"}
    note = "A column: this share of the sessions end below the amount. Swing: standard deviation of a session."
    return [
        players_table(answer),
        columns("quantiles", "How sessions end", answer.cells, ends | swing, note=note),
        columns("fan", "On the way, by the number of games", answer.fan, way | quantiles),
        _ruin(answer),
    ]


def _quantile(name: str) -> Callable[[Any], str]:
    return lambda row: paid(getattr(row, name), True)


def players_table(answer: SessionsAnswer) -> Table:
    """A row for each player."""
    makes = dict(zip(map(_name, answer.cells), earnings(row.result for row in answer.cells), strict=True))
    cells: dict[str, Callable[[PlayerRow], str]] = {
        "player": _name,
        "makes": lambda row: makes[_name(row)],
        "9 of 10 evenings": lambda row: f"{paid(row.p05, True)} to {paid(row.p95, True)}",
        "ends ahead": lambda row: share(row.ended_ahead),
        "bring for 19 of 20": lambda row: earned(row.bankroll_95, False),
    }
    caption = f"A session of {answer.session:,} games, by player"
    note = f"In {unit_name()}. Bring: what lasts 19 of 20 sessions."
    return columns("players", caption, answer.cells, cells, note=note)


def _ruin(answer: SessionsAnswer) -> Table:
    sizes = sorted({row.bankroll for row in answer.ruin if not row.named})
    shown = {*sizes[:: max(1, -(-len(sizes) // _TABLE_ROWS))], *(row.bankroll for row in answer.ruin if row.named)}
    lost = {(row.bankroll, row.player): share_interval(row.ruined) for row in answer.ruin}
    cells: dict[str, Callable[[float], str]] = {"bankroll": lambda size: paid_exactly(size)}
    cells |= {row.player: functools.partial(_lost, lost, row.player) for row in answer.cells}
    note = "Share of sessions in which the player is ever down by the bankroll."
    return columns("ruin", "Bankrolls lost in a session", sorted(shown), cells, note=note)


def _lost(lost: Mapping[tuple[float, str], str], player: str, size: float) -> str:
    return lost[size, player]


def _name(row: PlayerRow) -> str:
    return row.player if row.seats == 1 else f"{row.player} ×{row.seats}"


# --- the figure ---


def findings(answer: SessionsAnswer) -> list[Finding]:
    curves = courses(answer)
    if not any(len(points) > 1 for points in curves.values()):
        return []
    text = "What each player has after each game. Line: median; dark: half of all sessions; pale: nine in ten."
    return [Finding("fan", "The course of a session", text, Curves(curves, "games of the session", "units"))]


def courses(answer: SessionsAnswer) -> dict[str, list[CurvePoint]]:
    """The points of each player's total, from 0 games on, without points of unknown quantiles."""
    curves = {row.player: [CurvePoint(0, (0.0, 0.0, 0.0, 0.0, 0.0))] for row in answer.fan}
    for row in answer.fan:
        p05, p25, median, p75, p95 = (estimate.mean for estimate in (row.p05, row.p25, row.median, row.p75, row.p95))
        if not (p05 is None or p25 is None or median is None or p75 is None or p95 is None):
            curves[row.player].append(CurvePoint(row.games, (p05, p25, median, p75, p95)))
    return curves


def width(answer: SessionsAnswer) -> float | None:
    """The widest interval of how often a player ends a session ahead, percentage points."""
    return widest((row.ended_ahead for row in answer.cells), 100.0)


SESSIONS = Question(
    name="sessions",
    asks="What can a session bring and cost each player at this table?",
    games=1_000_000,
    ask=ask,
    width=width,
    answer=SessionsAnswer,
    options=(
        SESSION,
        Option(
            "bankroll",
            "Starting bankroll in units, to estimate how often it is lost; repeatable.",
            "number",
            None,
            0.01,
            10**9,
            many=True,
        ),
    ),
    example="--players greedy,expert,expert --session 100 --bankroll 100",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=90,
    on_page=ReportSettings(500_000),
)
