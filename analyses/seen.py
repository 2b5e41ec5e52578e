"""What the earlier games of a match say about the opponents: how likely each table is by how often they challenged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tongits_sim.run.numbers import percent
from tongits_sim.table.position import Challenged, Position, with_challenges

if TYPE_CHECKING:
    from analyses.values import SeatedTable
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

UNLIKELY = 0.05
"""A table with a smaller weight does not count."""
TYPICAL_CHANCES = 30
"""Calls that the opponents of a named table have answered."""
SHARE_GAMES = 2000
"""Games to measure how often a player challenges."""
SURELY = 0.02
"""The least chance to challenge and the least chance to fold that a player is assumed to have."""


def weights_of(position: Position, tables: Sequence[SeatedTable]) -> tuple[float, ...]:
    """The weight of each table, together 1: how likely the opponents' answers to calls are there.

    All tables weigh the same if no opponent has answered a call. A table below `UNLIKELY` has weight 0.
    """
    if len(tables) == 1 or not any(position.challenged[seat].chances for seat in (position.right, position.left)):
        return (1 / len(tables),) * len(tables)
    fits = [_fit(position, table) for table in tables]
    chances = [math.exp(fit - max(fits)) for fit in fits]
    chances = [chance if chance >= UNLIKELY * math.fsum(chances) else 0.0 for chance in chances]
    return tuple(chance / math.fsum(chances) for chance in chances)


def likely_tables(position: Position, tables: Sequence[SeatedTable]) -> tuple[SeatedTable, ...]:
    """The tables whose weight is not 0."""
    weights = weights_of(position, tables)
    return tuple(table for table, weight in zip(tables, weights, strict=True) if weight > 0)


def seen_words(position: Position, tables: Sequence[SeatedTable]) -> str:
    """How the opponents have answered calls, and who they are by that: `Right challenged 2 of 9 calls: probably players
    who seldom challenge (95 %).` Empty if they have answered none.
    """
    answered = [seat for seat in (position.right, position.left) if position.challenged[seat].chances]
    if not answered:
        return ""
    counts = [(position.name(seat), *position.challenged[seat]) for seat in answered]
    parts = [f"{name} challenged {taken} of {chances} calls" for name, taken, chances in counts]
    text = f"{parts[0][0].upper()}{parts[0][1:]}{''.join(f', {part}' for part in parts[1:])}"
    if len(tables) < 2:
        return f"{text}."
    weight, people = max(
        ((weight, table.people) for weight, table in zip(weights_of(position, tables), tables, strict=True)),
        key=lambda weighed: weighed[0],
    )
    return f"{text}: {'probably' if weight > 0.5 else 'perhaps'} {people} ({percent(weight, 0)})."


def _fit(position: Position, table: SeatedTable) -> float:
    """The log likelihood of the opponents' answers at a table."""
    fit = 0.0
    for seat, player in zip((position.right, position.left), table.players, strict=False):
        taken, chances = position.challenged[seat]
        if chances:
            share = min(max(challenge_share(position.rules, player), SURELY), 1 - SURELY)
            fit += taken * math.log(share) + (chances - taken) * math.log(1 - share)
    return fit


def met(position: Position, table: SeatedTable) -> Position:
    """The position with the answers to calls that are typical for the opponents of a table, unless some of their
    answers are known.
    """
    seats = position.right, position.left
    if any(position.challenged[seat].chances for seat in seats):
        return position
    typical = {}
    for seat, player in zip(seats, table.players, strict=False):
        taken = round(TYPICAL_CHANCES * challenge_share(position.rules, player))
        typical[seat] = Challenged(taken, TYPICAL_CHANCES)
    return with_challenges(position, typical)


_shares: dict[tuple[RuleSet, str], float] = {}


def challenge_share(rules: RuleSet, player: Player) -> float:
    """The share that a player challenges of the calls it may challenge, in games between three copies of it."""
    known = _shares.get((rules, player.label))
    if known is None:
        known = _shares[rules, player.label] = _measured_share(rules, player)
    return known


def _measured_share(rules: RuleSet, player: Player) -> float:
    from tongits_sim.experiments.simulate import simulate

    sums = simulate(rules, [player] * 3, games=SHARE_GAMES).sums
    asked = sums.field("asked")
    return sums.field("challenges") / asked if asked else 0.0
