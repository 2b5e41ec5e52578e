"""The base of all jobs of mahjong: compilation, blocks, and the digest of the sources that decide results."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mahjong_sim.bots.strategy import Player
from mahjong_sim.game.state import SEATS
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.jobs import DesignJob, JobError
from tongits_sim.run.warmup import Notice, alone, timed
from tongits_sim.run.work import Block, Work

_BLOCK_GAMES = 2**13
_SMALLEST_BLOCK = 2**7
_SHARES = 64
_MOST_BLOCKS = 100_000


ROTATED = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The seatings in rotation: the slot on each seat."""


def check_players(players: Sequence[Player]) -> None:
    """Raises JobError unless there are four."""
    if len(players) != SEATS:
        raise JobError(f"mahjong is played by four players, not {len(players)}")


class MahjongWork(DesignJob):
    """The base of all jobs of mahjong."""

    rules: RuleSet
    match_games: int = 1

    @property
    def seatings(self) -> tuple[tuple[int, int, int, int], ...]:
        """The seatings, in rotation by match number."""
        return ROTATED

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
        """Nothing: there is one engine."""
        return ""

    def program(self) -> str:
        """Digest of the sources that decide results: with another the same manifest may mean other games."""
        return program_digest()


IDLE = tuple(f"mahjong_sim/{room}/" for room in ("analyses", "commands", "questions", "records"))
"""Rooms that do not decide what is played."""


@functools.cache
def program_digest() -> str:
    """Digest of all sources of mahjong that decide what is played, and of what every game shares."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    for path in sorted([*root.glob("mahjong_sim/**/*.py"), *root.glob("tongits_sim/any_game/*.py")]):
        name = path.relative_to(root).as_posix()
        if not name.startswith(IDLE):
            digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def tags_of(work: Work[Any]) -> list[str]:
    """The names under which it is remembered that the parts of a work were compiled."""
    from tongits_sim import jit

    engine = jit.game_cache("mahjong_sim", True).name.removeprefix("kernels-")
    sources = [str(player.manifest()["source"]) for player in work.players]
    return [f"mahjong-{engine}-{work.kind}", *(f"mahjong-{engine}-bot-{source}" for source in sources)]


def warm(work: Work[Any], notice: Notice) -> None:
    """Load or compile everything the work needs, by playing an empty block; says so where it takes long."""
    from tongits_sim import jit

    tags = tags_of(work)
    if all(map(jit.compiled_before, tags)):
        work.worker().play(Block(0, 0, 0, 1))
        return
    with alone(notice, "mahjong"):
        notice("Compiling mahjong, once: about a minute ... ")
        with timed(notice):
            work.worker().play(Block(0, 0, 0, 1))
        for tag in tags:
            jit.mark_compiled(tag)
