import ctypes
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from tongits_sim.compile import jit, specialised
from tongits_sim.compile.linking import LinkedFunction
from tongits_sim.compile.specialised import Case, address, constant_record, is_compiled, prune

LAYOUT = np.dtype([("first", "i8"), ("second", "f8")], align=True)
SIGNATURE = types.int64(types.int64)

_record = constant_record(LAYOUT, 1)


@jit.njit(cache=False)
def _plus_one(number):
    return number + 1


@jit.njit(cache=False)
def _times_ten(number):
    return number * 10


@jit.njit(cache=False)
def _minus_one(number):
    return number - 1


@jit.njit(cache=False)
def _twice(number):
    return _plus_one(_plus_one(number))


@jit.c_kernel
def _kernel(number):
    record = _record()
    return _twice(number) + record.first


# As numba sees them.
PLUS_ONE: Any = _plus_one
TIMES_TEN: Any = _times_ten
MINUS_ONE: Any = _minus_one


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)
    monkeypatch.setattr(jit, "SPARE_DIRS", ())


def content(first: int) -> bytes:
    return np.array([(first, 0.5)], LAYOUT).tobytes()


def called(case: Case, number: int) -> int:
    return int(ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address(SIGNATURE, _kernel, case))(number))


def test_each_case_has_its_record_and_its_parts() -> None:
    exchange = [(PLUS_ONE, (types.int64,), TIMES_TEN)]
    assert called(Case("1" * 16, (b"", content(5)), ()), 2) == 4 + 5
    assert called(Case("2" * 16, (b"", content(7)), ()), 2) == 4 + 7
    assert called(Case("3" * 16, (b"", content(7)), exchange), 2) == 200 + 7
    assert called(Case("4" * 16, (b"", bytes(LAYOUT.itemsize)), exchange), 3) == 300
    assert called(Case("1" * 16, (b"", content(5)), ()), 3) == 5 + 5, "the first one is as it was"


def test_what_is_kept_is_not_compiled_again(tmp_path: Path) -> None:
    case = Case("5" * 16, (b"", content(1)), ())
    assert not is_compiled(case.key)
    assert called(case, 1) == 4
    assert is_compiled(case.key)
    other = case._replace(constants=(b"", content(100)))
    assert called(other, 1) == 4, "its key says what it is"


def test_it_is_optimised_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    wholes: list[LinkedFunction] = []
    optimise = LinkedFunction._optimize_final_module

    def noted(self: LinkedFunction) -> None:
        wholes.append(self)
        optimise(self)

    monkeypatch.setattr(LinkedFunction, "_optimize_final_module", noted)
    called(Case("8" * 16, (b"", content(1)), ()), 1)
    jit.c_address(SIGNATURE, PLUS_ONE.py_func, False)
    assert [whole.rounds for whole in wholes] == [2, 1]


def test_an_exchange_that_changes_nothing_is_an_error() -> None:
    unused = [(MINUS_ONE, (types.int64,), TIMES_TEN)]
    with pytest.raises(LookupError, match="does not call"):
        called(Case("6" * 16, (b"", content(1)), unused), 1)
    assert not is_compiled("6" * 16)


def test_a_part_that_answers_with_another_type_cannot_stand_in() -> None:
    @jit.njit(cache=False)
    def half(number):
        return number / 2

    other: Any = half
    with pytest.raises(TypeError, match="cannot stand in"):
        called(Case("7" * 16, (b"", content(1)), [(PLUS_ONE, (types.int64,), other)]), 1)


def test_the_cases_used_last_stay(tmp_path: Path) -> None:
    for number in range(4):
        folder = tmp_path / specialised.FOLDER / f"{number:016x}"
        folder.mkdir(parents=True)
        os.utime(folder, (number, number))
        jit.mark_compiled(f"specialised-{folder.name}")
    prune(keep=2)
    assert sorted(path.name for path in (tmp_path / specialised.FOLDER).iterdir()) == [f"{2:016x}", f"{3:016x}"]
    assert [is_compiled(f"{number:016x}") for number in range(4)] == [False, False, True, True]
