from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from tests.forked import ask, ask_saying, needs_forks
from tongits_sim.compile import jit
from tongits_sim.compile.kernel_cache import PARTS
from tongits_sim.compile.linking import Kernel, LinkedFunction, UnlinkedFunction

# Defined in a file, so that their parts are kept on disk.
KERNELS = """
from tongits_sim.compile import jit

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


@jit.njit(cache=False)
def _plus_one(x: Any) -> Any:
    return x + 1


@jit.njit(cache=False)
def _its_square(x: Any) -> Any:
    return _plus_one(x) * _plus_one(x)


# As numba sees them.
_low: Any = _plus_one
_high: Any = _its_square


def test_what_a_kernel_calls_is_a_part_of_it() -> None:
    assert _high(2) == 9
    assert isinstance(_low, Kernel)
    assert not _low.overloads, "it has no machine code of its own"
    (part,) = _low.parts.values()
    assert isinstance(part.library, UnlinkedFunction)
    (whole,) = (overload.library for overload in _high.overloads.values())
    assert isinstance(whole, LinkedFunction)
    assert part.fndesc.llvm_func_name not in [function.name for function in whole._final_module.functions], (
        "nor inside it"
    )
    assert _low(2) == 3
    assert len(_low.overloads) == 1


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

    one = adder(1)
    ten = adder(10)

    @jit.njit(cache=False)
    def both(x: Any) -> Any:
        return one(x) * ten(x)

    assert both(2) == 36


def test_a_function_of_a_users_forgets_what_has_changed() -> None:
    @jit.njit(cache=False)
    def plus(x: Any) -> Any:
        return x + step[0]

    def called() -> int:
        return int(jit.compile_for((numba.int64,), lambda x: plus(x))(5))

    step = (1,)
    assert called() == 6
    step = (10,)
    assert called() == 15


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


@needs_forks
def test_another_process_lowers_only_what_is_not_kept(tmp_path: Path) -> None:
    gone = f"__import__('shutil').rmtree({str(tmp_path / 'cache')!r})"
    assert ask(tmp_path, KERNELS, "middle(3)", "high(3)", "high(3)", gone, "high(3)") == [
        [16, ["low", "middle"]],
        [20, ["high", "middle"]],  # low is loaded, and so is nothing of middle as a part
        [20, []],
        [None, []],
        [20, ["high", "low", "middle"]],
    ]


@needs_forks
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_lost_files_of_parts_are_made_again(tmp_path: Path, how: str) -> None:
    ask(tmp_path, KERNELS, "middle(3)")
    (folder,) = (tmp_path / "cache").rglob(PARTS)
    for file in folder.iterdir():
        if how == "missing":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[:-1] + b"?")
    whole = f"[each.unlink() for each in __import__('pathlib').Path({str(tmp_path)!r}).rglob('*high*')] and high(3)"
    answers, said = ask_saying(tmp_path, KERNELS, ["high(3)", "high(3)", whole, "high(3)"])
    assert answers == [[20, ["high", "low", "middle"]], [20, []], [20, ["high"]], [20, []]]
    assert ("is damaged: recompiling" in said) == (how == "damaged")


RECORDS = """
import numba
import numpy as np
from tongits_sim.compile import jit

def filled(*fields):
    record = np.zeros(1, [(name, "i8") for name, _ in fields])
    for name, value in fields:
        record[name] = value
    return record.view(np.recarray)[0]

def first():
    return filled(("wanted", 1), ("rest", 7))

def second():
    return filled(("rest", 9), ("wanted", 2))

@jit.njit
def low(record):
    return record.wanted + 1

@jit.njit
def middle(record):
    return low(record) * 10

@jit.njit
def both(one, other):
    return middle(one) * 1000 + middle(other)

def alone(record):
    layout = numba.typeof(record)
    return jit.compile_for(numba.int64(layout), low.py_func, no_cpython_wrapper=True)

def address(compiled):
    (code,) = compiled.overloads.values()
    return code.library.get_pointer_to_function(code.fndesc.llvm_func_name)

def symbol(record):
    return middle.part((numba.typeof(record),)).fndesc.llvm_func_name

def addresses(*records):
    both = [alone(each) for each in records]
    return len({address(each) for each in both})
"""


@needs_forks
def test_parts_of_several_processes_call_each_other_by_one_name(tmp_path: Path) -> None:
    """What two processes compile at the same time may be read back mixed."""
    names = []
    for number, asked in enumerate(("symbol(first())", "(middle(second()), symbol(first()))[1]")):
        (folder := tmp_path / str(number)).mkdir()
        names += [answer for answer, _ in ask(folder, RECORDS, asked)]
    assert names[0] == names[1]


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
