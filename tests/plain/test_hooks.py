"""Plain hooks: the same games as compiled ones, and what they print is printed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from strategies import load_player
from tests.playing import BAD_BOTS, ROOT, command, job, numbers, play
from tongits_sim.game.state import DECISIONS
from tongits_sim.plain.hooks import plain, switch
from tongits_sim.strategy import Hooks

TALKERS = "tests/bots/talkers.py"


@contextlib.contextmanager
def switched(on: bool = True) -> Iterator[None]:
    """Inside, bots from files play by plain hooks."""
    before = plain()
    switch(on)
    try:
        yield
    finally:
        switch(before)


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker", "online", "casino_x"])
@pytest.mark.parametrize("bot", [f"{TALKERS}:quiet", f"{TALKERS}:usual(call_at=31)", "docs/examples/my_bots.py:shy"])
def test_the_same_seeds_give_the_same_games(rules: str, bot: str) -> None:
    games = job(rules, f"{bot},greedy,{bot}", 60, seed=4)
    compiled = numbers(play(games))
    with switched():
        assert numbers(play(games)) == compiled


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "expert", "counter", "defender", "random"])
def test_copies_of_the_programs_bots_play_the_same(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    source = "random_bot" if name == "random" else name
    file = tmp_path_factory.mktemp("own") / "own.py"
    file.write_text((ROOT / "strategies" / f"{source}.py").read_text(encoding="utf-8"))
    for rules in ("pagat", "wikipedia+joker"):
        games = job(rules, f"{file}:{name},caller,{file}:{name}", 40, seed=2)
        compiled = numbers(play(games))
        with switched():
            assert numbers(play(games)) == compiled


def test_a_hook_prints(capfd: pytest.CaptureFixture[str]) -> None:
    players = f"{TALKERS}:talker,greedy,caller"
    code, _, err = command("simulate", "--players", players, "--games", "3")
    assert (code, "its discard hook uses print" in err) == (2, True)
    code, out, err = command("simulate", "--players", players, "--games", "3", "--plain-python", "--format", "json")
    assert code == 0, err
    lines = [line for line in out.splitlines() if line.startswith("I hold ")]
    assert len(lines) > 3
    assert all(" and see " in line for line in lines)
    assert "0x" not in "".join(lines)
    assert not plain()


def test_faults_are_told_as_of_compiled_hooks() -> None:
    for bot in ("late", "raises", "meddles"):
        line = ("simulate", "--players", f"greedy,{BAD_BOTS}:{bot},caller", "--games", "60", "--seed", "3")
        compiled, as_python = command(*line, "--workers", "1"), command(*line, "--plain-python")
        assert compiled[0] == as_python[0] == 2
        assert compiled[2].splitlines()[-1] == as_python[2].splitlines()[-1]


def test_only_this_process_plays_them() -> None:
    code, _, err = command("simulate", "--plain-python", "--backend", "loky")
    assert (code, "plays in this process only" in err) == (2, True)


def test_the_switch_is_for_bots_of_ones_own() -> None:
    before = load_player("greedy").addresses()
    switch(True)
    try:
        assert plain()
        assert load_player("greedy").addresses() == before
        own = load_player(f"{TALKERS}:quiet")
        assert len(set(own.addresses())) == len(DECISIONS)
        assert isinstance(own.strategy.hooks, Hooks)
    finally:
        switch(False)
