"""Paired arms as a value: the same walls under different rules or with different players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.work import ROTATED, MahjongWork, check_players
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_MATCH_GAMES, MOST_SEED, check_whole, rules_and_players

if TYPE_CHECKING:
    from mahjong_sim.designs.paired.totals import PairedTotals

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
    def matches(self) -> int:
        """The deals."""
        return self.deals

    def empty(self) -> PairedTotals:
        """Totals at zero."""
        from mahjong_sim.designs.paired.totals import PairedTotals

        return PairedTotals(len(self.arms))

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        arms = [{"name": arm.name} | rules_and_players(arm.rules, arm.players) for arm in self.arms]
        return {"arms": arms} | self.named("deals", "seed", "match_games")
