"""Kernels that ship with the program as optimised LLVM text, so that the first use only has to make machine code.

`python -m tools.kernels` (`make kernels`) writes the file. If no cache folder has a kernel, the file is read, and the
machine code goes into the cache. The key of a kernel is its name, the types of its arguments, its options, and the text
of its module, of the modules of enclosed functions and of all their imports. If the key differs, the kernel is
compiled, as are all kernels on other machines, with other versions of numba, or with ``TONGITS_COMPILER=here``. The
version of Python does not matter.

The file holds pickles, which could run any code. So its SHA-256 stands beside it among the sources, and is compared
before anything in the file is read.
"""

from __future__ import annotations

import functools
import hashlib
import io
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


def digest_file() -> Path:
    """The file with the SHA-256 of `FILE`, in the form of `sha256sum`. It is not a Python module, because the key of a
    kernel contains the text of all modules that the kernel imports.
    """
    return FILE.with_suffix(".sha256")


def digest_line(content: bytes) -> str:
    """The content of `digest_file`."""
    return f"{hashlib.sha256(content).hexdigest()}  {FILE.name}\n"


_config: Any = numba.config  # filled at run time, out of sight of a type checker


class Prebuilt(NamedTuple):
    """A compiled kernel as stored in the file."""

    title: str  # name of the library
    text: str  # LLVM module, optimised, not yet lowered for a processor
    description: Any  # numba's description of the function
    environment: Any  # the Python objects that it refers to
    signature: Any  # numba's
    environments: tuple[Any, ...]  # environments of the functions inside


def key(function: Callable[..., Any], signature: Any, options: str = "") -> str | None:
    """The key of a kernel in the file; None for a user's code, and for code that encloses a user's code."""
    code = function.__code__
    what = reach(function)
    kinds = repr(signature)
    if what.own or " at 0x" in kinds:
        return None
    place = (function.__module__, code.co_qualname, str(code.co_firstlineno))
    text = "\0".join((*_switches(), digest(_roots(function, what)), *place, what.digest, kinds, options))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def member(function: Callable[..., Any]) -> str:
    """The member of the file that holds a kernel. Kernels made by factories have their own member, because they repeat
    functions and together take a fifth of the space.
    """
    return function.__module__.partition(".")[0] + ("-made" if function.__closure__ else "")


def roots(function: Callable[..., Any]) -> frozenset[str]:
    """The sources of a function and of everything that it encloses."""
    return _roots(function, reach(function))


def _roots(function: Callable[..., Any], what: Reach) -> frozenset[str]:
    return frozenset(filter(None, map(_source, (function.__module__, *what.library))))


@functools.cache
def digest(sources: frozenset[str]) -> str:
    """Digest of sources and all their imports that may become machine code."""
    contents = "".join(map(_content, _sources().compiled(sources)))
    return hashlib.sha256(contents.encode()).hexdigest()


def find(function: Callable[..., Any], signature: Any, options: str, context: Any) -> Any:
    """Make a kernel's machine code from the file, as numba's result of compiling; None if the file lacks the kernel."""
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

    It is made for 64-bit processors of Intel and AMD, and was tested on Linux only.
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
    """The source of a dotted name; "" if it is not the program's."""
    while name:
        if (file := name.replace(".", "/") + ".py") in _sources().files:
            return file
        name = name.rpartition(".")[0]
    return ""


@functools.cache
def _content(source: str) -> str:
    return f"{source} {hashlib.sha256(_sources().text(source)).hexdigest()}\n"


@functools.cache
def _archive() -> bytes:
    """The content of the file. Raises ValueError: it has another SHA-256 than stands beside it."""
    content = FILE.read_bytes()
    if digest_line(content).split()[0] != digest_file().read_text(encoding="ascii").split()[0]:
        raise ValueError(f"{FILE} has changed")
    return content


@functools.lru_cache(4)
def _kernels(which: str) -> dict[str, bytes]:
    """The pickled kernels of a member of the file, by key."""
    from zipfile import ZipFile

    with ZipFile(io.BytesIO(_archive())) as file:
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
    for environment in kernel.environments:
        codegen.set_env(environment.env_name, environment)
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
