import os
import pickle
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim.compile import prebuilt
from tools.kernels import SETTINGS, current

pytestmark = pytest.mark.skipif(not prebuilt.usable(), reason="the kernels that come with it are for another machine")

MAKE = """
import sys
from pathlib import Path
from tools.kernels import recorded, write
made, roots = recorded()
import numpy as np
from tongits_sim.hands import melds
melds.in_meld(np.uint64(1), 6, 0)
write(made, roots, Path(sys.argv[1]))
"""
USE = """
import sys
from pathlib import Path
import numpy as np
from tongits_sim.compile import prebuilt
from tongits_sim.hands import melds
prebuilt.FILE = Path(sys.argv[1])
{}
hands = np.random.default_rng(1).integers(0, 1 << 62, 2000, np.uint64)
hands &= np.uint64(0x1FFF1FFF1FFF1FFF)
print(sum(bool(melds.in_meld(hand, 6, 0)) << number for number, hand in enumerate(hands)))
print(sum(melds.in_meld.stats.cache_hits.values()))
print("numba.np.npyimpl" in sys.modules)
"""
GAMES = """
import json
from tests.playing import job, numbers, play
for rules in ("pagat", "pagat+joker"):
    print(json.dumps(numbers(play(job(rules, games=600)))))
"""
TAKEN, COMPILED = ["1", "False"], ["0", "True"]
"""Hits of the cache, and whether that with which numba compiles was loaded."""


def use(file: Path, cache: Path, change: str = "", **variables: str) -> tuple[str, list[str], str]:
    """The results of a kernel in a fresh process, the source of its machine code, and the messages."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(cache), **variables}
    done = run_python(USE.format(change), str(file), cwd=ROOT, environment=environment)
    assert done.returncode == 0, done.stderr
    answers, *how = done.stdout.split()
    return answers, how, done.stderr


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    environment = os.environ | SETTINGS | {"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(folder / "cache")}
    file = folder / "kernels.zip"
    done = run_python(MAKE, str(file), cwd=ROOT, environment=environment)
    assert done.returncode == 0, done.stderr
    return file


@pytest.fixture(scope="module")
def compiled(made: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    answers, how, _ = use(made, tmp_path_factory.mktemp("cache"), TONGITS_COMPILER="here")
    assert how == COMPILED
    assert int(answers).bit_count() > 100
    return answers


def test_it_answers_as_if_it_were_compiled_and_its_machine_code_is_kept(
    made: Path, compiled: str, tmp_path: Path
) -> None:
    assert use(made, tmp_path) == (compiled, TAKEN, "")
    assert use(tmp_path / "none.zip", tmp_path) == (compiled, TAKEN, "")


@pytest.mark.parametrize(
    "change",
    [
        "import numba; numba.__version__ = '0.1.0'",
        "prebuilt._content = lambda source: 'another text'",
        "import sys; sys.platform = 'another'",
    ],
)
def test_for_another_version_source_or_machine_it_is_compiled(
    made: Path, compiled: str, tmp_path: Path, change: str
) -> None:
    assert use(made, tmp_path, change) == (compiled, COMPILED, "")


def emptied(file: Path) -> None:
    with ZipFile(file) as old:
        names = old.namelist()
    with ZipFile(file, "w") as new:
        for name in names:
            new.writestr(name, b"something else")


def flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[200] ^= 4
    file.write_bytes(content)


def halved(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


class Unpickled:
    """Says so when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return print, ("UNPICKLED",)


def exchanged(file: Path) -> None:
    with ZipFile(file) as old:
        names = old.namelist()
    with ZipFile(file, "w") as new:
        for name in names:
            new.writestr(name, pickle.dumps(Unpickled()))


@pytest.mark.parametrize("damage", [emptied, flipped, halved, exchanged])
def test_a_damaged_file_is_said_and_ignored(
    made: Path, compiled: str, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    file = tmp_path / "kernels.zip"
    file.write_bytes(made.read_bytes())
    file.with_suffix(".sha256").write_bytes(made.with_suffix(".sha256").read_bytes())
    damage(file)
    answers, how, said = use(file, tmp_path)
    assert (answers, how) == (compiled, COMPILED)
    assert said.count("is damaged: recompiling.") == 1


@pytest.mark.slow
@pytest.mark.skipif(not current(), reason="the file is of other sources: make kernels")
def test_games_are_those_of_the_sources(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(tmp_path)}
    taken = run_python(GAMES, cwd=ROOT, environment=environment)
    compiled = run_python(GAMES, cwd=ROOT, environment=os.environ | {"TONGITS_COMPILER": "here"})
    assert taken.stdout == compiled.stdout != "", taken.stderr + compiled.stderr
    (kept,) = tmp_path.glob("*/tongits_sim.experiments.batch_kernel")
    assert not (kept.parent / "parts").exists()  # the engine was not lowered


def test_a_users_function_never_comes_with_the_program() -> None:
    def function(x: int) -> int:
        return x

    assert prebuilt.key(function, ()) is None


def test_the_digest_beside_the_shipped_file_is_its_own() -> None:
    assert prebuilt.digest_file().read_text() == prebuilt.digest_line(prebuilt.FILE.read_bytes())
