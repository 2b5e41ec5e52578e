"""Which fields of a record a compiled function of the program may read, judged by the names in its code.

So an engine with inlined bots writes only those fields of a view that its bots look at.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from typing import Any

from tongits_sim.compile import struct_copy
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.identity import PROGRAM, is_library, names_in_code, python_function
from tongits_sim.compile.intrinsics import call_at

# These take a whole record, so no name tells which fields they read.
_OPAQUE = (
    call_at,
    call_hook,
    struct_copy.copy_fields,
    struct_copy.copy_record,
    struct_copy.mixed_fields,
    struct_copy.same_record,
)


def may_read(functions: Iterable[Any], fields: Iterable[str]) -> frozenset[str]:
    """The fields that functions, and everything they call, may read; all fields for a user's function.

    A name counts wherever it occurs, so the result may also contain fields that are read from another record.

    Args:
        functions: compiled functions.
        fields: names of fields of the record.
    """
    wanted = frozenset(fields)
    names: set[str] = set()
    seen: dict[int, Any] = {}
    waiting = list(functions)
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if any(value is intrinsic for intrinsic in _OPAQUE):
            return wanted
        if isinstance(value, tuple | list):
            waiting += value
        elif (function := python_function(value)) is not None:
            if not is_library(function):
                return wanted
            if function.__module__.partition(".")[0] in PROGRAM:
                names.update(names_in_code(function.__code__))
                waiting += _named(function)
    return wanted & names


def _named(function: types.FunctionType) -> Iterator[Any]:
    """The objects that a function finds by the names in its code."""
    names = frozenset(names_in_code(function.__code__))
    for cell in function.__closure__ or ():
        yield cell.cell_contents
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        yield value
        if isinstance(value, types.ModuleType):
            yield from (vars(value)[inner] for inner in names & vars(value).keys())
