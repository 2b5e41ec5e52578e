"""Finds the sources that kernels depend on; their digest names the folder of machine code.

Numba's own cache notices changes only in the file that defines a function. So this module follows all imports of the
files that define kernels. It does so at every start. Hence every file is read once, and the patterns begin with a fixed
letter, which halves the time.
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import os
import platform
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

KERNEL_PACKAGES = ("analyses", "strategies", "tongits_sim")
ENGINE_PACKAGE = "tongits_sim"
ENGINE_ROOTS = (
    "tongits_sim/experiments/batch_kernel.py",
    "tongits_sim/experiments/duplicate_kernel.py",
    "tongits_sim/game/rare_kernels.py",
)
OTHER_GAMES = {"mahjong_sim": ("mahjong_sim/experiments/playing.py", "mahjong_sim/game/board.py")}
"""Packages of other games -> the roots of their engines."""
TABLES_OF_NAMES = (ENGINE_PACKAGE, *OTHER_GAMES)
"""Packages whose `__init__` only lists names that are imported at their first use."""

WITHOUT_KERNELS = ("tongits_sim/run/", "tongits_sim/stats/")
"""Packages without kernels: an edit of one of their files recompiles nothing."""

# Numba's settings that change machine code but not numba's cache key.
SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_LOOP_VECTORIZE", "NUMBA_OPT", "NUMBA_SLP_VECTORIZE")

# The text must begin with a line feed.
_IMPORT = re.compile(
    rb"\n[ \t]*(?:from|import)\s+((?:%s)\b[\w.]*)(?:\s+import\s+(\([^)]*\)|[\w, ]*))?"
    % "|".join((*KERNEL_PACKAGES, *OTHER_GAMES)).encode()
)
_COMPILES = re.compile(
    rb"\n[ \t]*(?:from|import)\s+(?:numba\b|tongits_sim\.compile\.jit\b|tongits_sim\.compile\s+import\s.*\bjit\b)"
)


class Sources:
    """The sources of some packages, each read once.

    Args:
        root: the folder of the packages; by default this program's.
        packages: their names; the sources of another game's package include the files it may import.

    Attributes:
        files: path of every source by name, sorted; names are relative with forward slashes.
    """

    def __init__(self, root: Path | None = None, packages: Iterable[str] = KERNEL_PACKAGES) -> None:
        self.files = dict(package_sources(root or Path(__file__).resolve().parents[2], packages))
        self._texts: dict[str, bytes] = {}
        self._cache: dict[str, list[str]] = {}

    def text(self, name: str) -> bytes:
        """The content of a source, read once."""
        if name not in self._texts:
            self._texts[name] = self.files[name].read_bytes()
        return self._texts[name]

    def kernels(self, package: str = "") -> list[str]:
        """The sources that define kernels, of all packages or one, and their imports, sorted."""
        return self.compiled(name for name in self.files if name.startswith(package) and self._compiles(name))

    def engine(self, game: str = "") -> list[str]:
        """The roots of an engine and all their imports, sorted."""
        return self.compiled(OTHER_GAMES[game] if game else ENGINE_ROOTS)

    def compiled(self, roots: Iterable[str]) -> list[str]:
        """The roots and those of their imports, direct or not, that may become machine code, sorted."""
        return self.closure(roots, WITHOUT_KERNELS)

    def closure(self, roots: Iterable[str], without: tuple[str, ...] = ()) -> list[str]:
        """The roots and all their imports, direct or not, sorted.

        Args:
            without: prefixes of file names; files with such a name are left out, with their imports.
        """
        pending = list(roots)
        seen = set[str]()
        while pending:
            name = pending.pop()
            if name in self.files and name not in seen and not name.startswith(without):
                seen.add(name)
                pending += self._imports(name)
        return sorted(seen)

    def digest(self, names: Iterable[str]) -> str:
        """Sixteen hex digits of everything that determines machine code: these sources, the versions of Python, numba
        and numpy, and numba's settings.
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

    def content_digest(self, names: Iterable[str]) -> str:
        """Sixteen hex digits of the sources alone; unlike `digest`, equal on every machine."""
        digest = hashlib.sha256()
        for name in names:
            digest.update(f"{name}\0".encode() + self.text(name) + b"\0")
        return digest.hexdigest()[:16]

    def _compiles(self, name: str) -> bool:
        text = self.text(name)
        return (b"numba" in text or b"jit" in text) and _COMPILES.search(b"\n" + text) is not None

    def _imports(self, name: str) -> list[str]:
        """Names of sources that a file may import; some may not exist."""
        if name in self._cache:
            return self._cache[name]
        imports: list[str] = []
        for module, imported in _IMPORT.findall(b"\n" + self.text(name)):
            base = module.decode().replace(".", "/")
            parts = imported.decode().strip("()").split(",")
            imports += [f"{base}/{part.split()[0]}.py" for part in parts if part.strip()]
            imports.append(f"{base}.py")
            if base not in TABLES_OF_NAMES:
                imports.append(f"{base}/__init__.py")
        self._cache[name] = imports
        return imports


def package_sources(root: Path, packages: Iterable[str] = KERNEL_PACKAGES) -> Iterator[tuple[str, Path]]:
    """Name and path of every source of packages, sorted; names are relative to `root` with forward slashes."""
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


@functools.cache
def game_sources(game: str) -> Sources:
    """The sources that kernels of another game may depend on, read at the first call."""
    return Sources(packages=(*KERNEL_PACKAGES, game))


ALL = "*"
"""Stands for all names that a file defines."""
_IGNORED = ("ctx", "kind", "type_comment", "annotation", "returns")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Named(NamedTuple):
    """A name at the top level of a source."""

    source: str
    name: str


class _Statement(NamedTuple):
    """A statement at the top level: names that it defines, (name, attribute) pairs that it uses, and (module, name)
    pairs that its functions import.
    """

    node: ast.stmt
    defines: frozenset[str]
    uses: frozenset[tuple[str, str]]
    imports: frozenset[tuple[str, str]]


class Definitions:
    """The statements of sources, each parsed once. For `closed` files the uses do not count, only the definitions."""

    def __init__(self, sources: Sources, closed: Iterable[str] = ()) -> None:
        self._sources = sources
        self._closed = frozenset(closed)
        self._files: dict[str, _File] = {}

    def reached(self, roots: Iterable[Named]) -> set[Named]:
        """The roots and all names that they depend on."""
        pending = list(roots)
        seen = set[Named]()
        while pending:
            at = pending.pop()
            if at not in seen and at.source in self._sources.files:
                seen.add(at)
                if at.source not in self._closed:
                    pending += self._dependencies(at)
        return seen

    def digest(self, roots: Iterable[Named], further: Iterable[str] = ()) -> str:
        """Sixteen hex digits of all statements that the roots depend on, and of further texts."""
        digest = hashlib.sha256()
        names: dict[str, set[str]] = {}
        for at in self.reached(roots):
            names.setdefault(at.source, set()).add(at.name)
        for source, some in sorted(names.items()):
            digest.update(f"{source}\0".encode())
            for statement in self._file(source).defining(some):
                digest.update(f"{_content(statement.node)}\0".encode())
        for text in further:
            digest.update(f"{text}\0".encode())
        return digest.hexdigest()[:16]

    def _dependencies(self, at: Named) -> Iterator[Named]:
        file = self._file(at.source)
        if at.name == ALL:
            yield from (Named(at.source, name) for name in file.names)
        elif at.name in file.imports:
            yield from self._target(*file.imports[at.name], ALL)
        for statement in file.defining({at.name}):
            for module, name in statement.imports:
                yield from self._target(module, name, ALL)
            for name, part in statement.uses:
                if name in file.imports:
                    yield from self._target(*file.imports[name], part)
                elif name in file.names:
                    yield Named(at.source, name)

    def _target(self, module: str, name: str, part: str) -> Iterator[Named]:
        """What an import means: a name of a module, or a part of a submodule."""
        base = module.replace(".", "/")
        inner = f"{base}/{name}.py" if name else f"{base}.py"
        if inner in self._sources.files:
            yield Named(inner, part)
        elif name:
            here = f"{base}.py"
            yield Named(here if here in self._sources.files else f"{base}/__init__.py", name)

    def _file(self, source: str) -> _File:
        if source not in self._files:
            self._files[source] = _File(self._sources.text(source))
        return self._files[source]


class _File:
    """The statements at the top level of a file.

    Attributes:
        imports: by name, the module and the name in it ("": the module itself).
    """

    def __init__(self, text: bytes) -> None:
        self.imports: dict[str, tuple[str, str]] = {}
        self._statements: list[_Statement] = []
        for node in ast.parse(text).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.imports.update(_imports(node))
            elif not _is_ignored(node):
                self._statements.append(_statement(node))

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(statement.defines for statement in self._statements))

    def defining(self, names: set[str]) -> list[_Statement]:
        """The statements that define any of the names, in order."""
        return [statement for statement in self._statements if ALL in names or not names.isdisjoint(statement.defines)]


def _is_ignored(node: ast.stmt) -> bool:
    """Whether a statement is a docstring or for type checkers only."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _imports(node: ast.Import | ast.ImportFrom) -> dict[str, tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        return {alias.asname or alias.name: (node.module or "", alias.name) for alias in node.names}
    return {alias.asname or alias.name.partition(".")[0]: (alias.name, "") for alias in node.names}


def _statement(node: ast.stmt) -> _Statement:
    """The definitions and uses of a statement.

    Any statement other than a definition or an assignment may change the names that it mentions, so it counts as a
    definition of each of these names.
    """
    used = set[tuple[str, str]]()
    imported = set[tuple[str, str]]()
    bound = set[str]()
    parts = {id(inner.value): inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            used.add((inner.id, parts.get(id(inner), ALL)))
        elif isinstance(inner, ast.Import | ast.ImportFrom):
            imported.update(_imports(inner).values())
        elif isinstance(inner, _SCOPES):
            bound.add(inner.name)
    if isinstance(node, _SCOPES):
        bound = {node.name}
    else:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        plain = isinstance(node, ast.Assign | ast.AnnAssign) and all(
            isinstance(target, ast.Name | ast.Tuple) for target in targets
        )
        inside = (part for target in targets if target is not None for part in ast.walk(target)) if plain else ()
        bound |= {part.id for part in inside if isinstance(part, ast.Name)} if plain else {name for name, _ in used}
    return _Statement(node, frozenset(bound - set(dir(builtins))), frozenset(used), frozenset(imported))


def _content(node: object) -> str:
    """Code as text, without docstrings and annotations."""
    if isinstance(node, list):
        return f"[{','.join(map(_content, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = []
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(value, list) and isinstance(node, _SCOPES):
            value = [item for item in value if not _is_ignored(item)]
        if name not in _IGNORED and value is not None and value != []:
            parts.append(f"{name}={_content(value)}")
    return f"{type(node).__name__}({','.join(parts)})"
