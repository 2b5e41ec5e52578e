"""What every kind of work on games of Tongits shares: what it compiles, and which sources decide its numbers."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongits_sim.run.warmup import Notice


class GameWork:
    """The part of `run.work.Work` that all jobs of the designs have in common."""

    @property
    def ordered(self) -> bool:
        """Blocks count in any order."""
        return False

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything the job needs, by playing nothing."""
        from tongits_sim.designs.warmup import warm

        warm(self, notice)

    def program(self) -> str:
        """Digest of the sources that decide the job's numbers; see `source_digest`."""
        return source_digest(type(self).__module__)


def source_digest(module: str) -> str:
    """Digest of the sources that decide numbers: the engine's, the bots', those of a job's package, and those
    that all such packages share.

    With another digest the same manifest may mean other games.
    """
    from tongits_sim.jit import engine_sources, package_sources

    root = Path(__file__).resolve().parents[2]
    mine = module.rpartition(".")[0].replace(".", "/")
    shared = mine.rpartition("/")[0]
    files = dict(engine_sources(root))
    for name, path in package_sources(root):
        folder = name.rpartition("/")[0]
        if name.startswith("strategies/") or folder in (mine, shared):
            files[name] = path
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
