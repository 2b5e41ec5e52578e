"""The same deals with each seat in turn as mano, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.manos.totals import ManoTotals
from mahjong_sim.designs.work import MahjongWork
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_SEED, check_whole


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
        self.check_players(self.players)
        check_whole("the number of deals", self.deals, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)

    @property
    def matches(self) -> int:
        """The deals."""
        return self.deals

    def empty(self) -> ManoTotals:
        """Totals at zero."""
        return ManoTotals()

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        return self.rules_and_players() | self.named("deals", "seed")
