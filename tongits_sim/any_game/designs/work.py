"""The base of all jobs of any game: blocks, compilation, and the digest of the sources that decide results."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from tongits_sim.any_game.game import Game
from tongits_sim.any_game.jobs import DesignJob, JobError, rotations
from tongits_sim.run.numbers import number_word
from tongits_sim.run.warmup import alone, timed
from tongits_sim.run.work import Block, Notice

_BLOCK_GAMES = 2**13
_SMALLEST_BLOCK = 2**7
_SHARES = 64
_MOST_BLOCKS = 100_000


class GameWork(DesignJob):
    """The base of all jobs of any game.

    Attributes:
        game: which.
    """

    game: Game
    match_games: int = 1

    def check_players(self, players: Sequence[Any]) -> None:
        """Raises JobError unless there is one for each seat."""
        seats = self.game.seats
        if len(players) != seats:
            raise JobError(f"{self.game.name} is played by {number_word(seats)} players, not {len(players)}")

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The seatings, in rotation by match number: the slot on each seat."""
        return rotations(self.game.seats)

    @property
    def games(self) -> int:
        """The units in which totals count: matches."""
        return self.matches

    @property
    def block_matches(self) -> int:
        """Matches in a block."""
        return self.matches_of(self.matches)

    def matches_of(self, games: int, match_games: int = 1) -> int:
        """Matches in a block for `games` games in matches of `match_games`."""
        wanted = max(_SMALLEST_BLOCK, min(max(_BLOCK_GAMES, -(-games // _MOST_BLOCKS)), games // _SHARES))
        return max(1, wanted // match_games)

    def replay(self, match: int, game: int) -> str:
        """The command that plays a game again; empty if there is none."""
        return ""

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything the job needs."""
        warm(self, notice)

    def faster(self, seconds: float) -> str:
        """No code: there is one engine."""
        return ""

    def program(self) -> str:
        """Digest of the sources that decide results: with another the same manifest may mean other games."""
        return program_digest(self.game)


@functools.cache
def program_digest(game: Game) -> str:
    """Digest of the sources of a game that decide what is played, and of what every game shares.

    The modules of its rules, bots and kernels count wherever they are. Raises JobError for a pattern of `game.sources`
    that fits no file.
    """
    root = Path(__file__).resolve().parents[3]
    parts = (game.rules, game.bots, game.playing)
    files = {Path(inspect.getfile(cast("ModuleType", part))).resolve() for part in parts}
    for pattern in (*game.sources, "tongits_sim/any_game/**/*.py"):
        found = set(root.glob(pattern))
        if not found:
            raise JobError(f"the sources of {game.title} name {pattern!r}, and no file is called that")
        files |= found
    digest = hashlib.sha256()
    for path in sorted(files):
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def tags_of(work: Any) -> list[str]:
    """The tags of the parts of a work, which mark them as compiled."""
    beginning, sources = f"{work.game.name}-{work.program()}", [player.manifest()["source"] for player in work.players]
    return [f"{beginning}-{work.kind}", *(f"{beginning}-bot-{source}" for source in sources)]


def warm(work: Any, notice: Notice) -> None:
    """Load or compile everything the work needs, by playing an empty block; says so where it takes long."""
    from tongits_sim import jit

    tags, title = tags_of(work), work.game.name
    if all(map(jit.compiled_before, tags)):
        work.worker().play(Block(0, 0, 0, 1))
        return
    with alone(notice, title):
        notice(f"Compiling {title}, once: up to a minute ... ")
        with timed(notice):
            work.worker().play(Block(0, 0, 0, 1))
        for tag in tags:
            jit.mark_compiled(tag)
