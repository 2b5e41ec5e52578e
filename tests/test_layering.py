"""Imports point one way: cli -> reports -> analyses -> strategies -> tongits_sim, and within tongits_sim from
each package those below it. mahjong_sim stands beside: only cli imports it, and it imports from Tongits only the
names in `FOR_MAHJONG`. A start is quick.
"""

import ast
import functools
import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from tests.sources import LAYERS, ROOT, Module, modules

HEAVY = ("dask", "distributed", "jinja2", "matplotlib", "numba", "numpy", "pandas", "polars", "pyarrow", "scipy")
FROM_ABOVE = (
    "envs",
    "table",
    "records",
    "experiments",
    "players",
    "strategy",
    "payout",
    "game",
    "hands",
    "rules",
    "cards",
    "bots",
    "knobs",
    "run",
    "compile",
    "stats",
    "interrupts",
    "imports",
    "blas",
    "version",
    "errors",
)
"""The packages and modules of tongits_sim, from above; each imports only those below it."""
FOR_MAHJONG = (
    "mahjong_sim",
    *(f"tongits_sim.{name}" for name in FROM_ABOVE[FROM_ABOVE.index("bots") :]),
    *(f"tongits_sim.records.{name}" for name in ("schema", "file", "frames")),
    *(f"tongits_sim.experiments.{name}" for name in ("benchmark", "tuning")),
    *(f"analyses.{name}" for name in ("presentation", "money", "figures", "rollouts.cells", "answers.shared")),
    "reports.text",
    *(f"reports.page.{name}" for name in ("compose", "render", "stored")),
    "reports.questions.printing",
    *(f"reports.commands.{name}" for name in ("candidates", "compared", "interrupt", "options", "players_options")),
    *(
        f"reports.commands.{name}"
        for name in ("printing_options", "progress", "running_options", "selfcheck", "shell", "value_types")
    ),
    *(f"reports.commands.{name}" for name in ("showing", "stepping", "tune", "writing")),
)
"""All that mahjong takes."""
NAMES = "tongits_sim"
"""A table of names, also of packages above it, which type checkers see as imports."""


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == NAMES:
                yield from (f"{NAMES}.{alias.name}" for alias in node.names)
            else:
                yield node.module
                if node.module.count(".") < 2:  # a module of a package
                    yield from (name for alias in node.names if is_module(name := f"{node.module}.{alias.name}"))


@functools.cache
def is_module(name: str) -> bool:
    return (ROOT / f"{name.replace('.', '/')}.py").is_file()


def allowed(module: Module) -> tuple[str, ...]:
    """Packages and modules that a module may import."""
    if module.layer == "mahjong_sim":
        return FOR_MAHJONG
    if module.layer == "cli":
        return LAYERS
    if module.layer != "tongits_sim":
        return tuple(layer for layer in LAYERS[LAYERS.index(module.layer) :] if layer != "mahjong_sim")
    own = module.name.split(".")[1] if "." in module.name else ""
    return tuple(f"tongits_sim.{name}" for name in FROM_ABOVE[FROM_ABOVE.index(own) :])


def within(name: str, packages: tuple[str, ...]) -> bool:
    return f"{name}.".startswith(tuple(f"{package}." for package in packages))


def own_modules() -> list[Module]:
    """All modules but the table of names and the entry point."""
    return [module for module in modules() if module.name not in (NAMES, f"{NAMES}.__main__")]


def test_imports_point_down() -> None:
    wrong = [
        f"{module.shown} imports {name}"
        for module in own_modules()
        for name in imported(module.nodes)
        if name.partition(".")[0] in (*LAYERS, "tests") and name not in LAYERS and not within(name, allowed(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_every_package_has_its_place() -> None:
    packages = {module.name.split(".")[1] for module in own_modules() if module.layer == "tongits_sim"}
    assert packages == set(FROM_ABOVE)


def test_mahjong_takes_what_the_list_says_and_no_less() -> None:
    taken = {name for module in modules() if module.layer == "mahjong_sim" for name in imported(module.nodes)}
    idle = [package for package in FOR_MAHJONG if not any(within(name, (package,)) for name in taken)]
    assert set(idle) <= {"tongits_sim.version", "tongits_sim.errors", "tongits_sim.blas", "tongits_sim.interrupts"}


def test_sees_what_is_wrong() -> None:
    tree = ast.parse("def f():\n    from reports.page import render\nimport analyses.calls as c\n")
    assert sorted(imported(ast.walk(tree))) == ["analyses.calls", "reports.page", "reports.page.render"]
    assert not within("tongits_sim.game.board", FOR_MAHJONG)
    assert within("tongits_sim.knobs.book", FOR_MAHJONG)
    (engine,) = (module for module in modules() if module.name == "tongits_sim.game.engine")
    assert not within("tongits_sim.experiments.batch", allowed(engine))


@pytest.mark.parametrize("name", ["cli", "cli; list(cli.main.commands.values())"])
def test_imports_lightly(name: str) -> None:
    program = f"import sys; import {name}; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert not run.stdout.split(), (
        f"`import {name}` loads {run.stdout.strip()}; import them in the function that needs them"
    )
