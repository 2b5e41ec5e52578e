import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.experiments.duplicate.fields import field
from tests.playing import ROOT, job
from tongits_sim.compile import jit
from tongits_sim.experiments.warmup import ENGINE, JOKERS, warm
from tongits_sim.run import warmup
from tongits_sim.run.warmup import silent


@pytest.fixture
def stamps(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    tags: set[str] = set()
    monkeypatch.setattr(jit, "compiled_before", lambda tag: tag in tags)
    monkeypatch.setattr(jit, "mark_compiled", tags.add)
    return tags


class Heard(list[str]):
    """What was said while compiling; that another process compiles just then is left out."""

    def append(self, text: str) -> None:
        if not text.startswith("Waiting for another process"):
            super().append(text)


def test_says_so_the_first_time_only(stamps: set[str], tmp_path: Path) -> None:
    """Jokers are compiled when rules have them; a bot is another one by its file, not by its parameters."""
    other = tmp_path / "other.py"
    other.write_text((ROOT / "docs/examples/my_bots.py").read_text() + "\nANOTHER = 1\n")
    for work, says in (
        (job(), "Compiling the engine, once: ten seconds or so"),
        (job(players="caller,hunter,greedy(call_at=5)"), ""),
        (job(players="greedy,miser,random"), "Compiling miser and random, once"),
        (job(players="greedy,greedy,docs/examples/my_bots.py:shy"), "Compiling shy, once"),
        (job(players=f"greedy,{other}:shy,docs/examples/my_bots.py:shy"), "Compiling shy, once"),
        (job("pagat+joker"), "Compiling what jokers need, once"),
        (job("pagat+joker"), ""),
    ):
        notices = Heard()
        warm(work, notices.append)
        assert len(notices) == (2 if says else 0)
        assert not says or (notices[0].startswith(says) and notices[1].startswith("done in "))
        assert (JOKERS in stamps) == ("joker" in work.rules.name)


def test_kernels_are_loaded_once_in_a_process(monkeypatch: pytest.MonkeyPatch, stamps: set[str]) -> None:
    works: list[Any] = []
    monkeypatch.setattr("tongits_sim.experiments.warmup._play_nothing", works.append)
    monkeypatch.setattr("tongits_sim.experiments.warmup._loaded", set())
    monkeypatch.setattr(jit, "compiled_before", lambda tag: True)
    for players in ("greedy,greedy,greedy", "greedy(call_at=7),greedy,greedy", "greedy,greedy,miser"):
        warm(job(players=players), silent)
        warm(job("sjs", players=players), silent)
    warm(field("greedy,miser"), silent)
    kinds = [(work.kind, work.players[-1].strategy.name) for work in works]
    assert kinds == [("simulate", "greedy"), ("simulate", "miser"), ("field", "miser")]


def test_the_turn_is_compiled_by_another_process(monkeypatch: pytest.MonkeyPatch, stamps: set[str]) -> None:
    codes: list[int | None] = []

    @contextlib.contextmanager
    def watched(code: str) -> Iterator[object]:
        with warmup.other_process(code) as other:
            yield other
        codes.append(None if other is None else other.returncode)

    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 2)
    monkeypatch.setattr("tongits_sim.experiments.warmup.other_process", watched)
    warm(job(), silent)
    assert codes == [0]
    assert ENGINE in stamps
