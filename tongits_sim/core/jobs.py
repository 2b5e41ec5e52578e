"""Base classes of jobs: bounds, blocks of matches, manifests, and the digest of the sources that decide results."""

from __future__ import annotations

import functools
import hashlib
import inspect
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, cast

from tongits_sim.core.game import Game
from tongits_sim.core.house_rules import HouseRules
from tongits_sim.errors import TongitsError
from tongits_sim.run.job import Block, Bot, Notice, described
from tongits_sim.run.numbers import number_word
from tongits_sim.run.totals import Axis, Totals
from tongits_sim.run.warmup import alone, timed

MAX_GAMES = 10**12
MAX_SEED = 2**64 - 1
MAX_MATCH_GAMES = 10**6
_CHECKS = 2**48


class JobError(TongitsError):
    """A job that cannot be played."""


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


class BaseJob:
    """The base of all jobs, which are frozen dataclasses.

    A job says what to play; its `worker` plays blocks with the records of one thread. An experiment adds attributes,
    the number of matches in all and in a block, the axes of its counts, and a manifest.
    """

    rules: Any  # the house rules
    players: Any  # all players; player i is *slot* i
    seed: int  # 0 .. 2**64 - 1
    match_games: int  # games of a match
    first_match: int = 0  # number of the first match

    @property
    def job_type(self) -> str:
        raise NotImplementedError

    @property
    def ordered(self) -> bool:
        """Whether blocks must be merged in order."""
        return False

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(player.label for player in self.players)

    @property
    def matches(self) -> int:
        raise NotImplementedError

    @property
    def block_matches(self) -> int:
        """Matches in a block; it may depend on the job alone, so that results do not depend on the machine."""
        raise NotImplementedError

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """`size` overrides the number of matches in a block."""
        return runs(self.matches, size or self.block_matches, self.match_games, self.first_match)

    @property
    def axes(self) -> Mapping[str, tuple[int | Axis, ...]]:
        """The arrays that a block counts and their axes, see `Totals`."""
        raise NotImplementedError

    def empty(self) -> Any:
        return Totals(self.axes)

    def worker(self) -> Any:
        raise NotImplementedError

    def rules_and_players(self) -> dict[str, Any]:
        return rules_and_players(self.rules, self.players)

    def named(self, *names: str) -> dict[str, Any]:
        """Attributes for a manifest."""
        return {name: plain(getattr(self, name)) for name in names}


def rules_and_players(rules: HouseRules, players: Sequence[Bot]) -> dict[str, Any]:
    """The part of a manifest that says who plays by which rules."""
    return {"rules": {"name": rules.name, "knobs": rules.knobs()}, "players": described(players)}


def plain(value: Any) -> Any:
    """Turn tuples into lists, as JSON does."""
    return [plain(each) for each in value] if isinstance(value, tuple) else value


class BaseBatchJob(BaseJob):
    """The base of every game's batch."""

    grows: ClassVar[bool] = True  # a run of fewer games is the beginning of a longer one
    rules: HouseRules
    players: tuple[Any, ...]
    games: int  # how many games to play
    fixed_seats: bool  # slot i sits on seat i in every match; else seats rotate with the match number

    def check_numbers(self) -> None:
        """Check games, seed and match length. Raises JobError."""
        check_whole("the number of games", self.games, 1, MAX_GAMES)
        check_whole("the seed", self.seed, 0, MAX_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MAX_MATCH_GAMES)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The last match may be shorter; `size` overrides the number of matches in a block."""
        return cut_matches(self.games, self.match_games, size or self.block_matches)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return self.rules_and_players() | self.named("games", "seed", "match_games", "fixed_seats")

    def replay_options(self, match: int, game: int) -> str:
        """The command-line options that play a match up to a game: seed, match length, seats, first match."""
        length = f" --match-games {self.match_games}" if self.match_games > 1 else ""
        seats = " --fixed-seats" if self.fixed_seats else ""
        return f"--seed {self.seed}{length}{seats} --from-match {match + 1} --games {game + 1}"


def rules_option(rules: HouseRules, load: Callable[[str, list[str]], HouseRules]) -> str:
    """`--rules pagat --set call.timing=end`, derived from the rules' name; for a rules file only the name."""
    base, _, changes = rules.name.partition(" with ")
    settings = changes.split(", ") if changes else []
    option = " ".join(["--rules", shlex.quote(base), *(f"--set {shlex.quote(change)}" for change in settings)])
    try:
        same = load(base, settings).knobs() == rules.knobs()
    except TongitsError:
        same = False
    return option if same else f"--rules {shlex.quote(rules.name)}"


def players_option(specs: Iterable[str]) -> str:
    """`--players` for the command line, quoted for a shell."""
    return f"--players {shlex.quote(','.join(specs))}"


_BLOCK_GAMES = 2**13
_SMALLEST_BLOCK = 2**7
_SHARES = 64
_MAX_BLOCKS = 100_000


class GameJob(BaseJob):
    """The base of jobs that work for any game."""

    game: Game
    match_games: int = 1

    def check_players(self, players: Sequence[Any]) -> None:
        """Raises JobError unless every seat has a player."""
        seats = self.game.seats
        if len(players) != seats:
            raise JobError(f"{self.game.name} is played by {number_word(seats)} players, not {len(players)}")

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The slot on each seat; match numbers rotate through the seatings."""
        return rotations(self.game.seats)

    @property
    def games(self) -> int:
        """The units in which totals count: matches."""
        return self.matches

    @property
    def block_matches(self) -> int:
        return self.matches_of(self.matches)

    def matches_of(self, games: int, match_games: int = 1) -> int:
        """Matches in a block, if the job plays `games` games in matches of `match_games`."""
        wanted = max(_SMALLEST_BLOCK, min(max(_BLOCK_GAMES, -(-games // _MAX_BLOCKS)), games // _SHARES))
        return max(1, wanted // match_games)

    def replay(self, match: int, game: int) -> str:
        """The command that plays a game again; empty if no command can."""
        return ""

    def prepare(self: Any, notice: Notice) -> None:
        warm(self, notice)

    def faster(self, seconds: float) -> str:
        """No faster code exists: a game of the shared engine has a single engine."""
        return ""

    def program(self) -> str:
        """Digest of the sources that decide results: under another digest the same manifest may mean other games."""
        return program_digest(self.game)


@functools.cache
def program_digest(game: Game) -> str:
    """Digest of the sources that decide play: the game's own and the shared sources.

    It includes the modules of rules, bots and kernels, wherever they lie. Raises JobError: a pattern of `game.sources`
    fits no file.
    """
    root = Path(__file__).resolve().parents[2]
    parts = (game.rules, game.bots, game.playing)
    files = {Path(inspect.getfile(cast("ModuleType", part))).resolve() for part in parts}
    for pattern in (*game.sources, "tongits_sim/core/*.py"):
        found = set(root.glob(pattern))
        if not found:
            raise JobError(f"the sources of {game.title} name {pattern!r}, and no file is called that")
        files |= found
    digest = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def check_current(players: Iterable[Any]) -> None:
    """Raises TongitsError: a bot's file has changed since the bot was loaded."""
    for player in {player.spec: player for player in players}.values():
        player.check_current()


def tags_of(job: Any) -> list[str]:
    """Tags under which the parts of a job are marked as compiled."""
    beginning, sources = f"{job.game.name}-{job.program()}", [player.manifest()["source"] for player in job.players]
    return [f"{beginning}-{job.job_type}", *(f"{beginning}-bot-{source}" for source in sources)]


def warm(job: Any, notice: Notice) -> None:
    """Load or compile everything that the job needs by playing an empty block; give notice if that takes long."""
    from tongits_sim.compile import jit

    check_current(job.players)
    tags, title = tags_of(job), job.game.name
    if all(map(jit.compiled_before, tags)):
        job.worker().play(Block(0, 0, 0, 1))
        return
    with alone(notice, title):
        notice(f"Compiling {title}, once: up to a minute ... ")
        with timed(notice):
            job.worker().play(Block(0, 0, 0, 1))
        for tag in tags:
            jit.mark_compiled(tag)
