"""Imports point one way: cli -> reports -> analyses -> strategies -> tongits_sim. And a start is quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.sources import LAYERS, ROOT, Module, modules, shown

HEAVY = ("dask", "distributed", "jinja2", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "ray", "scipy")

# Names of bots that are words of the game too: tongits_sim may say them.
GAME_WORDS = frozenset({"caller", "hooks", "random"})


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a tree imports, also late and by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
            "import_module",
            "__import__",
        ):
            names = [argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant)]
            yield from ((node.lineno, name) for name in names if isinstance(name, str))


def bots() -> set[str]:
    """The bots, by the names of their files."""
    return {path.stem for path in (ROOT / "strategies").glob("*.py") if not path.stem.startswith("_")} - GAME_WORDS


def docstrings(tree: ast.AST) -> set[int]:
    """Identities of the constants that are docstrings."""
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    first = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
    return {id(value) for value in first if isinstance(value, ast.Constant)}


@pytest.mark.parametrize("module", modules(), ids=shown)
def test_imports_point_to_the_right(module: Module) -> None:
    forbidden = LAYERS[: LAYERS.index(module.layer)]
    wrong = [
        f"{module.shown}:{line} imports {name}"
        for line, name in imported(module.tree)
        if name.split(".")[0] in forbidden
    ]
    assert not wrong, f"{module.layer} may import only to its right in {' -> '.join(LAYERS)}: {'; '.join(wrong)}"


@pytest.mark.parametrize("module", modules(), ids=shown)
def test_imports_no_test(module: Module) -> None:
    wrong = [f"{module.shown}:{line}" for line, name in imported(module.tree) if name.split(".")[0] == "tests"]
    assert not wrong, f"the program must not need its tests: {wrong}"


@pytest.mark.parametrize("module", [m for m in modules() if m.layer == "tongits_sim"], ids=shown)
def test_the_engine_names_no_bot(module: Module) -> None:
    names, prose = bots(), docstrings(module.tree)
    said = [
        f"{module.shown}:{node.lineno} says {node.value!r}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in prose
    ]
    assert not said, f"tongits_sim must know no bot by name, let the caller pass the strategy: {'; '.join(said)}"


@pytest.mark.parametrize("name", ["cli", "tongits_sim"])
def test_imports_lightly(name: str) -> None:
    if name == "cli" and not (ROOT / "cli.py").exists():
        pytest.skip("there is no cli.py")
    program = f"import sys, {name}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert not run.stdout.split(), (
        f"`import {name}` loads {run.stdout.strip()}; import them in the function that needs them"
    )


def test_sees_what_is_wrong() -> None:
    tree = ast.parse("def f():\n    from reports import page\n    import_module('cli')\nimport analyses.calls as c\n")
    assert sorted(imported(tree)) == [(2, "reports"), (3, "cli"), (4, "analyses.calls")]
