"""Compiles kernels with tested versions of numba: links parts (`linking.py`), and caches kernels by the code and values
that they reach (`kernel_cache.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from numba.core import ir as numba_ir
from numba.core.ccallback import CFunc
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NopythonTypeInference

from tongits_sim import interrupts
from tongits_sim.compile.cache_dirs import HEALTH, CacheEntry
from tongits_sim.compile.intrinsics import cgutils, intrinsic, types
from tongits_sim.compile.kernel_cache import KernelCache
from tongits_sim.compile.linking import Kernel, LinkedCompiler


@intrinsic
def outlined(typingctx, function, arguments):
    """`function(*arguments)`, never inlined; for a compiled function and a tuple.

    It keeps rare paths out of hot code.
    """
    signature = typingctx.resolve_function_type(function, arguments.types, {})

    def codegen(context, builder, typed, args):
        compiled = function.dispatcher.part(signature.args)
        context.add_linking_libs([compiled.library])
        code = context.declare_function(builder.module, compiled.fndesc)
        values = [builder.extract_value(args[1], number) for number in range(len(signature.args))]
        convention = context.call_conv
        status, answer = convention.call_function(
            builder, code, signature.return_type, signature.args, values, attrs=("noinline",)
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return signature.return_type(function, arguments), codegen


class NoAliasCompiler(LinkedCompiler):
    """Pipeline for C functions whose arguments do not overlap, so the compiler may keep values in registers."""

    def define_pipelines(self) -> list[Any]:
        flags = self.state.flags.copy()
        flags.noalias = True
        self.state.flags = flags
        return super().define_pipelines()


@register_pass(mutates_CFG=False, analysis_only=True)
class _WholeAnswers(AnalysisPass):  # type: ignore[misc]  # numba has no types
    """Refuses functions that answer with floats, because converting NaN depends on the machine."""

    _name = "whole_answers"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Check the type of each `return` before its conversion to the action code."""
        for block in state.func_ir.blocks.values():
            given = block.terminator
            if isinstance(given, numba_ir.Return):
                source = state.func_ir.get_definition(given.value)
                kind = state.typemap.get(getattr(getattr(source, "value", None), "name", ""))
                if isinstance(kind, types.Float | types.Complex):
                    raise TypingError(f"it returns a {kind}; an action code is a whole number")
        return False


class _WholeAnswersOnly(LinkedCompiler):
    """The pipeline of hooks."""

    def define_pipelines(self) -> list[Any]:
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_WholeAnswers, NopythonTypeInference)
        passes.finalize()
        return [passes]


def kernel(function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """Make a kernel, which is compiled at its first call; entry: where to keep its machine code; None: nowhere."""
    compiled = Kernel(function, None, {"nopython": True, **options})
    keep(compiled, function, entry)
    return compiled


def c_function(
    signature: Any,
    function: Callable[..., Any],
    entry: CacheEntry | None,
    noalias: bool = False,
    pipeline: type[LinkedCompiler] | None = None,
) -> Any:
    """Compile a C function, whose attribute `address` is its address.

    Args:
        entry: where to keep its machine code; None: nowhere.
        noalias: its arguments do not overlap.
        pipeline: used in place of `LinkedCompiler` and `NoAliasCompiler`.
    """
    kind = pipeline or (NoAliasCompiler if noalias else LinkedCompiler)
    compiled: Any = CFunc(function, (signature.args, signature.return_type), locals={}, options={}, pipeline_class=kind)
    keep(compiled, function, entry)
    with interrupts.keep_interrupts():
        compiled.compile()
    return compiled


def hook(signature: Any, function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """Compile a bot's function for a signature. If the signature names the type of the answer, floats are refused.

    entry: where to keep its machine code; None: nowhere.
    """
    answers = getattr(signature, "return_type", None) is not None
    pipeline = _WholeAnswersOnly if answers else LinkedCompiler
    compiled = Kernel(function, None, {"nopython": True, **options}, pipeline)
    keep(compiled, function, entry)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def forget(compiled: Any) -> None:
    """Drop the machine code of a kernel, so that its next call compiles it."""
    if isinstance(compiled, Kernel):
        compiled.forget()
    else:
        compiled._reset_overloads()


def unkept() -> bool:
    """Whether some compiled code could not be written into the cache."""
    return HEALTH.unkept


def keep(compiled: Any, function: Callable[..., Any], entry: CacheEntry | None) -> None:
    """Cache a kernel's machine code at `entry`, unless the function was typed at a prompt and has no source file."""
    if entry is not None and not isinstance(compiled._cache, KernelCache):
        with contextlib.suppress(RuntimeError):  # typed in at a prompt: no source file
            compiled._cache = KernelCache(function, *entry)
