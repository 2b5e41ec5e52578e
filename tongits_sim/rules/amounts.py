"""What the rules can pay: the most that one game can move for a seat, and the step of which all payments are made."""

from __future__ import annotations

import math

from tongits_sim.rules import KNOBS, RuleSet

_FLAT = ("pay.tongits", "pay.fold", "pay.fight_lost", "pay.fold_if_challenged", "pay.stock_out")
_BONUS = ("bonus.ace", "bonus.king", "bonus.secret_set", "bonus.secret_run", "bonus.long_run")
_MATCH = ("pot.ante", "jackpot.seed", "jackpot.add", "jackpot.second_hit_extra")
_OTHER = ("pay.per_point", "pay.sunog_extra", "pay.sagasa")

UNIT = 100
"""Hundredths in a unit."""


def hundredths(rules: RuleSet) -> dict[str, int]:
    """Every money knob in hundredths of a unit."""
    values = rules.knobs()
    return {name: KNOBS[name].encode(values[name]) for name in (*_FLAT, *_OTHER, *_BONUS, *_MATCH)}


def most_points(rules: RuleSet) -> int:
    """No hand counts more points than this: thirteen court cards and the jokers."""
    return 130 + rules.jokers.count * rules.jokers.points


def largest_payment(rules: RuleSet) -> int:
    """A bound (hundredths) on what one seat wins or loses in a game; a jackpot counts where its stakes are put in."""
    if rules.match.progressive_target > 0:
        return 0
    money = hundredths(rules)
    points = most_points(rules)
    base = UNIT * points if rules.pay.mode != "flat" else max(money[name] for name in _FLAT)
    base += money["pay.per_point"] * points
    cards = 4 * (money["bonus.ace"] + money["bonus.king"])
    # No hand makes more than ten melds that earn a bonus.
    melds = 10 * (max(money["bonus.secret_set"], money["bonus.secret_run"]) + money["bonus.long_run"])
    loser = 2 * base + money["pay.sunog_extra"] + cards + melds + money["jackpot.second_hit_extra"]
    stakes = 3 * max(money["jackpot.seed"], money["jackpot.add"]) + 3 * money["pot.ante"]
    return 2 * loser + 26 * money["pay.sagasa"] + stakes


def payment_step(rules: RuleSet) -> int:
    """The amount (hundredths) of which every payment is a multiple; 1 where a share of something is paid."""
    if rules.match.progressive_target > 0:
        return UNIT
    if rules.fees.antes > 0 or rules.fees.winnings > 0:
        return 1
    amounts = list(hundredths(rules).values())
    return math.gcd(*amounts, UNIT if rules.pay.mode != "flat" else 0) or UNIT


def bin_width(rules: RuleSet, bins: int) -> int:
    """Width (hundredths) of the bins of a payout histogram with `bins` on either side of zero.

    The payments' own step, so that the histogram is exact, unless the largest payment would then lie outside it.
    """
    return max(payment_step(rules), -(-largest_payment(rules) // bins))
