"""Imports point one way, cli -> reports -> analyses -> strategies -> tongits_sim, rooms that serve any game know none,
and a start is quick. Another game, mahjong_sim, stands beside: it imports only what knows no game.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.sources import LAYERS, ROOT, Module, modules

HEAVY = ("dask", "distributed", "jinja2", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "scipy")
KNOW_NO_GAME = (
    *(f"tongits_sim.{package}" for package in ("run", "core", "compile", "stats", "knobs", "bots")),
    *(f"tongits_sim.records.{name}" for name in ("schema", "file", "frames")),
    *(f"tongits_sim.{name}" for name in ("experiments.benchmark", "errors", "version", "imports", "interrupts")),
)
FOR_ANY_GAME = (
    *(*KNOW_NO_GAME, "mahjong_sim", "reports.text", "reports.page"),
    *(
        f"reports.commands.{name}"
        for name in ("options", "shell", "progress", "interrupt", "analyze", "games", "any_game")
    ),
    *(f"reports.questions.{name}" for name in ("tables", "presenting", "any_game")),
    *(
        f"analyses.{name}"
        for name in ("answers.shared", "figures", "question", "registry", "words", "money", "rollouts.cells")
    ),
)
"""What another game may use of this one."""
FACE = "tongits_sim"
"""A table of names, also of packages above it, which type checkers see as imports."""


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def allowed(module: Module) -> tuple[str, ...]:
    if module.layer == "mahjong_sim":
        return FOR_ANY_GAME
    if f"{module.name}.".startswith(("tongits_sim.run.", "tongits_sim.core.")):
        return KNOW_NO_GAME
    return LAYERS[LAYERS.index(module.layer) :]


def within(name: str, rooms: tuple[str, ...]) -> bool:
    return name == FACE or f"{name}.".startswith(tuple(f"{room}." for room in rooms))


def test_imports_point_to_the_right() -> None:
    wrong = [
        f"{module.shown} imports {name}"
        for module in modules()
        if module.name != FACE
        for name in imported(module.tree)
        if name.partition(".")[0] in (*LAYERS, "tests") and not within(name, allowed(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_sees_what_is_wrong() -> None:
    tree = ast.parse("def f():\n    from reports import page\nimport analyses.calls as c\n")
    assert sorted(imported(tree)) == ["analyses.calls", "reports"]
    assert not within("tongits_sim.game.board", FOR_ANY_GAME)
    assert within("tongits_sim.core.game", FOR_ANY_GAME)
    assert within("tongits_sim.game.board", LAYERS[3:])


@pytest.mark.parametrize("name", ["cli", "cli; list(cli.main.commands.values())"])
def test_imports_lightly(name: str) -> None:
    program = f"import sys; import {name}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert not run.stdout.split(), (
        f"`import {name}` loads {run.stdout.strip()}; import them in the function that needs them"
    )
