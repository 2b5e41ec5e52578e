"""Write the kernels that ship with the program, `tongits_sim/compile/kernels.zip`, and a file of their SHA-256; or
check that they are current.

    python -m tools.kernels
    python -m tools.kernels --check

Compiles the kernels of `tongits setup warmup` in an empty cache folder, for a generic machine, and keeps each kernel
after optimisation. It takes some minutes.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import click

from cli import main as tongits
from reports.commands.warmup import run, steps
from tongits_sim.compile import prebuilt
from tongits_sim.compile.intrinsics import CPU
from tongits_sim.compile.kernel_cache import KernelCache
from tongits_sim.compile.linking import LinkedFunction

Made = dict[str, dict[str, prebuilt.Prebuilt]]
"""Kernels by member of the file and by key."""

_EPOCH = (1980, 1, 1, 0, 0, 0)  # so that equal kernels make equal files


SETTINGS = {
    "NUMBA_CPU_NAME": CPU,
    "NUMBA_CPU_FEATURES": "",
    "TONGITS_COMPILER": "here",
    "TONGITS_SPECIALISE": "off",
}
"""Variables to set before numba is imported."""


@click.command()
@click.option("--check", is_flag=True, help="Only check that the file belongs to the present sources.")
def main(check: bool) -> None:
    if check:
        sys.exit(None if current() else f"{prebuilt.FILE} is not of these sources: make kernels")
    if SETTINGS.items() <= os.environ.items():
        make()
        return
    with tempfile.TemporaryDirectory() as cache:
        settings = os.environ | SETTINGS | {"TONGITS_CACHE_DIR": cache}
        sys.exit(subprocess.run([sys.executable, "-m", "tools.kernels"], env=settings, check=False).returncode)


def make() -> None:
    os.sched_setaffinity(0, list(os.sched_getaffinity(0))[:1])  # so that no other process compiles a part
    began = time.process_time()
    (made, roots) = recorded()
    with tempfile.TemporaryDirectory() as folder:
        for words in steps(Path(folder), tongits):
            before = time.process_time()
            number = _count(made)
            run(click.Context(tongits), words)
            taken = f"{time.process_time() - before:6.1f} s {_count(made) - number:4} kernels"
            print(f"{taken}: {' '.join(words)}", flush=True)
    write(made, roots, prebuilt.FILE)
    size, taken = f"{prebuilt.FILE.stat().st_size:,} bytes", f"{time.process_time() - began:.0f} s of CPU time"
    print(f"{_count(made)} kernels, {size}, in {taken}: {prebuilt.FILE}")


def _count(made: Made) -> int:
    return sum(map(len, made.values()))


def current() -> bool:
    """Return True if the file exists, has the SHA-256 in the digest file, and was made from these sources."""
    if not prebuilt.FILE.exists() or not prebuilt.digest_file().exists():
        return False
    if prebuilt.digest_file().read_text(encoding="ascii") != prebuilt.digest_line(prebuilt.FILE.read_bytes()):
        return False
    with ZipFile(prebuilt.FILE) as file:
        digest, *roots = file.comment.decode().split()
    return digest == prebuilt.digest(frozenset(roots))


def write(made: Made, roots: set[str], path: Path) -> None:
    """Write kernels with the digest of their sources."""
    with ZipFile(path, "w") as file:
        file.comment = " ".join([prebuilt.digest(frozenset(roots)), *sorted(roots)]).encode()
        for name, kernels in sorted(made.items()):
            of_member = {key: pickle.dumps(tuple(kernel)) for key, kernel in sorted(kernels.items())}
            file.writestr(ZipInfo(name, _EPOCH), pickle.dumps(of_member), ZIP_LZMA)
    path.with_suffix(".sha256").write_text(prebuilt.digest_line(path.read_bytes()), encoding="ascii", newline="\n")


def recorded() -> tuple[Made, set[str]]:
    """Record the kernels that this process compiles from now on, and the sources of their modules."""
    made: Made = {}
    roots: set[str] = set()
    texts: dict[Any, str] = {}
    optimise, save = LinkedFunction._optimize_final_module, KernelCache.save_overload

    def optimise_and_keep(library: Any) -> None:
        optimise(library)
        texts[library] = str(library._final_module)  # bitcode takes twice the space; making machine code changes it

    def save_and_keep(self: Any, signature: Any, result: Any) -> None:
        library = result.library
        library._ensure_finalized()
        save(self, signature, result)
        name = None if self.options is None else prebuilt.key(self._py_func, signature, self.options)
        if name is not None and not library.has_dynamic_globals and not result.reload_init:
            inner = tuple(result._find_referenced_environments())
            of_function = (result.fndesc, result.environment, result.signature)
            roots.update(prebuilt.roots(self._py_func))
            kernels = made.setdefault(prebuilt.member(self._py_func), {})
            kernels[name] = prebuilt.Prebuilt(library.name, texts[library], *of_function, inner)

    LinkedFunction._optimize_final_module = optimise_and_keep  # type: ignore[assignment, method-assign]
    KernelCache.save_overload = save_and_keep  # type: ignore[assignment, method-assign]
    return made, roots


if __name__ == "__main__":
    main()
