"""What the jobs of every game share: bounds, blocks of matches, and the form of a batch."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import Any

from tongits_sim.any_game.house_rules import HouseRules
from tongits_sim.errors import TongitsError
from tongits_sim.run.work import Block, described

MOST_GAMES = 10**12
MOST_SEED = 2**64 - 1
MOST_MATCH_GAMES = 10**6


class JobError(TongitsError):
    """A job that cannot be played."""


def check_whole(what: str, value: object, low: int, high: int) -> None:
    """Refuse a number that is not whole or outside its bounds.

    Args:
        what: what it counts, for the message.
        value: the number.
        low, high: its bounds.

    Raises:
        JobError: it is refused.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise JobError(f"{what} must be a whole number, not {value!r}")
    if not low <= value <= high:
        text = f"{value:,}" if abs(value) < 10**30 else "a number that long"
        raise JobError(f"{what} must lie between {low:,} and {high:,}, not {text}")


def cut_matches(games: int, match_games: int, size: int) -> Iterator[Block]:
    """Blocks of `size` matches, in order, for `games` games in matches of `match_games`; the last match may be
    shorter.
    """
    whole, rest = divmod(games, match_games)
    number = 0
    for first in range(0, whole, size):
        yield Block(number, first, min(size, whole - first), match_games)
        number += 1
    if rest:
        yield Block(number, whole, 1, rest)


class BatchForm:
    """The form of a batch: the attributes of a frozen dataclass, which every game's batch is.

    Attributes:
        rules: the house rules.
        players: the players; player i is *slot* i.
        games: how many games to play.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        fixed_seats: slot i sits on seat i in every match; else seats rotate with the match number.
    """

    rules: HouseRules
    players: tuple[Any, ...]
    games: int
    seed: int
    match_games: int
    fixed_seats: bool

    def check_numbers(self) -> None:
        """Check games, seed and match length.

        Raises:
            JobError: one is not a whole number or outside its bounds.
        """
        check_whole("the number of games", self.games, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MOST_MATCH_GAMES)

    @property
    def labels(self) -> tuple[str, ...]:
        """The players' labels by slot."""
        return tuple(player.label for player in self.players)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return {
            "rules": {"name": self.rules.name, "knobs": self.rules.knobs()},
            "players": described(self.players),
            "games": self.games,
            "seed": self.seed,
            "match_games": self.match_games,
            "fixed_seats": self.fixed_seats,
        }

    def replay_options(self, match: int, game: int) -> str:
        """The command-line options that play a match up to one of its games: seed, match length, seats, first match."""
        length = f" --match-games {self.match_games}" if self.match_games > 1 else ""
        seats = " --fixed-seats" if self.fixed_seats else ""
        return f"--seed {self.seed}{length}{seats} --first-match {match} --games {game + 1}"


def players_option(specs: Iterable[str]) -> str:
    """`--players` for the command line, quoted for a shell."""
    return f"--players {shlex.quote(','.join(specs))}"
