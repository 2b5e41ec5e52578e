"""Many tournaments of one format as a value: rules, the field of players, seed, and how they are split into blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tongits_sim.any_game.jobs import MOST_SEED, JobError, runs
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.events.format import Format
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, largest_payment, most_points
from tongits_sim.run.totals import Axis
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

Triple = tuple[int, int, int]
MOST_EVENTS = 10**7
_BLOCK_GAMES = 2**17
_SHARES = 16
_MOST_SUM = 2**62


@dataclass(frozen=True)
class EventJob(GameWork):
    """Tournaments of one format.

    Under progressive rules (R15.2) there is no money: a match ends when a score reaches the target, after `rounds`
    games at the latest, and points count as money lost.

    Attributes:
        rules: the house rules.
        players: the kinds of players, a bot each.
        counts: how many of each kind enter; together as many as the format has players.
        format: the stages.
        events: how many tournaments are played.
        seed: 0 .. 2**64 - 1.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    counts: tuple[int, ...]
    format: Format
    events: int = 1000
    seed: int = 1

    kind = "events"

    def __post_init__(self) -> None:
        """Raises JobError for tournaments that cannot be played."""
        if not self.players or len(self.players) != len(self.counts) or min(self.counts) < 1:
            raise JobError("a tournament needs players of at least one kind, and at least one of each")
        if sum(self.counts) != self.format.players:
            raise JobError(
                f"{self.format.name} is a tournament of {self.format.players:,} players, not {sum(self.counts):,}"
            )
        if not 1 <= self.events <= MOST_EVENTS:
            raise JobError(f"the number of tournaments must lie between 1 and {MOST_EVENTS:,}, not {self.events:,}")
        if not 0 <= self.seed <= MOST_SEED:
            raise JobError(f"the seed must lie between 0 and {MOST_SEED:,}")
        first = self.format.stages[0]
        most = (
            max(UNIT * most_points(self.rules), largest_payment(self.rules))
            * first.rounds
            * first.matches
            * first.players
        )
        if most > _MOST_SUM:
            raise JobError("a tournament of so many games under these rules moves too much money for exact sums")

    @property
    def progressive(self) -> bool:
        """Whether matches are played for points."""
        return self.rules.match.progressive_target > 0

    @property
    def games(self) -> int:
        """Number of games; of progressive matches the most there can be."""
        return self.events * self.format.games

    @property
    def matches(self) -> int:
        """The tournaments."""
        return self.events

    @cached_property
    def block_matches(self) -> int:
        """Tournaments in a block."""
        return max(1, min(_BLOCK_GAMES // self.format.games, -(-self.events // _SHARES)))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """Generate the blocks in order; `size` overrides the number of tournaments in a block."""
        return runs(self.events, size or self.block_matches, self.format.games)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """What is counted.

        | array | holds |
        | --- | --- |
        | `events`, `games` | tournaments; games, of progressive matches the most there can be |
        | `played` | games that were played: fewer where progressive matches ended before their last |
        | `titles` | tournaments won by a player of the kind |
        | `reached` | players of the kind in the stage, summed over tournaments |
        | `reached_sq` | the same, squared in each tournament |
        | `paid` | money of the kind in the first stage, hundredths; in progressive matches points, less than 0 |
        | `paid_products` | products of two kinds' money in each tournament; Python integers |
        """
        stage, kind = Axis("stage", len(self.format.stages)), Axis("kind", len(self.players))
        return {
            **dict.fromkeys(("events", "games", "played"), (1,)),
            **dict.fromkeys(("titles", "paid"), (kind,)),
            **dict.fromkeys(("reached", "reached_sq"), (stage, kind)),
            "paid_products": (kind, Axis("other", len(self.players))),
        }

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        stages = [
            {
                "players": stage.players,
                "rounds": stage.rounds,
                "matches": stage.matches,
                "groups": stage.groups,
                "by_group": stage.by_group,
                "score": stage.score,
                "from": [list(entry) for entry in stage.entries],
            }
            for stage in self.format.stages
        ]
        return self.rules_and_players() | {"stages": stages} | self.named("counts", "events", "seed")

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the kind on each seat, which stays fixed."""
        a, b, c = (self.players[kind] for kind in seated)
        rounds = max(game + 1, max(stage.rounds for stage in self.format.stages))
        return Job(self.rules, (a, b, c), rounds, self.seed, rounds, True).replay_command(match, game)
