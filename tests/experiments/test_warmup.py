import contextlib
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest

from tests.experiments.duplicate.fields import field
from tests.playing import job
from tongits_sim.compile import jit
from tongits_sim.experiments.warmup import ENGINE, warm
from tongits_sim.run import compiling
from tongits_sim.run.compiling import silent


@pytest.fixture
def stamps(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    tags: set[str] = set()
    monkeypatch.setattr(jit, "compiled_before", lambda tag: tag in tags)
    monkeypatch.setattr(jit, "mark_compiled", tags.add)
    return tags


def test_kernels_are_loaded_once_in_a_process(monkeypatch: pytest.MonkeyPatch, stamps: set[str]) -> None:
    works: list[Any] = []

    def worker(played: Any) -> Mock:
        works.append(played)
        return Mock()

    for kind in (type(job()), type(field("greedy,miser"))):
        monkeypatch.setattr(kind, "worker", worker)
    monkeypatch.setattr("tongits_sim.experiments.warmup._loaded", set())
    monkeypatch.setattr(jit, "compiled_before", lambda tag: True)
    for players in ("greedy,greedy,greedy", "greedy(call_at=7),greedy,greedy", "greedy,greedy,miser"):
        warm(job(players=players), silent)
        warm(job("sjs", players=players), silent)
    warm(field("greedy,miser"), silent)
    kinds = [(what.job_type, what.players[-1].strategy.name) for what in works]
    assert kinds == [("simulate", "greedy"), ("simulate", "miser"), ("field", "miser")]


def test_the_turn_is_compiled_by_another_process(monkeypatch: pytest.MonkeyPatch, stamps: set[str]) -> None:
    codes: list[int | None] = []

    @contextlib.contextmanager
    def watched(code: str) -> Iterator[object]:
        with compiling.other_process(code) as other:
            yield other
        codes.append(None if other is None else other.returncode)

    monkeypatch.setattr("tongits_sim.run.compiling.available_cores", lambda: 2)
    monkeypatch.setattr("tongits_sim.experiments.warmup.other_process", watched)
    warm(job(), silent)
    assert codes == [0]
    assert ENGINE in stamps
