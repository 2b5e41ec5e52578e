"""A batch as a value: rules, players, seed and games, and how the games are split into blocks.

A block is a run of consecutive matches. The split depends on the job alone, never on the workers, and no result
depends on the split.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tongits_sim.any_game import jobs
from tongits_sim.any_game.jobs import BatchForm, JobError, players_option, runs
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.designs.work import ROTATED, GameWork
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

PROGRESSIVE_MATCH_GAMES = 1000

# A block takes some tenths of a second. A job has at most about `_MOST_BLOCKS`; a small job still has enough blocks to
# keep several workers busy.
_BLOCK_GAMES = 2**18
_SMALLEST_BLOCK = 2**13
_MOST_BLOCKS = 100_000
_SHARES = 64
_GAMES_OF_A_PROGRESSIVE_MATCH = 8
_MOST_SUM = 2**62


@dataclass(frozen=True)
class Job(BatchForm, GameWork):
    """A batch of games between three players.

    Attributes:
        rules: the house rules.
        players: three players; player i is *slot* i.
        games: how many games to play. The length of a progressive match is not fixed: whole matches are played until
            there are at least as many games.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match; the last match is shorter if `games` is not a multiple. The maximum in a
            progressive match.
        fixed_seats: slot i sits on seat i in every match; else seats rotate with the match number, and three different
            players sit in either cyclic order equally often.
        rules_option: the command-line option that names the rules; derived from the rules if empty.
        keep_rows: whether a block has a row for each game (rows.py); it changes no number.
        also: rules that differ in payments alone; the rows settle every game under them too.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    games: int = 100_000
    seed: int = 1
    match_games: int = 1
    fixed_seats: bool = False
    rules_option: str = ""
    keep_rows: bool = False
    also: tuple[RuleSet, ...] = ()

    def __post_init__(self) -> None:
        if len(self.players) != 3:
            raise JobError(f"Tongits is played by three players, not {len(self.players)}")
        self.check_numbers()
        if (self._largest_match_sum**2) > _MOST_SUM:
            raise JobError(
                f"these rules can move up to {self._largest_match_sum / UNIT:,.0f} units in a match of "
                f"{self.match_games:,} games, too much for exact sums; make the payments smaller or the "
                "matches shorter"
            )

    kind = "simulate"

    @property
    def progressive(self) -> bool:
        """Whether a match ends when somebody reaches a score (R15.2)."""
        return self.rules.match.progressive_target > 0

    @property
    def ordered(self) -> bool:
        """Whether blocks must be counted in order: in progressive matches play decides how many there are."""
        return self.progressive

    @property
    def seatings(self) -> tuple[tuple[int, int, int], ...]:
        """The slot on each seat, in rotation by match number."""
        return ROTATED[:1] if self.fixed_seats else super().seatings

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        games = max(_BLOCK_GAMES, -(-self.games // _MOST_BLOCKS))
        games = max(_SMALLEST_BLOCK, min(games, self.games // _SHARES))
        length = min(self.match_games, _GAMES_OF_A_PROGRESSIVE_MATCH) if self.progressive else self.match_games
        return max(1, min(games // length, _MOST_SUM // self._largest_match_sum**2))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """Generate the blocks in order; `size` overrides the number of matches in a block.

        A progressive job yields blocks for as many matches as it could possibly need.
        """
        size = size or self.block_matches
        return runs(self.games, size, self.match_games) if self.progressive else super().blocks(size)

    def empty(self) -> BatchTotals:
        """Totals at zero."""
        return BatchTotals()

    @cached_property
    def _largest_match_sum(self) -> int:
        return max(1, largest_payment(self.rules)) * self.match_games

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.given for player in self.players)
        return f"{self.rules_option or rules_option(self.rules)} {players}"

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """See `GameWork`; the seating follows from the match."""
        return self.replay_command(match, game)

    def replay_command(self, match: int, game: int) -> str:
        """The command that replays a match up to one of its games and records it."""
        return f"tongits records {self.options()} {self.replay_options(match, game)}"


def match_length(rules: RuleSet, match_games: int | None) -> int:
    """Games of a match; by default 1, or `PROGRESSIVE_MATCH_GAMES` in a progressive match."""
    if match_games is not None:
        return match_games
    return PROGRESSIVE_MATCH_GAMES if rules.match.progressive_target > 0 else 1


def rules_option(rules: RuleSet) -> str:
    """`--rules pagat --set call.timing=end`, derived from the rules' name (for a rules file: just the name)."""
    return jobs.rules_option(rules, load)
