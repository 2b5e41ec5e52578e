import linecache
import pickle
from typing import Any

import pytest

import tongits_sim
from tests.playing import numbers
from tongits_sim.bots.player import NOTEBOOK
from tongits_sim.errors import TongitsError
from tongits_sim.run.compiling import silent

ts: Any = tongits_sim
NAMES = ("<ipython-input-3-0a1b2c>", "/tmp/ipykernel_4242/1234567.py", "<stdin>")
CELL = """
import tongits_sim as ts
from strategies.helpers import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.compile.jit import njit

@njit
def low(view, limit):
    return view.count <= limit

def call(view, params):
    return YES if low(view, params.call_at) else NO

def respond(view, params):
    return YES if low(view, 24) else NO

mine = ts.Strategy(
    "greedy",
    "Plays like greedy.",
    ts.Hooks(call, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
    params=(ts.Param("call_at", 30, 0, 130, "largest count"),),
)
"""


def run(cell: str, name: str = NAMES[0]) -> Any:
    linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(cell, name, "exec"), names)
    return names["mine"]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_of_a_cell_plays_the_games_of_its_twin(name: str) -> None:
    mine = ts.Player(run(CELL, name))
    assert (mine.origin, mine.label) == (NOTEBOOK, "notebook:greedy")
    simulation = ts.simulate("pagat", [mine, "miser", "caller"], games=200, notice=silent)
    twin = ts.simulate("pagat", "greedy,miser,caller", games=200, notice=silent)
    for row, twin_row in zip(simulation.players_summary, twin.players_summary, strict=True):
        assert row.payout.mean == twin_row.payout.mean
        assert row.parts == twin_row.parts
    assert simulation.job.labels[0] == "notebook:greedy"
    (recorded, *_) = ts.record_games("pagat", [mine, "miser", "caller"], games=3)
    assert recorded["events"] == ts.record_games("pagat", "greedy,miser,caller", games=3)[0]["events"]


def test_an_edited_cell_is_another_bot() -> None:
    one = ts.Player(run(CELL))
    other = ts.Player(run(CELL.replace("view.count <= limit", "view.count < 0")))
    again = ts.Player(run(CELL.replace("params.call_at", "params.call_at / 6")))
    assert len({player.digest() for player in (one, again)}) == 2
    played = [
        numbers(ts.simulate("pagat", [player, "miser", "caller"], games=200, notice=silent))
        for player in (one, other, again)
    ]
    assert len({str(answer["players_summary"]) for answer in played}) == 3


def test_other_processes_refuse_it_in_a_sentence() -> None:
    mine = ts.Player(run(CELL))
    with pytest.raises(TongitsError, match=r"'greedy' was defined in a notebook, .* backend 'threading'"):
        pickle.dumps(mine)
    with pytest.raises(TongitsError, match="was defined in a notebook"):
        ts.simulate("pagat", [mine, "miser", "caller"], games=200, notice=silent, backend="loky", workers=2)
