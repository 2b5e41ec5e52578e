"""Units within which two actions are worth the same."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from strategies.book.tables import BOTS
from tongits_sim.rules.amounts import UNIT

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

GAMES = 2000  # games to measure the margin


def paid_in_money(rules: RuleSet) -> RuleSet:
    """The same games played for money, if matches are played for a score."""
    return rules.changed(["match.progressive_target=0"]) if rules.match.progressive_target else rules


@functools.lru_cache(maxsize=64)
def margin_of(rules: RuleSet) -> float:
    """Units within which two actions are worth the same: 2 % of an average win, one digit, rounded down.

    >>> from tongits_sim.rules import load
    >>> margin_of(load("pagat"))
    0.1
    """
    from tongits_sim.experiments import batch_kernel as tally
    from tongits_sim.experiments.simulate import simulate

    won = simulate(paid_in_money(rules), ",".join([BOTS["regular"]] * 3), games=GAMES).sums.totals[tally.T_WON]
    share = 0.02 * int(won) / GAMES / UNIT
    if share <= 0:
        return 0.0
    digit = 10.0 ** math.floor(math.log10(share))
    return round(math.floor(share / digit + 1e-9) * digit, 9)
