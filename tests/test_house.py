"""The house rules that a script can check: small modules, short and typed functions."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable

import pytest

from tests.sources import Module, functions, modules

MODULE_LINES = 600
QUESTION_LINES = 1250
BODY_LINES = 100
MOST_ARGUMENTS = 8
# Decorators that mark a function as numba's, which infers the types.
KERNEL_MARKS = frozenset(
    {"njit", "inline_njit", "c_kernel", "intrinsic", "register_jitable", "overload", "hook", "cfunc"}
)

COMPILED = frozenset({"njit", "inline_njit", "c_kernel"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


def body_lines(function: Function) -> int:
    """Lines of a function's body, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def decorators(function: Function) -> set[str]:
    """Last names of a function's decorators: `njit` for ``@jit.njit(inline="always")``."""
    calls = (mark.func if isinstance(mark, ast.Call) else mark for mark in function.decorator_list)
    return {ast.unparse(call).rpartition(".")[2] for call in calls}


def is_public(name: str) -> bool:
    """Whether neither the function nor what it lies in begins with an underscore."""
    return not any(part.startswith("_") for part in name.split("."))


@functools.cache
def inner_functions(module: Module) -> set[int]:
    """Identities of the functions that lie in a function."""
    return {id(inner) for _, function in module.functions for _, inner in functions(function)}


def unannotated(function: Function) -> list[str]:
    """Arguments without a type; "return" among them if that is what is missing."""
    spec = function.args
    named = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]
    missing = [arg.arg for arg in named if arg.annotation is None and arg.arg not in ("self", "cls")]
    return missing + (["return"] if function.returns is None else [])


def module_is_short(module: Module) -> list[str]:
    """A module has at most 600 lines; a question, which is one file from the play to the figure, twice as many."""
    lines = len(module.text.splitlines())
    most = QUESTION_LINES if module.name.startswith("analyses.questions.") else MODULE_LINES
    return [] if lines <= most else [f"{module.shown} has {lines} lines"]


def function_bodies_are_short(module: Module) -> list[str]:
    """A function's body has at most 100 lines."""
    sizes = [(name, function.lineno, body_lines(function)) for name, function in module.functions]
    return [f"{module.shown}:{line} {name} has {size} lines" for name, line, size in sizes if size > BODY_LINES]


def kernels_take_few_arguments(module: Module) -> list[str]:
    """A kernel has at most 8 arguments, hand it records."""
    if module.name == "tongits_sim.table.exported":  # C functions, which take no tuple of records
        return []
    return [
        f"{module.shown}:{function.lineno} {name}"
        for name, function in module.functions
        if decorators(function) & COMPILED and len(function.args.args) > MOST_ARGUMENTS
    ]


def public_functions_take_few_arguments(module: Module) -> list[str]:
    """A function has at most 8 arguments beside `how` and `look`."""
    many = []
    for name, function in module.functions:
        spec = function.args
        named = [each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
        if is_public(name) and len(set(named) - {"self", "cls", "how", "look"}) > MOST_ARGUMENTS:
            many.append(f"{module.shown}:{function.lineno} {name}")
    return many


def module_has_a_docstring(module: Module) -> list[str]:
    """A module says in a docstring what it is for."""
    return [] if not module.tree.body or ast.get_docstring(module.tree) else [module.shown]


def functions_outside_kernels_are_typed(module: Module) -> list[str]:
    """Only kernels go without annotations."""
    pairs = module.functions
    kernels = [function for _, function in pairs if decorators(function) & KERNEL_MARKS]
    exempt = {id(kernel) for kernel in kernels} | {id(inner) for kernel in kernels for _, inner in functions(kernel)}
    return [
        f"{module.shown}:{function.lineno} {name} ({', '.join(missing)})"
        for name, function in pairs
        if id(function) not in exempt and (missing := unannotated(function))
    ]


CHECKS = (
    module_is_short,
    function_bodies_are_short,
    kernels_take_few_arguments,
    public_functions_take_few_arguments,
    module_has_a_docstring,
    functions_outside_kernels_are_typed,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_module(check: Callable[[Module], list[str]]) -> None:
    wrong = [each for module in modules() for each in check(module)]
    assert not wrong, f"{check.__doc__} {'; '.join(wrong)}"


def test_measures_as_it_says() -> None:
    tree = ast.parse('class A:\n    def f(self, x: int, y):\n        """Doc."""\n        a = 1\n\n        return a\n')
    ((name, function),) = functions(tree)
    assert (name, body_lines(function), unannotated(function)) == ("A.f", 3, ["y", "return"])
    ((_, kernel),) = functions(ast.parse("@jit.njit(inline='always')\ndef f(): pass"))
    assert decorators(kernel) == {"njit"}
