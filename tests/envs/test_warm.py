"""The notice of the first start."""

from __future__ import annotations

import pytest

from tongits_sim import jit
from tongits_sim.envs.warm import warm


def test_says_once_that_it_compiles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    known: set[str] = set()
    monkeypatch.setattr(jit, "compiled_before", known.__contains__)
    monkeypatch.setattr(jit, "mark_compiled", known.add)
    with warm((), "toy"):
        pass
    assert "Compiling the environment, once" in capsys.readouterr().err
    with warm((), "toy"):
        pass
    assert capsys.readouterr().err == ""


def test_what_fails_is_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    known: set[str] = set()
    monkeypatch.setattr(jit, "compiled_before", known.__contains__)
    monkeypatch.setattr(jit, "mark_compiled", known.add)
    with pytest.raises(ZeroDivisionError), warm((), "toy"):
        raise ZeroDivisionError
    assert not known
