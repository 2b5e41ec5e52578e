import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.fresh import run_python
from tests.sources import ROOT

PROGRAM = """
import json, sys
from tongits_sim.compile import jit
from tongits_sim.experiments.simulate import simulate
from tongits_sim.errors import TongitsError
from tongits_sim.run.run_options import RunOptions

def numbers(answer):
    left_out = ("run", "versions")
    return {name: value for name, value in answer.to_dict().items() if name not in left_out}

def refused(bot):
    try:
        simulate("pagat", f"bots.py:{bot},greedy,greedy", 50, run_options=RunOptions(workers=1))
    except TongitsError as error:
        return str(error)

print(json.dumps({
    "plain": jit.PLAIN,
    "simulate": numbers(simulate("pagat+joker", "greedy,caller,bots.py:shy", 400, 5, workers=1)),
    "fraction": refused("fraction"),
    "failing": refused("failing"),
    "unknown": refused("unknown"),
}))
"""
BOTS = """
from dataclasses import replace
import numpy as np
from strategies.greedy import GREEDY

def shy_call(view, params):
    return np.uint64(view.count < 9)

def fraction_call(view, params):
    return view.count / 2

def failing_call(view, params):
    return np.uint64(7 // (view.count - view.count))

def unknown_call(view, params):
    return np.uint64(view.nothing)

def bot(name, call):
    return replace(GREEDY, name=name, hooks=replace(GREEDY.hooks, call=call))

SHY, FRACTION = bot("shy", shy_call), bot("fraction", fraction_call)
FAILING, UNKNOWN = bot("failing", failing_call), bot("unknown", unknown_call)
"""


def played(folder: Path, way: str) -> dict[str, Any]:
    (folder / "bots.py").write_text(BOTS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TONGITS_COMPILER": way}
    done = run_python(PROGRAM, cwd=folder, environment=environment)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.slow
def test_both_ways_play_the_same_games_and_refuse_the_same_bots(tmp_path: Path) -> None:
    whole, plain = (played(tmp_path, way) for way in ("", "plain"))
    assert (whole.pop("plain"), plain.pop("plain")) == (False, True)
    assert "a whole number" in whole["fraction"]
    assert "nothing" in whole["unknown"]
    assert plain == whole
