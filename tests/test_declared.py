"""What the program imports is declared; numba's inside is named in compile alone."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.sources import LAYERS, ROOT, Module, modules

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
BY_EXTRA = {"dask": EXTRAS["dask"], "rl": EXTRAS["rl"], "pandas": EXTRAS["pandas"]}
"""The extras whose packages the program imports, where they are asked for."""
INSIDE = re.compile(r"numba\.(core|np|extending|typed|parfors|misc|cpython|experimental)\b|llvmlite")


def distribution(requirement: str) -> str:
    name = re.match(r"[\w.-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name.group()).lower()


REQUIREMENTS = [*PROJECT["dependencies"], *(requirement for extra in BY_EXTRA.values() for requirement in extra)]
DECLARED = {distribution(requirement) for requirement in REQUIREMENTS} | {
    extra for requirement in REQUIREMENTS for extra in re.findall(r"\[(\w+)\]", requirement)
}
"""A package asked for as `dask[distributed]` brings the package `distributed`."""


def imports(module: Module) -> list[str]:
    """The modules that a module imports, with what `from ... import` names."""
    found = []
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


def test_every_package_that_is_imported_is_declared() -> None:
    owners = packages_distributions()
    undeclared = set()
    for module in modules():
        for name in imports(module):
            top = name.partition(".")[0]
            if top in (*LAYERS, *sys.stdlib_module_names, "tools"):
                continue
            if DECLARED.isdisjoint(distribution(owner) for owner in owners.get(top, [top])):
                undeclared.add((module.name, top))
    assert not undeclared


def test_the_inside_of_numba_is_named_in_compile_alone() -> None:
    found = {
        (module.name, name)
        for module in modules()
        if not module.name.startswith("tongits_sim.compile")
        for name in imports(module)
        if INSIDE.match(name)
    }
    assert not found
