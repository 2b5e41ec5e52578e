"""Compile the kernels for WebAssembly: `reports/web/engine.wasm`, with the digest of its sources.

    python -m tools.web

It needs a linker for WebAssembly (`pip install ziglang`, or wasm-ld on the path). Users need no linker, because the
file ships with the program.
"""

from __future__ import annotations

import os

os.environ["NUMBA_CPU_NAME"] = "generic"  # set before numba is imported, so that nothing depends on this machine
os.environ["NUMBA_CPU_FEATURES"] = ""

import gzip
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import numba
from numba import types

from reports.web.engine_file import ABOUT, ENGINE, compiled_bots, definitions, roots, sources, usual_engines
from strategies import strategy
from tongits_sim.compile.cross_compile import (
    machine_of,
    object_file,
    specialised_c_function,
    text_object,
    unlinked_c_function,
    unlinked_hook,
)
from tongits_sim.compile.linking import UnlinkedFunction, as_unlinked, closure
from tongits_sim.compile.source_dependencies import Named, Sources
from tongits_sim.experiments.specialised_engines import specialisation
from tongits_sim.game.bot_calls import VIEW_TYPE
from tongits_sim.table.exported import EXPORTS

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
OPTIONS = ("--no-entry", "--export-table", "--growable-table", "--strip-all", "--gc-sections", "-zstack-size=1048576")

GIVEN = ("pow",)
"""Functions that the page gives to the module; walks through worlds need powers."""

# Functions that other machines have in a library: 128-bit products, and the comparison of memory.
SUPPORT = """
define void @__multi3(ptr %to, i64 %a, i64 %ah, i64 %b, i64 %bh) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %low = mul i64 %a0, %b0
  %mid1 = mul i64 %a1, %b0
  %mid2 = mul i64 %a0, %b1
  %high = mul i64 %a1, %b1
  %carry = lshr i64 %low, 32
  %sum1 = add i64 %mid1, %carry
  %sum1low = and i64 %sum1, 4294967295
  %sum1high = lshr i64 %sum1, 32
  %sum2 = add i64 %mid2, %sum1low
  %sum2high = lshr i64 %sum2, 32
  %product = mul i64 %a, %b
  %top1 = add i64 %high, %sum1high
  %top2 = add i64 %top1, %sum2high
  %cross1 = mul i64 %a, %bh
  %cross2 = mul i64 %ah, %b
  %top3 = add i64 %top2, %cross1
  %top = add i64 %top3, %cross2
  store i64 %product, ptr %to
  %upper = getelementptr i8, ptr %to, i32 8
  store i64 %top, ptr %upper
  ret void
}

define i32 @bcmp(ptr %one, ptr %other, i64 %size) {
begin:
  br label %loop
loop:
  %at = phi i64 [0, %begin], [%next, %step]
  %done = icmp eq i64 %at, %size
  br i1 %done, label %same, label %step
step:
  %p = getelementptr i8, ptr %one, i64 %at
  %q = getelementptr i8, ptr %other, i64 %at
  %x = load i8, ptr %p
  %y = load i8, ptr %q
  %next = add i64 %at, 1
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %loop, label %differ
same:
  ret i32 0
differ:
  ret i32 1
}
"""


def main() -> None:
    """Write the module, and beside it the digest of its sources and the hooks of each bot."""
    began = time.perf_counter()
    named: dict[str, tuple[str, Any]] = {
        name: unlinked_c_function(export.signature, export.kernel, export.noalias) for name, export in EXPORTS.items()
    }
    for name, engine in usual_engines().items():
        named[name] = specialised_c_function(*specialisation(engine))
    bots = hooks(named)
    check_sources(part for _, part in named.values())
    machine = machine_of(TRIPLE, FEATURES)
    module = linked([object_file(named, machine), text_object(SUPPORT, machine)], list(named))
    ENGINE.write_bytes(module)
    about = {"sources": sources(), "engine": hashlib.sha256(module).hexdigest(), "bots": bots}
    ABOUT.write_text(json.dumps(about, indent=1) + "\n")
    small = len(gzip.compress(module, 9))
    print(f"{len(module):,} bytes, {small:,} compressed, in {time.perf_counter() - began:.0f} s: {ENGINE}")


def hooks(named: dict[str, tuple[str, Any]]) -> dict[str, list[str]]:
    """Lower the hooks of all bots. Returns the names of hooks by bot, in the order of the decisions."""
    bots: dict[str, list[str]] = {}
    known: dict[str, str] = {}
    for bot in compiled_bots():
        which = strategy(bot)
        params = numba.from_dtype(which.layout)
        bots[bot] = []
        for hook in which.hooks.by_decision().values():
            symbol, part = unlinked_hook(types.uint64(VIEW_TYPE, params), hook)
            if symbol not in known:
                known[symbol] = f"hook_{len(known)}"
                named[known[symbol]] = symbol, part
            bots[bot].append(known[symbol])
    return bots


def check_sources(parts: Iterable[UnlinkedFunction]) -> None:
    """Check that the digest of the sources counts every compiled function. Raises SystemExit."""
    counted = definitions().reached(roots())
    files = Sources().files
    for part in closure(parts):
        for symbol in (function.name for function in as_unlinked(part).own.functions if not function.is_declaration):
            at = defined_at(symbol, files)
            if at is not None and at not in counted:
                sys.exit(f"{at.name} of {at.source} is compiled, but reports/web/engine_file.py does not count it.")


def defined_at(symbol: str, files: Collection[str]) -> Named | None:
    """The definition of the function with a numba symbol; None for functions of libraries."""
    names = []
    rest = symbol.removeprefix("_ZN").removeprefix("cfunc._ZN")
    while found := re.match(r"\d+", rest):
        start = len(found[0])
        names.append(rest[start : start + int(found[0])])
        rest = rest[start + int(found[0]) :]
    paths = {f"{'/'.join(names[:n])}.py": names[n] for n in range(1, len(names))}
    return next((Named(path, name.partition("_2e")[0]) for path, name in paths.items() if path in files), None)


def linked(objects: list[bytes], exported: list[str]) -> bytes:
    """Object files as a module that exports some functions."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.o") for number in range(len(objects))]
        for path, content in zip(paths, objects, strict=True):
            path.write_bytes(content)
        target = Path(folder, "engine.wasm")
        given = Path(folder, "given")
        given.write_text("\n".join(GIVEN))
        exports = (f"--export={name}" for name in ("__heap_base", *exported))
        options = [*OPTIONS, f"--allow-undefined-file={given}", *exports]
        subprocess.run([*linker(), *options, *map(str, paths), "-o", str(target)], check=True)
        return target.read_bytes()


def linker() -> list[str]:
    if path := shutil.which("wasm-ld"):
        return [path]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    sys.exit("A linker for WebAssembly is needed: pip install ziglang, or lld of your system (wasm-ld).")


if __name__ == "__main__":
    main()
