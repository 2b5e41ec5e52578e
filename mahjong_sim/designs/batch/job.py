"""A batch as a value: rules, players, seed and games."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.seats import ROTATED
from mahjong_sim.designs.work import MahjongWork, check_players, cut
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import BatchForm, players_option
from tongits_sim.run.work import Block

if TYPE_CHECKING:
    from mahjong_sim.designs.batch.totals import BatchTotals
    from mahjong_sim.designs.batch.worker import Worker


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

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        return cut(self.games, self.match_games, size)

    def worker(self) -> Worker:
        """Records for one thread."""
        from mahjong_sim.designs.batch.worker import Worker

        return Worker(self)

    def empty(self) -> BatchTotals:
        """Totals at zero."""
        from mahjong_sim.designs.batch.totals import BatchTotals

        return BatchTotals()

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.spec for player in self.players)
        return f"{self.rules_option or f'--rules {shlex.quote(self.rules.name)}'} {players}"
