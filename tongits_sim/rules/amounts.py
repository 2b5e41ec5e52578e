"""Bounds on payments: the largest amount of a game, and the common divisor of all payments."""

from __future__ import annotations

import math

from tongits_sim.rules import KNOBS, RuleSet

_FLAT = ("pay.tongits", "pay.fold", "pay.fight_lost", "pay.fold_if_challenged", "pay.stock_out")
_AMOUNTS = tuple(name for name, knob in KNOBS.items() if knob.kind == "units")
_BOUNDED = frozenset(
    (
        *_FLAT,
        "pay.per_point",
        "pay.sunog_extra",
        "pay.sagasa",
        "bonus.ace",
        "bonus.king",
        "bonus.secret_set",
        "bonus.secret_run",
        "bonus.long_run",
        "pot.ante",
        "jackpot.seed",
        "jackpot.add",
        "jackpot.second_hit_extra",
    )
)
"""Amounts that `largest_payment` names; all others it bounds alike."""
_CARDS = 13
_USUAL_MOST = 10_000
"""Hundredths that a custom payout may pay, unless it states more."""

UNIT = 100
"""Hundredths in a unit."""


def hundredths(rules: RuleSet) -> dict[str, int]:
    """Every money knob in hundredths of a unit."""
    values = rules.knobs()
    return {name: KNOBS[name].encode(values[name]) for name in _AMOUNTS}


def most_points(rules: RuleSet) -> int:
    """An upper bound on the points of a hand: thirteen court cards and the jokers."""
    return 130 + rules.jokers.count * rules.jokers.points


def largest_payment(rules: RuleSet) -> int:
    """An upper bound (hundredths) on a seat's win or loss in a game; a jackpot counts as stakes."""
    if rules.match.progressive_target > 0:
        return 0
    money = hundredths(rules)
    stakes = 3 * max(money["jackpot.seed"], money["jackpot.add"]) + 3 * money["pot.ante"]
    return most_paid(rules) + 26 * money["pay.sagasa"] + 2 * money["jackpot.second_hit_extra"] + stakes


def most_paid(rules: RuleSet) -> int:
    """An upper bound (hundredths) on what a seat wins or loses in base, sunog and bonus (R14)."""
    money = hundredths(rules)
    points = most_points(rules)
    base = UNIT * points if rules.pay.mode != "flat" else max(money[name] for name in _FLAT)
    base += money["pay.per_point"] * points
    cards = 4 * (money["bonus.ace"] + money["bonus.king"])
    # No hand has more than ten melds that earn a bonus.
    melds = 10 * (max(money["bonus.secret_set"], money["bonus.secret_run"]) + money["bonus.long_run"])
    once_a_card = _CARDS * sum(money[name] for name in _AMOUNTS if name not in _BOUNDED)  # at most once a card
    loser = 2 * base + money["pay.sunog_extra"] + cards + melds + once_a_card
    if not rules.payout:
        return 2 * loser
    return round(UNIT * rules.payout.most) or max(2 * loser, _USUAL_MOST)


def takes_fees(rules: RuleSet) -> bool:
    """Whether the house keeps a share (R15), so that payouts of the three players do not sum to 0."""
    if rules.match.progressive_target > 0:
        return False
    if rules.payout and rules.payout.takes:
        return True
    return rules.fees.winnings > 0 or (rules.fees.antes > 0 and rules.pot.ante > 0)


def payment_step(rules: RuleSet) -> int:
    """A divisor (hundredths) of every payment; 1 if the rules have percentage fees."""
    if rules.match.progressive_target > 0:
        return UNIT
    if rules.fees.antes > 0 or rules.fees.winnings > 0 or rules.payout:
        return 1
    amounts = list(hundredths(rules).values())
    return math.gcd(*amounts, UNIT if rules.pay.mode != "flat" else 0) or UNIT


def bin_width(rules: RuleSet, bins: int) -> int:
    """Width (hundredths) of the bins of a payout histogram with `bins` on either side of zero.

    It is the step of the payments, so the histogram is exact, unless the largest payment would lie outside.
    """
    return max(payment_step(rules), -(-largest_payment(rules) // bins))
