"""Docstrings explain the parameters that a function has."""

import ast
import re
from collections.abc import Iterator

from tests.sources import modules

_PART = re.compile(r"^Args:\n(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"^ {4}(\*{0,2}\w+(?:, \*{0,2}\w+)*):", re.MULTILINE)


def documented(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names that the part `Args:` of a docstring explains."""
    part = _PART.search(ast.get_docstring(function) or "")
    for names in _ENTRY.findall(part[1]) if part else ():
        yield from (name.lstrip("*") for name in names.split(", "))


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    arguments = function.args
    further = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *further]
    return {argument.arg for argument in every}


def unknown_names(tree: ast.AST) -> list[str]:
    """Names that docstrings explain and their functions do not have."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        f"line {function.lineno}: {function.name} has no {name}"
        for function in functions
        for name in documented(function)
        if name not in parameters(function)
    ]


def test_docstrings_explain_no_parameter_that_does_not_exist() -> None:
    wrong = [f"{module.shown}, {text}" for module in modules() for text in unknown_names(module.tree)]
    assert not wrong, "\n".join(wrong)


def test_the_check_sees_what_is_wrong() -> None:
    text = '''
def f(a, *, b=1, **more):
    """Do it.

    Args:
        a, how: the first two, and more: much more.
        more: others,
            such: as these.
        gone: not there.

    Raises:
        TongitsError: always.
    """
'''
    assert unknown_names(ast.parse(text)) == ["line 2: f has no how", "line 2: f has no gone"]
    assert (
        sum(
            len(list(documented(node)))
            for module in modules()
            for node in ast.walk(module.tree)
            if isinstance(node, ast.FunctionDef)
        )
        > 300
    )
