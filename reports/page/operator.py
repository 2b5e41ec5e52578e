"""One side of paper for the operator of a table: income of an hour at each fee, winners, jackpot, bankroll."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyses.questions import fees, payouts
from analyses.questions.fees import FeesAnswer
from analyses.questions.payouts import Jackpot, PayoutsAnswer, Place
from analyses.questions.sessions import SessionsAnswer
from analyses.words.parts import Advice, Table
from analyses.words.stake import terms, unit_name, worth, worth_of_a_unit
from reports.page.sheets import A4, Block
from tongits_sim.run.numbers import amount, percent

if TYPE_CHECKING:
    from tongits_sim.run.answers import Estimate

PACE = 8.0
"""Seconds of a turn, without --pace."""
_RARE = 0.05


def operator_sheet(documents: Sequence[Any]) -> A4:
    """The sheet.

    Args:
        documents: answers about fees, payouts and sessions, of the same rules.
    """
    about_fees: FeesAnswer = _of(documents, FeesAnswer)
    paid: PayoutsAnswer = _of(documents, PayoutsAnswer)
    sessions: SessionsAnswer = _of(documents, SessionsAnswer)
    games = 3600 / (about_fees.turns * (terms().pace or PACE))
    blocks = [_hours(about_fees, games), _kinds(about_fees, games), _beaten(about_fees)]
    blocks += [_pot(each, games) for each in paid.jackpots[:1]]
    blocks += [_dealing(paid, games), _bankroll(sessions)]
    assumed = "" if terms().pace is not None else " (--pace says otherwise)"
    lead = (
        f"{about_fees.rules}: an hour at one table of {', '.join(about_fees.table)}, {games:.0f} games of "
        f"{about_fees.turns:.1f} turns, {terms().pace or PACE:g} s each{assumed}. {worth_of_a_unit()}"
    )
    bots = "Bots sit at the table: greedy plays simply, expert well. A fee changes what is paid and not how they play."
    small = (
        f"± is half a 95 % interval. {bots}",
        "The same numbers: " + "; ".join(each.command_line for each in (about_fees, paid, sessions)),
    )
    return A4(f"For the house: {about_fees.rules}", lead.strip(), blocks, small)


def _of(documents: Sequence[Any], kind: type) -> Any:
    return next(each for each in documents if isinstance(each, kind))


def _hour(estimate: Estimate, games: float, sign: bool = True) -> str:
    """An amount an hour, in the unit of the table, with half its interval."""
    mean, half = worth((estimate.mean or 0.0) * games), estimate.half_width
    digits = 0 if abs(mean) >= 100 else 1 if abs(mean) >= 10 else 2
    text = amount(mean, digits) if sign else f"{mean:,.{digits}f}"
    return text if half is None else f"{text} ± {worth(half * games):,.{digits}f}"


def _hours(answer: FeesAnswer, games: float) -> Block:
    """The income of the house and of each player in an hour, at each fee."""
    players = list(dict.fromkeys(row.player for row in answer.cells))
    rows = []
    for level in answer.levels:
        at = {row.player: row for row in answer.cells if row.level == level.level}
        cells = [_hour(level.house, games, sign=False), *(_hour(at[name].payout, games) for name in players)]
        rows.append([f"{percent(level.level)}{' (now)' if level.level == answer.own_level else ''}", *cells])
    of = "winnings" if answer.knob == "fees.winnings" else "antes"
    table = Table("hours", "An hour at each fee", [f"Fee of the {of}", "House", *players], rows)
    return Block(Advice(f"What does an hour bring, in {unit_name()}?", ""), table)


def _kinds(answer: FeesAnswer, games: float) -> Block:
    """The loss of each kind of player in an hour at the current fee, or at the first fee above 0."""
    level = answer.own_level or next(row.level for row in answer.levels if row.level)
    said = []
    for row in answer.cells:
        if row.level == level:
            mean = row.payout.mean or 0.0
            verb = "wins" if mean > 0 else "loses"
            amounts = _hour(row.payout, games).lstrip("+−-")
            said.append(f"{row.player} {verb} {amounts} an hour and pays {_hour(row.pays, games, sign=False)} of fee")
    alike = _hour(answer.at(level).each, games, sign=False)
    text = f"At {percent(level)}: {'; '.join(said)}. Three players alike lose {alike} each."
    return Block(Advice("What does each kind of player lose?", text, f"Amounts are in {unit_name()}."))


def _beaten(answer: FeesAnswer) -> Block:
    return Block(fees.advice(answer)[1]._replace(asks="At which fee does the better player stop winning?"))


def _pot(row: Jackpot, games: float) -> Block:
    """The size of the jackpot, and the amount that the house must hold ready."""
    hits = row.hits.mean or 0.0
    if not hits or row.size.mean is None:
        text = "Nobody took the jackpot in these games: it grows until a match ends."
        return Block(Advice("How much must lie ready for the jackpot?", text))
    often = 1 / hits
    long = math.log(1 / _RARE) / hits
    text = (
        f"{row.size.mean:.1f} units on average: somebody takes it every {often:.1f} games, or "
        f"{often / games * 60:.0f} min. The players put in {(row.staked.mean or 0.0) * games:.1f} units an hour."
    )
    sure = (
        f"One in twenty waits for it is longer than about {long:.0f} games, if hits come at random; "
        f"{(row.staked.mean or 0.0) * long:.0f} units lie in it then. What nobody took at the end of a match goes "
        f"back: {percent(row.returned.mean)} of the stakes."
    )
    return Block(Advice("How much must lie ready for the jackpot?", text, sure))


def _dealing(answer: PayoutsAnswer, games: float) -> Block:
    """Whether dealing and seats are fair in a match."""
    first = answer.variants[0]
    places: list[Place] = [row for row in answer.places if row.rules == first.rules and row.place in payouts.PLACES]
    rows = [[row.place, _hour(row.payout, games)] for row in places]
    said = payouts.advice(answer)[0]
    note = f"Matches of {answer.session} games, in which the deal moves on: over a match all seats are alike."
    table = Table("places", "By place", ["Place", f"{unit_name()} an hour"], rows, note=note)
    return Block(said._replace(asks="Is dealing fair in a match?"), table)


def _bankroll(answer: SessionsAnswer) -> Block:
    """The bankroll that a player needs."""
    rows = [
        [
            row.player,
            f"{worth(row.bankroll_95.mean or 0.0):,.0f}" if row.bankroll_95.mean is not None else "–",
            f"{worth(row.bankroll_99.mean or 0.0):,.0f}" if row.bankroll_99.mean is not None else "–",
            percent(row.ended_ahead.mean),
        ]
        for row in answer.cells
    ]
    headings = ["Player", "lasts 95 %", "lasts 99 %", "ends ahead"]
    note = f"In {unit_name()}; sessions of {answer.session} games at this table."
    return Block(
        Advice("How much should a player bring?", ""), Table("bankroll", "Bankroll", headings, rows, note=note)
    )
