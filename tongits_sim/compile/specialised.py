"""Specialises kernels for a case: the compiler knows the content of records, and some parts are replaced.

A general kernel reads rules from a record and calls bots by address. For a given set of rules and bots its source is
compiled again with both known: tests of rules vanish, and hooks are inlined. Games do not differ in any digit, but take
less time (docs/explanation/performance.md, "Specialised engines").

A case has its own folder below `jit.CACHE_DIR`; beyond `MAX_KEPT`, the oldest are removed.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np

from tongits_sim.compile import jit
from tongits_sim.compile.cache_dirs import CacheEntry
from tongits_sim.compile.intrinsics import cgutils, intrinsic, ir, types

FOLDER = "specialised"
MAX_KEPT = 64


class Case(NamedTuple):
    """The rules and bots that a kernel is compiled for."""

    key: str  # 16 hex digits, unique among cases of the same sources
    constants: Sequence[bytes]  # contents of the records of `constant_record`
    # (replaced kernel, numba types of its arguments, replacing kernel)
    replacements: Sequence[tuple[Any, tuple[Any, ...], Any]]


_lock = threading.RLock()
_case: list[Case] = []  # the case being compiled


def constant_record(layout: np.dtype, number: int) -> Any:
    """An intrinsic for specialised kernels only: it gives record `number` of the case's `constants`, known to the
    compiler.
    """
    kind = numba.from_dtype(layout)

    @intrinsic
    def record(typingctx: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            content = _case[-1].constants[number]
            value = ir.Constant(ir.ArrayType(ir.IntType(8), len(content)), bytearray(content) if any(content) else None)
            data = cgutils.global_constant(builder, f"record_{number}", value)
            data.align = 64
            return builder.bitcast(data, context.get_value_type(kind))

        return kind(), codegen

    return record


def record_at(layout: np.dtype) -> Any:
    """An intrinsic that gives the record at an address (int64)."""
    kind = numba.from_dtype(layout)

    @intrinsic
    def record(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), codegen

    return record


def is_compiled(key: str) -> bool:
    """Whether the kernel of a case is on disk and usable."""
    return not jit.PLAIN and jit.compiled_before(_tag(key))


def address(signature: Any, kernel: Callable[..., Any], case: Case) -> int:
    """Specialise a `c_kernel`, which calls a `constant_record`, unless it is on disk; return its address."""
    from tongits_sim.compile.linked_backend import c_function

    entry = CacheEntry(jit.CACHE_DIR / FOLDER / case.key, _spares(case.key))
    jit.check_compiling()
    with compiling(case):
        where = jit.keep_alive(c_function(signature, kernel, entry, pipeline=_pipeline()))
    jit.mark_compiled(_tag(case.key))
    with contextlib.suppress(OSError):
        os.utime(jit.CACHE_DIR / FOLDER / case.key)
    return where


@contextlib.contextmanager
def compiling(case: Case) -> Iterator[None]:
    """Context in which `constant_record` gives the records of a case."""
    with _lock:
        _case.append(case)
        try:
            yield
        finally:
            _case.pop()


def exchanged(case: Case) -> dict[str, Any]:
    """By symbol, the parts that stand in for the kernels that a case replaces."""
    from tongits_sim.compile.linking import forwarder

    parts = {}
    for kernel, kinds, replacement in case.replacements:
        callee = kernel.part(kinds)
        parts[callee.fndesc.llvm_func_name] = forwarder(callee, replacement.part(kinds))
    return parts


@functools.cache
def _pipeline() -> Any:
    """The pipeline of specialised kernels: names contain the case, parts are replaced, and everything is optimised
    twice.
    """
    from tongits_sim.compile.linked_backend import NoAliasCompiler

    class Specialised(NoAliasCompiler):
        def define_pipelines(self) -> list[Any]:
            pipelines: list[Any] = super().define_pipelines()
            case, function = _case[-1], self.state.func_id
            function.unique_id = int(case.key, 16)
            function.unique_name = f"{function.func_qualname}${function.unique_id}"
            self.state.library.replacements = exchanged(case)
            self.state.library.rounds = 2
            return pipelines

    return Specialised


def _spares(key: str) -> Any:
    return tuple(folder / FOLDER / key for folder in jit.SPARE_DIRS)


def _tag(key: str) -> str:
    return f"specialised-{key}"


def prune(keep: int = MAX_KEPT) -> None:
    """Remove the specialised engines but the `keep` that were used last."""
    with contextlib.suppress(OSError):
        folders = [(path.stat().st_mtime, path) for path in (jit.CACHE_DIR / FOLDER).iterdir()]
        for _, folder in sorted(folders, reverse=True)[keep:]:
            jit.unmark_compiled(_tag(folder.name))
            shutil.rmtree(folder, ignore_errors=True)
