"""A knowing job as a value: the hidden cards shown to one seat, and the games it plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch_games import MOST_SUM, BatchGamesJob
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.totals import Axis
from tongits_sim.strategy import Player
from tongits_sim.thinking.memory import program

SHOWN = ("nothing", "hands", "stock", "both")
"""The hidden cards that a seat can be shown, in the order of the bits of `thinking.layout.KNOWS_*`."""

_SHARES = 16
_LARGEST_BLOCK = 50  # deals: half a second or so


@dataclass(frozen=True)
class Arm:
    """One way of knowing more.

    Attributes:
        shown: one of `SHOWN`.
        thinks: the decisions that the seat thinks about, of `DECISIONS`.
    """

    shown: str
    thinks: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.shown not in SHOWN:
            raise JobError(f"a seat is shown one of {', '.join(SHOWN)}, not {self.shown!r}")
        if not self.thinks or not set(self.thinks) <= set(DECISIONS):
            raise JobError(f"a seat thinks about some of {', '.join(DECISIONS)}, not {', '.join(self.thinks)!r}")

    @property
    def knows(self) -> int:
        """The bits of `thinking.layout.KNOWS_*`."""
        return SHOWN.index(self.shown)


@dataclass(frozen=True)
class KnowingJob(BatchGamesJob):
    """Deals played by three equal players, and again in every arm, with each seat in turn shown hidden cards.

    Attributes:
        rules: the house rules.
        player: who sits on all seats, and plays on in thoughts.
        arms: the ways of knowing more.
        games: deals.
        seed: 0 .. 2**64 - 1.
        worlds: most worlds of a thought.
        sure: standard errors by which an option must lead the player's own answer to be chosen.
    """

    rules: RuleSet
    player: Player
    arms: tuple[Arm, ...]
    games: int = 1000
    seed: int = 1
    worlds: int = 64
    sure: float = 1.0

    kind = "knowing"
    match_games = 1

    def __post_init__(self) -> None:
        _ = self.job
        self.check_money("knowing more gains nothing")
        if not self.arms or self.worlds < 1:
            raise JobError("at least one arm is needed, and at least one world")
        if (6 * max(1, largest_payment(self.rules))) ** 2 * self.games > MOST_SUM:
            raise JobError("these payments are too large to be added up exactly; play fewer games")

    @property
    def players(self) -> tuple[Player, ...]:
        """Three times the player."""
        return (self.player,) * 3

    @property
    def games_per_deal(self) -> int:
        """Games of a deal: one of three equal players, and one for each seat in each arm."""
        return 1 + 3 * len(self.arms)

    @cached_property
    def block_matches(self) -> int:
        """Deals in a block."""
        return max(1, min(-(-self.games // _SHARES), _LARGEST_BLOCK))

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums over deals, by arm: `gain` of the seat that knows more in all three seats, in hundredths, `products` of
        the gains of two arms.
        """
        arm = Axis("arm", len(self.arms))
        counted = dict.fromkeys(("gain", "thoughts", "changed", "worlds"), (arm,))
        return {"games": (1,), **counted, "products": (arm, Axis("other", len(self.arms)))}

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        arms = [[arm.shown, list(arm.thinks)] for arm in self.arms]
        return super().manifest() | {"arms": arms, "thinking": program()} | self.named("worlds", "sure")
