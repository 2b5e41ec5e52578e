"""A batch as a value: rules, players, seed and games."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.work import ROTATED, MahjongWork, check_players
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import BatchForm, players_option

if TYPE_CHECKING:
    from mahjong_sim.designs.batch.totals import BatchTotals


def match_length(_rules: RuleSet, match_games: int | None) -> int:
    """Games of a match, by default 1."""
    return match_games or 1


@dataclass(frozen=True)
class Job(BatchForm, MahjongWork):
    """A batch of games between four players.

    Attributes:
        rules: the house rules.
        players: four players; player i is *slot* i.
        games: how many games to play.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, through which mano and the pot carry over; the last match is shorter if `games`
            is not a multiple.
        fixed_seats: slot i sits on seat i in every match; else seats rotate with the match number.
        rules_option: the command-line option that names the rules.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    games: int = 100_000
    seed: int = 1
    match_games: int = 1
    fixed_seats: bool = False
    rules_option: str = ""

    def __post_init__(self) -> None:
        check_players(self.players)
        self.check_numbers()

    kind = "mahjong-simulate"

    @property
    def seatings(self) -> tuple[tuple[int, int, int, int], ...]:
        """The seatings, in rotation by match number."""
        return ROTATED[:1] if self.fixed_seats else ROTATED

    @property
    def block_matches(self) -> int:
        """Matches in a block."""
        return self.matches_of(self.games, self.match_games)

    def empty(self) -> BatchTotals:
        """Totals at zero."""
        from mahjong_sim.designs.batch.totals import BatchTotals

        return BatchTotals()

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.spec for player in self.players)
        return f"{self.rules_option or f'--rules {shlex.quote(self.rules.name)}'} {players}"

    def replay(self, match: int, game: int) -> str:
        """The command that plays a match up to one of its games again, and writes it down."""
        return f"tongits mahjong records {self.options()} {self.replay_options(match, game)}"
