"""Imports point one way, cli -> reports -> analyses -> strategies -> tongits_sim, and down inside each; a start is
quick. Another game, mahjong_sim, stands beside: it imports only what knows no game, and nothing imports it.
"""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import pytest

from tests.sources import LAYERS, ROOT, Module, modules

HEAVY = ("dask", "distributed", "jinja2", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "scipy")

# What another game may use of this one: what knows no game.
FOR_ANY_GAME = (
    *("tongits_sim.run", "tongits_sim.core", "tongits_sim.stats", "tongits_sim.compile.jit"),
    *("tongits_sim.errors", "tongits_sim.interrupts", "tongits_sim.compile.identity", "tongits_sim.compile"),
    *("reports.text", "reports.commands.any_game", "reports.commands.options", "reports.commands.shell"),
    *("reports.commands.progress", "reports.commands.interrupt", "reports.commands.analyze", "reports.page"),
    *(
        "reports.questions.any_game",
        "reports.questions.tables",
        "reports.questions.presenting",
        "reports.commands.games",
        "tongits_sim.names",
    ),
    *("analyses.answers.shared", "analyses.rollouts.cells"),
    *("analyses.figures", "analyses.question", "analyses.registry"),
    *("analyses.words", "analyses.money"),
)
# Rooms that know no game: another one can use them as they are.
GAMELESS = ("tongits_sim.run", "tongits_sim.core")
KNOW_NO_GAME = (
    *("tongits_sim.run.", "tongits_sim.core.", "tongits_sim.compile", "tongits_sim.stats"),
    *("tongits_sim.errors", "tongits_sim.version", "tongits_sim.names", "tongits_sim.interrupts"),
)
LARGEST_CIRCLE = 2
FACE = "tongits_sim"
"""The module that is a table of names, also of packages above it: it repeats them as imports for type checkers alone,
which are not counted. That it loads none of them is tested in a process of its own.
"""

# Names of bots that are words of the game too: tongits_sim may say them.
GAME_WORDS = frozenset({"caller", "hooks", "random", "tongits"})


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a tree imports, also late and by name."""
    for node in ast.walk(tree):
        yield from imported_by(node)


def imported_by(node: ast.AST) -> Iterator[tuple[int, str]]:
    """What a node imports itself, what lies in it left out."""
    if isinstance(node, ast.Import):
        yield from ((node.lineno, alias.name) for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.lineno, node.module
    elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
        names = [argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant)]
        yield from ((node.lineno, name) for name in names if isinstance(name, str))


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@functools.cache
def imports_of(module: Module) -> tuple[tuple[int, str], ...]:
    """Line and dotted name of everything a module imports."""
    return tuple(each for node in nodes_of(module) for each in imported_by(node))


def nodes_of(module: Module) -> Iterator[ast.AST]:
    """Every node of a module, but for what only type checkers read of the face."""
    body = [node for node in module.tree.body if module.name != FACE or not only_for_types(node)]
    return iter(module.nodes) if module.name != FACE else (each for node in body for each in ast.walk(node))


def only_for_types(node: ast.AST) -> bool:
    """Whether it is an `if TYPE_CHECKING`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@functools.cache
def graph() -> dict[str, frozenset[str]]:
    """The modules of the program that each of them imports, late and typing-only imports counted."""
    names = {module.name for module in modules()}
    return {module.name: frozenset(inner_imports(module, names)) for module in modules()}


def inner_imports(module: Module, names: set[str]) -> Iterator[str]:
    """The modules among `names` that a module imports; `from package import name` imports the module `package.name`."""
    for node in nodes_of(module):
        if isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from ({each if each in names else str(node.module) for each in inner} & names)
        elif isinstance(node, ast.Import | ast.Call):
            yield from ({name for _, name in imported_by(node)} & names)


def circles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Modules that import each other, directly or not: the strongly connected components of more than one."""
    reached = {name: reachable(name, imports) for name in imports}
    components = {frozenset(other for other in reached[name] if name in reached[other]) for name in imports}
    return sorted(sorted(circle) for circle in components if len(circle) > 1)


def reachable(name: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    """Everything a module imports, directly or not."""
    pending, names = list(imports[name]), set[str]()
    while pending:
        if (each := pending.pop()) in imports and each not in names:
            names.add(each)
            pending += imports[each]
    return names


def room(name: str) -> str:
    """The room of a module: its folder within the package, or, directly in a package, the module itself. `jit` is the
    door of the room `compile`.
    """
    return "tongits_sim.compile" if name == "tongits_sim.compile.jit" else ".".join(name.split(".")[:2])


def rooms() -> dict[str, set[str]]:
    """The rooms whose modules those of each room import."""
    found: dict[str, set[str]] = {}
    for name, imports in graph().items():
        found.setdefault(room(name), set()).update(room(other) for other in imports)
    return {name: others - {name} for name, others in found.items()}


@functools.cache
def bots() -> set[str]:
    """The bots, by the names of their files."""
    return {path.stem for path in (ROOT / "strategies").glob("*.py") if not path.stem.startswith("_")} - GAME_WORDS


def docstrings(tree: ast.AST) -> set[int]:
    """Identities of the constants that are docstrings."""
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    first = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
    return {id(value) for value in first if isinstance(value, ast.Constant)}


def imports_point_to_the_right(module: Module) -> list[str]:
    forbidden = ("tests", *LAYERS[: LAYERS.index(module.layer)])
    wrong = [
        f"{module.shown}:{line} imports {name}" for line, name in imports_of(module) if name.split(".")[0] in forbidden
    ]
    return (
        [f"{module.layer} may import only to its right in {' -> '.join(LAYERS)}: {'; '.join(wrong)}"] if wrong else []
    )


def playing_knows_no_game(module: Module) -> list[str]:
    wrong = [name for name in graph()[module.name] if not f"{name}.".startswith((*GAMELESS, *KNOW_NO_GAME))]
    return [f"{module.shown} imports {wrong}: what plays works and keeps them must serve any game"] if wrong else []


def another_game_uses_only_what_knows_no_game(module: Module) -> list[str]:
    others = [name for _, name in imports_of(module) if name.split(".")[0] in LAYERS]
    wrong = [
        name
        for name in others
        if not f"{name}.".startswith(tuple(f"{each}." for each in (*FOR_ANY_GAME, "mahjong_sim")))
    ]
    wrong = [name for name in wrong if name != "tongits_sim"]  # `from tongits_sim import jit`
    return [f"{module.shown} imports {wrong}, which is of the other game"] if wrong else []


def test_no_circle_is_larger_than_two_files() -> None:
    large = [circle for circle in circles(graph()) if len(circle) > LARGEST_CIRCLE]
    assert not large, f"modules that import each other: {large}"


def test_no_rooms_import_each_other() -> None:
    among = [circle for circle in circles(rooms()) if any((ROOT / name.replace(".", "/")).is_dir() for name in circle)]
    assert not among, f"rooms that import each other, directly or not: {among}"


def the_engine_names_no_bot(module: Module) -> list[str]:
    names, prose = bots(), docstrings(module.tree)
    naming = [
        f"{module.shown}:{node.lineno} says {node.value!r}"
        for node in module.nodes
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in prose
    ]
    return (
        [f"tongits_sim must know no bot by name, let the caller pass the strategy: {'; '.join(naming)}"]
        if naming
        else []
    )


CHECKS: tuple[tuple[Callable[[Module], list[str]], Sequence[str]], ...] = (
    (imports_point_to_the_right, LAYERS),
    (playing_knows_no_game, GAMELESS),
    (another_game_uses_only_what_knows_no_game, ("mahjong_sim",)),
    (the_engine_names_no_bot, ("tongits_sim",)),
)


@pytest.mark.parametrize(("check", "where"), CHECKS, ids=lambda each: getattr(each, "__name__", ""))
def test_every_module(check: Callable[[Module], list[str]], where: Sequence[str]) -> None:
    seen = [module for module in modules() if f"{module.name}.".startswith(tuple(where))]
    assert len(seen) > 10
    wrong = [each for module in seen for each in check(module)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["cli", "cli; list(cli.main.commands.values())"])
def test_imports_lightly(name: str) -> None:
    program = f"import sys; import {name}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert not run.stdout.split(), (
        f"`import {name}` loads {run.stdout.strip()}; import them in the function that needs them"
    )


def test_sees_circles() -> None:
    imports = {"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": ["e"], "e": ["d"], "f": ["a"]}
    assert circles(imports) == [["a", "b", "c"], ["d", "e"]]


def test_rooms_are_folders() -> None:
    names = ("tongits_sim.run.run", "tongits_sim.run", "tongits_sim.experiments.batch", "tongits_sim.cards", "cli")
    found = ["tongits_sim.run", "tongits_sim.run", "tongits_sim.experiments", "tongits_sim.cards", "cli"]
    assert [room(name) for name in names] == found
    assert rooms()["tongits_sim.run"] >= {"tongits_sim.compile", "tongits_sim.errors"}


def test_every_import_is_seen() -> None:
    assert "tongits_sim.run.workers" in graph()["tongits_sim.run.backends"]  # late
    assert "tongits_sim.run.work" in graph()["tongits_sim.run.warmup"]  # for types
    assert "tongits_sim.game.arrangement" in graph()["tongits_sim.game.board"]  # as a name of its package


def test_sees_what_is_wrong() -> None:
    tree = ast.parse("def f():\n    from reports import page\n    import_module('cli')\nimport analyses.calls as c\n")
    assert sorted(imported(tree)) == [(2, "reports"), (3, "cli"), (4, "analyses.calls")]
