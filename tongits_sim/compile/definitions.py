"""The statements that some functions depend on, in all files, and the digest of these statements.

A cache of machine code may go by whole files: to compile too often only costs a wait. A module that is compiled once
and shipped should go stale only when its content changes. So single statements count here: the definition of a
function, the constants and functions that it names, and what these name. Comments, docstrings, annotations and layout
do not count, and nothing depends on the version of Python.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from tongits_sim.compile.sources import Sources

ALL = "*"
"""In the place of a name: everything that a file defines."""
_IGNORED = ("ctx", "kind", "type_comment", "annotation", "returns")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Named(NamedTuple):
    """A name at the top level of a source."""

    source: str
    name: str


class _Statement(NamedTuple):
    """A statement at the top level: the names it defines, the names it uses, each with the attribute taken from it, and
    the imports in its functions, as a module and a name.
    """

    node: ast.stmt
    defines: frozenset[str]
    uses: frozenset[tuple[str, str]]
    imports: frozenset[tuple[str, str]]


class Definitions:
    """The statements of some sources, each file parsed once.

    Args:
        sources: the files.
        closed: files of which the definitions count, but not the names in them.
    """

    def __init__(self, sources: Sources, closed: Iterable[str] = ()) -> None:
        self._sources = sources
        self._closed = frozenset(closed)
        self._files: dict[str, _File] = {}

    def reached(self, roots: Iterable[Named]) -> set[Named]:
        """All names that the roots depend on, the roots among them."""
        pending, seen = list(roots), set[Named]()
        while pending:
            at = pending.pop()
            if at not in seen and at.source in self._sources.files:
                seen.add(at)
                if at.source not in self._closed:
                    pending += self._dependencies(at)
        return seen

    def digest(self, roots: Iterable[Named], further: Iterable[str] = ()) -> str:
        """Sixteen hex digits that change with the content of any statement that the roots depend on, or any text."""
        digest = hashlib.sha256()
        names: dict[str, set[str]] = {}
        for at in self.reached(roots):
            names.setdefault(at.source, set()).add(at.name)
        for source, some in sorted(names.items()):
            digest.update(f"{source}\0".encode())
            for each in self._file(source).defining(some):
                digest.update(f"{_content(each.node)}\0".encode())
        for text in further:
            digest.update(f"{text}\0".encode())
        return digest.hexdigest()[:16]

    def _dependencies(self, at: Named) -> Iterator[Named]:
        file = self._file(at.source)
        if at.name == ALL:
            yield from (Named(at.source, each) for each in file.names)
        elif at.name in file.imports:
            yield from self._target(*file.imports[at.name], ALL)
        for each in file.defining({at.name}):
            for module, name in each.imports:
                yield from self._target(module, name, ALL)
            for name, part in each.uses:
                if name in file.imports:
                    yield from self._target(*file.imports[name], part)
                elif name in file.names:
                    yield Named(at.source, name)

    def _target(self, module: str, name: str, part: str) -> Iterator[Named]:
        """The target of an import: a name of a module, or a part of the module of that name."""
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
        imports: by name the module and the name in it, "" for the module itself.
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
        return frozenset().union(*(each.defines for each in self._statements))

    def defining(self, names: set[str]) -> list[_Statement]:
        """The statements that define any of some names, in their order."""
        return [each for each in self._statements if ALL in names or not names.isdisjoint(each.defines)]


def _is_ignored(node: ast.stmt) -> bool:
    """Whether a statement at the top level is a docstring or for type checkers only."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _imports(node: ast.Import | ast.ImportFrom) -> dict[str, tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        return {each.asname or each.name: (node.module or "", each.name) for each in node.names}
    return {each.asname or each.name.partition(".")[0]: (each.name, "") for each in node.names}


def _statement(node: ast.stmt) -> _Statement:
    """The definitions and uses of a statement. One that is neither a definition nor an assignment of names may change
    anything that it names, so it counts as a definition of all of these.
    """
    used, imported, bound = set[tuple[str, str]](), set[tuple[str, str]](), set[str]()
    parts = {id(each.value): each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            used.add((each.id, parts.get(id(each), ALL)))
        elif isinstance(each, ast.Import | ast.ImportFrom):
            imported.update(_imports(each).values())
        elif isinstance(each, _SCOPES):
            bound.add(each.name)
    if isinstance(node, _SCOPES):
        bound = {node.name}
    else:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        plain = isinstance(node, ast.Assign | ast.AnnAssign) and all(
            isinstance(each, ast.Name | ast.Tuple) for each in targets
        )
        inside = (each for target in targets if target is not None for each in ast.walk(target)) if plain else ()
        bound |= {each.id for each in inside if isinstance(each, ast.Name)} if plain else {name for name, _ in used}
    return _Statement(node, frozenset(bound - set(dir(builtins))), frozenset(used), frozenset(imported))


def _content(node: object) -> str:
    """A part of a program as text, without docstrings and annotations."""
    if isinstance(node, list):
        return f"[{','.join(map(_content, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = []
    for name, value in ast.iter_fields(node):
        if name == "body" and isinstance(value, list) and isinstance(node, _SCOPES):
            value = [each for each in value if not _is_ignored(each)]
        if name not in _IGNORED and value is not None and value != []:
            parts.append(f"{name}={_content(value)}")
    return f"{type(node).__name__}({','.join(parts)})"
