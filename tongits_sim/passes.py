"""Numba's passes over a kernel, without those that have nothing to do in it, and without reports that nobody reads.

Before each of its thirty passes over a function numba writes out the types of its arguments, records with all their
fields, and most passes look through all of it for what kernels do not have. The code that is made is the same without
(docs/explanation/performance.md, "Compiling").
"""

from __future__ import annotations

import functools
import operator
from typing import Any

from numba.core import errors, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags, _EarlyPipelineCompletion
from numba.core.compiler_machinery import PassManager, _pass_registry, register_pass
from numba.core.datamodel import register_default
from numba.core.datamodel.models import OpaqueModel
from numba.core.ir_utils import build_definitions
from numba.core.registry import cpu_target
from numba.core.ssa import reconstruct_ssa
from numba.core.targetconfig import ConfigStack
from numba.core.typed_passes import AnnotateTypes, DumpParforDiagnostics, NopythonRewrites, PreLowerStripPhis
from numba.core.typing import Context
from numba.core.untyped_passes import InlineClosureLikes, ReconstructSSA

from tongits_sim.extensions import refused


class KernelFlags(Flags):  # type: ignore[misc]  # numba has no types
    """Numba's flags, compared quickly: numba compares them whenever it looks for one of its own functions.

    They may not be changed once they have been compared.
    """

    __slots__ = ("_settled",)
    _settled: tuple[str, ...]

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, KernelFlags) and self._key() == other._key())

    def _key(self) -> tuple[str, ...]:
        try:
            return self._settled
        except AttributeError:
            self._settled = tuple(f"{name}={getattr(self, name)}" for name in sorted(self.options))
            return self._settled


class _Operator(types.Function):
    """An operator that remembers what it gives for numbers and records.

    Numba goes through all operators of that name, those of arrays first, whenever it types or lowers one.
    """

    def __init__(self, of: types.Function) -> None:
        super().__init__(of.templates)
        self._answers: dict[Any, Any] = {}

    def get_call_type(self, context: Context, args: Any, kws: Any) -> Any:
        """As numba's."""
        if kws or not all(isinstance(each, _REMEMBERED) for each in args):
            return super().get_call_type(context, args, kws)
        key = tuple(args)
        if key not in self._answers:
            self._answers[key] = super().get_call_type(context, args, kws)
        return self._answers[key]


register_default(_Operator)(OpaqueModel)  # it may be a value, as other functions may
_OPERATORS = frozenset(value for name, value in vars(operator).items() if not name.startswith("_")) | {bool}
_REMEMBERED = (types.Number, types.Boolean, types.Literal, types.Record, types.NestedArray)


class KernelTyping(Context):  # type: ignore[misc]
    """Numba's typing context with operators that remember.

    Args:
        of: numba's own; all it has is shared.
    """

    def __init__(self, of: Context) -> None:
        self.__dict__ = of.__dict__

    def refresh(self) -> None:
        """As numba's, which adds to its own operators."""
        cpu_target.typing_context.refresh()

    def _lookup_global(self, gv: Any) -> Any:
        kind = super()._lookup_global(gv)
        return _operator(kind) if type(kind) is types.Function and gv in _OPERATORS else kind


@functools.cache
def _operator(kind: types.Function) -> _Operator:
    return _Operator(kind)


@functools.cache
def _typing(of: Context) -> KernelTyping:
    return KernelTyping(of)


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerFunctions(InlineClosureLikes):  # type: ignore[misc]
    """Numba's inlining of inner functions and of arrays made from lists, in functions that have such."""

    _name = "kernel_inner_functions"

    def run_pass(self, state: Any) -> bool:
        """See above."""
        return _has_inner(state.func_ir) and bool(super().run_pass(state))


def _has_inner(function: ir.FunctionIR) -> bool:
    """Whether a function makes a function or a list, or uses `reduce` or a stencil of numba's."""
    return any(
        value.op in ("make_function", "build_list")
        if isinstance(value, ir.Expr)
        else isinstance(value, ir.Global | ir.FreeVar)
        and (value.value is functools.reduce or type(value.value).__name__ == "StencilFunc")
        for block in function.blocks.values()
        for value in (each.value for each in block.find_insts(ir.Assign))
    )


@register_pass(mutates_CFG=False, analysis_only=False)
class _SingleAssignment(ReconstructSSA):  # type: ignore[misc]
    """Numba's, without looking at the life of variables anew, which is done before lowering."""

    _name = "kernel_single_assignment"

    def run_pass(self, state: Any) -> bool:
        """See above."""
        if state.func_ir.is_generator:
            return bool(super().run_pass(state))
        state.func_ir = reconstruct_ssa(state.func_ir)
        self._patch_locals(state)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class _StripPhis(PreLowerStripPhis):  # type: ignore[misc]
    """Numba's, likewise."""

    _name = "kernel_strip_phis"

    def run_pass(self, state: Any) -> bool:
        """See above."""
        if state.func_ir.is_generator or state.flags.auto_parallel.enabled:
            return bool(super().run_pass(state))
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _ArrayRewrites(NopythonRewrites):  # type: ignore[misc]
    """Numba's rewriting of operations on arrays, in functions that have an array."""

    _name = "kernel_array_rewrites"

    def run_pass(self, state: Any) -> bool:
        """See above."""
        has_array = any(isinstance(kind, types.Array) for kind in state.typemap.values())
        return has_array and bool(super().run_pass(state))


_INSTEAD = {
    InlineClosureLikes: _InnerFunctions,
    ReconstructSSA: _SingleAssignment,
    PreLowerStripPhis: _StripPhis,
    NopythonRewrites: _ArrayRewrites,
}
_LEFT_OUT = (AnnotateTypes, DumpParforDiagnostics)


class Passes(PassManager):  # type: ignore[misc]
    """Numba's passes over one function; as `_INSTEAD` and `_LEFT_OUT` say.

    Args:
        of: numba's own, finalized.
    """

    def __init__(self, of: PassManager) -> None:
        super().__init__(of.pipeline_name)
        self.passes = [(_INSTEAD.get(kind, kind), what) for kind, what in of.passes if kind not in _LEFT_OUT]
        self.finalize()

    def run(self, state: Any) -> None:
        """Run them over a function; an error says in which of them it arose, as numba's do."""
        for kind, what in self.passes:
            one = _pass_registry.get(kind).pass_inst
            one.analysis = self._analysis
            try:
                one.run_initialization(state)
                one.run_pass(state)
                one.run_finalizer(state)
            except _EarlyPipelineCompletion:
                raise
            except errors.NumbaError as error:
                error.add_context(f"Pass {one.name()}")
                raise self._patch_error(f"Failed in {self.pipeline_name} mode pipeline (step: {what})", error)  # noqa: B904  # the same error


class _Refreshed:
    """A target context inside a compilation, at the beginning of which numba looked for new declarations already."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)

    def refresh(self) -> None:
        """Do nothing."""


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler of one function, with `Passes`.

    Args:
        typingctx: as numba's, and so are all others.
        targetctx: see above.
        library: see above.
        args: see above.
        return_type: see above.
        flags: see above.
        locals: see above.
    """

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Flags,
        locals: dict[str, Any],  # noqa: A002  # numba's name
    ) -> None:
        context = _typing(typingctx)
        nested = ConfigStack.top_or_none() is not None
        targetctx = _Refreshed(targetctx) if nested else targetctx
        super().__init__(context, targetctx, library, args, return_type, KernelFlags(flags), locals)
        self.state.targetctx.typing_context = context

    def compile_extra(self, func: Any) -> Any:
        """As numba's, of a function that needs nothing that a user taught numba. Raises ExtensionError."""
        with refused():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """One, of `Passes`."""
        return [Passes(DefaultPassBuilder.define_nopython_pipeline(self.state))]
