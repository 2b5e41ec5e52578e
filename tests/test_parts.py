"""Kernels compiled as wholes: what they call is a part of them, kept on disk by its content, and counts the same."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim import jit
from tongits_sim.kernel_cache import PARTS
from tongits_sim.parts import Kernel, Part, Whole, closure, load, part_of

# Defined in a file, so that their parts are kept on disk.
KERNELS = """
from tongits_sim import jit

@jit.njit
def low(x):
    return x + 1

@jit.njit
def middle(x):
    return low(x) * low(x)

@jit.njit
def high(x):
    return middle(x) + low(x)
"""
CALL = """
import sys
sys.path.insert(0, sys.argv[1])
import kernels, pickle
from tongits_sim import parts
lowered = []
lower = parts.Kernel._lower
parts.Kernel._lower = lambda self, types: lowered.append(self.__name__) or lower(self, types)
print(getattr(kernels, sys.argv[2])(3), *sorted(lowered))
"""


@jit.njit(cache=False)
def _plus_one(x: Any) -> Any:
    return x + 1


@jit.njit(cache=False)
def _its_square(x: Any) -> Any:
    return _plus_one(x) * _plus_one(x)


# As numba sees them.
_low: Any = _plus_one
_high: Any = _its_square


def call(folder: Path, name: str) -> tuple[list[str], str]:
    """What a fresh process calls and lowers, in words, and what it says on its standard error."""
    (folder / "kernels.py").write_text(KERNELS)
    environment = {**os.environ, "TONGITS_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(ROOT)}
    done = run_python(CALL, str(folder), name, cwd=ROOT, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def test_what_a_kernel_calls_is_a_part_of_it() -> None:
    assert _high(2) == 9
    assert isinstance(_low, Kernel)
    assert not _low.overloads, "it has no machine code of its own"
    (part,) = _low.parts.values()
    assert isinstance(part.library, Part)
    assert isinstance(next(iter(_high.overloads.values())).library, Whole)
    assert _low(2) == 3
    assert len(_low.overloads) == 1


def test_a_part_is_lowered_once_for_each_kind_of_argument() -> None:
    part = _low.part((numba.int64,))
    assert _low.part((numba.int64,)) is part
    assert _low.part((numba.float64,)) is not part
    assert _high(2.0) == 9.0


def test_numbas_own_functions_call_kernels() -> None:
    @numba.njit
    def caller(x: Any) -> Any:
        return _high(x) + 1

    assert caller(2) == 10


def test_what_a_part_raises_arrives_with_its_words() -> None:
    @jit.njit(cache=False)
    def inner(x: Any) -> Any:
        if x > 2:
            raise ValueError("too large", x)
        return x

    @jit.njit(cache=False)
    def outer(x: Any) -> Any:
        return inner(x) + 1

    assert outer(1) == 2
    with pytest.raises(ValueError, match="too large") as raised:
        outer(7)
    assert raised.value.args == ("too large", 7)


def test_two_of_one_name_are_told_apart() -> None:
    def adder(number: int) -> Any:
        @jit.njit(cache=False)
        def add(x: Any) -> Any:
            return x + number

        return add

    one, ten = adder(1), adder(10)

    @jit.njit(cache=False)
    def both(x: Any) -> Any:
        return one(x) * ten(x)

    assert both(2) == 36


def test_a_function_of_a_users_forgets_what_has_changed() -> None:
    @jit.njit(cache=False)
    def plus(x: Any) -> Any:
        return x + step[0]

    step = (1,)
    assert _called_by_a_hook(plus) == 6
    step = (10,)
    assert _called_by_a_hook(plus) == 15


def _called_by_a_hook(function: Any) -> int:
    def hook(x: Any) -> Any:
        return function(x)

    compiled = jit.compile_for((numba.int64,), hook)
    return int(compiled(5))


def test_a_part_that_calls_itself() -> None:
    @jit.njit(cache=False)
    def factorial(n: Any) -> Any:
        if n < 2:
            return np.int64(1)
        return n * factorial(n - 1)

    @jit.njit(cache=False)
    def choose(n: Any, k: Any) -> Any:
        return factorial(n) // (factorial(k) * factorial(n - k))

    assert choose(np.int64(5), np.int64(2)) == 10


def test_arrays_and_references_go_through_parts() -> None:
    @jit.njit(cache=False)
    def doubled(values: Any) -> Any:
        return values * 2

    @jit.njit(cache=False)
    def total(values: Any) -> Any:
        answer = 0
        for _ in range(1000):
            answer += doubled(values).sum()
        return answer

    assert total(np.arange(4)) == 12_000


def test_a_closure_names_each_once_and_before_what_it_calls() -> None:
    codegen = _low.targetctx.codegen()
    low, middle, high = (Part(codegen, name) for name in ("low", "middle", "high"))
    for caller, called in ((high, low), (high, middle), (middle, low)):
        caller.add_linking_library(called)
    assert closure([high]) == [high, middle, low]
    assert closure([low, high, middle]) == [high, middle, low]


def test_another_process_lowers_only_what_is_not_kept(tmp_path: Path) -> None:
    assert call(tmp_path, "middle") == (["16", "low"], "")
    assert call(tmp_path, "high") == (["20", "middle"], "")  # low is loaded
    assert call(tmp_path, "high") == (["20"], "")
    shutil.rmtree(tmp_path / "cache")
    assert call(tmp_path, "high") == (["20", "low", "middle"], "")


@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_lost_files_of_parts_are_made_again(tmp_path: Path, how: str) -> None:
    call(tmp_path, "middle")
    (folder,) = (tmp_path / "cache").rglob(PARTS)
    for file in folder.iterdir():
        if how == "missing":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:-1] + b"?")
    answer, said = call(tmp_path, "high")
    assert answer == ["20", "low", "middle"]
    assert ("is damaged: recompiling" in said) == (how == "damaged")
    assert call(tmp_path, "high") == (["20"], "")
    for file in (tmp_path / "cache").rglob("*high*"):
        file.unlink()
    assert call(tmp_path, "high") == (["20"], "")


def test_a_part_is_read_back_as_it_was() -> None:
    part = _high.part((numba.int64,)).library
    kept = {each.name_on_disk: each.content for each in map(part_of, closure([part]))}
    again = load(part.codegen, part.name_on_disk, kept.get)
    assert again is not None
    assert [each.content for each in map(part_of, closure([again]))] == list(kept.values())
    assert load(part.codegen, "0" * 32, kept.get) is None


def test_a_part_is_not_inlined_by_force_because_its_first_caller_is() -> None:
    @jit.njit(cache=False)
    def callee(x: Any) -> Any:
        return x * 7

    @jit.inline_njit(cache=False)
    def caller(x: Any) -> Any:
        return callee(x) + 1

    @jit.njit(cache=False)
    def outermost(x: Any) -> Any:
        return caller(x) + 1

    def forced(kernel: Any) -> bool:
        (part,) = kernel.parts.values()
        return "alwaysinline" in str(part.library.own)

    assert outermost(2) == 16
    assert forced(caller)
    assert not forced(callee)
