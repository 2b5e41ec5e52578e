"""The tools that intrinsics are built with, and the general intrinsics.

`ir`, `types` and `intrinsic` are public in llvmlite and numba; `cgutils` helps numba write LLVM code, `NumbaError` is
the base of its errors. Every module with intrinsics imports these names from here, so its imports show that it depends
on LLVM.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import intrinsic

__all__ = ["NumbaError", "binding", "call_at", "cgutils", "has_quick_deposit", "intrinsic", "ir", "types"]

CPU = "x86-64-v3"
"""The processor for which shipped kernels are optimised (`prebuilt.py`)."""


def has_quick_deposit() -> bool:
    """Whether the target processor has a fast PDEP instruction; on Zen 1 and 2 PDEP is a slow loop."""
    named = numba.config.CPU_NAME is not None or numba.config.CPU_FEATURES is not None
    if named:
        return bool(numba.config.CPU_NAME == CPU)
    quick = binding.get_host_cpu_features().get("bmi2", False)
    return bool(quick and binding.get_host_cpu_name() not in ("bdver4", "znver1", "znver2"))


@intrinsic
def call_at(typingctx, address, arguments):
    """Call the C function (`jit.c_address`) at `address` (int64) with a tuple of records and words; returns int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        values = [builder.extract_value(args[1], number) for number in range(len(arguments))]
        kind = ir.FunctionType(ir.IntType(64), [value.type for value in values])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), values)

    return types.int64(types.int64, arguments), codegen
