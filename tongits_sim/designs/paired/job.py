"""A paired job as a value: arms that play duplicate deals, deals and seed, and the split into blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tongits_sim.any_game.jobs import MOST_GAMES, JobError, rules_and_players
from tongits_sim.designs.batch.job import Job, rules_option
from tongits_sim.designs.paired.kernel import SESSION_BITS, SQUARE_BITS
from tongits_sim.designs.paired.metric import MOST_COUNT, Metric
from tongits_sim.designs.paired.totals import PairedTotals
from tongits_sim.designs.tournament.triples import PERMUTATIONS, ROTATIONS, Triple
from tongits_sim.designs.work import GameWork, for_money
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

# A block takes about half a second; a small run still has enough blocks for several workers. A larger block could
# overflow products of the low halves of squares (totals.py) in a float.
_BLOCK_GAMES = 2**18
_SHARES = 16
_MOST_BLOCK_DEALS = 2**12
_MOST_SUM = 2**62


@dataclass(frozen=True)
class Arm:
    """One way to play the deals: house rules and three players, by slot."""

    rules: RuleSet
    players: tuple[Player, ...]


@dataclass(frozen=True)
class PairedJob(GameWork):
    """Duplicate deals in several arms; every arm is compared with the first.

    Attributes:
        arms: rules and players. Slot i of one arm corresponds to slot i of all others.
        deals: number of deals (matches, if `match_games` is not 1) that every arm plays in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak.
        seatings: the slot on each seat; by default all distinct seatings of the first arm's players.
        metrics: the user's own, counted beside the kernel's quantities.
        bankroll: hundredths; players who are ever down by it in a match of several games are counted. 0: nobody is.
    """

    arms: tuple[Arm, ...]
    deals: int = 20_000
    seed: int = 1
    match_games: int = 1
    seatings: tuple[Triple, ...] = field(default=())
    metrics: tuple[Metric, ...] = ()
    bankroll: int = 0

    def __post_init__(self) -> None:
        if not self.arms:
            raise JobError("there is nothing to play: name the rules and three players")
        if not self.seatings:
            object.__setattr__(self, "seatings", seatings_of([player.spec for player in self.arms[0].players]))
        for arm in self.arms:
            for_money(arm.rules, "there are no payouts to compare")
            Job(arm.rules, arm.players, min(self.deals * self.match_games, MOST_GAMES), self.seed, self.match_games)
        if self.largest_block < 1:
            raise JobError(
                f"matches of {self.match_games:,} games under these rules move too much money for exact sums; "
                "make the payments smaller or the matches shorter"
            )

    @property
    def players(self) -> tuple[Player, ...]:
        """The distinct players of all arms."""
        return tuple({player.spec: player for arm in self.arms for player in arm.players}.values())

    @property
    def games_per_deal(self) -> int:
        """Games of one arm for one deal, over all seatings."""
        return self.match_games * len(self.seatings)

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.deals * self.games_per_deal * len(self.arms)

    @cached_property
    def largest_block(self) -> int:
        """The largest number of deals whose sums of products are sure to fit into 64 bits."""
        most = max(1, *(largest_payment(arm.rules) for arm in self.arms))
        moved = 6 * most * self.games_per_deal
        squares = 3 * most**2 * self.games_per_deal >> SQUARE_BITS
        counted = MOST_COUNT * self.games_per_deal if self.metrics else 0
        largest = max(moved, squares, counted, 3 * 120 * self.games_per_deal, 2**SQUARE_BITS)
        if self.match_games > 1:
            sessions = 3 * (most * self.match_games) ** 2 * len(self.seatings) >> SESSION_BITS
            largest = max(largest, sessions, 2**SESSION_BITS)
        return int(min(_MOST_BLOCK_DEALS, _MOST_SUM // largest**2))

    @property
    def matches(self) -> int:
        """The deals."""
        return self.deals

    @cached_property
    def block_matches(self) -> int:
        """Deals in a block."""
        games = _BLOCK_GAMES // (self.games_per_deal * len(self.arms))
        return max(1, min(games, -(-self.deals // _SHARES), self.largest_block))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """Generate the blocks in order; `size` overrides the number of deals in a block."""
        return super().blocks(min(size or self.block_matches, self.largest_block))

    kind = "rules"

    def empty(self) -> PairedTotals:
        """Totals at zero."""
        return PairedTotals(len(self.arms), self.games_per_deal, [metric.key for metric in self.metrics])

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        arms = [rules_and_players(arm.rules, arm.players) for arm in self.arms]
        own = self.named("deals", "seed", "match_games", "seatings")
        if self.metrics:
            own["metrics"] = [metric.manifest() for metric in self.metrics]
        return own | ({"bankroll": self.bankroll} if self.bankroll else {}) | {"arms": arms}

    def replay_command(self, arm: Arm, seating: Triple, match: int, game: int) -> str:
        """The command that replays a match of one arm in one seating and records it.

        Args:
            arm: the rules and players.
            seating: the slot on each seat.
            match: number of the match.
            game: number of the last game to play.
        """
        a, b, c = (arm.players[slot] for slot in seating)
        games = self.deals * self.match_games
        job = Job(arm.rules, (a, b, c), games, self.seed, self.match_games, True, rules_option(arm.rules))
        return job.replay_command(match, game)


def seatings_of(specs: list[str]) -> tuple[Triple, ...]:
    """All distinct seatings: one for three equal players, three rotations for two equal ones, else all six.

    >>> [len(seatings_of(labels)) for labels in (["a", "a", "a"], ["a", "b", "a"], ["a", "b", "c"])]
    [1, 3, 6]
    """
    return {1: ROTATIONS[:1], 2: ROTATIONS, 3: PERMUTATIONS}[len(set(specs))]
