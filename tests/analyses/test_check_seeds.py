from collections.abc import Callable
from typing import Any

import pytest

import tongits_sim as ts
from analyses.compare import compare
from strategies import load_player
from tongits_sim.experiments.worker import WorkerState
from tongits_sim.rules import load
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions
from tools.exploit import Effort, exploit

HOW = RunOptions(workers=1, notice=silent)
FIRST = 2**48
"""Seeds from here on are seeds of checks."""


def an_exploit() -> object:
    return exploit(load("pagat"), load_player("miser"), HOW, Effort(200, 50, 1))


PLAYED: dict[str, tuple[bool, Callable[[], object]]] = {
    "simulate": (False, lambda: ts.simulate("pagat", "greedy,caller,hunter", games=60, notice=silent)),
    "whatif": (False, lambda: ts.whatif("pagat", "greedy,greedy,greedy", change="pay.fold=2", deals=20, notice=silent)),
    "compare": (True, lambda: compare("pagat", "greedy,caller", 20, confirm=True, run_options=HOW)),
    "leads": (True, lambda: compare("pagat", "greedy,miser", 400, run_options=HOW)),
    "exploit": (True, an_exploit),
}


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    played: set[int] = set()
    honest = WorkerState.__init__

    def seated(seats: WorkerState, rules: Any, players: Any, seed: int, replay: Any) -> None:
        played.add(seed)
        honest(seats, rules, players, seed, replay)

    monkeypatch.setattr(WorkerState, "__init__", seated)
    monkeypatch.setattr("tools.exploit._MIN_DEALS", 50)
    monkeypatch.setattr("tools.exploit.ROUNDS", 1)
    return played


def test_every_check_deals_cards_that_nobody_else_deals(seeds: set[int]) -> None:
    taken: dict[int, str] = {}
    for name, (checks, play) in PLAYED.items():
        seeds.clear()
        play()
        own = {seed for seed in seeds if seed >= FIRST}
        assert bool(own) == checks, name
        assert not own & set(taken), (name, taken)
        taken |= dict.fromkeys(own, name)
