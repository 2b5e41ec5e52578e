"""The house rules that a script can check: small modules, short functions, documented, typed and tested."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable, Iterator

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

SHORT = 2
"""Statements of a function that its name explains."""
MANY_ARGUMENTS = 7
"""From so many arguments on, a function describes each of them."""

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


def what_is_public_has_a_docstring(module: Module) -> list[str]:
    """Say in a docstring what it is for, unless it is a statement or two."""
    inner = inner_functions(module)
    public: list[tuple[str, Function | ast.ClassDef]] = [
        (name, each) for name, each in module.functions if id(each) not in inner and "overload" not in decorators(each)
    ]
    public += [(node.name, node) for node in module.nodes if isinstance(node, ast.ClassDef)]
    return [
        f"{module.shown}:{each.lineno} {name}"
        for name, each in public
        if is_public(name) and len(each.body) > SHORT and not ast.get_docstring(each)
    ]


def arguments(function: Function) -> list[str]:
    """Names of a function's arguments, without `self`, `cls`, `*args` and `**options`."""
    spec = function.args
    named = [each.arg for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
    return [name for name in named if name not in ("self", "cls")]


def undescribed(function: Function) -> list[str]:
    """Arguments that the docstring's `Args:` section (or numpy's `Parameters`) does not name."""
    section = re.search(r"^(?:Args:|Parameters\n-+)\n(.*)", ast.get_docstring(function) or "", re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^ *([\w, ]+?) ?:", section[1], re.MULTILINE) if section else []
    described = {name.strip() for line in lines for name in line.split(",")}
    return [name for name in arguments(function) if name not in described]


@functools.cache
def error_names() -> frozenset[str]:
    """`TongitsError`, `ValueError` and every class of the program that is derived from one of them."""
    classes = [node for module in modules() for node in module.nodes if isinstance(node, ast.ClassDef)]
    names = {"TongitsError", "ValueError"}
    while True:
        derived = {each.name for each in classes for base in each.bases if ast.unparse(base).split(".")[-1] in names}
        if derived <= names:
            return frozenset(names)
        names |= derived


def errors_raised(function: Function) -> set[str]:
    """Names of the program's errors that a function raises itself, functions inside it included."""
    raised = (node.exc for node in ast.walk(function) if isinstance(node, ast.Raise) and node.exc is not None)
    classes = (each.func if isinstance(each, ast.Call) else each for each in raised)
    return {ast.unparse(each).split(".")[-1] for each in classes} & error_names()


def public_functions(module: Module) -> Iterator[tuple[str, Function]]:
    """Public functions and methods of a module, without kernels, functions inside functions, and commands.

    A command's docstring is its help.
    """
    inner = inner_functions(module)
    for name, function in module.functions:
        if is_public(name) and id(function) not in inner and not decorators(function) & {*KERNEL_MARKS, "command"}:
            yield name, function


def many_arguments_are_described(module: Module) -> list[str]:
    """Describe in `Args:` each of 4 or more arguments."""
    return [
        f"{module.shown}:{function.lineno} {name} ({', '.join(missing)})"
        for name, function in public_functions(module)
        if len(arguments(function)) >= MANY_ARGUMENTS and (missing := undescribed(function))
    ]


def errors_are_described(module: Module) -> list[str]:
    """List in `Raises:` the errors that a function raises."""
    return [
        f"{module.shown}:{function.lineno} {name} ({', '.join(sorted(errors))})"
        for name, function in public_functions(module)
        if (errors := errors_raised(function)) and "Raises" not in (ast.get_docstring(function) or "")
    ]


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
    what_is_public_has_a_docstring,
    many_arguments_are_described,
    errors_are_described,
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


def test_reads_descriptions_as_it_says() -> None:
    text = "def f(a, b, *, c, d):\n    'Doc.\\n\\nArgs:\\n    a, b: two.\\n    c: one.'\n    raise RuleError('no')\n"
    ((_, google),) = functions(ast.parse(text))
    assert (arguments(google), undescribed(google), errors_raised(google)) == (
        ["a", "b", "c", "d"],
        ["d"],
        {"RuleError"},
    )
    text = "def f(self, a, b):\n    'Doc.\\n\\nParameters\\n----------\\na : int\\n    One.'\n    raise ValueError\n"
    ((_, numpys),) = functions(ast.parse(text))
    assert (undescribed(numpys), errors_raised(numpys)) == (["b"], {"ValueError"})
    ((_, silent),) = functions(ast.parse("def f(a): pass"))
    assert undescribed(silent) == ["a"]
