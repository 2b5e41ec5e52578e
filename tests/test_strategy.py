import json
import sys
from pathlib import Path

import numpy as np
import pytest

from strategies import load_player, strategy
from tests.playing import job, numbers, play
from tongits_sim.bots.player import params_dtype
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.run.files import StoreError
from tongits_sim.strategy import Hooks, Param, Player

GREEDY = strategy("greedy")


def test_hooks_are_in_the_order_of_the_decisions() -> None:
    assert tuple(Hooks.__dataclass_fields__) == DECISIONS
    assert len(set(Player(GREEDY).addresses())) == len(DECISIONS)


def test_the_record_holds_the_numbers() -> None:
    record = load_player("greedy(call_at=5.25)").params()
    assert (record["call_at"][0], record["challenge_at"][0]) == (5.25, 24)
    assert record.shape == (1,)


def test_no_record_of_numbers_begins_like_another() -> None:
    # Numba takes a record that begins like another for a kind of it, with a warning that it is an experiment.
    one = Param("a", 1, 0, 2, "")
    two = Param("b", 1, 0, 2, "")
    layouts = [params_dtype(params) for params in ((), (one,), (one, two), (two,))]
    names = [layout.names[0] for layout in layouts if layout.names]
    assert len(set(names)) == 4
    assert all({layout[name] for name in layout.names or ()} == {np.dtype("f8")} for layout in layouts)


def test_the_digest_follows_the_source(tmp_path: Path) -> None:
    source = Path("docs/examples/my_bots.py").read_text(encoding="utf-8")
    digests = set()
    for name, text in (("a.py", source), ("b.py", source.replace("12, 0, 130", "13, 0, 130"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests.add(load_player(f"{tmp_path / name}:shy").digest())
    assert len(digests) == 2
    assert load_player("greedy").digest() != load_player("hunter").digest()
    assert load_player("greedy").digest() == load_player("greedy(call_at=3)").digest()


LOADED = """
import json
from dataclasses import replace
from pathlib import Path

import aside
from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit

MOST = json.loads(Path(__file__).with_name("weights.json").read_text())["most"]


@njit
def low(view):
    return view.count <= MOST + aside.more


def call(view, params):
    return YES if low(view) else NO


SHY = replace(GREEDY, name="shy", hooks=replace(GREEDY.hooks, call=call))
"""


def write(folder: Path, most: int = 3, more: int = 0) -> str:
    (folder / "bots.py").write_text(LOADED, encoding="utf-8")
    (folder / "aside.py").write_text(f"more = {more}\n", encoding="utf-8")
    (folder / "weights.json").write_text(json.dumps({"most": most}), encoding="utf-8")
    return f"{folder}/bots.py:shy"


def payouts(folder: Path) -> str:
    return json.dumps(numbers(play(job(players=f"{folder}/bots.py:shy,greedy,caller"))), default=str)


def test_a_bot_is_what_was_loaded_and_not_the_text_of_its_file(tmp_path: Path) -> None:
    plays = []
    for most, more in ((3, 0), (25, 0), (25, 40), (3, 0)):
        plays.append((load_player(write(tmp_path, most, more)).digest(), payouts(tmp_path)))
    assert len({digest for digest, _ in plays}) == 3
    assert len({won for _, won in plays}) == 3
    assert plays[0] == plays[3]


def test_a_run_is_not_resumed_with_a_bot_that_loads_other_numbers(tmp_path: Path) -> None:
    play(job(players=f"{write(tmp_path)},greedy,caller"), out=tmp_path / "run")
    with pytest.raises(StoreError, match="source"):
        play(job(players=f"{write(tmp_path, most=25)},greedy,caller"), out=tmp_path / "run", resume=True)


def test_a_hook_whose_number_was_changed_in_memory_is_compiled_anew_and_does_not_play(tmp_path: Path) -> None:
    player = load_player(write(tmp_path))
    before = player.digest()
    addresses = player.addresses()
    vars(sys.modules[player.strategy.hooks.call.__module__])["MOST"] = 60
    assert player.digest() != before
    assert player.addresses()[0] != addresses[0]
    with pytest.raises(TongitsError, match="differs from the loaded bot"):
        play(BatchJob(load("pagat"), (player, *job().players[1:]), 300, 1))
