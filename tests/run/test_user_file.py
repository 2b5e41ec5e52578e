import contextlib
import importlib
import os
import pickle
import sqlite3
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import polars
import pytest

from strategies import load_player
from tests.fresh import run_python
from tests.sources import ROOT
from tests.strategies.situations import answer, view
from tongits_sim.bots import player
from tongits_sim.compile.hooks import HookError
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.simulate import simulate
from tongits_sim.run import user_file
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions
from tongits_sim.run.user_file import BotFileError, load_named
from tongits_sim.strategy import Strategy

BOTS = '''
"""Two bots of my own."""

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES, always
from tongits_sim.strategy import Param


def call(view, params):
    """Call with a count of at most `most`."""
    return YES if view.count <= params.most else NO


PARAMS = (Param("most", 1, 0, 9, "the count"), *GREEDY.params)
SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call), params=PARAMS)
BOLD = replace(SHY, name="bold", hooks=replace(SHY.hooks, call=always))
NOT_A_BOT = "shy"
'''


def load_file(path: str, name: str) -> Strategy:
    return load_named(path, name, Strategy)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "my_bots.py"
    path.write_text(BOTS)
    return path


def test_a_bot_is_loaded_by_name_and_plays(bots: Path) -> None:
    player = load_player(f"{bots}:shy(most=3)")
    assert (player.label, player.spec) == ("shy(most=3)", f"{bots}:shy(most=3)")
    assert player.origin == str(bots)
    assert load_player(player.spec).label == player.label
    assert [answer(player.strategy, "call", view(hand)) for hand in ("As", "2s")] == [1, 0]
    assert [answer(player.strategy, "call", view(hand), most=3) for hand in ("3s", "4s")] == [1, 0]
    assert all(player.addresses())
    assert player.digest() != load_player("greedy").digest()


def test_an_unchanged_bot_file_gives_the_same_object(bots: Path) -> None:
    assert load_file(str(bots), "shy") is load_file(str(bots), "shy")
    assert answer(load_file(str(bots), "bold"), "call", view("Ks Qd")) == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return view.hand.nothing()", "its call hook fails with: Unknown attribute 'nothing' of type uint64"),
        ("return {1: 2}['x'](3)", "its call hook fails with: "),
    ],
)
def test_a_hook_that_cannot_be_compiled_is_refused_with_the_reason(bots: Path, body: str, message: str) -> None:
    bots.write_text(BOTS.replace("return YES if view.count <= params.most else NO", body))
    with pytest.raises(HookError) as error:
        load_player(f"{bots}:shy").addresses()
    assert message in str(error.value)
    assert "mode pipeline" not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("helper", "what"),
    [
        (
            "@numba.vectorize\ndef half(x):\n    return x // 2",
            "a function made by vectorize; mark the function with @njit",
        ),
        (
            "space = {}\nexec('def half(x):\\n    return x // 2', space)\nhalf = numba.njit(space['half'])",
            "a function that exec made without a module; write it into the file",
        ),
    ],
)
def test_a_hook_that_calls_what_no_kernel_can_call_is_refused_in_words_of_its_file(
    bots: Path, helper: str, what: str
) -> None:
    text = BOTS.replace("if view.count <= params.most", "if half(view.count) <= params.most")
    bots.write_text(text.replace("from dataclasses", f"import numba\n{helper}\nfrom dataclasses", 1))
    with pytest.raises(HookError, match=f"^the bot 'shy' cannot be compiled: its call hook calls {what}"):
        load_player(f"{bots}:shy").addresses()


@pytest.mark.parametrize(
    ("leaving", "said"),
    [
        ("raise SystemExit(0)", "SystemExit"),
        ("import os; os._exit(3)", "SystemExit: 3"),
    ],
)
def test_a_file_that_leaves_the_program_is_refused(bots: Path, leaving: str, said: str) -> None:
    bots.write_text(f"{leaving}\n")
    with pytest.raises(BotFileError, match=f"cannot be loaded: {said}"):
        load_file(str(bots), "shy")


def test_a_file_that_changed_is_executed_again(bots: Path) -> None:
    before = load_player(f"{bots}:shy")
    bots.write_text(BOTS.replace('"most", 1,', '"most", 5,'))
    after = load_player(f"{bots}:shy")
    assert (before.parameters()["most"], after.parameters()["most"]) == (1, 5)
    assert before.digest() != after.digest()


@pytest.mark.parametrize("hang", ["while True:\n    pass", "import time\ntime.sleep(3)"])
def test_a_file_that_is_never_done_is_refused(bots: Path, monkeypatch: pytest.MonkeyPatch, hang: str) -> None:
    bots.write_text(f"{hang}\n")
    monkeypatch.setattr(user_file, "_patience", [0.2])
    with pytest.raises(BotFileError, match=r"it is not done after 0\.2 seconds \(--bot-timeout\)"):
        load_file(str(bots), "shy")
    for thread in threading.enumerate():
        if thread.name == "bot file":
            thread.join(20)
            assert not thread.is_alive()


def test_a_file_that_does_not_let_go_of_the_interpreter_ends_the_program(bots: Path) -> None:
    bots.write_text("import numba\n@numba.njit\ndef hang():\n    while True: pass\nhang()\n" + BOTS)
    program = (
        "import sys\nfrom strategies import load_player\nfrom tongits_sim.run import user_file\n"
        "user_file._patience, user_file._SPARE = [5.0], 1.0\nload_player(sys.argv[1])"
    )
    done = run_python(program, f"{bots}:shy", cwd=ROOT, environment=os.environ | {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 1
    assert f'File "{bots}", line 5' in done.stderr


def test_threads_load_a_file_once(bots: Path) -> None:
    bots.write_text("import time\ntime.sleep(0.2)\n" + BOTS)
    with ThreadPoolExecutor(4) as pool:
        copies = list(pool.map(lambda _: load_file(str(bots), "shy"), range(4)))
    assert len({id(copy) for copy in copies}) == 1


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return U(1) if np.random.rand() < 0.5 else U(0)", r"its call hook uses numpy\.random\.rand, and its games"),
        ("return inner(view)", "its call hook uses print, and what it prints"),
        ("return 0.5 if view.count else YES", "it returns a float64; an action code is a whole number"),
    ],
)
def test_chance_of_its_own_and_words_and_fractions_are_refused(bots: Path, body: str, message: str) -> None:
    head = (
        "import random\nimport numpy as np\nfrom tongits_sim.cards import U\nfrom tongits_sim.compile.jit import njit\n"
    )
    head += "@njit\ndef inner(view):\n    print(view.count)\n    return U(0)\n"
    text = BOTS.replace("return YES if view.count <= params.most else NO", body)
    bots.write_text(text.replace("from dataclasses", head + "from dataclasses", 1))
    with pytest.raises(HookError, match=message):
        load_player(f"{bots}:shy").addresses()


def test_a_file_that_is_missing_or_broken_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotFileError, match=r"^there is no bot file .*nowhere\.py$"):
        load_file(str(tmp_path / "nowhere.py"), "shy")
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_that_name\n")
    sentence = "cannot be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name'"
    for _ in range(2):
        with pytest.raises(BotFileError, match=sentence):
            load_file(str(broken), "shy")
    empty = tmp_path / "empty.py"
    empty.write_text("")
    with pytest.raises(BotFileError, match=r"defines no strategy 'shy'\. It defines: none$"):
        load_file(str(empty), "shy")


HELPED = """
from dataclasses import replace

{low}
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES


def call(view, params):
    return YES if low(view) else NO


SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""


IMPORTS = ("from helper import low", "import importlib\nlow = importlib.import_module('helper').low")


def helped(folder: Path, at: int, low: str = IMPORTS[0]) -> Path:
    """A bot that calls with a count of at most `at`, as a package beside its file says."""
    package = folder / "helper"
    package.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(HELPED.replace("{low}", low))
    (folder / "number.py").write_text(f"AT = {at}\n")
    (package / "__init__.py").write_text("import number\nfrom .inner import *\nAT = number.AT\n")
    lines = (
        "from tongits_sim.compile.jit import njit",
        "from . import inner as itself",
        "import number",
        "AT = number.AT",
    )
    (package / "inner.py").write_text("\n".join((*lines, "@njit", "def low(view): return view.count <= AT\n")))
    return folder / "bot.py"


def counts_called(path: Path) -> list[int]:
    strategy = load_file(str(path), "shy")
    return [hand for hand, text in ((2, "2s"), (9, "9s"), (19, "Ks 9d")) if answer(strategy, "call", view(text))]


@pytest.mark.parametrize("low", IMPORTS)
def test_helpers_of_one_name_are_each_bot_files_own(tmp_path: Path, low: str) -> None:
    known = set(sys.modules)
    places = sys.path.copy()
    for at in (5, 15, 5, 15):
        path = helped(tmp_path / str(at), at, low)
        assert counts_called(path) == [hand for hand in (2, 9, 19) if hand <= at]
    assert {name.partition(".")[0][:13] for name in set(sys.modules) - known if "helper" in name} == {"tongits_user_"}
    assert not {"helper", "number"} & set(sys.modules)
    assert sys.path == places


@pytest.mark.parametrize("low", IMPORTS)
def test_a_helper_that_changed_is_executed_again_with_its_bot(tmp_path: Path, low: str) -> None:
    seen = [counts_called(helped(tmp_path, at, low)) for at in (5, 7, 15)]
    assert seen == [[2], [2], [2, 9]]


def test_helpers_from_a_folder_that_a_bot_file_names_are_its_own(tmp_path: Path) -> None:
    for at in (5, 15):
        helped(tmp_path / "lib" / str(at), at)
        line = f"import sys\nsys.path.insert(0, {str(tmp_path / 'lib' / str(at))!r})\n"
        (tmp_path / f"bot{at}.py").write_text(line + HELPED.replace("{low}", IMPORTS[0]))
    for at in (5, 15):
        path = tmp_path / f"bot{at}.py"
        assert counts_called(path) == [hand for hand in (2, 9, 19) if hand <= at]


def test_objects_of_a_helper_pickle_and_name_its_file(bots: Path) -> None:
    (bots.parent / "helper.py").write_text("def fail():\n    raise ValueError('here')\n")
    bots.write_text("from helper import fail\nimport sys\n" + BOTS)
    strategy = load_file(str(bots), "shy")
    fail = vars(sys.modules[strategy.hooks.call.__module__])["fail"]
    assert pickle.loads(pickle.dumps(fail)) is fail
    with pytest.raises(ValueError, match="here") as caught:
        fail()
    assert caught.traceback[-1].path == bots.parent / "helper.py"
    (bots.parent / "helper.py").write_text("import helper.nothing\n")
    with pytest.raises(BotFileError, match=r"ModuleNotFoundError: No module named 'helper\.nothing'; 'helper' is not"):
        load_file(str(bots), "shy")


def test_a_bot_is_the_same_wherever_its_file_is(tmp_path: Path) -> None:
    kept = "class Most:\n    at = 3\n    def low(self): return self.at\nMOST = Most()\n"
    digests = set()
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helper.py").write_text(kept)
        text = BOTS.replace("return YES if", "MOST\n    Most\n    return YES if")
        (tmp_path / folder / "bots.py").write_text("from helper import Most, MOST\n" + text)
        digests.add(load_player(f"{tmp_path / folder / 'bots.py'}:shy").digest())
    assert len(digests) == 1


def test_a_notebooks_own_helper_stays_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "helper.py").write_text("low = None\n")
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    theirs = importlib.import_module("helper")
    try:
        assert counts_called(helped(tmp_path, 5)) == [2]
        assert sys.modules["helper"] is theirs
    finally:
        del sys.modules["helper"]


SOURCES = {
    "numpy": "AT = np.load(HERE / 'at.npy')[0]",
    "parquet": "import polars\nAT = polars.scan_parquet(HERE / 'at.parquet').collect()['at'][0]",
    "sqlite": "import sqlite3\nAT = sqlite3.connect(HERE / 'at.db').execute('select at from t').fetchone()[0]",
    "environ": "import os\nAT = float(os.environ['BOT_AT'])",
    "folder": "AT = sum(1 for _ in (HERE / 'many').iterdir())",
    "program": "import subprocess\nAT = float(subprocess.check_output(['cat', str(HERE / 'at.txt')]))",
}
"""Ways in which a bot file may come by a number."""


def write_number(folder: Path, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "at.txt").write_text(str(at))
    np.save(folder / "at.npy", np.array([at]))
    polars.DataFrame({"at": [at]}).write_parquet(folder / "at.parquet")
    (folder / "at.db").unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(folder / "at.db")) as base, base:
        base.execute("create table t as select ? as at", (at,))
    monkeypatch.setenv("BOT_AT", str(at))
    for number in range(at):
        (folder / "many" / str(number)).mkdir(parents=True, exist_ok=True)


@pytest.mark.parametrize("way", SOURCES)
def test_a_number_read_from_anywhere_plays_as_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    bot = tmp_path / "bot.py"
    reads = f"from pathlib import Path\nimport numpy as np\nHERE = Path({str(tmp_path)!r})\n{SOURCES[way]}\n"
    bot.write_text(reads + BOTS.replace("params.most", "AT"))
    seen, digests = [], []
    for at in (5, 15):
        write_number(tmp_path, at, monkeypatch)
        player = load_player(f"{bot}:shy")
        seen.append(counts_called(bot))
        digests.append(player.digest())
        assert player.digest() == load_player(f"{bot}:shy").digest()
        assert player == load_player(f"{bot}:shy")
    assert seen == [[2], [2, 9]]
    assert digests[0] != digests[1]


def test_a_bot_that_is_held_is_the_one_on_disk_or_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"from pathlib import Path\nHERE = Path({str(tmp_path)!r})\n{SOURCES['sqlite']}\n" + BOTS)
    bot.write_text(bot.read_text().replace("params.most", "AT"))
    write_number(tmp_path, 5, monkeypatch)
    held = load_player(f"{bot}:shy")
    sent = pickle.dumps(held)
    assert pickle.loads(sent) == held
    simulate("pagat", [held, "greedy", "greedy"], 10, run_options=RunOptions(workers=1, notice=silent))
    write_number(tmp_path, 15, monkeypatch)
    with pytest.raises(TongitsError, match=r"shy differs from the loaded bot: .* load it again"):
        simulate("pagat", [held, "greedy", "greedy"], 10, run_options=RunOptions(workers=1, notice=silent))
    assert pickle.loads(sent).digest() == held.digest()  # in this process it is known by value
    monkeypatch.setattr(player, "_reloaded", {})
    with pytest.raises(TongitsError, match=r"shy differs from the loaded bot: .* load it again"):
        pickle.loads(sent)
    simulate("pagat", [f"{bot}:shy", "greedy", "greedy"], 10, run_options=RunOptions(workers=1, notice=silent))
