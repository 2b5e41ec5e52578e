"""Base classes of jobs: bounds, blocks of matches, manifests, and the digest of the sources that decide results."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from tongits_sim.errors import TongitsError
from tongits_sim.run.job import Block, Bot, described
from tongits_sim.run.run_options import MIN_GAMES
from tongits_sim.run.totals import Axis, Totals

MAX_GAMES = 10**12
MAX_SEED = 2**64 - 1
MAX_MATCH_GAMES = 10**6
_CHECKS = 2**48


class JobError(TongitsError):
    """A job that cannot be played."""


class Rules(Protocol):
    """House rules as a job sees them."""

    @property
    def name(self) -> str: ...

    def knobs(self) -> Mapping[str, Any]: ...


def check_whole(what: str, value: object, low: int, high: int) -> None:
    """Raises JobError: a number is not whole or outside its bounds. `what` names it in the message."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise JobError(f"{what} must be a whole number, not {value!r}")
    if not low <= value <= high:
        text = f"{value:,}" if abs(value) < 10**30 else "a number that long"
        raise JobError(f"{what} must lie between {low:,} and {high:,}, not {text}")


def check_seed(seed: int, check: str) -> int:
    """Derive the seed of a check. No other check and no seed that people type uses the same games.

    Two commands with one seed deal the same cards, so a check of a number must use another seed.

    Args:
        seed: the seed of the games that are checked.
        check: the name of the check.

    Returns:
        2**48 .. 2**49 - 1, which every reader of JSON keeps exact.

    >>> check_seed(1, "compare") == check_seed(1, "luck"), check_seed(1, "compare") >= 2**48
    (False, True)
    """
    digest = hashlib.sha256(f"{check}\0{seed}".encode()).digest()
    return _CHECKS + int.from_bytes(digest[:6], "big")


def rotations(seats: int) -> tuple[tuple[int, ...], ...]:
    """The slot on each seat in matches 0, 1, ...; later matches repeat them.

    >>> rotations(3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple(tuple((seat + match) % seats for seat in range(seats)) for match in range(seats))


_BLOCK_TIME = 2**18
_SHORTEST_BLOCK = 2**12
"""Microseconds of one thread: roughly how long a block takes, and the least, because each block is stored by itself."""
_LEAST_BLOCKS = 64
_MOST_BLOCKS = 100_000


class _Costly(Protocol):
    @property
    def cost(self) -> float: ...


class SeatedPlayer(Protocol):
    """A player as the cut of a job into blocks sees it."""

    @property
    def origin(self) -> str: ...

    @property
    def strategy(self) -> _Costly: ...


class LoadedPlayer(Protocol):
    """A player whose file may have changed since it was loaded."""

    @property
    def spec(self) -> str: ...

    def check_current(self) -> None: ...


def block_length(matches: int, games: int, players: Sequence[SeatedPlayer], most: int | None = None) -> int:
    """The number of matches in a block, which takes one thread some tenths of a second.

    A small job has 64 blocks, so that it can show progress, keep finished blocks and use several workers, unless a
    block would take almost no time. A large job has at most 100,000 blocks. The length depends on the job alone.

    Args:
        matches: the matches of the job.
        games: the cost of a match, in games of these players.
        players: their strategies state what a game costs. A user's bot may cost more than it states.
        most: the most matches in a block.
    """
    cost = games * game_cost(players)
    length = min(matches // _LEAST_BLOCKS, int(max(_BLOCK_TIME / cost, matches / _MOST_BLOCKS)))
    if not any(player.origin for player in players):
        length = max(length, int(_SHORTEST_BLOCK / cost))
    return max(1, min(length, matches if most is None else most))


def game_cost(players: Sequence[SeatedPlayer]) -> float:
    """Microseconds of a game of these players, roughly."""
    costs: list[float] = [player.strategy.cost for player in players]
    return sum(costs) / len(costs)


def runs(matches: int, size: int, games: int, first_match: int = 0) -> Iterator[Block]:
    """Cut matches into blocks of `size` matches of at most `games` games; the last block may be smaller."""
    for number, start in enumerate(range(0, matches, size)):
        yield Block(number, first_match + start, min(size, matches - start), games)


def cut_matches(games: int, match_games: int, size: int) -> Iterator[Block]:
    """Cut `games` games into blocks of `size` matches; the last match may be shorter."""
    whole, rest = divmod(games, match_games)
    yield from runs(whole, size, match_games)
    if rest:
        yield Block(-(-whole // size), whole, 1, rest)


def cut_at(blocks: Iterable[Block], looks: Iterable[int]) -> Iterator[Block]:
    """The same matches, in blocks that also end after the matches given by `looks`, with new numbers.

    Args:
        blocks: the blocks in order.
        looks: numbers of matches after which the totals are looked at, in order.

    >>> [block.matches for block in cut_at(runs(10, 4, 1), [3, 8])]
    [3, 1, 4, 2]
    """
    number = done = 0
    due = iter(looks)
    look = next(due, 0)
    for block in blocks:
        first = block.first_match
        end = done + block.matches
        while done < end:
            while 0 < look <= done:
                look = next(due, 0)
            part = min(end, look or end) - done
            yield block._replace(number=number, first_match=first, matches=part)
            number += 1
            done += part
            first += part


class BaseJob:
    """The base of all jobs, which are frozen dataclasses.

    A job says what to play; its `worker` plays blocks with the records of one thread. An experiment adds attributes,
    the number of matches in all and in a block, the axes of its counts, and a manifest.
    """

    rules: Any  # the house rules
    players: Any  # all players; player i is *slot* i
    fewest: ClassVar[int] = MIN_GAMES  # least number of units for an answer of a stopped run
    # a run of fewer games or deals, as its manifest counts them, is the beginning of a longer one
    grows: ClassVar[bool] = True
    seed: int  # 0 .. 2**64 - 1
    match_games: int  # games of a match
    first_match: int = 0  # number of the first match

    @property
    def job_type(self) -> str:
        """A word for the manifest, such as `batch`."""
        raise NotImplementedError

    @property
    def ordered(self) -> bool:
        """Whether blocks must be merged in order."""
        return False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the players, by slot."""
        return tuple(player.label for player in self.players)

    @property
    def matches(self) -> int:
        """The number of matches."""
        raise NotImplementedError

    @property
    def block_matches(self) -> int:
        """Matches in a block; it may depend on the job alone, so that results do not depend on the machine."""
        raise NotImplementedError

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in a block."""
        return runs(self.matches, size or self.block_matches, self.match_games, self.first_match)

    @property
    def axes(self) -> Mapping[str, tuple[int | Axis, ...]]:
        """The arrays that a block counts and their axes, see `Totals`."""
        raise NotImplementedError

    def empty(self) -> Any:
        """Totals without games, with the axes of the job."""
        return Totals(self.axes)

    def worker(self) -> Any:
        """A worker that plays blocks in one thread."""
        raise NotImplementedError

    def rules_and_players(self) -> dict[str, Any]:
        """The rules with their knobs and the players, as the manifest of a run keeps them."""
        return rules_and_players(self.rules, self.players)

    def named(self, *names: str) -> dict[str, Any]:
        """Attributes for a manifest."""
        return {name: plain(getattr(self, name)) for name in names}


def rules_and_players(rules: Rules, players: Sequence[Bot]) -> dict[str, Any]:
    """The part of a manifest that says who plays by which rules."""
    return {"rules": {"name": rules.name, "knobs": rules.knobs()}, "players": described(players)}


def plain(value: Any) -> Any:
    """Turn tuples into lists, as JSON does."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value


class BaseBatchJob(BaseJob):
    """The base of every game's batch."""

    rules: Any  # the house rules, see `Rules`
    players: tuple[Any, ...]
    games: int  # how many games to play
    fixed_seats: bool  # slot i sits on seat i in every match; else seats rotate with the match number

    def check_numbers(self) -> None:
        """Check games, seed and match length. Raises JobError."""
        check_whole("the number of games", self.games, 1, MAX_GAMES)
        check_whole("the seed", self.seed, 0, MAX_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MAX_MATCH_GAMES)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order, of which the last match may be shorter; `size` overrides the number of matches in a
        block.
        """
        return cut_matches(self.games, self.match_games, size or self.block_matches)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return self.rules_and_players() | self.named("games", "seed", "match_games", "fixed_seats")

    def replay_options(self, match: int, game: int) -> str:
        """The command-line options that play a match up to a game: seed, match length, seats, first match."""
        length = f" --match-games {self.match_games}" if self.match_games > 1 else ""
        seats = " --fixed-seats" if self.fixed_seats else ""
        return f"--seed {self.seed}{length}{seats} --from-match {match + 1} --games {game + 1}"


def players_option(specs: Iterable[str]) -> str:
    """`--players` for the command line, quoted for a shell."""
    return f"--players {shlex.quote(','.join(specs))}"


def check_current(players: Iterable[LoadedPlayer]) -> None:
    """Raises TongitsError: a bot's file has changed since the bot was loaded."""
    for player in {player.spec: player for player in players}.values():
        player.check_current()
