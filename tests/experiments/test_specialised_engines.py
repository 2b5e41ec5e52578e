import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import strategies
from tests.fresh import run_python
from tests.playing import job
from tests.sources import ROOT
from tongits_sim.bots.bot_list import loader
from tongits_sim.compile import jit
from tongits_sim.compile import specialised as cases
from tongits_sim.experiments import specialised_engines
from tongits_sim.experiments.batch import GAMES, BatchWorker
from tongits_sim.experiments.specialised_engines import (
    PLAY,
    Engine,
    build,
    code_for,
    compile_all,
    engine_for,
    forget_missed,
    missed,
)
from tongits_sim.rules import load
from tongits_sim.rules.record import RULES_DTYPE, rules_record
from tongits_sim.run.job import Block
from tongits_sim.run.lock import Lock

BLOCK = Block(0, 0, 40, 5)
OWN = "docs/examples/my_bots.py:shy"


def engine_of(worker: BatchWorker) -> Engine:
    (engine,) = worker._engines
    return engine


def played(worker: BatchWorker) -> dict[str, list[int]]:
    played = worker.play(BLOCK)
    assert played.fault is None
    return {name: array.ravel().tolist() for name, array in played.counts.items()}


@pytest.mark.parametrize(
    ("kernel", "rules", "players"),
    [
        (GAMES, "pagat", "greedy,greedy(call_at=12),greedy"),
        (GAMES, "casino_x+joker", f"random,greedy,{OWN}"),
        (PLAY, "wars", "expert,random,hunter"),
    ],
)
def test_the_same_games_are_played(monkeypatch: pytest.MonkeyPatch, kernel: str, rules: str, players: str) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(specialised_engines, "address", lambda engine: 0)
        general = BatchWorker(job(rules, players, games=200, match_games=5))
        expected = played(general)
    worker = BatchWorker(job(rules, players, games=200, match_games=5))
    field = "games" if kernel == GAMES else "play"
    worker.specialise(kernel, worker.table, field, only=True)
    build(engine_of(worker))
    assert played(worker) == expected
    assert worker.table[field][0] != general.table[field][0]


def test_small_bots_of_the_program_are_known_and_others_called() -> None:
    record = rules_record(load("pagat"))
    assert engine_for(PLAY, record).bots == ("", "", "")
    known = engine_for(PLAY, record, strategies.load_players(f"greedy(call_at=3),search,{OWN}", None))
    assert known.bots == ("greedy", "", "")
    other = engine_for(PLAY, record, strategies.load_players("bluffer,trained,expert", None))
    assert other.bots[2] == "expert"
    keys = {known.key, other.key, engine_for(PLAY, rules_record(load("sjs"))).key, engine_for(PLAY, record).key}
    assert len(keys) == 4


def test_games_say_which_engine_they_lack_and_take_it_when_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specialised_engines, "_addresses", {})
    monkeypatch.setattr(cases, "is_compiled", lambda key: False)
    forget_missed()
    what = job("pagat", "greedy,caller,hunter", games=200, match_games=5)
    worker = BatchWorker(what)
    played(worker)
    assert missed() == [engine_of(worker)]
    assert what.faster(0.5) == ""
    assert "greedy" in what.faster(60.0)
    specialised_engines._addresses[engine_of(worker)] = 4096
    with worker.playing():
        assert worker.table["games"][0] == 4096
    forget_missed()
    assert what.faster(60.0) == ""


ENGINE = """
import numpy as np
from strategies import load_player
from tongits_sim.experiments.specialised_engines import PLAY, engine_for
from tongits_sim.rules import load, rules_record
litter = [np.full(1 << size, {number}, np.uint8) for size in range(12) for _ in range(20)]
del litter
players = [load_player("greedy")] * 3
for rules in ("pagat", "sjs"):
    print(*(engine_for(PLAY, rules_record(load(rules)), players).key for _ in range(20)))
"""


def test_an_engine_has_the_same_key_in_every_process() -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = [run_python(ENGINE.format(number=number), cwd=ROOT, environment=environment) for number in range(3)]
    (keys,) = {process.stdout for process in done}
    assert [len(set(line.split())) for line in keys.splitlines()] == [1, 1]


def test_workers_of_one_job_lack_one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(specialised_engines, "_addresses", {})
    monkeypatch.setattr(cases, "is_compiled", lambda key: False)
    specialised_engines.forget_missed()
    for number in range(8):
        record = np.full(RULES_DTYPE.itemsize, number, np.uint8).view(RULES_DTYPE).view(np.recarray)
        for name in RULES_DTYPE.names or ():
            record[name] = rules_record(load("pagat"))[name]
        specialised_engines.address(engine_for(PLAY, record))
    assert len(specialised_engines.missed()) == 1


def test_an_engine_that_another_process_compiles_is_not_compiled_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[Engine] = []

    def note(engine: Engine) -> int:
        compiled.append(engine)
        return 1

    monkeypatch.setattr(specialised_engines, "address", lambda engine: 0)
    monkeypatch.setattr(specialised_engines, "build", note)
    monkeypatch.setattr(jit, "CACHE_DIR", tmp_path)
    engine = Engine(PLAY, b"rules", ("", "", ""))
    held = Lock.take(tmp_path / f"compiling-{engine.key}.lock")
    assert held is not None
    compile_all(loader(), [engine])
    assert not compiled
    held.release()
    compile_all("", [engine])
    assert compiled == [engine]


def test_another_process_compiles_what_is_missing() -> None:
    engine = engine_for(PLAY, rules_record(load("pagat")), strategies.load_players("greedy,greedy,greedy", None))
    subprocess.run([sys.executable, "-c", code_for([engine])], cwd=ROOT, check=True, timeout=120)
    assert cases.is_compiled(engine.key)
