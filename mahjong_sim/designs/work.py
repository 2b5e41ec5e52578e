"""The base of all jobs of mahjong: compilation, blocks, and the digest of the sources that decide results."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.run.warmup import Notice, alone, timed
from tongits_sim.run.work import Block, Work

MOST_SEED = 2**64 - 1
MOST_GAMES = 10**12
MOST_MATCH_GAMES = 10**6

_BLOCK_GAMES = 2**13
_SMALLEST_BLOCK = 2**7
_SHARES = 64
_MOST_BLOCKS = 100_000


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
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise JobError(f"{what} must be a whole number between {low:,} and {high:,}, not {value!r}")


def cut(games: int, match_games: int, size: int | None) -> Iterator[Block]:
    """The blocks of `games` games in matches of `match_games`; the last match may be shorter.

    The cut depends on the job alone. `size` overrides the number of matches in a block.
    """
    if size is None:
        wanted = max(_SMALLEST_BLOCK, min(max(_BLOCK_GAMES, -(-games // _MOST_BLOCKS)), games // _SHARES))
        size = max(1, wanted // match_games)
    whole, rest = divmod(games, match_games)
    number = 0
    for first in range(0, whole, size):
        yield Block(number, first, min(size, whole - first), match_games)
        number += 1
    if rest:
        yield Block(number, whole, 1, rest)


class MahjongWork:
    """The part of `run.work.Work` that all jobs share."""

    @property
    def ordered(self) -> bool:
        """Whether blocks must be counted in order: never."""
        return False

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything the job needs."""
        warm(self, notice)

    def program(self) -> str:
        """Digest of the sources that decide results: with another the same manifest may mean other games."""
        return program_digest()


@functools.cache
def program_digest() -> str:
    """Digest of all sources of mahjong that decide what is played."""
    root = Path(__file__).resolve().parents[1]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(("analyses/", "commands/", "questions/", "records/")):
            digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def warm(work: Work[Any], notice: Notice) -> None:
    """Load or compile everything the work needs, by playing an empty block; says so where it takes long."""
    from tongits_sim import jit

    engine = jit.game_cache("mahjong_sim", True).name.removeprefix("kernels-")
    tags = [f"mahjong-{engine}-{work.kind}"]
    for player in work.players:
        source = str(player.manifest()["source"])
        tags.append(f"mahjong-{engine}-bot-{source}")
    if all(map(jit.compiled_before, tags)):
        work.worker().play(Block(0, 0, 0, 1))
        return
    with alone(notice):
        notice("Compiling mahjong, once: about a minute ... ")
        with timed(notice):
            work.worker().play(Block(0, 0, 0, 1))
        for tag in tags:
            jit.mark_compiled(tag)
