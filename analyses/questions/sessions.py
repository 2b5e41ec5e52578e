"""What can a session bring and cost each player at this table?

Three players of any strength play sessions: matches in which dealer, jackpot and streak carry over from game to game.
For each player: what it has after every part of a session and at its end, how often it is ahead, how deep it falls, and
the bankroll that lasts. The session is the unit of every interval; seats rotate from session to session, so every
player sits in every order as often.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analyses.answers.shared import QuestionAnswer
from analyses.figures import INKS, blank, legend_above, name, series
from analyses.money import length
from analyses.question import SESSION, Inquiry, OnPage, Option, Question
from analyses.words import Advice, Finding, Table, listed, units_words
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import amount, between, digits_of, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tongits_sim.experiments.sessions import SessionsEstimates


# --- the answer ---


@dataclass(frozen=True)
class PlayerRow(Answer):
    """A player's sessions.

    Attributes:
        player: label.
        seats: how many of it sit at the table.
        payout: units a game, after the house has taken its fees.
        payout_sd: standard deviation of one game, units.
        fees: units a game that it pays the house.
        result: units of a whole session, on average.
        swing: standard deviation of the result of a session, units.
        p05, p25, median, p75, p95: quantiles of that result, to the width of a bin.
        ended_ahead: share of sessions that end with a gain.
        time_ahead: share of the games of a session after which it is ahead.
        bankroll_50, bankroll_95, bankroll_99: units that last a session with that probability.
    """

    player: str
    seats: int
    payout: Estimate
    payout_sd: float
    fees: Estimate
    result: Estimate
    swing: Estimate
    p05: Estimate
    p25: Estimate
    median: Estimate
    p75: Estimate
    p95: Estimate
    ended_ahead: Estimate
    time_ahead: Estimate
    bankroll_50: Estimate
    bankroll_95: Estimate
    bankroll_99: Estimate


@dataclass(frozen=True)
class FanRow(Answer):
    """The total of a player after some games of a session, units: quantiles over sessions.

    Attributes:
        player: label.
        games: games of the session that are played.
        p05, p25, median, p75, p95: the quantiles.
    """

    player: str
    games: int
    p05: Estimate
    p25: Estimate
    median: Estimate
    p75: Estimate
    p95: Estimate


@dataclass(frozen=True)
class RuinRow(Answer):
    """The risk of losing a bankroll in a session.

    Attributes:
        player: label.
        bankroll: units, to the width of a bin.
        named: whether an option names it; the others make the curve.
        ruined: share of its sessions in which it is ever down by it; unknown where it is beyond the count.
        brownian: the same for a Brownian motion of the same mean and spread.
    """

    player: str
    bankroll: float
    named: bool
    ruined: Estimate
    brownian: float


@dataclass(frozen=True, kw_only=True)
class SessionsAnswer(QuestionAnswer):
    """The answer about sessions at one table.

    Attributes:
        table: labels of the players by slot.
        session: games of a session.
        sessions: how many were played.
        games_played: games in all.
        turns: of a game, all players together.
        house: units a game that the house keeps; None under rules without fees.
        bin_width: units; quantiles and bankrolls are known to it.
        cells: a row for each player.
        fan: the total of each player after every part of a session.
        ruin: bankrolls and how often they are lost.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    table: tuple[str, ...]
    session: int
    sessions: int
    games_played: int
    turns: Estimate
    house: Estimate | None = None
    bin_width: float
    cells: tuple[PlayerRow, ...]
    fan: tuple[FanRow, ...]
    ruin: tuple[RuinRow, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0

    @property
    def best(self) -> PlayerRow:
        """The player who earns most."""
        return max(self.cells, key=lambda row: row.payout.mean or 0.0)

    @property
    def worst(self) -> PlayerRow:
        """The player who earns least."""
        return min(self.cells, key=lambda row: row.payout.mean or 0.0)


# --- the games ---

QUANTILES = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}
_CURVE = 24
"""Bankrolls of the curve of ruin."""
_SHALLOW = 0.005
"""Risk at which the curve may end."""


def ask(inquiry: Inquiry) -> SessionsAnswer:
    """Play sessions and count."""
    from tongits_sim.experiments.sessions import SessionsEstimates, SessionsJob

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
        turns=Estimate.of(counted.ratio({"turns": 1})),
        house=Estimate.of(counted.house()) if takes_fees(job.rules) else None,
        bin_width=job.width / UNIT,
        cells=tuple(_player_row(counted, label) for label in counted.slots),
        fan=tuple(
            FanRow(label, games, **_quantile_estimates(counted, label, stop))
            for label in counted.slots
            for stop, games in enumerate(job.stops)
        ),
        ruin=tuple(_ruin_rows(counted, inquiry.options["bankroll"])),
        method=_method(session, job.width / UNIT),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def _player_row(counted: SessionsEstimates, label: str) -> PlayerRow:
    last = len(counted.job.stops) - 1
    payout = counted.payout(label)
    half, most, nearly_all = (Estimate.of(counted.bankroll(label, probability)) for probability in (0.5, 0.95, 0.99))
    return PlayerRow(
        player=label,
        seats=len(counted.slots[label]),
        payout=Estimate.of(payout),
        payout_sd=counted.payout_sd(label),
        fees=Estimate.of(counted.fees(label)),
        result=Estimate.of(payout.scaled(counted.job.match_games)),
        swing=Estimate.of(counted.session_sd(label)),
        **_quantile_estimates(counted, label, last),
        ended_ahead=Estimate.of(counted.ended_ahead(label)),
        time_ahead=Estimate.of(counted.time_ahead(label)),
        bankroll_50=half,
        bankroll_95=most,
        bankroll_99=nearly_all,
    )


def _quantile_estimates(counted: SessionsEstimates, label: str, stop: int) -> dict[str, Estimate]:
    return {name: Estimate.of(counted.quantile(label, stop, q)) for name, q in QUANTILES.items()}


def _ruin_rows(counted: SessionsEstimates, named: Sequence[float]) -> list[RuinRow]:
    """The bankrolls that were named, and a curve from a bin's width to where hardly a session loses it."""
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
            ruined = Estimate.of(counted.ruined(label, bankroll))
            rows.append(RuinRow(label, bankroll / UNIT, place in asked, ruined, brownian))
    return rows


def _steps(counted: SessionsEstimates) -> list[int]:
    """Bankrolls of the curve, in bins: evenly to where each player loses it in hardly any session."""
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


# --- words and tables ---

_TABLE_ROWS = 8
"""Bankrolls of the table, named ones left aside; the figure has all."""


def headline(answer: SessionsAnswer) -> str:
    """Who ends a session ahead how often, and the bankroll of the player who loses most."""
    best, worst = answer.best, answer.worst
    start = f"In sessions of {_games(answer)} under {answer.rules}"
    if best is worst:
        return f"{start}, each of three {best.player} ends ahead in {_share(best.ended_ahead)}.{_brings(worst)}"
    return (
        f"{start}, {best.player} ends ahead in {_share(best.ended_ahead)}, {worst.player} in "
        f"{_share(worst.ended_ahead, '')}.{_brings(worst)}"
    )


def _games(answer: SessionsAnswer) -> str:
    """`100 games (1 h 49 min at 8 s a turn)`."""
    lasts = length(answer.session, answer.turns.mean)
    return f"{answer.session:,} games{f' ({lasts})' if lasts else ''}"


def _brings(row: PlayerRow) -> str:
    if row.bankroll_95.mean is None:
        return f" How much {row.player} must bring is beyond what was counted."
    return f" {row.player} must bring {_whole(row.bankroll_95)} units to last 95 % of them."


def advice(answer: SessionsAnswer) -> list[Advice]:
    """The result of an evening for each player, and the bankroll that each must bring."""
    results = [f"{row.player} {units_words(row.result)} units" for row in answer.cells]
    ends = [f"{row.player} in {_share(row.ended_ahead, '')}" for row in answer.cells]
    text = f"On average {listed(results)}. Ahead at the end of sessions: {listed(ends)}."
    advices = [Advice(f"What does a session of {_games(answer)} bring?", text, "± is half a 95 % interval.")]
    known_rows = [row for row in answer.cells if row.bankroll_95.mean is not None]
    if known_rows:
        parts = [f"{row.player} {_whole(row.bankroll_95)} units" for row in known_rows]
        sure = f"± is half a 95 % interval. {house(answer)}".strip()
        advices.append(
            Advice("How much should each player bring?", f"To last 95 % of sessions: {listed(parts)}.", sure)
        )
    return advices


def pocket(answer: SessionsAnswer) -> list[Table]:
    """The cost of a session for each player."""
    return [_players(answer)]


def sentences(answer: SessionsAnswer) -> list[str]:
    """Each player's result and time ahead, the house, how it was played."""
    parts = [_player(row) for row in answer.cells]
    parts += [house(answer), _named_bankrolls(answer)]
    parts.append(
        f"{answer.sessions:,} sessions at the table {', '.join(answer.table)}: a session is one match in one seating, "
        "and the players sit in every order equally often."
    )
    return [text for text in parts if text]


def _player(row: PlayerRow) -> str:
    result, swing = units_words(row.result), _whole(row.swing)
    text = f"{row.player} makes {result} units in a session on average; its swing is {swing} units"
    if row.p05.mean is not None and row.p95.mean is not None:
        text += f", and nine sessions in ten end between {amount(row.p05.mean, 0)} and {amount(row.p95.mean, 0)} units"
    return f"{text}. It is ahead after {_share(row.time_ahead, 'the games')}."


def house(answer: SessionsAnswer) -> str:
    """The income of the house from a session; empty under rules without fees."""
    if answer.house is None or answer.house.mean is None:
        return ""
    income, limits = answer.house.mean, answer.house.ci95
    digits = digits_of(limits)
    paid = [f"{row.player} {amount(row.fees.mean, 3, sign=False)}" for row in answer.cells]
    return (
        f"The house keeps {amount(income, digits, sign=False)} units a game (95 % interval "
        f"{between(limits, digits, sign=False)}), {amount(income * answer.session, 0, sign=False)} units in a session; "
        f"by player, units a game: {listed(paid)}."
    )


def _named_bankrolls(answer: SessionsAnswer) -> str:
    """How often bankrolls that were named are lost."""
    parts = []
    for row in answer.ruin:
        if row.named:
            risk = "an unknown share" if row.ruined.mean is None else _share(row.ruined)
            parts.append(
                f"{row.player} loses {amount(row.bankroll, 0 if row.bankroll >= 10 else 2, False)} units in {risk}"
            )
    return f"Lost on the way: {'; '.join(parts)}." if parts else ""


def tables(answer: SessionsAnswer) -> list[Table]:
    """The players, the quantiles on the way, the risk of ruin."""
    return [table for table in (_players(answer), _quantiles(answer), _fan(answer), _ruin(answer)) if table.rows]


def console(answer: SessionsAnswer) -> list[Table]:
    """The tables for a terminal, without the way."""
    return [table for table in tables(answer) if table.key != "fan"]


def _players(answer: SessionsAnswer) -> Table:
    rows = []
    for row in answer.cells:
        cells = [
            units_words(row.result),
            _whole(row.swing),
            percent(row.ended_ahead.mean),
            percent(row.time_ahead.mean),
        ]
        rows.append([_name(row), *cells, _whole(row.bankroll_95), _whole(row.bankroll_99)])
    headings = ["Player", "Makes", "Swing", "Ends ahead", "Time ahead", "Brings 95 %", "Brings 99 %"]
    note = (
        f"Units in {answer.session:,} games; ± is half a 95 % interval. Swing: standard deviation of a session's "
        "result. Time ahead: share of the games after which the player is ahead. Brings: the bankroll that lasts 95 "
        "and 99 % of sessions."
    )
    return Table("players", f"A session of {answer.session:,} games, by player", headings, rows, note=note)


def _quantiles(answer: SessionsAnswer) -> Table:
    rows = [
        [_name(row), *(_plain(each) for each in (row.p05, row.p25, row.median, row.p75, row.p95))]
        for row in answer.cells
    ]
    note = f"Units at the end of {answer.session:,} games, in bins of {answer.bin_width:g}; 95 % intervals in brackets."
    return Table("quantiles", "How sessions end", ["Player", "5 %", "25 %", "Median", "75 %", "95 %"], rows, note=note)


def _fan(answer: SessionsAnswer) -> Table:
    rows = [
        [
            row.player,
            f"{row.games:,}",
            *(amount(each.mean, 0) or "–" for each in (row.p05, row.p25, row.median, row.p75, row.p95)),
        ]
        for row in answer.fan
    ]
    headings = ["Player", "Games", "5 %", "25 %", "Median", "75 %", "95 %"]
    return Table("fan", "On the way", headings, rows, note="Units after so many games of the session. Intervals: JSON.")


def lost_words(share: Estimate) -> str:
    """Per cent of sessions in which a bankroll is lost, with limits: `4.2 (3.9 to 4.6)`."""
    if share.mean is None:
        return "not known"
    limits = "" if share.ci95 is None else f" ({100 * share.ci95[0]:.1f} to {100 * share.ci95[1]:.1f})"
    return f"{100 * share.mean:.1f}{limits}"


def _ruin(answer: SessionsAnswer) -> Table:
    sizes = sorted({row.bankroll for row in answer.ruin if not row.named})
    bankrolls = set(sizes[:: max(1, -(-len(sizes) // _TABLE_ROWS))]) | {
        row.bankroll for row in answer.ruin if row.named
    }
    players = [row.player for row in answer.cells]
    lost = {(row.bankroll, row.player): lost_words(row.ruined) for row in answer.ruin}
    rows = [
        [amount(size, 0 if size >= 10 else 2, sign=False), *(lost[size, player] for player in players)]
        for size in sorted(bankrolls)
    ]
    note = (
        f"Per cent of sessions of {answer.session:,} games in which the player is down by the bankroll at some point; "
        "95 % intervals in brackets."
    )
    return Table("ruin", "Bankrolls lost in a session", ["Bankroll", *players], rows, note=note)


def findings(answer: SessionsAnswer) -> list[Finding]:
    """The fan of each player's total, and the curve of ruin."""
    points, risks = fan_points(answer), risk_points(answer)
    worst = answer.worst
    every = []
    if len(points) > len(answer.cells):
        text = (
            f"What each player has after so many games of a session. Line: median; dark: half of all sessions; pale: "
            f"nine in ten. At the end {worst.player} has between {amount(worst.p05.mean, 0)} and "
            f"{amount(worst.p95.mean, 0)} units in nine sessions of ten."
        )
        every.append(
            Finding(
                "fan",
                "The course of a session",
                text,
                lambda: draw_fans(points),
            )
        )
    if risks:
        known_rows = [row for row in answer.cells if row.bankroll_95.mean is not None]
        parts = [f"{_whole(row.bankroll_95)} units of {row.player}" for row in known_rows]
        text = (
            f"How often a bankroll is lost in {answer.session:,} games, by its size; the band is the 95 % interval. "
            f"One session in twenty loses {listed(parts)}, or more."
        )
        every.append(Finding("ruin", "Bankrolls lost in a session", text, lambda: draw_risks(risks)))
    return every


def _name(row: PlayerRow) -> str:
    return row.player if row.seats == 1 else f"{row.player} ×{row.seats}"


def _share(share: Estimate, of: str = "sessions") -> str:
    """`88 % of sessions`; `88 %` if `of` is empty."""
    if share.mean is None:
        return "an unknown share"
    width = share.half_width
    percentage = f"{100 * share.mean:.{1 if width is not None and width < 0.005 else 0}f} %"
    return f"{percentage} of {of}" if of else percentage


def _whole(units: Estimate) -> str:
    """An amount without sign, with half the width of its interval, whole units where it is known no better."""
    if units.mean is None:
        return "–"
    width = units.half_width
    digits = 1 if width is not None and 0 < width < 0.5 else 0
    return amount(units.mean, digits, sign=False) + (f" ± {width:.{digits}f}" if width else "")


def _plain(units: Estimate) -> str:
    if units.mean is None:
        return "–"
    text = amount(units.mean, 0)
    return text if units.ci95 is None else f"{text} ({amount(units.ci95[0], 0)} to {amount(units.ci95[1], 0)})"


# --- figures ---


class FanPoint(NamedTuple):
    """The total of a player after some games, units: quantiles over sessions; the start is 0 for all."""

    player: str
    games: int
    p05: float
    p25: float
    median: float
    p75: float
    p95: float


class RiskPoint(NamedTuple):
    """The share of sessions in which a player loses a bankroll, with its limits."""

    player: str
    bankroll: float
    share: float
    low: float
    high: float


# --- shape ---
def fan_points(answer: SessionsAnswer) -> list[FanPoint]:
    """The points of each player, from 0 games on; points where a quantile is not known are left out."""
    rows = []
    for player in dict.fromkeys(row.player for row in answer.fan):
        rows.append(FanPoint(player, 0, 0.0, 0.0, 0.0, 0.0, 0.0))
        for row in answer.fan:
            values = [each.mean for each in (row.p05, row.p25, row.median, row.p75, row.p95)]
            known = [value for value in values if value is not None]
            if row.player == player and len(known) == len(values):
                rows.append(FanPoint(player, row.games, *known))
    return rows


def risk_points(answer: SessionsAnswer) -> list[RiskPoint]:
    """The points of each player's curve, by bankroll."""
    rows = []
    for row in answer.ruin:
        if row.ruined.mean is not None:
            low, high = row.ruined.ci95 or (row.ruined.mean, row.ruined.mean)
            rows.append(RiskPoint(row.player, row.bankroll, row.ruined.mean, low, high))
    return rows


# --- draw ---
def draw_fans(rows: Sequence[FanPoint]) -> list[tuple[str, Figure]]:
    """A figure for each player, all on one scale: median, the middle half, nine in ten."""
    low, high = min(row.p05 for row in rows), max(row.p95 for row in rows)
    room = 0.04 * (high - low) or 1.0
    figures = []
    for player in dict.fromkeys(row.player for row in rows):
        figure, axes = blank(2.5, 2.9)
        _draw_fan(axes, [row for row in rows if row.player == player])
        axes.set_ylim(low - room, high + room)
        axes.set_xlabel("games of the session", fontsize=8)
        axes.set_ylabel("units", color=INKS["ink"], fontsize=8)
        figures.append((player, figure))
    return figures


def _draw_fan(axes: Axes, rows: Sequence[FanPoint]) -> None:
    axes.tick_params(labelsize=8)
    games = [row.games for row in rows]
    ink = INKS["gain" if rows[-1].median >= 0 else "loss"]
    axes.fill_between(games, [row.p05 for row in rows], [row.p95 for row in rows], color=ink, alpha=0.18, linewidth=0)
    axes.fill_between(games, [row.p25 for row in rows], [row.p75 for row in rows], color=ink, alpha=0.35, linewidth=0)
    axes.plot(games, [row.median for row in rows], color=ink, linewidth=1.8)
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlim(0, games[-1])


def draw_risks(rows: Sequence[RiskPoint]) -> Figure:
    """A curve for each player: how often it loses a bankroll in a session; the band is the 95 % interval."""
    figure, axes = blank(3.0)
    players = list(dict.fromkeys(row.player for row in rows))
    for number, player in enumerate(players):
        mine = [row for row in rows if row.player == player]
        ink, _, line = series(number)
        sizes = [row.bankroll for row in mine]
        axes.fill_between(
            sizes, [100 * row.low for row in mine], [100 * row.high for row in mine], color=ink, alpha=0.25, linewidth=0
        )
        axes.plot(sizes, [100 * row.share for row in mine], line, color=ink, linewidth=1.6, label=name(player, 36))
    axes.axhline(5, color=INKS["faint"], linewidth=1)
    axes.set_ylim(0, 100)
    axes.set_xlim(left=0)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_xlabel("bankroll, units (line: 5 %)")
    axes.set_ylabel("% of sessions that lose it", color=INKS["ink"])
    legend_above(figure, players)
    return figure


SESSIONS = Question(
    name="sessions",
    asks="What can a session bring and cost each player at this table?",
    games=1_000_000,
    ask=ask,
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
    place=90,
    on_page=OnPage(500_000),
)
