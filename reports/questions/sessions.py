"""How the answer about sessions is presented: what each player has at the end and on the way, and must bring."""

from __future__ import annotations

from analyses.answers.sessions import PlayerRow, RuinRow, SessionsAnswer
from analyses.figures import sessions as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import amount, between, digits_of, known, percent
from reports.text.rollouts import listed
from reports.text.stake import length
from tongits_sim.run.answers import Estimate

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
    """What an evening brings each player, and what each must bring."""
    results = [f"{row.player} {_units(row.result)} units" for row in answer.cells]
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
    """What a session costs each player."""
    return [_players(answer)]


def sentences(answer: SessionsAnswer) -> list[str]:
    """Each player's result and time ahead, the house, how it was played."""
    parts = [_player(row) for row in answer.cells]
    parts += [house(answer), _asked_bankrolls(answer)]
    parts.append(
        f"{answer.sessions:,} sessions at the table {', '.join(answer.table)}: a session is one match in one seating, "
        "and the players sit in every order equally often."
    )
    return [text for text in parts if text]


def _player(row: PlayerRow) -> str:
    text = (
        f"{row.player} makes {_units(row.result)} units in a session on average; its swing is {_whole(row.swing)} units"
    )
    if row.p05.mean is not None and row.p95.mean is not None:
        text += f", and nine sessions in ten end between {amount(row.p05.mean, 0)} and {amount(row.p95.mean, 0)} units"
    return f"{text}. It is ahead after {_share(row.time_ahead, 'the games')}."


def house(answer: SessionsAnswer) -> str:
    """What the house keeps of a session; empty under rules without fees."""
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


def _asked_bankrolls(answer: SessionsAnswer) -> str:
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
        cells = [_units(row.result), _whole(row.swing), percent(row.ended_ahead.mean), percent(row.time_ahead.mean)]
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


def _ruin(answer: SessionsAnswer) -> Table:
    sizes = sorted({row.bankroll for row in answer.ruin if not row.named})
    bankrolls = set(sizes[:: max(1, -(-len(sizes) // _TABLE_ROWS))]) | {
        row.bankroll for row in answer.ruin if row.named
    }
    players = [row.player for row in answer.cells]
    cells = {(row.bankroll, row.player): row for row in answer.ruin}
    rows = [
        [amount(size, 0 if size >= 10 else 2, sign=False), *(_risk(cells[size, player]) for player in players)]
        for size in sorted(bankrolls)
    ]
    note = (
        f"Per cent of sessions of {answer.session:,} games in which the player is down by the bankroll at some point; "
        "95 % intervals in brackets."
    )
    return Table("ruin", "Bankrolls lost in a session", ["Bankroll", *players], rows, note=note)


def _risk(row: RuinRow) -> str:
    if row.ruined.mean is None:
        return "not known"
    text = f"{100 * row.ruined.mean:.1f}"
    if row.ruined.ci95 is None:
        return text
    return f"{text} ({100 * row.ruined.ci95[0]:.1f} to {100 * row.ruined.ci95[1]:.1f})"


def findings(answer: SessionsAnswer) -> list[Finding]:
    """The fan of each player's total, and the curve of ruin."""
    points, risks = figures.fan(answer), figures.risks(answer)
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
                lambda: figures.draw_fan(points),
                lambda: figures.draw_fans(points),
            )
        )
    if risks:
        known_rows = [row for row in answer.cells if row.bankroll_95.mean is not None]
        parts = [f"{_whole(row.bankroll_95)} units of {row.player}" for row in known_rows]
        text = (
            f"How often a bankroll is lost in {answer.session:,} games, by its size; the band is the 95 % interval. "
            f"One session in twenty loses {listed(parts)}, or more."
        )
        every.append(Finding("ruin", "Bankrolls lost in a session", text, lambda: figures.draw_risks(risks)))
    return every


def _name(row: PlayerRow) -> str:
    return row.player if row.seats == 1 else f"{row.player} ×{row.seats}"


def _share(share: Estimate, of: str = "sessions") -> str:
    """`88 % of sessions`; `88 %` where nothing is named that it is a share of."""
    if share.mean is None:
        return "an unknown share"
    width = share.half_width
    percentage = f"{100 * share.mean:.{1 if width is not None and width < 0.005 else 0}f} %"
    return f"{percentage} of {of}" if of else percentage


def _units(units: Estimate) -> str:
    return "–" if units.mean is None else known(units.mean, None if units.ci95 is None else list(units.ci95))


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
