"""The bots and their parameters as their sources state them: nothing is imported, which would take half a second."""

from __future__ import annotations

import ast
import functools
import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple


class Stated(NamedTuple):
    """A parameter of a bot, as `tongits_sim.strategy.Param` states it."""

    name: str
    default: float
    low: float
    high: float
    meaning: str
    threshold: bool = False

    @property
    def tunable(self) -> bool:
        """Whether it is a threshold."""
        return self.threshold or self.name.startswith(_thresholds())


@functools.cache
def registered() -> dict[str, tuple[str, str]]:
    """Module and attribute of every bot by name, in the order of the registry."""
    places = _assigned("strategies.registry", "REGISTRY")
    registry: dict[str, tuple[str, str]] = ast.literal_eval(places) if places is not None else {}
    return registry


def parameters(name: str) -> tuple[Stated, ...]:
    """The parameters of a bot; none of one that is not registered."""
    return _parameters(*registered()[name]) if name in registered() else ()


@functools.cache
def _thresholds() -> tuple[str, ...]:
    """Beginnings of the names of thresholds."""
    thresholds = _assigned("tongits_sim.strategy", "THRESHOLDS")
    names: tuple[str, ...] = ast.literal_eval(thresholds) if thresholds is not None else ()
    return names


def _parameters(module: str, attribute: str) -> tuple[Stated, ...]:
    strategy = _assigned(module, attribute)
    if not isinstance(strategy, ast.Call):
        return ()
    stated = next((each.value for each in strategy.keywords if each.arg == "params"), None)
    if stated is None:
        return ()
    names: dict[str, object] = {"Param": Stated}
    for node in _tree(module).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("strategies."):
            for alias in node.names:
                if any(isinstance(each, ast.Name) and each.id == alias.name for each in ast.walk(stated)):
                    names[alias.name] = SimpleNamespace(params=_parameters(str(node.module), alias.name))
    parameters: tuple[Stated, ...] = eval(compile(ast.Expression(stated), module, "eval"), names)
    return parameters


def _assigned(module: str, name: str) -> ast.expr | None:
    """The expression that a module assigns to a name."""
    for node in _tree(module).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            value: ast.expr | None = getattr(node, "value", None)
            return value
    return None


@functools.cache
def _tree(module: str) -> ast.Module:
    package, _, name = module.partition(".")
    spec = importlib.util.find_spec(package)  # the folder of a package is found without executing it
    folders = [Path(each) for each in (spec.submodule_search_locations or ())] if spec is not None else []
    for folder in folders:
        path = folder / f"{name}.py"
        if path.is_file():
            return ast.parse(path.read_text(encoding="utf-8"))
    return ast.Module([], [])
