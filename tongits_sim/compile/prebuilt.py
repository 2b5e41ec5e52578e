"""Kernels that come with the program: optimised code of LLVM as text, so that a first use makes only machine code.

`python -m tools.kernels` (`make kernels`) writes the file. It is read where a kernel is in no cache folder, and the
machine code made of it is kept there. A kernel is found by the text of its module, of all that this imports and of the
modules of all it encloses, by its name, the types of its arguments and its options: where any differs, it is compiled,
as is everything on machines and with versions of numba that the file is not for, or with ``TONGITS_COMPILER=here``. The
version of Python does not matter.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numba
from llvmlite import binding

from tongits_sim.compile.cache_dirs import HEALTH
from tongits_sim.compile.identity import Reach, reach
from tongits_sim.compile.intrinsics import has_quick_deposit
from tongits_sim.compile.source_dependencies import KERNEL_PACKAGES, OTHER_GAMES, SWITCHES, Sources

FILE = Path(__file__).with_name("kernels.zip")

_config: Any = numba.config  # filled at run time, out of sight of a type checker


class Prebuilt(NamedTuple):
    title: str  # the name of its library
    text: str  # its LLVM module, optimised and not yet lowered for a processor
    description: Any  # numba's of the function
    environment: Any  # the Python objects it refers to
    signature: Any  # numba's
    environments: tuple[Any, ...]  # those of the functions inside it


def key(function: Callable[..., Any], signature: Any, options: str = "") -> str | None:
    """The name of a kernel in the file; None for code of other people, or code that encloses it.

    Args:
        function: the function.
        signature: numba's, or the types of its arguments.
        options: its other options of compiling.
    """
    code, what = function.__code__, reach(function)
    kinds = repr(signature)
    if what.own or " at 0x" in kinds:
        return None
    place = (function.__module__, code.co_qualname, str(code.co_firstlineno))
    text = "\0".join((*_switches(), digest(_roots(function, what)), *place, what.digest, kinds, options))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def member(function: Callable[..., Any]) -> str:
    """The member of the file that holds a kernel: a package has one member for its kernels, and one for kernels made by
    factories. Kernels of one factory repeat the same functions, so together they take a fifth of the space.
    """
    return function.__module__.partition(".")[0] + ("-made" if function.__closure__ else "")


def roots(function: Callable[..., Any]) -> frozenset[str]:
    """The sources of the modules of a function and of all it encloses."""
    return _roots(function, reach(function))


def _roots(function: Callable[..., Any], what: Reach) -> frozenset[str]:
    return frozenset(filter(None, map(_source, (function.__module__, *what.library))))


@functools.cache
def digest(sources: frozenset[str]) -> str:
    """The digest of sources and all that they import."""
    contents = "".join(map(_content, _sources().closure(sources)))
    return hashlib.sha256(contents.encode()).hexdigest()


def find(function: Callable[..., Any], signature: Any, options: str, context: Any) -> Any:
    """Numba's result of compiling a kernel, with machine code made now; None if the file does not hold it.

    Args:
        function: as for `key`, and the next two.
        signature: of the kernel.
        options: of the kernel.
        context: numba's target.
    """
    try:
        if not usable() or not FILE.exists() or (name := key(function, signature, options)) is None:
            return None
        kernel = _kernels(member(function)).get(name)
        return kernel and _result(Prebuilt(*pickle.loads(kernel)), context)
    except Exception:  # noqa: BLE001 - damaged, or written by something else: it is compiled
        HEALTH.note_damaged(str(FILE))
        return None


@functools.cache
def usable() -> bool:
    """Whether the file is for this machine and these settings.

    It is made for 64-bit processors of Intel and AMD, and was tried on Linux only.
    """
    return (
        os.environ.get("TONGITS_COMPILER", "") == ""
        and sys.platform == "linux"
        and binding.get_process_triple().startswith("x86_64")
        and _config.CPU_NAME is None
        and has_quick_deposit()
    )


@functools.cache
def _switches() -> tuple[str, ...]:
    series = numba.__version__.rpartition(".")[0]
    return (series, *(f"{name}={os.environ.get(name, '')}" for name in SWITCHES))


@functools.cache
def _sources() -> Sources:
    return Sources(packages=(*KERNEL_PACKAGES, *OTHER_GAMES))


@functools.cache
def _source(name: str) -> str:
    """The source of a module, or of something in it, by its dotted name; "" if it is none of the program."""
    while name:
        if (file := name.replace(".", "/") + ".py") in _sources().files:
            return file
        name = name.rpartition(".")[0]
    return ""


@functools.cache
def _content(source: str) -> str:
    return f"{source} {hashlib.sha256(_sources().text(source)).hexdigest()}\n"


@functools.lru_cache(4)
def _kernels(which: str) -> dict[str, bytes]:
    """The kernels of a member of the file, pickled, by their keys."""
    from zipfile import ZipFile

    with ZipFile(FILE) as file:
        return dict(pickle.loads(file.read(which))) if which in file.namelist() else {}


def _result(kernel: Prebuilt, context: Any) -> Any:
    from numba.core.compiler import compile_result

    codegen = context.codegen()
    library = codegen.create_library(kernel.title)
    library.enable_object_caching()
    library._final_module = binding.parse_assembly(kernel.text)
    library._final_module.verify()
    library._finalize_final_module()
    entry = context.get_executable(library, kernel.description, kernel.environment)
    for each in kernel.environments:
        codegen.set_env(each.env_name, each)
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=entry,
        type_annotation="",
        signature=kernel.signature,
        library=library,
        objectmode=False,
        environment=kernel.environment,
        fndesc=kernel.description,
        lifted=(),
        reload_init=[],
        referenced_envs=kernel.environments,
    )
