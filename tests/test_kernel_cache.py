"""Files of compiled kernels: whatever is in them, the program starts and gives the same answer."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim.kernel_cache import sealed, unsealed

PROGRAM = """
import sys
import numpy as np
from tongits_sim.hands import melds
from tongits_sim import jit
print(bool(melds.in_meld(np.uint64(0b1000000 << 16 | 0b1000000 << 32), 6, 0)))
print(sum(melds.in_meld.stats.cache_hits.values()))
jit.mark_compiled("here")
print(jit.compiled_before("here"))
print("numba.np.npyimpl" in sys.modules)
"""
COMPILED, KEPT = ["True", "0", "True", "True"], ["True", "1", "True", "False"]
"""What it prints: of the last, with which numba compiles, nothing is loaded where nothing is compiled."""


def run(cache: Path, **variables: str) -> tuple[list[str], str]:
    """What a fresh process prints whose kernels lie in `cache`, and its errors."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(cache), **variables}
    before, _, sources = environment["PYTHONPATH"].rpartition(os.pathsep)
    if before:  # a sitecustomize.py
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=sources, env=environment, capture_output=True, text=True, check=False
        )
    else:
        done = run_python(PROGRAM, cwd=Path(sources), environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the kernel and those it calls."""
    cache = tmp_path_factory.mktemp("cache")
    assert run(cache) == (COMPILED, "")
    assert run(cache) == (KEPT, "")
    return cache


def flipped(content: bytes) -> bytes:
    """One bit of it another."""
    place = random.Random(len(content)).randrange(len(content))
    return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut off": lambda content: content[: len(content) // 2],
    "one byte": lambda content: b"\x80",
    "a bit flipped": flipped,
    "another's": lambda content: b"\x80\x04N." * 20,
}


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_files_are_compiled_anew(filled: Path, tmp_path: Path, how: str, ending: str) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    files = [path for path in cache.rglob("*in_meld-*") if path.suffix == ending]
    assert files
    for path in files:
        path.write_bytes(DAMAGE[how](path.read_bytes()))
    said, err = run(cache)
    assert said == COMPILED
    assert err.count("is damaged: recompiling.") == 1
    assert run(cache) == (KEPT, "")


def test_a_sealed_file_is_read_only_as_it_was_written() -> None:
    content = sealed(b"code")
    assert unsealed(content) == b"code"
    for bad in (b"", content[:-1], content[1:], flipped(content), b"x" * 32):
        assert unsealed(bad) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such rights")
def test_a_cache_that_cannot_be_written_is_read(filled: Path, tmp_path: Path) -> None:
    """The folder for writing is the user's; what lies in the chosen one is taken from there."""
    hide = tmp_path / "sitecustomize.py"
    hide.write_text(
        "import tempfile\n"
        "make = tempfile.TemporaryFile\n"
        "def refuse(*args, **options):\n"
        f"    if str(options.get('dir')).startswith({str(filled)!r}):\n"
        "        raise PermissionError(13, 'Permission denied')\n"
        "    return make(*args, **options)\n"
        "tempfile.TemporaryFile = refuse\n"
    )
    paths = f"{tmp_path}{os.pathsep}{ROOT}"
    before = sorted(path for path in filled.rglob("*") if path.is_file())
    said, err = run(filled, PYTHONPATH=paths, XDG_CACHE_HOME=str(tmp_path / "user"))
    assert (said, err) == (KEPT, "")
    assert sorted(path for path in filled.rglob("*") if path.is_file()) == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a limit on the size of files")
def test_a_disk_that_takes_nothing_is_said_and_no_error(tmp_path: Path) -> None:
    hide = tmp_path / "sitecustomize.py"
    hide.write_text(
        "import builtins\n"
        "first = builtins.open\n"
        "def full(path, mode='r', *args, **options):\n"
        "    if '.nb' in str(path) and 'w' in mode:\n"
        "        raise OSError(28, 'No space left on device')\n"
        "    return first(path, mode, *args, **options)\n"
        "builtins.open = full\n"
    )
    said, err = run(tmp_path / "cache", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert said == ["True", "0", "False", "True"]
    assert err.count("cannot be saved in") == 1
    assert "No space left on device" in err


def test_a_second_copy_of_the_sources_compiles_nothing(filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    for package in ("analyses", "strategies", "tongits_sim"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    assert run(cache, PYTHONPATH=str(copy)) == (KEPT, "")
    changed = copy / "tongits_sim" / "hands" / "melds.py"
    changed.write_text(changed.read_text() + "\nLAST = 1\n")
    assert run(cache, PYTHONPATH=str(copy)) == (COMPILED, "")
