"""Kernels for another machine than this one: lowered as always, then linked, optimised and written as an object file.

Nothing of it runs in this process. Code that depends on the machine (`cards.deposit`) checks whether numba was given a
processor, so the caller sets NUMBA_CPU_NAME=generic before the program is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import binding
from numba.core.ccallback import CFunc

from tongits_sim.compile.linked_backend import NoAliasCompiler
from tongits_sim.compile.linking import Kernel, UnlinkedCompiler, UnlinkedFunction, link

_PYTHON = re.compile(r"^(Py|_Py|NRT_|numba_)")
_DECLARED = re.compile(r'^declare ([^@]*?)@"?([\w.$]+)"?\(([^)]*)\)')


class _NoAliasUnlinkedCompiler(NoAliasCompiler):
    """The pipeline of C functions whose arguments do not overlap, for a part."""

    library = UnlinkedFunction


def unlinked_c_function(
    signature: Any, function: Callable[..., Any], noalias: bool = False
) -> tuple[str, UnlinkedFunction]:
    """A C function, lowered: its symbol and the part that defines it.

    Args:
        signature: numba signature.
        function: the function.
        apart: whether its arguments do not overlap.
    """
    pipeline = _NoAliasUnlinkedCompiler if noalias else UnlinkedCompiler
    compiled: Any = CFunc(
        function, (signature.args, signature.return_type), locals={}, options={}, pipeline_class=pipeline
    )
    result = compiled._compile_uncached()
    return result.fndesc.llvm_cfunc_wrapper_name, result.library


def unlinked_hook(signature: Any, function: Callable[..., Any]) -> tuple[str, UnlinkedFunction]:
    """A bot's function, lowered as kernels call it: its symbol and the part that defines it."""
    kernel = Kernel(getattr(function, "py_func", function), None, {"nopython": True, "error_model": "numpy"})
    result = kernel._parts_compiler.compile(signature.args, signature.return_type)
    return result.fndesc.llvm_func_name, result.library


def machine_of(triple: str, features: str) -> Any:
    """LLVM's description of a machine: its triple, and the features of its processor as LLVM spells them."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(triple)
    return target.create_target_machine(cpu="generic", features=features, opt=3, reloc="static", codemodel="default")


def text_object(text: str, machine: Any) -> bytes:
    """The object file of an LLVM text, not optimised."""
    return bytes(machine.emit_object(_parse(text, machine)))


def object_file(named: Mapping[str, tuple[str, UnlinkedFunction]], machine: Any) -> bytes:
    """All functions with everything they need as one object file.

    Args:
        named: of each function, by its name in the file, the symbol and the part that defines it.
        machine: from `machine_of`.
    """
    module = binding.parse_assembly("")
    for symbol, part in named.values():
        part.own.get_function(symbol).linkage = "external"  # else it is left out, as nothing calls it
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
    """The module of an LLVM text, for a machine, whichever the text was written for."""
    lines = [line for line in text.splitlines() if not line.startswith(("target triple", "target datalayout"))]
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    return binding.parse_assembly(head + "\n".join(lines))


def _python_stubs(module: Any) -> str:
    """LLVM text that defines the functions of Python that a kernel calls: each ends the program. Kernels call them only
    to raise, which no bot of the program does.
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
    """The processor of this machine, as LLVM calls it."""
    return str(binding.get_host_cpu_name())
