"""Paired arms as a value: the same deals under different rules or with different players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.game import Game
from tongits_sim.any_game.house_rules import HouseRules
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_MATCH_GAMES, MOST_SEED, check_whole, rules_and_players
from tongits_sim.run.totals import Axis

MOST_ARMS = 40


class Arm(NamedTuple):
    """One way to play the deals: a name, rules, and a player for each slot."""

    name: str
    rules: HouseRules
    players: tuple[Any, ...]


@dataclass(frozen=True)
class PairedJob(GameWork):
    """The same matches in several arms, each in every rotation of the seats.

    Attributes:
        game: which game.
        arms: what differs; the first is the reference.
        deals: how many matches.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
    """

    game: Game
    arms: tuple[Arm, ...]
    deals: int = 10_000
    seed: int = 1
    match_games: int = 1

    def __post_init__(self) -> None:
        check_whole("the number of arms", len(self.arms), 1, MOST_ARMS)
        for arm in self.arms:
            self.check_players(arm.players)
        check_whole("the number of deals", self.deals, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MOST_MATCH_GAMES)

    @property
    def kind(self) -> str:
        """A word for the manifest."""
        return f"{self.game.name}-paired"

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The seatings of every deal: the rotations, or a single one where equal players sit in every arm."""
        equal = all(len({player.identity for player in arm.players}) == 1 for arm in self.arms)
        return super().seatings[:1] if equal else super().seatings

    @property
    def games_per_deal(self) -> int:
        """Games of a deal in an arm."""
        return len(self.seatings) * self.match_games

    @property
    def players(self) -> tuple[Any, ...]:
        """The players of all arms."""
        return tuple(player for arm in self.arms for player in arm.players)

    @property
    def matches(self) -> int:
        """The deals."""
        return self.deals

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums over deals, from the columns of each arm.

        `x`, `xx`: each column of each arm, and squared; `first`: multiplied with the same column of the first arm;
        `pairs`: products of the payouts of slot 0 in two arms; `differ`, `apart`: deals in which a column is not that
        of the first arm, and in which these payouts differ; `rounds`: games of each arm.
        """
        arm, other = Axis("arm", len(self.arms)), Axis("other", len(self.arms))
        column = Axis("column", self.game.playing.COUNTS.names)
        return {
            "games": (1,),
            **dict.fromkeys(("x", "xx", "first", "differ"), (arm, column)),
            **dict.fromkeys(("pairs", "apart"), (arm, other)),
            "rounds": (arm,),
        }

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        arms = [{"name": arm.name} | rules_and_players(arm.rules, arm.players) for arm in self.arms]
        return {"arms": arms} | self.named("deals", "seed", "match_games")
