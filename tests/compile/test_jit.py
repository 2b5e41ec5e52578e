import json
import os
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from tests.compile.test_source_dependencies import put
from tests.fresh import run_python
from tests.sources import ROOT
from tongits_sim.compile import cache_dirs, jit
from tongits_sim.compile.cache_dirs import Health
from tongits_sim.compile.identity import reach

# Calls one kernel of melds.py, which calls the kernel `column` of cards.py.
PROGRAM = """
import json
import numpy as np
from tongits_sim.compile import jit
from tongits_sim.hands import melds
kind = melds.meld_kind
answer = int(kind(np.uint64(0b1000000 | 0b1000000 << 16 | 0b1000000 << 32), 0)) == melds.SET
print(json.dumps({
    "file": melds.__file__,
    "answer": answer,
    "hits": sum(kind.stats.cache_hits.values()),
    "misses": sum(kind.stats.cache_misses.values()),
    "path": kind.stats.cache_path,
    "folder": str(jit.ENGINE_CACHE_DIR),
}))
"""


def run(program: str, copy: Path, cache: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    # Compiled, and not taken from the kernels that come with the program.
    environment |= {"PYTHONPATH": str(copy), "TONGITS_CACHE_DIR": str(cache), "TONGITS_COMPILER": "here", **variables}
    done = run_python(program, cwd=copy, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_kernel(copy: Path, cache: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run(PROGRAM, copy, cache))
    assert Path(document["file"]).is_relative_to(copy), "the copy is what is tested"
    assert Path(document["path"]).is_relative_to(document["folder"]), "numba keeps its files where it was told to"
    assert Path(document["folder"]).parent == cache
    return document


def test_an_edited_helper_is_compiled_anew_and_an_unedited_one_is_not(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    cache = tmp_path / "cache"
    shutil.copytree(ROOT / "tongits_sim", copy / "tongits_sim", ignore=shutil.ignore_patterns("__pycache__"))

    first = run_kernel(copy, cache)
    second = run_kernel(copy, cache)
    assert (first["answer"], first["misses"]) == (True, 1)
    assert (second["answer"], second["hits"], second["misses"]) == (True, 1, 0)

    helper = copy / "tongits_sim" / "cards.py"
    edited, edits = re.subn(r"(?s)(def column\(card\):.*?return )[^\n]+", r"\1EMPTY", helper.read_text(), count=1)
    assert edits == 1, (
        "cards.column is no longer what this test edits: choose another helper of a kernel in another file"
    )
    helper.write_text(edited)

    third = run_kernel(copy, cache)
    assert (third["answer"], third["misses"]) == (False, 1)
    assert third["folder"] != first["folder"]


def test_code_that_encloses_functions_of_two_bot_files_is_told_apart() -> None:
    def enclosing(module: str) -> Any:
        names: dict[str, Any] = {"__name__": module}
        exec("def inner(x): return x + 1", names)
        inner = jit.njit(cache=False)(names["inner"])
        return lambda x: inner(x)

    one, other = (enclosing(f"tongits_user_{digit * 16}.bots") for digit in "ab")
    assert reach(one).digest == reach(other).digest
    assert jit._identity(one, "") != jit._identity(other, "")


def test_what_needs_a_compiler_is_refused_without_one_with_the_way_out(tmp_path: Path) -> None:
    works = (
        "ts.simulate(games=1)",
        "import tongits_sim.experiments.selfcheck as check; check.run(1000)",
        "import mahjong_sim.selfcheck as check; check.run(1000, 1)",
        "import mahjong_sim.game.board as board, mahjong_sim.rules as rules; board.Board(rules.RuleSet())",
    )
    play = "import tongits_sim as ts\n" + "\n".join(
        f"try: {job}\nexcept ts.TongitsError as error: print(error)" for job in works
    )
    said = run(play, ROOT, tmp_path, NUMBA_DISABLE_JIT="1").splitlines()
    assert ["NUMBA_DISABLE_JIT switches compiling off: unset it" in line for line in said] == [True] * len(works)


def test_a_bot_file_and_a_module_of_the_same_file_have_code_of_their_own(tmp_path: Path) -> None:
    """Machine code contains the name of its module, and another process may lack that module."""
    (tmp_path / "mine.py").write_text(
        "from tongits_sim.compile.jit import njit\n\n@njit\ndef inner(x):\n    return x + 1\n\n"
        "@njit\ndef outer(x):\n    return inner(x) * 2\n"
    )
    by_path = (
        "import importlib.util, sys; spec = importlib.util.spec_from_file_location('elsewhere', '../mine.py'); "
        "module = sys.modules['elsewhere'] = importlib.util.module_from_spec(spec); spec.loader.exec_module(module); "
        "print(module.outer(3))"
    )
    (tmp_path / "below").mkdir()
    for program, folder in (("import mine; print(mine.outer(3))", "."), (by_path, "below"), (by_path, "below")):
        environment = os.environ | {"PYTHONPATH": str(ROOT), "TONGITS_CACHE_DIR": str(tmp_path / "cache")}
        done = run_python(program, cwd=tmp_path / folder, environment=environment)
        assert (done.returncode, done.stdout) == (0, "8\n"), done.stderr


def test_a_hook_of_another_game_follows_the_kernels_of_that_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mahjong_sim.bots.expert import EXPERT
    from strategies.greedy import GREEDY

    other, ours = (bot.hooks.discard for bot in (EXPERT, GREEDY))
    before = [jit._identity(getattr(hook, "py_func", hook), "") for hook in (other, ours)]
    monkeypatch.setattr(jit, "game_cache", lambda game, engine: tmp_path / f"kernels-of-other-{game}")
    after = [jit._identity(getattr(hook, "py_func", hook), "") for hook in (other, ours)]
    assert after[0] != before[0]
    assert after[0].endswith("kernels-of-other-mahjong_sim")
    assert after[1] == before[1]


def test_a_folder_that_cannot_be_written_gives_way_to_a_private_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TONGITS_CACHE_DIR", str(tmp_path / "file" / "below"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    private = cache_dirs.cache_base()
    assert private.parent == tmp_path
    assert private.stat().st_mode & 0o777 == 0o700
    assert cache_dirs.cache_base() == private

    private.chmod(0o777)  # others could plant code there
    other = cache_dirs.cache_base()
    assert other != private
    assert other.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners")
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    chosen = tmp_path / "chosen"
    users = tmp_path / "user"
    chosen.mkdir()
    monkeypatch.setattr(cache_dirs, "HEALTH", Health())
    monkeypatch.setenv("XDG_CACHE_HOME", str(users))
    monkeypatch.setenv("TONGITS_CACHE_DIR", str(chosen))
    chosen.chmod(mode)
    assert cache_dirs.cache_base() == users / "tongits-sim"
    assert capsys.readouterr().err.count(f"Others may write into {chosen}") == 1
    folder = users / "tongits-sim" / "kernels-0"
    spare = chosen / folder.name
    spare.mkdir()
    assert cache_dirs.spares(folder) == ()
    chosen.chmod(0o755)
    assert cache_dirs.spares(folder) == (spare,)
    spare.chmod(mode)
    assert cache_dirs.spares(folder) == ()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners")
def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_dirs.trusted(tmp_path)
    mine = os.getuid()
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert cache_dirs.trusted(tmp_path) == (owner == 0)
    monkeypatch.setattr(Path, "stat", lambda self: os.stat_result((0o40755, 0, 0, 0, mine + 2, 0, 0, 0, 0, 0)))
    assert not cache_dirs.trusted(tmp_path)


def test_files_that_were_not_used_for_longest_go_first(tmp_path: Path) -> None:
    now = time.time()
    for age in range(10):
        path = tmp_path / ("parts" if age % 2 else "module") / f"{age}.nbc"
        put(tmp_path, str(path.relative_to(tmp_path)), "x" * 100)
        os.utime(path, (now - 1000 * age, now - 1000 * age))
    (tmp_path / "compiled-main.stamp").touch()

    def left() -> list[int]:
        return sorted(int(path.stem) for path in tmp_path.rglob("*.nbc"))

    cache_dirs.prune_within(tmp_path, most=1000)
    assert left() == list(range(10))
    cache_dirs.prune_within(tmp_path, most=900)  # looked at a moment ago
    assert left() == list(range(10))
    (tmp_path / "pruned.stamp").unlink()
    cache_dirs.prune_within(tmp_path, most=900)
    assert left() == [0, 1, 2, 3]
    (tmp_path / "pruned.stamp").unlink()
    cache_dirs.prune_within(tmp_path, most=100)
    assert left() == [0, 1, 2, 3]  # used within the hour
    assert (tmp_path / "compiled-main.stamp").exists()
    cache_dirs.prune_within(tmp_path / "missing")


def test_pruning_keeps_the_newest_and_what_is_not_ours(tmp_path: Path) -> None:
    for age in range(5):
        folder = tmp_path / f"kernels-{age:016x}"
        put(folder, "kernel.nbi", "")
        os.utime(folder, (1000 - age, 1000 - age))
    for name in ("kernels-mine", "kernels-0123", "notes", "kernels-00000000000000aaa"):
        (tmp_path / name).mkdir()
    outside = tmp_path.parent / "outside"
    put(outside, "file", "")
    (tmp_path / f"kernels-{9:016x}").symlink_to(outside)

    cache_dirs.prune(tmp_path, keep=3)

    left = {path.name for path in tmp_path.iterdir()}
    ours = {f"kernels-{age:016x}" for age in range(3)} | {f"kernels-{9:016x}"}
    assert left == ours | {"kernels-mine", "kernels-0123", "notes", "kernels-00000000000000aaa"}
    assert (outside / "file").exists()
    cache_dirs.prune(tmp_path / "missing")
