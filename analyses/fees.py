"""Fees of the house in `analyze payouts`: the levels that are played, and the earnings of house and players at each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyses.presentation import paid
from analyses.question import QuestionError
from tongits_sim.rules import RuleSet
from tongits_sim.run.answers import Answer, Estimate

if TYPE_CHECKING:
    from tongits_sim.experiments.sessions import SessionsEstimates
    from tongits_sim.strategy import Player

KNOBS = ("fees.winnings", "fees.antes")
USUAL = "0,5,10,20,30"
WHOLE = 1.0
"""From this fee the break-even fees are computed."""


@dataclass(frozen=True)
class FeeLevel(Answer):
    """A fee (a share) at a table of the bots. `each`: what each of three equal players loses by the fee."""

    level: float
    turns: Estimate
    house: Estimate
    of_moved: Estimate
    each: Estimate


@dataclass(frozen=True)
class PlayerAtFee(Answer):
    """What a player gets after a fee, and pays."""

    level: float
    player: str
    payout: Estimate
    pays: Estimate


@dataclass(frozen=True)
class BreakEven(Answer):
    """The fee at which a player stops winning: negative if the player loses even without a fee, above 1 if no fee is
    enough.

    `before`: earnings without a fee; `base`: the amount that the fee is a share of, either winnings or antes won.
    """

    player: str
    before: Estimate
    base: Estimate
    level: Estimate


def fee_levels(text: str | None) -> list[float]:
    """Fees in per cent, `0,5,10`, as shares; none for None. Raises QuestionError."""
    try:
        levels = [float(word.strip(" %")) / 100 for word in (text or "0").split(",")]
    except ValueError:
        levels = [math.nan]
    if not all(0 <= level <= 1 for level in levels):
        raise QuestionError(f"--fee takes percentages from 0 to 100, as in --fee 0,5,10, not {text!r}")
    return levels if text is not None else []


def table_of(players: Sequence[Player]) -> tuple[Player, ...]:
    """Players by seat: of two bots the second takes two seats, one bot takes all three. Raises QuestionError."""
    if not 1 <= len(players) <= 3:
        raise QuestionError(f"analyze payouts --fee needs one, two or three bots, not {len(players)}")
    return tuple(players[min(slot, len(players) - 1)] for slot in range(3))


def which(rules: RuleSet) -> tuple[str, float]:
    """The fee to raise, and its level: the fee that the rules set; if they set both or neither, the fee on winnings."""
    winnings, antes = (float(rules.knobs()[knob]) for knob in KNOBS)
    on_antes = antes > 0 and not winnings and rules.pot.ante > 0
    return (KNOBS[1], antes) if on_antes else (KNOBS[0], winnings)


def at_fee(rules: RuleSet, knob: str, level: float) -> RuleSet:
    """The rules with one fee at a level, and without all other fees."""
    return RuleSet.from_knobs({**rules.knobs(), **dict.fromkeys(KNOBS, 0.0), knob: level}, name=rules.name)


def fee_rows(table: SessionsEstimates, level: float) -> Iterator[tuple[str, Answer]]:
    """The rows of a fee. A fee of 100 % gives the break-even fees instead.

    A fee of 100 % takes the whole base, so payout and base together are the payout without a fee, except for the
    house's rounding to a hundredth.
    """
    if level < WHOLE:
        house = table.house()
        taken = {f"fees_{slot}": 1 for slot in range(3)}
        turns = table.ratio({"turns": 1})
        of_moved = table.ratio(taken, {"moved": 1})
        yield "fees", FeeLevel(level, *map(Estimate.of, (turns, house, of_moved, house.scaled(1 / 3))))
    for player in table.slots:
        base = table.of("fees", player)
        games = table.games_of(player)
        before = {**table.of("payout", player), **base}
        if level < WHOLE:
            both = table.payout(player), table.fees(player)
            yield "players_at_fees", PlayerAtFee(level, player, *map(Estimate.of, both))
        else:
            even = (table.money(before, games), table.money(base, games), table.ratio(before, base))
            yield "break_even", BreakEven(player, *map(Estimate.of, even))


def unsigned(units: Estimate) -> str:
    """An amount without sign and interval."""
    return paid(units).lstrip("−")
