"""One sheet of paper for the operator of a table: income an hour at each fee, winners, jackpot, bankroll."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyses import fees
from analyses.money import terms, unit_name, worth, worth_of_a_unit
from analyses.questions import payouts
from analyses.questions.payouts import Jackpot, PayoutsAnswer
from analyses.questions.sessions import SessionsAnswer
from analyses.words import Advice, Table
from reports.page.sheets import A4, Block
from tongits_sim.run.numbers import amount, percent

if TYPE_CHECKING:
    from tongits_sim.run.answers import Estimate

PACE = 8.0
"""Seconds of a turn if there is no --pace."""
_RARE = 0.05


def operator_sheet(documents: Sequence[Any]) -> A4:
    """The sheet.

    Args:
        documents: answers about payouts (with fees) and sessions under the same rules.
    """
    paid: PayoutsAnswer = _of(documents, PayoutsAnswer)
    sessions: SessionsAnswer = _of(documents, SessionsAnswer)
    turns = paid.fees[0].turns.mean or 0.0
    games = 3600 / (turns * (terms().pace or PACE))
    blocks = [_hours(paid, games), _kinds(paid, games), _beaten(paid)]
    blocks += [_pot(each, games) for each in paid.jackpots[:1]]
    blocks += [_dealing(paid, games), _bankroll(sessions)]
    assumed = "" if terms().pace is not None else " (--pace says otherwise)"
    lead = (
        f"{paid.rules}: an hour at one table of {', '.join(paid.table)}, {games:.0f} games of "
        f"{turns:.1f} turns, {terms().pace or PACE:g} s each{assumed}. {worth_of_a_unit()}"
    )
    bots = "Bots sit at the table: greedy plays simply, expert well. A fee changes payments, not how bots play."
    small = (
        f"± is half a 95 % interval. {bots}",
        "The same numbers: " + "; ".join(each.command_line for each in (paid, sessions)),
    )
    return A4(f"For the house: {paid.rules}", lead.strip(), blocks, small)


def _of(documents: Sequence[Any], kind: type) -> Any:
    return next(each for each in documents if isinstance(each, kind))


def _hour(estimate: Estimate, games: float, sign: bool = True) -> str:
    """An amount an hour, in the unit of the table, with half the width of its interval."""
    mean, half = worth((estimate.mean or 0.0) * games), estimate.half_width
    digits = 0 if abs(mean) >= 100 else 1 if abs(mean) >= 10 else 2
    text = amount(mean, digits) if sign else f"{mean:,.{digits}f}"
    return text if half is None else f"{text} ± {worth(half * games):,.{digits}f}"


def _hours(answer: PayoutsAnswer, games: float) -> Block:
    """Income of the house and of each player in an hour, at each fee."""
    rows = []
    for fee in answer.fees:
        earned = [_hour(row.payout, games) for row in answer.players_at_fees if row.level == fee.level]
        now = " (now)" if fee.level == answer.own_fee else ""
        rows.append([f"{percent(fee.level)}{now}", _hour(fee.house, games, sign=False), *earned])
    headings = [f"Fee {fees.fee_words(answer)}", "House", *(row.player for row in answer.break_even)]
    table = Table("hours", "An hour at each fee", headings, rows)
    return Block(Advice(f"What does an hour bring, in {unit_name()}?", ""), table)


def _kinds(answer: PayoutsAnswer, games: float) -> Block:
    """What each kind of player loses in an hour, at the current fee or a usual fee."""
    fee = fees.main_fee(answer)
    said = []
    for row in answer.players_at_fees:
        if row.level == fee.level:
            verb = "wins" if (row.payout.mean or 0.0) > 0 else "loses"
            amounts = _hour(row.payout, games).lstrip("+−-")
            said.append(f"{row.player} {verb} {amounts} an hour and pays {_hour(row.pays, games, sign=False)} of fee")
    alike = _hour(fee.each, games, sign=False)
    text = f"At {percent(fee.level)}: {'; '.join(said)}. Three players alike lose {alike} each."
    return Block(Advice("What does each kind of player lose?", text, f"Amounts are in {unit_name()}."))


def _beaten(answer: PayoutsAnswer) -> Block:
    return Block(Advice("At which fee does the better player stop winning?", fees.even(answer)))


def _pot(row: Jackpot, games: float) -> Block:
    """The size of the jackpot, and the amount that the house must have ready."""
    often = row.games_between.mean
    if not often or row.size.mean is None:
        text = "Nobody took the jackpot in these games: it grows until a match ends."
        return Block(Advice("How much must lie ready for the jackpot?", text))
    long = math.log(1 / _RARE) * often
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
    first = answer.variants[0]
    places = {"dealer": first.dealer, "right of the dealer": first.right, "last": first.last}
    rows = [[place, _hour(payout, games)] for place, payout in places.items()]
    note = f"Matches of {answer.session} games, in which the deal moves on: over a match all seats are alike."
    table = Table("places", "By place", ["Place", f"{unit_name()} an hour"], rows, note=note)
    return Block(Advice("Is dealing fair in a match?", payouts.dealing(replace(answer, variants=(first,)))), table)


def _bankroll(answer: SessionsAnswer) -> Block:
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
