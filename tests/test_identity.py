import collections
import enum
import json
import math
import os
import random
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import polars
import pytest
from numba.experimental import jitclass

from strategies import load_player
from strategies.helpers import always, never
from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim.compile.hooks import HookError, _answering
from tongits_sim.compile.identity import IdentityError, is_library, is_library_class, is_library_module, reach
from tongits_sim.compile.linking import Kernel
from tongits_sim.errors import TongitsError
from tongits_sim.strategy import Strategy


def function(text: str, name: str = "f", **around: Any) -> Callable[..., Any]:
    names: dict[str, Any] = {"__name__": "somebodys", **around}
    exec(text, names)
    function: Callable[..., Any] = names[name]
    return function


READS = "def f(x):\n    return x + it"


def row_of(of: Callable[..., Any]) -> Any:
    names: dict[str, Any] = {"of": numba.njit(of), "__name__": "somebodys"}
    exec("def f(x, y):\n    for each in range(x.size):\n        y[each] = of(x[each])", names)
    return numba.guvectorize([], "(n)->(n)")(names["f"])


def boxed(it: int) -> Any:
    return jitclass([("x", numba.int64)])(type("Box", (), {"__init__": _set, "f": function(READS, it=it)}))


def _set(self: Any, x: int) -> None:
    self.x = x


class Kind(enum.IntEnum):
    ONE = 1
    TWO = 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1, 1.0),
        (1.0, np.float64(1.0)),
        (True, 1),
        ("a", "b"),
        ((1, (2, 3)), (1, (2, 4))),
        (np.arange(3), np.arange(3) + 1),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(2, np.int32), np.zeros(1, np.int64)),
        (Kind.ONE, Kind.TWO),
        (function("def f(x):\n    return x"), function("def f(x):\n    return -x")),
        (function(READS, it=1), function(READS, it=2)),
        (numba.njit(function(READS, it=1)), numba.njit(function(READS, it=2))),
        (numba.njit(function(READS, it=1)), numba.njit(fastmath=True)(function(READS, it=1))),
        (numba.vectorize(function(READS, it=1)), numba.vectorize(function(READS, it=2))),
        (numba.vectorize(function(READS, it=1)), numba.vectorize(fastmath=True)(function(READS, it=1))),
        (row_of(function(READS, it=1)), row_of(function(READS, it=2))),
        (boxed(1), boxed(2)),
        (always, never),
    ],
    ids=map(str, range(20)),
)
def test_enclosed_values_change_the_digest(one: Any, other: Any) -> None:
    digests = [reach(function(READS, it=value)).digest for value in (one, other)]
    assert digests[0] != digests[1]
    assert digests[0] == reach(function(READS, it=one)).digest


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return [x + it for _ in range(3)]",
        "def outer(it):\n    return lambda x: x + it\nf = outer(it)",
        "def g(x):\n    return x + it\ndef f(x):\n    return g(x)",
        "def f(x, y=it):\n    return x + y",
        "def f(x, *, y=it):\n    return x + y",
        "def f(x):\n    m = module\n    return x + m.it",
    ],
)
def test_whichever_way_it_is_reached(text: str) -> None:
    digests = set()
    for value in (1, 2, 1):
        module = types.ModuleType("somebodys_too")
        module.__dict__["it"] = value
        digests.add(reach(function(text, it=value, module=module)).digest)
    assert len(digests) == 2


def test_functions_of_one_name_made_inside_a_function_of_the_programs_are_told_apart() -> None:
    made = [
        _answering(np.int64(number), always, never, is_last).py_func
        for number, is_last in ((0, True), (0, False), (1, True), (0, True))
    ]
    digests = [reach(kernel).digest for kernel in made]
    assert len(set(digests)) == 3
    assert digests[0] == digests[3]
    assert not reach(made[0]).own


def test_padding_of_a_record_does_not_change_the_digest() -> None:
    kind = np.dtype([("x", "i1"), ("y", "i8"), ("inner", [("z", "i2"), ("w", "i4", 2)])], align=True)
    digests = set()
    for number in (0, 1, 255):
        row = np.full(2 * kind.itemsize, number, np.uint8).view(kind)
        row["x"], row["y"], row["inner"]["z"], row["inner"]["w"] = 1, 2, 3, 4
        digests |= {reach(function(READS, it=row)).digest, reach(function(READS, it=row[1:].copy())).digest}
        row["inner"]["w"][1, 1] = 5
        digests.add(reach(function(READS, it=row)).digest)
    assert len(digests) == 3


def test_how_a_function_is_compiled_counts() -> None:
    double = function("def f(x):\n    return x")
    kernels = [
        numba.njit(double),
        numba.njit("int8(int8)")(double),
        numba.njit("int16(int16)")(double),
        numba.njit(locals={"x": numba.int8})(double),
        numba.njit(locals={"x": numba.int16})(double),
    ]
    assert len({reach(kernel).digest for kernel in kernels}) == len(kernels)


def test_values_that_are_not_read_do_not_change_the_digest() -> None:
    assert reach(function(READS, it=1, other=1)).digest == reach(function(READS, it=1, other=2)).digest


def test_functions_that_call_each_other_come_to_an_end() -> None:
    text = "def g(x):\n    return f(x)\ndef f(x):\n    return g(x)"
    assert reach(function(text)).digest == reach(function(text)).digest


def test_inner_compiled_functions_come_first() -> None:
    inner = numba.njit(function("def f(x):\n    return x"))
    outer = numba.njit(function("def f(x):\n    return inner(x)", inner=inner))
    identity = reach(function("def f(x):\n    return outer(x)", outer=outer))
    assert identity.own
    assert [compiled is which for compiled, which in zip(identity.compiled, (inner, outer), strict=True)] == [
        True,
        True,
    ]


def test_the_libraries_that_a_function_uses_are_named() -> None:
    text = "def f(x):\n    return np.random.rand() + random.random() + len(x) + always(x, x) + np.abs(x)"
    identity = reach(function(text, np=np, random=random, always=always))
    assert {
        "numpy.random.rand",
        "random.random",
        "builtins.len",
        "strategies.helpers.always",
        "numpy.abs",
    } <= identity.used
    assert not reach(always).own
    assert all(map(is_library, (always, json.dumps, os.fsdecode)))
    assert not any(map(is_library, (test_the_libraries_that_a_function_uses_are_named, polars.col, "json")))
    assert all(map(is_library_module, (np, np.random, json, os, sys, math)))
    assert not any(map(is_library_module, (polars, types.ModuleType("json"), sys.modules[__name__])))
    assert all(map(is_library_class, (Strategy, dict, Kernel, np.ndarray, collections.OrderedDict)))
    assert not any(map(is_library_class, (Kind, types.new_class("OrderedDict"))))
    assert "numpy.random.rand" in reach(function("def f():\n    return rand()", rand=np.random.rand)).used


def test_what_cannot_be_known_by_value_is_refused() -> None:
    with pytest.raises(IdentityError, match=r"whose value cannot be known: cannot pickle '_thread.lock' object"):
        reach(function(READS, it=threading.Lock()))


def test_equal_texts_and_tuples_need_not_be_one_object() -> None:
    one, other = (str(b"a text, so long", "ascii") for _ in range(2))
    assert reach([one, one]).digest == reach([one, other]).digest
    assert reach([(one, 1), (one, 1)]).digest == reach([pair := (other, 1), pair]).digest
    assert reach(("a", "b")).digest != reach(("a, str b",)).digest


SEVERAL = """
from dataclasses import dataclass, replace
from enum import Enum

import numba
import numpy as np
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES

NAMES = {"one", "two", "three", "four", "five"}
FROZEN = frozenset(NAMES)
BY_NAME = {name: len(name) for name in NAMES}
PAIRS = {("a", 1), ("b", 2), ("c", 3)}
ROW = np.zeros(2, np.dtype([("x", "f8"), ("y", "i4")]))

class Kind(Enum):
    ONE = 1
    TWO = 2

@dataclass(frozen=True)
class Thing:
    names: frozenset
    kind: Kind

THING = Thing(FROZEN, Kind.TWO)

@numba.njit
def inner(count):
    return count in (1, 2, 3) or count < ROW[0].x

def call(view, params):
    word = "a" + "b"
    if word in {"ab", "cd", "ef"}:
        NAMES, FROZEN, BY_NAME, PAIRS, THING, Kind
    return YES if inner(view.count) else NO

SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""
DIGESTS = """
import sys
import joblib
from strategies import load_player

def digest(spec):
    return load_player(spec).digest()

print(digest(sys.argv[1]))
if len(sys.argv) > 2:
    for each in joblib.Parallel(2)(joblib.delayed(digest)(sys.argv[1]) for _ in range(2)):
        print(each)
"""


def test_a_digest_is_the_same_in_every_process(tmp_path: Path) -> None:
    bot = tmp_path / "bots.py"
    bot.write_text(SEVERAL)
    seen = {load_player(f"{bot}:shy").digest()}
    for seed in ("0", "77"):
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        also = ["loky"] if seed == "77" else []
        done = run_python(DIGESTS, f"{bot}:shy", *also, cwd=tmp_path, environment=environment)
        assert done.returncode == 0, done.stderr
        seen |= set(done.stdout.split())
    assert len(seen) == 1
    bot.write_text(SEVERAL.replace('"four"', '"for"'))
    assert load_player(f"{bot}:shy").digest() not in seen


ADDRESSES = """
import ctypes
from dataclasses import replace
import numba
import numpy as np
from numba import carray, objmode
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit
from tongits_sim.compile.specialised import record_at
from tongits_sim.compile.struct_copy import same_record

TABLE = np.arange(9.0)
ROW = np.zeros(1, np.dtype([("x", "f8")]))
AT = ROW.ctypes.data
record = record_at(ROW.dtype)
rand = ctypes.CDLL(None).rand
counted = [0]

def counter():
    counted[0] += 1
    return counted[0]

@njit
def in_python(x):
    with objmode(y="int64"):
        y = counter()
    return y

def call(view, params):
    return YES if {asked} else NO

SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            "TABLE.ctypes.data & 64",
            r"uses numpy\.ndarray\.ctypes, and what lies at an address is another thing in every",
        ),
        ("carray(TABLE.ctypes, 9)[0]", r"uses numba\..*carray, and what lies at an address"),
        ("record(AT).x", r"uses .*record_at.*, and what lies at an address"),
        ("same_record(view, view)", r"uses .*same_record.*, and what lies at an address"),
        ("rand() & 1", r"uses something whose value cannot be known: ctypes objects containing pointers"),
        ("in_python(1) & 1", r"uses .*_ObjModeContextType, and what Python code returns may change unseen"),
    ],
)
def test_a_hook_that_reads_an_address_or_asks_python_is_refused(tmp_path: Path, asked: str, why: str) -> None:
    bot = tmp_path / "bots.py"
    bot.write_text(ADDRESSES.replace("{asked}", asked))
    with pytest.raises(HookError, match=f"^the bot 'shy' may not play: its call hook {why}") as caught:
        load_player(f"{bot}:shy").addresses()
    assert "\n" not in str(caught.value)


def test_a_bot_that_cannot_be_known_by_value_has_no_digest(tmp_path: Path) -> None:
    bot = tmp_path / "bots.py"
    bot.write_text(ADDRESSES.replace("{asked}", "rand() & 1"))
    with pytest.raises(TongitsError, match=r"^the bot 'shy' may not play: one of its hooks uses something whose value"):
        load_player(f"{bot}:shy").digest()
