"""The sources that kernels depend on, and their digest, which names the folder of their machine code.

Numba's own cache notices changes only in the file that defines a function. So the sources that a kernel depends on are
found here: the files that define kernels and all files that they import, directly or not. This is done at every start,
so every file is read once, and the patterns that find its imports begin with a fixed letter, which takes half the time.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import numba
import numpy as np

KERNEL_PACKAGES = ("analyses", "strategies", "tongits_sim")
ENGINE_PACKAGE = "tongits_sim"
ENGINE_ROOTS = (
    "tongits_sim/experiments/batch_kernel.py",
    "tongits_sim/experiments/duplicate_kernel.py",
    "tongits_sim/game/rare_kernels.py",
)
OTHER_GAMES = {"mahjong_sim": ("mahjong_sim/designs/playing.py", "mahjong_sim/game/board.py")}
"""Packages of other games, with the roots of their engines."""

# Numba's switches that change the machine code but not numba's own cache key.
SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_LOOP_VECTORIZE", "NUMBA_OPT", "NUMBA_SLP_VECTORIZE")

# For a text that begins with a line feed.
_IMPORT = re.compile(
    rb"\n[ \t]*(?:from|import)\s+((?:%s)\b[\w.]*)(?:\s+import\s+(\([^)]*\)|[\w, ]*))?"
    % "|".join((*KERNEL_PACKAGES, *OTHER_GAMES)).encode()
)
_COMPILES = re.compile(
    rb"\n[ \t]*(?:from|import)\s+(?:numba\b|tongits_sim\.compile\.jit\b|tongits_sim\.compile\s+import\s.*\bjit\b)"
)


class Sources:
    """The sources of some packages below a folder, each read once.

    Args:
        root: the folder that holds the packages; by default the one this module was imported from.
        packages: their names; the sources of another game's package include the files it may import.

    Attributes:
        files: path of every source by its name, which is relative with forward slashes; sorted.
    """

    def __init__(self, root: Path | None = None, packages: Iterable[str] = KERNEL_PACKAGES) -> None:
        self.files = dict(package_sources(root or Path(__file__).resolve().parents[2], packages))
        self._texts: dict[str, bytes] = {}
        self._cache: dict[str, list[str]] = {}

    def text(self, name: str) -> bytes:
        if name not in self._texts:
            self._texts[name] = self.files[name].read_bytes()
        return self._texts[name]

    def kernels(self, package: str = "") -> list[str]:
        """The sources that define kernels and those they import, sorted; of all packages or of one."""
        return self.closure(name for name in self.files if name.startswith(package) and self._compiles(name))

    def engine(self, game: str = "") -> list[str]:
        """The roots of the engine, or of another game's engine, and the sources they import, sorted."""
        return self.closure(OTHER_GAMES[game] if game else ENGINE_ROOTS)

    def closure(self, roots: Iterable[str]) -> list[str]:
        """The roots and the sources they import, directly or not, sorted."""
        pending, seen = list(roots), set[str]()
        while pending:
            name = pending.pop()
            if name in self.files and name not in seen:
                seen.add(name)
                pending += self._imports(name)
        return sorted(seen)

    def digest(self, names: Iterable[str]) -> str:
        """Sixteen hex digits that change with any of these sources and anything else that determines the machine code:
        the versions of Python, numba and numpy, and numba's switches.
        """
        digest = hashlib.sha256()
        switches = [f"{name}={os.environ.get(name, '')}" for name in SWITCHES]
        for line in (platform.python_version(), numba.__version__, np.__version__, *switches):
            digest.update(f"{line}\0".encode())
        for name in names:
            content = self.text(name)
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()[:16]

    def _compiles(self, name: str) -> bool:
        text = self.text(name)
        return (b"numba" in text or b"jit" in text) and _COMPILES.search(b"\n" + text) is not None

    def _imports(self, name: str) -> list[str]:
        """Names of the sources that a text imports; some may not exist."""
        if name in self._cache:
            return self._cache[name]
        imports: list[str] = []
        for module, imported in _IMPORT.findall(b"\n" + self.text(name)):
            base = module.decode().replace(".", "/")
            parts = imported.decode().strip("()").split(",")
            imports += [f"{base}/{part.split()[0]}.py" for part in parts if part.strip()]
            imports += [f"{base}.py"] + [f"{base}/__init__.py"] * (base != ENGINE_PACKAGE)
        self._cache[name] = imports
        return imports


def package_sources(root: Path, packages: Iterable[str] = KERNEL_PACKAGES) -> Iterator[tuple[str, Path]]:
    """Name and path of every source of the packages below `root`, sorted; names are relative with forward slashes."""
    pending = [(package, f"{root}/{package}") for package in packages]
    sources: list[tuple[str, Path]] = []
    while pending:
        name, folder = pending.pop()
        if not os.path.isdir(folder):  # noqa: PTH112
            continue
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    sources.append((f"{name}/{entry.name}", Path(entry.path)))
                elif entry.is_dir() and entry.name.isidentifier() and entry.name != "__pycache__":
                    pending.append((f"{name}/{entry.name}", entry.path))
    yield from sorted(sources)


def engine_sources(root: Path) -> Iterator[tuple[str, Path]]:
    """As `package_sources`, but only the engine's roots and the files they import, directly or not."""
    sources = Sources(root)
    yield from ((name, sources.files[name]) for name in sources.engine())


@functools.cache
def game_sources(game: str) -> Sources:
    """The sources that kernels of another game may depend on, as they are at the first call."""
    return Sources(packages=(*KERNEL_PACKAGES, game))
