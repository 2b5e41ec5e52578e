"""A batch as a value: a game, rules, players, seed and games."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from tongits_sim.any_game.counts import Counts
from tongits_sim.any_game.designs.moments import Moments
from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.game import Game
from tongits_sim.any_game.jobs import BatchForm, players_option
from tongits_sim.run.totals import Counts as Arrays
from tongits_sim.run.totals import Totals


class BatchTotals(Totals):
    """The merged counts of a batch, arrays of `Counts.axes`; `seats`: players at a table."""

    def __init__(self, counts: Counts) -> None:
        super().__init__(counts.axes)
        self._fields, self.seats = counts.fields, counts.seats

    def games_of(self, counts: Arrays) -> int:
        """Games that counts hold: every slot plays in each."""
        return int(counts["fields"][0, self._fields.index("games")])

    def field(self, name: str, *slots: int) -> int:
        """A field, added up over slots (all if none is named)."""
        column = self["fields"][:, self._fields.index(name)]
        return sum(int(column[slot]) for slot in (slots or range(self.seats)))

    @property
    def moments(self) -> Moments:
        """The columns' moments over matches."""
        return Moments(self["clusters"], [self[name] for name in ("x", "nx", "xx")], self["cross"].tolist())


@dataclass(frozen=True)
class Job(BatchForm, GameWork):
    """A batch of games at one table.

    Attributes:
        game: which game.
        rules: the house rules.
        players: one for each seat; player i is *slot* i.
        games: how many games to play.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match; the last match is shorter if `games` is not a multiple.
        fixed_seats: slot i sits on seat i in every match; else seats rotate with the match number.
        rules_option: the command-line option that names the rules.
    """

    game: Game
    rules: Any
    players: tuple[Any, ...]
    games: int = 100_000
    seed: int = 1
    match_games: int = 1
    fixed_seats: bool = False
    rules_option: str = ""

    def __post_init__(self) -> None:
        self.check_players(self.players)
        self.check_numbers()

    @property
    def kind(self) -> str:
        """A word for the manifest."""
        return f"{self.game.name}-simulate"

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The seatings, in rotation by match number."""
        return super().seatings[:1] if self.fixed_seats else super().seatings

    @property
    def block_matches(self) -> int:
        """Matches in a block."""
        return self.matches_of(self.games, self.match_games)

    def empty(self) -> BatchTotals:
        """Totals at zero."""
        return BatchTotals(self.game.playing.COUNTS)

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.spec for player in self.players)
        return f"{self.rules_option or f'--rules {shlex.quote(self.rules.name)}'} {players}"

    def replay(self, match: int, game: int) -> str:
        """The command that plays a match up to one of its games again, and writes it down; empty if there is none."""
        if not self.game.writes_records:
            return ""
        return f"{self.game.command} records {self.options()} {self.replay_options(match, game)}"
