"""How the answer about fees is presented: the house's income, the players' losses, who beats the fee and how soon."""

from __future__ import annotations

from analyses.answers.fees import BreakEven, FeesAnswer, PlayerLevel
from analyses.figures import fees as figures
from reports.page.findings import Advice, Finding
from reports.page.tables import Table
from reports.text.numbers import amount, between, digits_of, known, percent
from reports.text.rollouts import listed
from reports.text.stake import length
from tongits_sim.run.answers import Estimate

_USUAL = 0.05
"""The level that is spoken of under rules without this fee."""
_SAID = 3
"""Levels at which games are named in a sentence."""


def headline(answer: FeesAnswer) -> str:
    """What the house earns at the level of the rules, and the fee at which the best player breaks even."""
    row = answer.at(_spoken(answer))
    digits = digits_of(row.house.ci95)
    start = f"Under {answer.rules} the house takes {_level(row.level)} {_of_what(answer)}"
    start = start if answer.own_level else _would(answer, row.level)
    return (
        f"{start}: {amount(row.house.mean, digits, sign=False)} units a game (95 % interval "
        f"{between(row.house.ci95, digits, sign=False)}), {percent(row.of_turnover.mean)} of the turnover. "
        f"{_beaten(answer, answer.best)}"
    )


def _spoken(answer: FeesAnswer) -> float:
    """The level of the rules; a usual one if that is 0."""
    if answer.own_level:
        return answer.own_level
    return min((row.level for row in answer.levels if row.level), key=lambda level: abs(level - _USUAL), default=0.0)


def _would(answer: FeesAnswer, level: float) -> str:
    return f"A fee of {_level(level)} {_of_what(answer)} would bring the house under {answer.rules}"


def _of_what(answer: FeesAnswer) -> str:
    return "of the winnings" if answer.knob == "fees.winnings" else "of the antes"


def _level(level: float) -> str:
    return f"{100 * level:g} %"


def _beaten(answer: FeesAnswer, row: BreakEven) -> str:
    """The fee up to which a player gains."""
    if not row.gains or row.level.mean is None:
        gets = f"{row.player} gets {_units(row.before)} units a game before the fee"
        return f"Nobody certainly gains, even without it: {gets}."
    if row.level.mean >= 1:
        return f"At any fee {_of_what(answer)}, {row.player} gains."
    return (
        f"Before the fee {row.player} gets {_units(row.before)} units a game; it breaks even at a fee of "
        f"{_share(row.level)}."
    )


def advice(answer: FeesAnswer) -> list[Advice]:
    """What the house earns, and who beats the fee."""
    row = answer.at(_spoken(answer))
    text = (
        f"{_level(row.level)} {_of_what(answer)}: {_units(row.house, sign=False)} units a game, "
        f"{percent(row.of_turnover.mean)} of the turnover; three players alike lose {_units(row.each, sign=False)} "
        "units each."
    )
    advices = [
        Advice("What does the fee bring the house?", text, f"± is half a 95 % interval. {_cost(answer)}".strip())
    ]
    advices.append(Advice("Who beats the fee?", _beaten(answer, answer.best), _how_long(answer)))
    return advices


def sentences(answer: FeesAnswer) -> list[str]:
    """What the players lose, how long the better one needs, the other players, how it was played."""
    parts = [_cost(answer), _how_long(answer)]
    parts += [_beaten(answer, row) for row in answer.break_even if row is not answer.best and row.gains]
    losers = [row.player for row in answer.break_even if row.before.ci95 is not None and row.before.ci95[1] < 0]
    if losers:
        parts.append(f"Losing before any fee: {', '.join(losers)}.")
    if answer.left_out:
        other = "antes" if answer.knob == "fees.winnings" else "winnings"
        parts.append(f"The fee of {_level(answer.left_out)} of the {other} under {answer.rules} is left out here.")
    if not answer.same_play:
        parts.append(
            "The bots play differently at different levels, as they look at the rules: the break-even levels suppose "
            "that they play as at 100 %."
        )
    parts.append(
        f"At the table: {', '.join(answer.table)}. Every level plays the same {answer.matches:,} matches of "
        f"{answer.match_games:,} games, each in every seating."
    )
    return [text for text in parts if text]


def _cost(answer: FeesAnswer) -> str:
    """What each player pays at the level spoken of: the gain before the fee that breaks even."""
    level = _spoken(answer)
    paid = [f"{row.player} {amount(row.pays.mean, 3, sign=False)}" for row in answer.cells if row.level == level]
    if not level or not paid:
        return ""
    return (
        f"To break even at {_level(level)} a player must win, before the fee, the units a game that it pays: "
        f"{listed(paid)}; whoever wins more often pays more."
    )


def _how_long(answer: FeesAnswer) -> str:
    """Games that the best player needs at some levels."""
    rows = [row for row in answer.of(answer.best.player) if row.verdict == "gains" and row.games_to_gain is not None]
    if not rows:
        return ""
    picked = list(dict.fromkeys([rows[0], *[row for row in rows if row.level == _spoken(answer)], rows[-1]]))[:_SAID]
    parts = [f"{_games(answer, row)} at {_level(row.level) if row.level else 'no fee'}" for row in picked]
    text = f"To be ahead with {100 * answer.probability:.0f} % probability {answer.best.player} needs {listed(parts)}."
    beaten = [row for row in answer.of(answer.best.player) if row.verdict == "loses"]
    return f"{text} At {_level(beaten[0].level)} it loses." if beaten else text


def _games(answer: FeesAnswer, row: PlayerLevel) -> str:
    lasts = length(row.games_to_gain or 0, answer.turns)
    return f"{row.games_to_gain:,} games{f' ({lasts})' if lasts else ''}"


def tables(answer: FeesAnswer) -> list[Table]:
    """The levels, the players at each, the break-even fees."""
    return [table for table in (_levels(answer), _players(answer), _break_even(answer)) if table.rows]


def _levels(answer: FeesAnswer) -> Table:
    rows = []
    for row in answer.levels:
        mine = " (the rules)" if row.level == answer.own_level else ""
        cells = [_units(row.house, sign=False), percent(row.of_turnover.mean, 2), _units(row.each, sign=False)]
        rows.append([f"{_level(row.level)}{mine}", *cells])
    note = (
        f"Units a game; ± is half a 95 % interval. Fee: {_of_what(answer)}. Turnover: what changes hands before the "
        "fee. Each loses: a third of it, what players alike lose."
    )
    return Table("levels", "The house, by fee", ["Fee", "House", "Of turnover", "Each loses"], rows, note=note)


def _players(answer: FeesAnswer) -> Table:
    rows = []
    for row in answer.cells:
        low, high = row.games_to_gain_ci95
        limits = (
            f"{low:,} to {high:,}"
            if low is not None and high is not None
            else "–"
            if low is None
            else f"{low:,} or more"
        )
        games = "–" if row.games_to_gain is None else f"{row.games_to_gain:,}"
        cells = [_units(row.payout), amount(row.pays.mean, 3, sign=False), row.verdict, games, limits]
        rows.append([row.player, _level(row.level), *cells])
    rows.sort(key=lambda cells: answer.table.index(cells[0]))
    note = (
        "Units a game after the fee; ± is half a 95 % interval. Pays: to the house. Verdicts: Holm's correction. "
        f"Games: until the player is ahead with {100 * answer.probability:.0f} % probability, with the 95 % interval."
    )
    headings = ["Player", "Fee", "Units a game", "Pays", "Verdict", "Games", "95 %"]
    return Table("players", "The players, by fee", headings, rows, note=note)


def _break_even(answer: FeesAnswer) -> Table:
    rows = [
        [
            row.player,
            _units(row.before),
            _units(row.base, sign=False),
            _share(row.level) if row.gains else "loses anyway",
        ]
        for row in answer.break_even
    ]
    for cells, row in zip(rows, answer.break_even, strict=True):
        if not row.gains and not (row.before.ci95 is not None and row.before.ci95[1] < 0):
            cells[-1] = "not known"
    note = "Units a game before the fee; what the fee is a share of; the fee at which both are equal."
    return Table(
        "break_even", "Break-even fees", ["Player", "Gets", "Fee is a share of", "Breaks even at"], rows, note=note
    )


def findings(answer: FeesAnswer) -> list[Finding]:
    """House and players by level; how long a player who gains needs."""
    incomes, games = figures.incomes(answer), figures.to_gain(answer)
    text = (
        f"House and players at fees {_of_what(answer)} from {_level(answer.levels[0].level)} to "
        f"{_level(answer.levels[-1].level)}; line: 95 % interval. {_beaten(answer, answer.best)}"
    )
    every = [Finding("incomes", "House and players, by fee", text, lambda: figures.draw_incomes(incomes))]
    if len(games) > 1:
        every.append(
            Finding(
                "to-gain",
                "How long a better player needs to beat the fee",
                f"{_how_long(answer)} Drawn where the gain is certain; line: 95 % interval.".strip(),
                lambda: figures.draw_to_gain(games),
            )
        )
    return every


def _units(units: Estimate, sign: bool = True) -> str:
    if units.mean is None:
        return "–"
    text = known(units.mean, None if units.ci95 is None else list(units.ci95))
    return text if sign else text.removeprefix("+")


def _share(share: Estimate) -> str:
    """A fee with its interval: `23.1 % (95 % interval 22.4 % to 23.8 %)`."""
    if share.mean is None:
        return "an unknown share"
    if share.ci95 is None:
        return percent(share.mean)
    return f"{percent(share.mean)} (95 % interval {percent(share.ci95[0])} to {percent(share.ci95[1])})"
