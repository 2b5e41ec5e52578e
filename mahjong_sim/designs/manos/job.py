"""The same deals with each seat in turn as mano, as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.seats import ROTATED
from mahjong_sim.designs.work import MahjongWork, check_players, cut, table_of
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_SEED, check_whole
from tongits_sim.run.work import Block

if TYPE_CHECKING:
    from mahjong_sim.designs.manos.totals import ManoTotals
    from mahjong_sim.designs.manos.worker import Worker


@dataclass(frozen=True)
class ManoJob(MahjongWork):
    """Deals that are played four times, each seat once as mano.

    Attributes:
        rules: the house rules.
        players: four players, by slot; seats rotate with the number of the deal.
        deals: how many.
        seed: 0 .. 2**64 - 1.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    deals: int = 10_000
    seed: int = 1

    kind = "mahjong-manos"

    def __post_init__(self) -> None:
        check_players(self.players)
        check_whole("the number of deals", self.deals, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)

    @property
    def seatings(self) -> tuple[tuple[int, int, int, int], ...]:
        """The seatings, in rotation by deal."""
        return ROTATED

    @property
    def games(self) -> int:
        """Deals."""
        return self.deals

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of deals in one."""
        return cut(self.deals, 1, size)

    def worker(self) -> Worker:
        """Records for one thread."""
        from mahjong_sim.designs.manos.worker import Worker

        return Worker(self)

    def empty(self) -> ManoTotals:
        """Totals at zero."""
        from mahjong_sim.designs.manos.totals import ManoTotals

        return ManoTotals()

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        return table_of(self.rules, self.players) | {"deals": self.deals, "seed": self.seed}
