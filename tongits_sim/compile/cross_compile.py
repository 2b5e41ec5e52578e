"""Compiles kernels for another machine: they are lowered as usual, then linked, optimised and written as an object
file.

The code does not run in this process. The caller sets NUMBA_CPU_NAME=generic before importing the program, because code
that depends on the machine (`cards.deposit`) checks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import binding
from numba.core.ccallback import CFunc

from tongits_sim.compile.linked_backend import NoAliasCompiler
from tongits_sim.compile.linking import Kernel, UnlinkedCompiler, UnlinkedFunction, link
from tongits_sim.compile.specialised import Case, compiling, exchanged

_PYTHON = re.compile(r"^(Py|_Py|NRT_|numba_)")
_DECLARED = re.compile(r'^declare ([^@]*?)@"?([\w.$]+)"?\(([^)]*)\)')


class _NoAliasUnlinkedCompiler(NoAliasCompiler):
    """The pipeline of a part: a C function whose arguments do not overlap."""

    library = UnlinkedFunction


def unlinked_c_function(
    signature: Any, function: Callable[..., Any], noalias: bool = False
) -> tuple[str, UnlinkedFunction]:
    """Lower a C function: its symbol and the part that defines it; noalias: its arguments do not overlap."""
    pipeline = _NoAliasUnlinkedCompiler if noalias else UnlinkedCompiler
    compiled: Any = CFunc(
        function, (signature.args, signature.return_type), locals={}, options={}, pipeline_class=pipeline
    )
    result = compiled._compile_uncached()
    return result.fndesc.llvm_cfunc_wrapper_name, result.library


def specialised_c_function(signature: Any, function: Callable[..., Any], case: Case) -> tuple[str, UnlinkedFunction]:
    """Lower a C function for a case (specialised.py): its symbol, and a part that holds everything it calls.

    The content of the part is private, so a general build of the same kernels can be linked beside it.
    """
    with compiling(case):
        symbol, part = unlinked_c_function(signature, function, noalias=True)
        link(part.own, part._linking_libraries, exchanged(case))
    part._linking_libraries = []
    for value in (*part.own.functions, *part.own.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    of_case = f"{symbol}_{case.key}"  # a kernel may be lowered for several cases
    part.own.get_function(symbol).name = of_case
    return of_case, part


def unlinked_hook(signature: Any, function: Callable[..., Any]) -> tuple[str, UnlinkedFunction]:
    """Lower a bot's function as kernels call it: its symbol and the part that defines it."""
    kernel = Kernel(getattr(function, "py_func", function), None, {"nopython": True, "error_model": "numpy"})
    result = kernel._parts_compiler.compile(signature.args, signature.return_type)
    return result.fndesc.llvm_func_name, result.library


def machine_of(triple: str, features: str) -> Any:
    """LLVM's description of a machine, from its triple and the features of its processor in LLVM's spelling."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(triple)
    return target.create_target_machine(cpu="generic", features=features, opt=3, reloc="static", codemodel="default")


def text_object(text: str, machine: Any) -> bytes:
    """Compile an LLVM text to an object file without optimising."""
    return bytes(machine.emit_object(_parse(text, machine)))


def object_file(named: Mapping[str, tuple[str, UnlinkedFunction]], machine: Any) -> bytes:
    """Make an object file of functions and everything they need.

    named: by the name in the file, a function's symbol and the part that defines it.
    """
    module = binding.parse_assembly("")
    for symbol, part in named.values():
        part.own.get_function(symbol).linkage = "external"  # else the linker drops it, because nothing calls it
    libraries = list({id(part): part for _, part in named.values()}.values())
    link(module, libraries)
    text = str(module)
    for name, (symbol, _) in named.items():
        text = text.replace(f'@"{symbol}"', f"@{name}").replace(f"@{symbol}(", f"@{name}(")
    module = _parse(text, machine)
    module.link_in(_parse(_python_stubs(module), machine))
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in named else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    for _ in range(2):
        options = binding.create_pipeline_tuning_options(speed_level=3)
        builder = binding.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _parse(text: str, machine: Any) -> Any:
    """Parse an LLVM text for a machine, although it was written for another."""
    lines = [line for line in text.splitlines() if not line.startswith(("target triple", "target datalayout"))]
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    return binding.parse_assembly(head + "\n".join(lines))


def _python_stubs(module: Any) -> str:
    """LLVM text that defines Python's functions which a kernel calls: each ends the program. Kernels call them only to
    raise, and bots of the program never raise.
    """
    lines = []
    for line in str(module).splitlines():
        found = _DECLARED.match(line)
        if found and _PYTHON.match(found[2]):
            arguments = re.sub(r"\b(noundef|nocapture|readonly|readnone|writeonly|captures\(none\))\b", "", found[3])
            kind = re.sub(r"\b(local_unnamed_addr|noundef|noalias)\b", "", found[1]).strip()
            lines.append(f"define {kind} @{found[2]}({arguments}) {{\n  call void @llvm.trap()\n  unreachable\n}}")
    return "\n".join([*lines, "declare void @llvm.trap()"]) if lines else ""


def host_processor() -> str:
    """LLVM's name of this machine's processor."""
    return str(binding.get_host_cpu_name())
