"""Compiling is announced once."""

from __future__ import annotations

import pytest

from tests.playing import job
from tongits_sim import jit
from tongits_sim.run.warmup import _turn_elsewhere, silent, to_stderr, warm


@pytest.fixture
def stamps(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The notes of what has been compiled, empty at first."""
    found: set[str] = set()
    monkeypatch.setattr(jit, "compiled_before", lambda tag: tag in found)
    monkeypatch.setattr(jit, "mark_compiled", found.add)
    return found


def test_says_so_the_first_time_only(stamps: set[str]) -> None:
    said: list[str] = []
    warm(job(), said.append)
    assert said[0].startswith("Compiling the engine, once: about half a minute")
    assert said[1].startswith("done in ")
    warm(job(), said.append)
    assert len(said) == 2
    warm(job(players="greedy,miser,random"), said.append)
    assert said[2].startswith("Compiling miser and random, once")


def test_a_changed_bot_file_is_a_new_bot(stamps: set[str]) -> None:
    said: list[str] = []
    warm(job(players="greedy,greedy,greedy"), said.append)
    warm(job(players="greedy(call_at=5),greedy,greedy"), said.append)
    assert len(said) == 2
    warm(job(players="greedy,greedy,docs/examples/my_bots.py:shy"), said.append)
    assert said[2].startswith("Compiling shy, once")


def test_the_usual_notice_goes_to_the_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    to_stderr("here")
    assert capsys.readouterr() == ("", "here")


def test_a_silent_notice_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    silent("here")
    assert capsys.readouterr() == ("", "")


def test_the_turn_is_compiled_by_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 2)
    with _turn_elsewhere() as other:
        assert other is not None
        assert other.wait(300) == 0


def test_one_processor_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 1)
    with _turn_elsewhere() as other:
        assert other is None


def test_the_other_process_ends_with_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 2)
    with pytest.raises(KeyboardInterrupt), _turn_elsewhere() as other:
        raise KeyboardInterrupt
    assert other is not None
    assert other.returncode is not None
