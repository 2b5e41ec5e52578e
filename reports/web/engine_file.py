"""The module that plays in a browser, `engine.wasm`, and the digest of its sources.

The module ships with the program. `make web` builds it; a test fails if a source has changed since.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from strategies.laid_over import Habit
from strategies.registry import USUAL_PLAYERS, load_players, names, strategy
from tongits_sim.compile.source_dependencies import ALL, Definitions, Named, Sources
from tongits_sim.experiments.batch import GAMES
from tongits_sim.experiments.specialised_engines import Engine, engine_for
from tongits_sim.rules import load
from tongits_sim.rules.record import rules_record
from tongits_sim.table.exported import LAYOUTS

FOLDER = Path(__file__).parent
ENGINE = FOLDER / "engine.wasm"
ABOUT = FOLDER / "engine.json"
COMMAND = "make web"
USUAL_RULES = "pagat"
"""Batches under these rules are played by engines compiled for them."""

COMPILER = tuple(f"tongits_sim/{name}.py" for name in ("compile/jit", "compile/cross_compile", "compile/linking"))
"""Files that compile kernels. They count as whole files, without their imports."""
BY_VALUE = ("tongits_sim/rules/record.py",)
"""Files of which only the records count, so that words of house rules may change."""


def sources(files: Sources | None = None) -> str:
    """Digest (16 hex digits) of all functions and constants that the module is compiled from.

    Args:
        files: the sources; by default the program's.
    """
    layouts = [f"{name} {dtype.descr}" for name, dtype in LAYOUTS.items()]
    bots = [f"{name} {strategy(name).layout.descr} {hooks}" for name, hooks in _hooks().items()]
    engines = [f"{name} {engine.rules.hex()} {engine.bots}" for name, engine in usual_engines().items()]
    return definitions(files).digest(roots(), [*layouts, *bots, *engines])


def usual_engines() -> dict[str, Engine]:
    """Engines for the rules on the first screen of the page, by the name that exports them: one for any players, one
    for the players on the first screen of its laboratory.
    """
    rules = rules_record(load(USUAL_RULES))
    players = load_players(USUAL_PLAYERS)
    return {"usual_batch": engine_for(GAMES, rules), "usual_players_batch": engine_for(GAMES, rules, players)}


def definitions(files: Sources | None = None) -> Definitions:
    """The definitions that count for the digest."""
    return Definitions(files or Sources(), [*COMPILER, *BY_VALUE])


def roots() -> list[Named]:
    """The roots of the module: exported kernels, hooks of its bots and what inlines them, and the compiler."""
    hooks = itertools.chain.from_iterable(_hooks().values())
    kernels = (
        Named("tongits_sim/table/exported.py", "EXPORTS"),
        Named("tongits_sim/experiments/batch.py", "GAMING"),
        Named("tongits_sim/compile/hooks.py", "asking"),
        Named("tongits_sim/game/engine.py", "view_filler"),
    )
    return [*kernels, *hooks, *(Named(module, ALL) for module in COMPILER)]


def compiled_bots() -> list[str]:
    """Bots with hooks in the module. Bots that search are too slow for a page; bots of habits need another player."""
    return [name for name in names() if not (strategy(name).searches or isinstance(strategy(name), Habit))]


@cache
def _hooks() -> dict[str, list[Named]]:
    """Definitions of the hooks of each bot, and of functions that they enclose."""
    return {
        name: [at for hook in strategy(name).hooks.by_decision().values() for at in _definitions_of(hook)]
        for name in compiled_bots()
    }


def _definitions_of(function: Callable[..., Any]) -> Iterator[Named]:
    """The definition of a function and of functions it encloses; enclosed numbers as text."""
    function = getattr(function, "py_func", function)
    yield Named(f"{function.__module__.replace('.', '/')}.py", function.__qualname__.partition(".")[0])
    for cell in function.__closure__ or ():
        inner = cell.cell_contents
        if callable(inner):
            yield from _definitions_of(inner)
        else:
            yield Named("", str(inner))


@cache
def about() -> dict[str, Any]:
    """The content of `engine.json`: digests of the sources and the module, and names of hooks by bot."""
    content: dict[str, Any] = json.loads(ABOUT.read_text())
    return content
