"""The base of all jobs of the designs: compilation, and the digest of the sources that determine results."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongits_sim.run.warmup import Notice

_ANY_GAME = "tongits_sim/any_game"
_BRANCHES = tuple(f"tongits_sim/designs/forks/{name}.py" for name in ("branch", "layout", "resume"))


class GameWork:
    """The part of `run.work.Work` that all jobs of the designs share."""

    @property
    def ordered(self) -> bool:
        """Whether blocks must be counted in order; by default not."""
        return False

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything the job needs."""
        from tongits_sim.designs.specialised import forget_missed
        from tongits_sim.designs.warmup import warm

        warm(self, notice)
        forget_missed()

    def faster(self, seconds: float) -> str:
        """Code that compiles the specialised engines that its blocks asked for, where each would play for long."""
        from tongits_sim.designs.specialised import code_for, missed
        from tongits_sim.run.beside import LEAST_LEFT

        engines = missed()
        return code_for(engines) if engines and seconds / len(engines) >= LEAST_LEFT else ""

    def program(self) -> str:
        """Digest of the sources that determine the job's results; see `source_digest`.

        They are read once: a process plays by what it has loaded, whatever is written to them later.
        """
        return _once(type(self).__module__)


def source_digest(module: str) -> str:
    """Digest of the sources that determine results: the engine, the bots, the job's package and what the packages of
    all designs share, branches among it.

    With a different digest the same manifest may stand for different games.
    """
    from tongits_sim.compile.sources import engine_sources, package_sources

    root = Path(__file__).resolve().parents[2]
    mine = module.rpartition(".")[0].replace(".", "/")
    shared = mine.rpartition("/")[0]
    files = dict(engine_sources(root))
    for name, path in package_sources(root):
        folder = name.rpartition("/")[0]
        if name.startswith("strategies/") or folder in (mine, shared, _ANY_GAME) or name in _BRANCHES:
            files[name] = path
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


_once = functools.cache(source_digest)
