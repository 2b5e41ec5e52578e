"""What is shown to one seat, and which games it plays, as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.job import ROTATED, Job
from tongits_sim.designs.knowing.totals import KnowingTotals
from tongits_sim.designs.work import GameWork
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.knowing.worker import Worker

SHOWN = ("nothing", "hands", "stock", "both")
"""What a seat may be shown, in the order of the bits of `thinking.layout.KNOWS_*`."""

_SHARES = 16
_LARGEST_BLOCK = 50  # deals: half a second or so
_MOST_SUM = 2**62


@dataclass(frozen=True)
class Arm:
    """One way of knowing more.

    Attributes:
        shown: one of `SHOWN`.
        thinks: the decisions that the seat thinks about with it, of `DECISIONS`.
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
class KnowingJob(GameWork):
    """Deals played by three equal players, and again in every arm, with each seat in turn shown hidden cards.

    Attributes:
        rules: the house rules.
        player: who sits on all seats, and plays on in thoughts.
        arms: what is shown.
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

    def __post_init__(self) -> None:
        _ = self.job
        if self.rules.match.progressive_target > 0:
            raise JobError(
                f"{self.rules.name} is played for a score, not for money: knowing more gains nothing; choose other "
                "rules, or set match.progressive_target=0"
            )
        if not self.arms or self.worlds < 1:
            raise JobError("at least one arm is needed, and at least one world")
        if (6 * max(1, largest_payment(self.rules))) ** 2 * self.games > _MOST_SUM:
            raise JobError("these payments are too large to be added up exactly; play fewer games")

    @cached_property
    def job(self) -> Job:
        """The job whose games these are."""
        return Job(self.rules, self.players, self.games, self.seed, 1)

    @property
    def players(self) -> tuple[Player, ...]:
        """Three times the player."""
        return (self.player,) * 3

    @property
    def seatings(self) -> tuple[tuple[int, int, int], ...]:
        """The seatings; as all three are the same, the first one is played."""
        return ROTATED

    @property
    def games_per_deal(self) -> int:
        """Games of a deal: one of three equal players, and one for each seat in each arm."""
        return 1 + 3 * len(self.arms)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of deals in one."""
        return self.job.blocks(size or max(1, min(-(-self.games // _SHARES), _LARGEST_BLOCK)))

    def worker(self) -> Worker:
        """Records for one thread."""
        from tongits_sim.designs.knowing.worker import Worker

        return Worker(self)

    def empty(self) -> KnowingTotals:
        """Nothing counted yet."""
        return KnowingTotals(len(self.arms))

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers."""
        from tongits_sim.designs.thinking.memory import program

        return {
            "rules": self.rules.knobs(),
            "players": described(self.players),
            "arms": [[arm.shown, list(arm.thinks)] for arm in self.arms],
            "thinking": program(),
        } | {name: getattr(self, name) for name in ("games", "seed", "worlds", "sure")}
