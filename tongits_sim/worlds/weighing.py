"""The weight of a world in which another seat chose what its bot would not have chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tongits_sim.game.log import ACT_DISCARD
from tongits_sim.game.state import DECISIONS
from tongits_sim.positions.position import Position

TOLERANT = 0.03
"""The factor for others who play in their own way: their moves say less of their cards."""


@dataclass(frozen=True)
class Weighing:
    """Factors by which a choice that a bot would not have made multiplies a world's weight.

    Players err, and nobody plays exactly like a bot: a world is not ruled out by one such choice, it only weighs less.

    Attributes:
        call, respond, draw, lay, sapaw, discard: the factor by decision, from above 0 to 1 (does not count).
        discards: the last discards of each other seat that count.
        steps: of a walk before its first world.
        gap: steps between two worlds of a walk.
        per_walk: worlds of a walk; they depend on each other, and intervals take that into account.
    """

    call: float = 0.0005
    respond: float = 0.0005
    draw: float = 0.0005
    lay: float = 0.0005
    sapaw: float = 0.0005
    discard: float = 0.0005
    discards: int = 100
    steps: int = 800
    gap: int = 50
    per_walk: int = 8

    def worlds_of_a_walk(self, position: Position) -> int:
        """Worlds that depend on each other: 1 where no moves are known, and worlds are dealt."""
        return self.per_walk if position.past.rows else 1

    @classmethod
    def tolerant(cls) -> Weighing:
        """The weighing for others who may not be the bots that stand in for them."""
        factors: dict[str, Any] = dict.fromkeys(DECISIONS, TOLERANT)
        return cls(**factors)

    @property
    def factors(self) -> tuple[float, ...]:
        """The factors, by decision."""
        return tuple(getattr(self, name) for name in DECISIONS)

    def discards_from(self, position: Position) -> int:
        """The first row of the position's past whose discard counts: after it, each other seat has at most
        `discards`."""
        rows, left = position.past.rows, self.discards * 3
        for at in reversed(range(len(rows))):
            if rows[at][0] & 255 == int(ACT_DISCARD):
                if left == 0:
                    return at + 1
                left -= 1
        return 0 if self.discards else len(rows)

    def sentences(self, position: Position) -> list[str]:
        """Which of the others' moves are used, and which are not."""
        rows = position.past.rows
        if not rows:
            return [
                "Nothing is known of the moves before, so hidden cards are dealt at random, all ways equally likely."
            ]
        few = f", and the last {self.discards} discards of each" if self.discards else ""
        discards = ", and every discard" if self.discards >= 20 else few
        return [
            (
                "Hidden cards are drawn by what the others did and did not do: calls, answers to calls, discards taken "
                f"or left, melds laid or held, sapaws{discards}."
            )
        ]
