"""Kernels compiled by fewer of numba's passes: what they do, what they refuse and how it is worded stay numba's."""

from __future__ import annotations

import operator
import subprocess
import sys
from collections.abc import Callable
from functools import reduce
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import errors, types
from numba.core.compiler import Flags
from numba.core.registry import cpu_target
from numba.core.typed_passes import AnnotateTypes, NopythonRewrites
from numba.extending import overload

from tests.sources import ROOT
from tongits_sim import jit
from tongits_sim.parts import WholeCompiler
from tongits_sim.passes import KernelCompiler, KernelFlags, KernelTyping, Passes

NUMBERS = (
    *(types.int8, types.int64, types.uint64, types.float64, types.boolean),
    *(types.IntegerLiteral(3), types.BooleanLiteral(True)),
)
OPERATORS = (operator.add, operator.sub, operator.and_, operator.eq, operator.lt, operator.rshift, operator.truediv)


def loop(x: Any) -> Any:
    total = x
    for each in range(x):
        if each % 3 == 0:
            total += each
        elif each > 50:
            break
    return total


def inner_function(x: Any) -> Any:
    def twice(y: Any) -> Any:
        return y * 2 + x

    return twice(x) + twice(1)


def array_of_a_list(x: Any) -> Any:
    return np.array([each * each for each in range(x)]).sum() + np.array([x, 2, 3])[1]


def whole_arrays(x: Any) -> Any:
    numbers = np.arange(x)
    return (numbers * 2 + numbers * numbers - 1).sum()


def reduced(x: Any) -> Any:
    return reduce(lambda one, other: one + 3 * other, np.arange(x), 0)


def counting(x: Any) -> Any:
    yield x + 1
    for each in range(x):
        yield each * each


def cases(x: Any, otherwise: Any = None) -> Any:
    if otherwise is None:
        return (x, 1.5)[0]
    return otherwise


@pytest.mark.parametrize("function", [loop, inner_function, array_of_a_list, whole_arrays, reduced, cases])
def test_a_kernel_does_what_its_function_does(function: Callable[[int], Any]) -> None:
    compiled = jit.njit(cache=False)(function)
    assert [compiled(x) for x in (1, 2, 7)] == [function(x) for x in (1, 2, 7)]


def test_a_kernel_may_be_a_generator() -> None:
    compiled: Any = jit.njit(cache=False)(counting)
    assert list(compiled(4)) == list(counting(4))


def broken(x: Any) -> Any:
    return x + undefined_name  # type: ignore[name-defined]  # noqa: F821  # on purpose


def mixed(x: Any) -> Any:
    return x.no_such_field


@pytest.mark.parametrize("function", [broken, mixed])
def test_an_error_says_what_numbas_does(function: Callable[[int], Any]) -> None:
    def words(compiled: Any) -> str:
        with pytest.raises(errors.TypingError) as raised:
            compiled(1)
        return str(raised.value)

    assert words(jit.njit(cache=False)(function)).splitlines()[:3] == words(numba.njit(function)).splitlines()[:3]


@pytest.mark.parametrize("one", OPERATORS)
def test_an_operator_gives_what_numbas_gives(one: Any) -> None:
    own = cpu_target.typing_context
    own.refresh()
    context = KernelTyping(own)
    remembering = context.resolve_value_type(one)
    assert remembering is context.resolve_value_type(one)
    for first in NUMBERS:
        for second in NUMBERS:
            try:
                expected = own.resolve_value_type(one).get_call_type(own, (first, second), {})
            except errors.TypingError:
                for _ in range(2):
                    with pytest.raises(errors.TypingError):
                        remembering.get_call_type(context, (first, second), {})
                continue
            for _ in range(2):
                assert remembering.get_call_type(context, (first, second), {}) == expected


def test_an_operator_is_asked_once_for_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    context = KernelTyping(cpu_target.typing_context)
    xor = context.resolve_value_type(operator.xor)
    asked: list[Any] = []
    ask = types.Function.get_call_type

    def note(self: Any, *rest: Any) -> Any:
        asked.append(rest[1])
        return ask(self, *rest)

    monkeypatch.setattr(types.Function, "get_call_type", note)
    xor._answers.clear()
    for _ in range(3):
        xor.get_call_type(context, (types.uint64, types.uint64), {})
    assert len(asked) == 1


def test_numbas_own_operators_stay_numbas() -> None:
    compiled: Any = jit.njit(cache=False)(loop)
    compiled(3)
    assert type(cpu_target.typing_context.resolve_value_type(operator.add)) is types.Function


def test_flags_are_equal_if_all_of_them_are() -> None:
    one, other = KernelFlags(Flags()), KernelFlags(Flags())
    assert one == other
    assert hash(one) == hash(other)
    different = KernelFlags(Flags())
    different.noalias = True
    assert different != one
    assert KernelFlags(different) == different
    assert one != Flags()


def test_what_is_declared_between_two_kernels_is_found() -> None:
    first: Any = jit.njit(cache=False)(loop)
    first(3)

    def thrice(x):
        return x * 3

    @overload(thrice)
    def _thrice(x):
        def thrice(x):  # numba compares the names and types of arguments
            return x + x + x

        return thrice

    @jit.njit(cache=False)
    def second(x: Any) -> Any:
        return thrice(x) + 1

    assert second(5) == 16


def test_passes_for_arrays_and_annotations_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Any] = []
    rewritten: list[str] = []
    run, rewrite = Passes.run, NopythonRewrites.run_pass

    def note_passes(self: Passes, state: Any) -> None:
        ran.extend(kind for kind, _ in self.passes)
        run(self, state)

    def note_function(self: Any, state: Any) -> bool:
        rewritten.append(state.func_id.func_name)
        return bool(rewrite(self, state))

    monkeypatch.setattr(Passes, "run", note_passes)
    monkeypatch.setattr(NopythonRewrites, "run_pass", note_function)
    for function in (loop, whole_arrays):
        jit.njit(cache=False)(function)(3)
    assert ran
    assert AnnotateTypes not in ran
    assert "whole_arrays" in rewritten
    assert "loop" not in rewritten


def test_every_kernel_is_compiled_so() -> None:
    assert issubclass(WholeCompiler, KernelCompiler)
    assert issubclass(jit.Apart, KernelCompiler)


ALGEBRA = """
import sys
import numpy as np
from tongits_sim import jit

@jit.njit(cache={cache})
def {name}(x):
    return {body}

print({name}(np.ones((2, 2))))
print("scipy.linalg" in sys.modules)
"""


@pytest.mark.parametrize(("body", "answer"), [("x[0, 0] + 1", "2.0 False"), ("np.dot(x, x)[0, 0]", "2.0 True")])
def test_linear_algebra_is_imported_where_it_is_used(tmp_path: Any, body: str, answer: str) -> None:
    file = tmp_path / "algebra.py"
    file.write_text(ALGEBRA.format(cache=True, name="algebra", body=body))
    done = subprocess.run(
        [sys.executable, str(file)],
        env={"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert " ".join(done.stdout.split()) == answer
