"""A user's helper may be called like a module of Python; and no user's file changes a library."""

import importlib
import os
import subprocess
import sys
from importlib.machinery import FrozenImporter
from pathlib import Path

import pytest

from strategies import helpers, load_player
from strategies.helpers import always
from tests.sources import ROOT
from tests.strategies.situations import answer, view
from tongits_sim.compile.identity import reach
from tongits_sim.errors import TongitsError
from tongits_sim.rules import load
from tongits_sim.run.user_file import BotFileError

BOT = """
from dataclasses import replace
from pathlib import Path
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit

{lines}

def call(view, params):
    return YES if {asked} else NO

SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""
HELPER = "from tongits_sim.compile.jit import njit\nAT = {at}\n@njit\ndef low(count):\n    return count <= {at}\n"
HERE = "HERE = Path(__file__).parent\n"
SPEC = "import importlib.util\nspec = importlib.util.spec_from_file_location({name!r}, str(HERE / 'profile.py'))\n"
LOAD = "profile = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(profile)"
ROUTES = {
    "import": "import profile",
    "from": "from profile import low\nimport profile",
    "as": "import profile as other\nprofile = other",
    "path": "import sys\nsys.path.insert(0, str(HERE))\nimport profile",
    "importlib": "import importlib\nprofile = importlib.import_module('profile')",
    "__import__": "profile = __import__('profile')",
    "spec": SPEC.format(name="profile") + LOAD,
    "spec, loaded": SPEC.format(name="json") + LOAD,
    "spec, program": SPEC.format(name="strategies.helpers") + LOAD,
    "spec, kept": SPEC.format(name="turtle") + "import sys\n" + LOAD + "\nsys.modules['turtle'] = profile",
    "exec": "names = {'__name__': 'profile'}\nexec((HERE / 'profile.py').read_text(), names)\n"
    "class profile: low, AT = names['low'], names['AT']\nlow, AT = profile.low, profile.AT",
    "exec, library": "import json\nnames = {**vars(json)}\nexec((HERE / 'profile.py').read_text(), names)\n"
    "low, AT = names['low'], names['AT']",
    "exec, program": "import strategies.expert\nnames = {'__name__': 'strategies.expert'}\n"
    "exec(compile((HERE / 'profile.py').read_text(), str(HERE / 'profile.py'), 'exec'), names)\n"
    "low, AT = names['low'], names['AT']",
    "runpy": "import runpy\nnames = runpy.run_path(str(HERE / 'profile.py'))\nlow, AT = names['low'], names['AT']",
    "__name__": "__name__ = 'json'\nexec((HERE / 'profile.py').read_text())",
    "__name__, program": "__name__ = 'strategies.helpers'\nexec((HERE / 'profile.py').read_text())",
}
"""Ways in which a bot file may come by a helper called profile.py."""


def bot(folder: Path, lines: str, asked: str) -> str:
    (folder / "bot.py").write_text(BOT.format(lines=HERE + lines, asked=asked))
    return f"{folder / 'bot.py'}:shy"


def run_python(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh process, which finds the program and these tests."""
    line = [sys.executable, "-c", program, *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=False)


def called(spec: str) -> tuple[list[int], str]:
    """The counts with which a bot calls, and its digest."""
    player = load_player(spec)
    hands = ((2, "2s"), (9, "9s"), (19, "Ks 9d"))
    return [count for count, text in hands if answer(player.strategy, "call", view(text))], player.digest()


def calls_after_an_edit(folder: Path, helper: str, spec: str) -> None:
    digests = set()
    for at in (2, 9, 2):
        (folder / helper).write_text(HELPER.format(at=at))
        counts, digest = called(spec)
        assert counts == [count for count in (2, 9) if count <= at]
        digests.add(digest)
    assert len(digests) == 2


@pytest.mark.parametrize("route", ROUTES)
def test_an_edited_helper_called_like_pythons_plays_anew(tmp_path: Path, route: str) -> None:
    sys.modules.pop("profile", None)
    inside = "" if "low, AT = " in ROUTES[route] or "__name__" in route else "profile."
    asked = f"{inside}low(view.count) and view.count <= {inside}AT"
    calls_after_an_edit(tmp_path, "profile.py", bot(tmp_path, ROUTES[route], asked))
    assert str(tmp_path) not in str(sys.modules.get("profile"))


def helper_names() -> list[str]:
    """The modules of Python that a file may take the place of, and that are not loaded."""
    names = sys.stdlib_module_names - set(sys.builtin_module_names) - sys.modules.keys()
    return sorted(name for name in names if FrozenImporter.find_spec(name) is None)


ALL = """
import sys
from tests.run.test_library_names import helper_names, named_like_python
from pathlib import Path
for name in helper_names():
    print(name, *named_like_python(Path(sys.argv[1]), name))
"""


def named_like_python(folder: Path, name: str) -> list[str]:
    """Digests of a bot before and after an edit of its helper `name`, or the words that refuse it."""
    digests = []
    for at in (2, 9):
        (folder / f"{name}.py").write_text(f"AT = {at}\n")
        player = load_player(bot(folder, f"import {name} as helper", "view.count <= helper.AT"))
        digests.append(player.digest())
        assert reach(player.strategy.hooks.call).own
    (folder / f"{name}.py").unlink()
    assert name not in sys.modules
    return digests


def test_a_helper_may_be_called_like_any_module_of_python_that_is_not_loaded(tmp_path: Path) -> None:
    done = run_python(ALL, str(tmp_path))
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert len(lines) > 100
    assert {"turtle", "profile"} <= {line[0] for line in lines}
    assert all(line[1] != line[2] for line in lines)


@pytest.mark.parametrize("name", ["json", "math", "numpy", "strategies"])
def test_a_helper_called_like_a_loaded_module_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("AT = 3\n")
    spec = bot(tmp_path, f"import {name} as helper", "view.count <= helper.AT")
    if name == "math" and "math" in sys.builtin_module_names:
        pytest.skip("built in")
    with pytest.raises(BotFileError, match=rf"Python's own module '{name}' is in use, so {name}\.py beside bot\.py"):
        load_player(spec)


def test_a_module_of_python_that_a_bot_file_imports_does_not_find_the_helper(tmp_path: Path) -> None:
    (tmp_path / "heapq.py").write_text("raise ValueError('the helper')\n")
    program = (
        "import sys\nfrom strategies import load_player\n"
        "sys.modules.pop('sched', None)\nsys.modules.pop('heapq', None)\nload_player(sys.argv[1])\n"
        "print(sys.modules['heapq'].__file__)"
    )
    done = run_python(program, bot(tmp_path, "import sched", "view.count <= 3"))
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) not in done.stdout


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import strategies.helpers\nstrategies.helpers.AT = 3", "strategies.helpers.AT"),
        ("import strategies.helpers\nstrategies.helpers.NO = 1", "strategies.helpers.NO"),
        ("import strategies.helpers\nvars(strategies.helpers)['always'] = max", "strategies.helpers.always"),
        ("exec('def mine(): pass', vars(__import__('strategies.helpers').helpers))", "strategies.helpers.mine"),
        ("import numpy as np\nnp.LIMIT = 3", "numpy.LIMIT"),
        ("import math\nmath.pi = 3", "math.pi"),
        ("import numba\nnumba.int64 = numba.int32", "numba.int64"),
        ("import tongits_sim.cards\ntongits_sim.cards.ACES = 0\nraise ValueError('too late')", ""),
    ],
)
def test_a_bot_file_that_sets_a_librarys_value_is_refused_and_the_value_restored(
    tmp_path: Path, line: str, name: str
) -> None:
    before = {module: dict(vars(sys.modules[module])) for module in ("strategies.helpers", "numpy", "math", "numba")}
    aces = importlib.import_module("tongits_sim.cards").ACES
    what = rf"bot\.py sets {name}, which is not its own: keep values" if name else "ValueError: too late"
    with pytest.raises(BotFileError, match=what):
        load_player(bot(tmp_path, line, "view.count <= 3"))
    assert {name: dict(vars(sys.modules[name])) for name in before} == before
    assert aces == importlib.import_module("tongits_sim.cards").ACES
    assert helpers.always is always


def test_a_module_of_the_program_that_a_bot_file_loads_first_is_watched_too(tmp_path: Path) -> None:
    program = "import sys\nfrom strategies import load_player\nassert 'analyses.compare' not in sys.modules\n"
    program += "load_player(sys.argv[1])"
    lines = "import analyses.compare\nanalyses.compare.AT = 3"
    done = run_python(program, bot(tmp_path, lines, "view.count <= 3"))
    assert "sets analyses.compare.AT, which is not its own" in done.stderr


@pytest.mark.parametrize(
    "value", ["LIMIT = {at}", "LIMIT = np.full(1, {at})", "low = njit(lambda count: count <= {at})"]
)
def test_a_value_put_into_a_module_of_python_counts(tmp_path: Path, value: str) -> None:
    asked = "json.low(view.count)" if "low" in value else "view.count <= json.LIMIT"
    asked = asked.replace("LIMIT", "LIMIT[0]") if "full" in value else asked
    digests = set()
    counts = []
    for at in (2, 9):
        text = value.format(at=at)
        try:
            seen, digest = called(bot(tmp_path, f"import json\nimport numpy as np\njson.{text}", asked))
        finally:
            for name in {"LIMIT", "low"} & vars(sys.modules["json"]).keys():
                delattr(sys.modules["json"], name)
        digests.add(digest)
        counts.append(seen)
    assert counts == [[2], [2, 9]]
    assert len(digests) == 2


def test_a_payout_counts_with_its_helper_called_like_pythons(tmp_path: Path) -> None:
    sys.modules.pop("turtle", None)
    (tmp_path / "pay.py").write_text(
        "import turtle\n\ndef mine(game, units):\n    for seat in range(3):\n"
        "        units[seat] = 2 * turtle.AT if seat == game.winner else -turtle.AT\n"
    )
    texts = []
    for at in (3, 5, 3):
        (tmp_path / "turtle.py").write_text(f"AT = {at}\n")
        texts.append(str(load("pagat", [f"payout={tmp_path / 'pay.py'}:mine"]).payout))
    assert texts[0] != texts[1]
    assert texts[0] == texts[2]


def test_players_of_one_table_keep_their_own_helpers_of_one_name(tmp_path: Path) -> None:
    specs = []
    for at in (2, 9):
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / "profile.py").write_text(HELPER.format(at=at))
        specs.append(bot(folder, "from profile import low", "low(view.count)"))
    assert [called(spec)[0] for spec in specs] == [[2], [2, 9]]
    with pytest.raises(TongitsError):
        load_player(f"{tmp_path}/9/bot.py:nobody")
