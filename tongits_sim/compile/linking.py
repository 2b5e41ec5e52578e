"""Compiles a kernel by link-time optimisation: the functions that it calls are optimised once, inside the kernel.

Numba optimises each function together with its callees and again for each caller: a helper at the bottom of a deep tree
is optimised once for every level above. Here a function that compiled code calls is only lowered (`UnlinkedFunction`, a
part). A function that is called from Python or by address is a `LinkedFunction` (a whole): it contains all its parts,
is optimised and becomes machine code. This more than halves the time to compile the engine
(docs/explanation/performance.md, "Compiling").

A function that is called both ways is lowered twice. The `KernelCache` of a function keeps its parts on disk, as a tree
of files named after their content.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from llvmlite import binding, ir
from numba.core import sigutils, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.types import Record, Type

from tongits_sim import interrupts
from tongits_sim.compile.extensions import refused
from tongits_sim.compile.identity import reach
from tongits_sim.compile.kernel_cache import KernelCache, part_name

_ENVIRONMENT = "_ZN08NumbaEnv"
_ADDRESS = "numba.dynamic.globals"  # names of globals that hold addresses of this process begin so
_ADDRESS_IN_NAME = " at 0x"  # a function among the arguments is named by its address
_AT_ADDRESS = "_20at_200x"  # the same, as numba writes it
_TAKEN_BY_NEED = "linkonce_odr"


_LONGEST_NAME = 60
"""Longer names of types stand in names of functions as a digest."""


def _type_name(kind: Type) -> tuple[str, tuple[int, ...]]:
    """How a type stands in names of functions: a record, and every type with a long name, by a digest of its name.

    A tuple of records has a name of 26,000 letters, all their fields, which would be most of a kernel's object file.
    """
    if isinstance(kind, Record) or (len(kind.name) > _LONGEST_NAME and _ADDRESS_IN_NAME not in kind.name):
        return type(kind).__name__, (int(hashlib.sha256(kind.name.encode()).hexdigest()[:15], 16),)
    return kind.name, ()


@contextlib.contextmanager
def _own_names() -> Iterator[None]:
    """Name types in names of functions by `_type_name`. Numba would name a record by the number of types made before in
    this process, so that no other process could use what is compiled.

    Every compilation holds numba's lock, so other users of numba in this process never see these names.
    """
    before = {kind: vars(kind)["mangling_args"] for kind in (Type, Record)}
    for kind in before:
        kind.mangling_args = property(_type_name)  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        for kind, names in before.items():
            kind.mangling_args = names  # type: ignore[method-assign]


class UnlinkedFunction(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """A lowered function that wholes contain; it is neither optimised nor compiled to machine code."""

    has_dynamic_globals = False
    environment: Any = None
    _linking_libraries: list[Any]
    _shared_module: Any

    def add_linking_library(self, library: Any) -> None:
        """Note that this part calls `library`, so both are linked together."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Do nothing: a part gets no machine code."""

    def _optimize_functions(self, ll_module: Any) -> None:
        # As numba's, but a single manager serves all functions, and declarations are left out.
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    @functools.cached_property
    def own(self) -> Any:
        """The LLVM module without its callees. A whole takes only the functions that it needs."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = _TAKEN_BY_NEED
        return self._final_module

    @functools.cached_property
    def content(self) -> bytes:
        """The content of the file: the module, the names of linked parts, and the Python objects that it refers to."""
        links = [as_unlinked(library).name_on_disk for library in self._linking_libraries]
        return pickle.dumps((self.name, self.own.as_bitcode(), links, self.environment))

    @functools.cached_property
    def name_on_disk(self) -> str:
        """The name of the part's file, a digest of its content."""
        return part_name(self.content)

    @functools.cached_property
    def keepable(self) -> bool:
        """Whether another process can use the part and its linked parts: no part holds an address of this process."""
        return (
            not any(variable.name.startswith(_ADDRESS) for variable in self.own.global_variables)
            and not any(_AT_ADDRESS in function.name for function in self.own.functions)
            and all(as_unlinked(library).keepable for library in self._linking_libraries)
        )

    def _get_module_for_linking(self) -> Any:  # by numba's own libraries
        if self._shared_module is None:
            module = self.own.clone()
            link(module, self._linking_libraries)
            self._shared_module = module
        return self._shared_module


class LinkedFunction(JITCodeLibrary):  # type: ignore[misc]
    """A function that is optimised together with all its parts."""

    _linking_libraries: list[Any]
    replacements: Mapping[str, UnlinkedFunction] = {}
    """By symbol, parts to link in place of others."""
    rounds = 1
    """How often the function is optimised."""

    def finalize(self) -> None:
        """Link the parts, optimise, and make machine code."""
        linked = closure(self._linking_libraries, self.replacements)
        for symbol, part in self.replacements.items():
            if not any(library is part for library in linked):
                raise LookupError(f"{self.name} does not call {symbol}")
        link(self._final_module, self._linking_libraries, self.replacements)
        for library in linked:
            self._reload_init.update(library._reload_init)
        self._linking_libraries = []
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = variable.name.startswith(_ENVIRONMENT) and lookup_environment(variable.name)
            if environment:
                self.codegen.set_env(variable.name, environment)

    def _optimize_final_module(self) -> None:
        # Numba's first, cheap pass inlines every forced function before simplifying. This helps only reference counts,
        # which kernels hardly have. Inlining from the bottom up makes faster code.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == _TAKEN_BY_NEED:
                function.linkage = "internal"
        for _ in range(self.rounds):
            passes, builder = self._codegen._module_pass_manager()
            with self._recorded_timings.record("Module passes", builder):
                passes.run(self._final_module, builder)


def closure(libraries: Iterable[Any], replacements: Mapping[str, UnlinkedFunction] | None = None) -> list[Any]:
    """The libraries and all parts that they link to, each once.

    A library comes before the libraries that it links to, because LLVM takes only symbols that an earlier library
    needs. Parts of the same symbols are replaced by `replacements`.
    """
    order: dict[int, Any] = {}

    def visit(library: Any) -> None:
        library = _substitute(library, replacements or {})
        if id(library) not in order:
            order[id(library)] = None
            for inner in reversed(library._linking_libraries) if isinstance(library, UnlinkedFunction) else ():
                visit(inner)
            del order[id(library)]
            order[id(library)] = library

    for library in reversed(list(libraries)):
        visit(library)
    return list(reversed(order.values()))


def _substitute(library: Any, replacements: Mapping[str, UnlinkedFunction]) -> Any:
    if replacements and isinstance(library, UnlinkedFunction):
        for function in library.own.functions:
            if function.name in replacements and not function.is_declaration:
                return replacements[function.name]
    return library


def forwarder(original: _Callee, other: _Callee) -> UnlinkedFunction:
    """A part that defines the symbol of `original` as a call of `other`; both have the same signature."""
    if (original.signature.return_type, original.signature.args) != (other.signature.return_type, other.signature.args):
        raise TypeError(f"{other.signature} cannot stand in for {original.signature}")
    library = UnlinkedFunction(original.library.codegen, f"instead of {original.fndesc.llvm_func_name}")
    module = library.create_ir_module(library.name)
    context = cpu_target.target_context
    kind = context.call_conv.get_function_type(other.signature.return_type, other.signature.args)
    outer = ir.Function(module, kind, original.fndesc.llvm_func_name)
    inner = ir.Function(module, kind, other.fndesc.llvm_func_name)
    outer.attributes.add("alwaysinline")
    builder = ir.IRBuilder(outer.append_basic_block())
    builder.ret(builder.call(inner, outer.args))
    library.add_ir_module(module)
    library.add_linking_library(other.library)
    return library


def link(module: Any, libraries: Iterable[Any], replacements: Mapping[str, UnlinkedFunction] | None = None) -> None:
    """Link the `closure` of libraries into an LLVM module."""
    for library in closure(libraries, replacements):
        module.link_in(
            library.own if isinstance(library, UnlinkedFunction) else library._get_module_for_linking(), preserve=True
        )


@functools.cache
def _foreign(library: Any) -> UnlinkedFunction:
    part = UnlinkedFunction(library.codegen, library.name)
    part._final_module = library._get_module_for_linking()
    return part


def as_unlinked(library: Any) -> UnlinkedFunction:
    """The library; a library that numba optimised becomes a part."""
    return library if isinstance(library, UnlinkedFunction) else _foreign(library)


_parts: dict[str, UnlinkedFunction] = {}  # loaded parts by their names on disk


def load(codegen: Any, name: str, read: Callable[[str], bytes | None]) -> UnlinkedFunction | None:
    """Load a part and all linked parts; None if a file is missing or damaged.

    Args:
        name: the digest of its content. read: returns the content of a file, or None.
    """
    if name not in _parts:
        content = read(name)
        if content is None:
            return None
        title, bitcode, links, environment = pickle.loads(content)
        part = UnlinkedFunction(codegen, title)
        part._final_module = binding.parse_bitcode(bitcode)
        part.environment = environment
        part.content = content
        for linked_name in links:
            linked = load(codegen, linked_name, read)
            if linked is None:
                return None
            part.add_linking_library(linked)
        _parts[name] = part
    return _parts[name]


def _begin(state: Any, kind: type[JITCodeLibrary]) -> None:
    """Give a function its number and its library.

    Numba counts functions to tell functions of the same name apart. Cached machine code keeps its names, and another
    process may give the number to another function; of two functions of the same name LLVM takes either. So the number
    is a digest of the function and its types, the same in every process. (Flags in the name tell a whole from a part.)
    """
    function = state.func_id
    function.unique_id = _number(function.func, state.args, state.return_type)
    function.unique_name = f"{function.func_qualname}${function.unique_id}"
    state.library = kind(state.targetctx.codegen(), function.func_qualname)
    state.library.enable_object_caching()


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, which refuses users' extensions of numba."""

    library: type[JITCodeLibrary]

    def compile_extra(self, func: Any) -> Any:
        with refused(), _own_names():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        _begin(self.state, self.library)
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class LinkedCompiler(_Compiler):
    """The compiler of wholes."""

    library = LinkedFunction


class UnlinkedCompiler(_Compiler):
    """The compiler of parts."""

    library = UnlinkedFunction


def _number(function: Any, *kinds: Any) -> int:
    """A digest of everything that a function reaches and of numba types. Numba's own names would not do: a record's
    name is its number in the process, and a nested array's name lacks the shape.
    """
    return int(hashlib.sha256(f"{reach(function).digest} {kinds}".encode()).hexdigest()[:16], 16)


class _Parts(_FunctionCompiler):  # type: ignore[misc]
    """Compiles parts without the code that only Python needs."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        flags.no_compile = True
        return flags


class _Callee:
    def __init__(self, signature: Any, fndesc: Any, library: UnlinkedFunction) -> None:
        self.signature = signature
        self.fndesc = fndesc
        self.library = library


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function: a whole for calls from Python, a part for calls from kernels.

    Attributes: parts: the lowered parts by numba types of arguments.
    """

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,  # noqa: A002  # numba's name
        targetoptions: dict[str, Any] | None = None,
        pipeline_class: type[CompilerBase] = LinkedCompiler,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)
        self._parts_compiler = _Parts(py_func, self.targetdescr, self.targetoptions, self.locals, UnlinkedCompiler)
        self.parts: dict[Any, _Callee] = {}

    def compile(self, sig: Any) -> Any:
        with interrupts.keep_interrupts():
            return super().compile(sig)

    def part(self, types: tuple[Any, ...]) -> _Callee:
        """The part for numba types of arguments; compiled unless cached."""
        with global_compiler_lock, self._compiling_counter:
            if types not in self.parts:
                callee = self._load(types) or self._lower(types)
                self.targetctx.insert_user_function(callee, callee.fndesc, [callee.library])
                self.parts[types] = callee
            return self.parts[types]

    def _lower(self, types: tuple[Any, ...]) -> _Callee:
        result = self._parts_compiler.compile(types, None)
        result.library.environment = result.environment if result.environment.can_cache() else None
        callee = _Callee(result.signature, result.fndesc, result.library)
        if isinstance(self._cache, KernelCache) and callee.library.keepable:
            # As numba does: the maps are not needed any more, and may not be picklable.
            callee.fndesc.typemap = callee.fndesc.calltypes = None
            kept = {library.name_on_disk: library.content for library in map(as_unlinked, closure([callee.library]))}
            self._cache.save_part(
                types, self.targetctx, (callee.signature, callee.fndesc, callee.library.name_on_disk), kept
            )
        return callee

    def _load(self, types: tuple[Any, ...]) -> _Callee | None:
        if not isinstance(self._cache, KernelCache):
            return None
        codegen = self.targetctx.codegen()
        for (signature, fndesc, name), read in self._cache.load_part(types, self.targetctx):
            library = load(codegen, name, read)
            if library is not None:
                return _Callee(signature, fndesc, library)
        return None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        pysig, args = self._compiler.fold_argument_types(args, kws)
        self.part(tuple(args))
        name = self.py_func.__name__
        signatures = [part.signature for part in self.parts.values()]
        return typing.make_concrete_template(f"CallTemplate({name})", name, signatures), pysig, args, {}

    def get_overload(self, sig: Any) -> _Callee:
        return self.part(tuple(sigutils.normalize_signature(sig)[0]))

    def forget(self) -> None:
        """Drop the machine code, so that the next call compiles again."""
        self._reset_overloads()
        self.parts.clear()
