"""Paired arms as a value: the same walls under different rules or with different players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.seats import ROTATED
from mahjong_sim.designs.work import MahjongWork, check_players, cut, table_of
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_MATCH_GAMES, MOST_SEED, check_whole
from tongits_sim.run.work import Block

if TYPE_CHECKING:
    from mahjong_sim.designs.paired.totals import PairedTotals
    from mahjong_sim.designs.paired.worker import Worker

MOST_ARMS = 40


class Arm(NamedTuple):
    """One of the ways in which the walls are played: a name, rules, and four players by slot."""

    name: str
    rules: RuleSet
    players: tuple[Player, ...]


@dataclass(frozen=True)
class PairedJob(MahjongWork):
    """The same matches in several arms, each in every rotation of the seats.

    Attributes:
        arms: what differs; the first is the reference.
        deals: how many matches.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
    """

    arms: tuple[Arm, ...]
    deals: int = 10_000
    seed: int = 1
    match_games: int = 1

    def __post_init__(self) -> None:
        check_whole("the number of arms", len(self.arms), 1, MOST_ARMS)
        for arm in self.arms:
            check_players(arm.players)
        check_whole("the number of deals", self.deals, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MOST_MATCH_GAMES)

    kind = "mahjong-paired"

    @property
    def seatings(self) -> tuple[tuple[int, int, int, int], ...]:
        """The seatings of every deal: the rotations, or a single one where four equal players sit in every arm."""
        equal = all(len({player.identity for player in arm.players}) == 1 for arm in self.arms)
        return ROTATED[:1] if equal else ROTATED

    @property
    def games_per_deal(self) -> int:
        """Games of a deal in an arm."""
        return len(self.seatings) * self.match_games

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who may be asked."""
        return tuple(player for arm in self.arms for player in arm.players)

    @property
    def games(self) -> int:
        """Deals."""
        return self.deals

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        for block in cut(self.deals, 1, size):
            yield block._replace(games=self.match_games)

    def worker(self) -> Worker:
        """Records for one thread."""
        from mahjong_sim.designs.paired.worker import Worker

        return Worker(self)

    def empty(self) -> PairedTotals:
        """Totals at zero."""
        from mahjong_sim.designs.paired.totals import PairedTotals

        return PairedTotals(len(self.arms))

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        arms = [{"name": arm.name} | table_of(arm.rules, arm.players) for arm in self.arms]
        return {"arms": arms, "deals": self.deals, "seed": self.seed, "match_games": self.match_games}
