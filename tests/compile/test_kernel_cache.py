import os
import pickle
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.forked import ask, ask_saying, files, needs_forks
from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim.compile.kernel_cache import sealed, unsealed

PROGRAM = """
import sys
import numpy as np
from tongits_sim.hands import melds
from tongits_sim.compile import jit
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
    environment |= {"TONGITS_COMPILER": "here"}  # and not taken from the kernels that come with the program
    sources = Path(environment["PYTHONPATH"].rpartition(os.pathsep)[2])
    done = run_python(PROGRAM, cwd=sources, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cache = tmp_path_factory.mktemp("cache")
    assert run(cache) == (COMPILED, "")
    assert run(cache) == (KEPT, "")
    return cache


@pytest.fixture
def cache(filled: Path, tmp_path: Path) -> Path:
    return shutil.copytree(filled, tmp_path / "cache")


def flipped(content: bytes) -> bytes:
    place = random.Random(len(content)).randrange(len(content))
    return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a bit flipped": flipped,
    "a sealed number": lambda content: sealed(pickle.dumps(5)),
    "sealed noise": lambda content: sealed(b"x" * 100),
}


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_files_are_compiled_anew(cache: Path, how: str, ending: str) -> None:
    files = [path for path in cache.rglob("*in_meld-*") if path.suffix == ending]
    assert files
    for path in files:
        path.write_bytes(DAMAGE[how](path.read_bytes()))
    output, err = run(cache)
    assert output == COMPILED
    assert err.count("is damaged: recompiling.") == 1
    assert run(cache) == (KEPT, "")


def test_parts_that_hold_something_else_are_compiled_anew(cache: Path) -> None:
    whole = list(cache.rglob("*in_meld-*.nbc"))
    parts = [path for path in cache.rglob("parts/*") if path.is_file()]
    assert whole
    assert parts
    for path in parts:
        path.write_bytes(sealed(b"another part's"))
    for times in (1, 0):
        for path in whole:
            path.unlink()
        output, err = run(cache)
        assert output[:2] == COMPILED[:2]
        assert err.count("is damaged: recompiling.") == times


def test_a_sealed_file_is_read_only_as_it_was_written() -> None:
    content = sealed(b"code")
    assert unsealed(content) == b"code"
    for bad in (b"", content[:-1], content[1:], flipped(content), b"x" * 32):
        assert unsealed(bad) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such rights")
def test_a_cache_that_cannot_be_written_is_read(filled: Path, tmp_path: Path) -> None:
    """New code goes into the user's folder; code in the chosen read-only folder is still loaded."""
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
    output, err = run(filled, PYTHONPATH=paths, XDG_CACHE_HOME=str(tmp_path / "user"))
    assert (output, err) == (KEPT, "")
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
    output, err = run(tmp_path / "cache", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert output == ["True", "0", "False", "True"]
    assert err.count("cannot be saved in") == 1
    assert "No space left on device" in err


def test_a_second_copy_of_the_sources_compiles_nothing(cache: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    for package in ("analyses", "strategies", "tongits_sim"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(cache, PYTHONPATH=str(copy)) == (KEPT, "")
    changed = copy / "tongits_sim" / "hands" / "melds.py"
    changed.write_text(changed.read_text() + "\nLAST = 1\n")
    assert run(cache, PYTHONPATH=str(copy)) == (COMPILED, "")


CLOSURES = """
from numpy import int64 as number
from tongits_sim.compile.jit import CACHE_DIR, njit
import lower

def adding(much, inner=None):
    inner = inner or njit(lower.function)

    @njit
    def add(x):
        return inner(x) + much

    return add

def kept():
    return [[str(path), path.stat().st_mtime_ns] for path in sorted(CACHE_DIR.rglob("*")) if path.is_file()]

def added(*much):
    return [int(adding(number(each))(number(3))) for each in much]
"""
LOWER = "def function(x):\n    return x * 2"


@needs_forks
def test_what_a_function_encloses_is_found_again_by_another_process(tmp_path: Path) -> None:
    (tmp_path / "lower.py").write_text(LOWER)
    *told, before, ten_and_one, one_and_ten, after = ask(
        tmp_path, CLOSURES, "added(1)", "added(1)", "added(10)", "kept()", "added(10, 1)", "added(1, 10)", "kept()"
    )
    assert told == [[[7], ["add", "function"]], [[7], []], [[16], ["add"]]]
    assert (ten_and_one, one_and_ten) == ([[16, 7], []], [[7, 16], []])
    assert before == after
    assert len(before[0]) > 3


@needs_forks
def test_a_closure_is_compiled_anew_when_what_it_calls_changes(tmp_path: Path) -> None:
    (tmp_path / "lower.py").write_text(LOWER)
    change = f"open({str(tmp_path / 'lower.py')!r}, 'w').write('def function(x):\\n    return x * 3')"
    anew = "__import__('importlib').reload(lower)"
    told = ask(tmp_path, CLOSURES, "added(1)", f"[{change}, {anew}, added(1)][2]", "added(1)", "added(1)")
    assert told == [[[7], ["add", "function"]], [[10], ["add", "function"]], [[10], []], [[10], []]]


@needs_forks
def test_a_damaged_file_of_a_closure_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "lower.py").write_text(LOWER)
    ask(tmp_path, CLOSURES, "added(1)")
    (code,) = (path for path in files(tmp_path) if path.suffix == ".nbc")
    code.write_bytes(flipped(code.read_bytes()))
    told, said = ask_saying(tmp_path, CLOSURES, ["added(1)", "added(1)"])
    assert told == [[[7], ["add"]], [[7], []]]
    assert said.count("is damaged: recompiling.") == 1


@needs_forks
def test_code_of_another_entry_is_not_taken(tmp_path: Path) -> None:
    """Two processes that save at once may write their code under the same number."""
    (tmp_path / "lower.py").write_text(LOWER)
    ask(tmp_path, CLOSURES, "added(1, 10)")
    one, ten = (path for path in files(tmp_path) if path.suffix == ".nbc")
    content = one.read_bytes()
    one.write_bytes(ten.read_bytes())
    ten.write_bytes(content)
    assert ask(tmp_path, CLOSURES, "added(1, 10)", "added(1, 10)") == [[[7, 16], ["add", "add"]], [[7, 16], []]]


def test_an_entry_whose_types_are_gone_is_compiled_anew(tmp_path: Path) -> None:
    """A named tuple among a kernel's arguments may move to another module."""
    (tmp_path / "lower.py").write_text(LOWER)
    ask(tmp_path, CLOSURES, "added(1)")
    indexes = [path for path in files(tmp_path) if path.suffix == ".nbi"]
    assert indexes
    for path in indexes:
        path.write_bytes(sealed(b"cno_such_module\nThing\n."))
    told, said = ask_saying(tmp_path, CLOSURES, ["added(1)", "added(1)"])
    assert told == [[[7], ["add", "function"]], [[7], []]]
    assert "recompiling" in said
