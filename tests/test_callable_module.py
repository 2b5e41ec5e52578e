"""Packages that can be called, and what a notebook sees of the whole face."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

import tongits_sim
from tests.sources import ROOT
from tongits_sim.callable_module import CallableModule, make_callable

ts: Any = tongits_sim

NAMES = {
    *("BotFault", "Hooks", "Job", "Param", "Player", "Results", "RuleSet", "Strategy", "TongitsError", "analyze"),
    *("as_players", "compare", "describe", "diff", "load_player", "load_rules", "overlay_names", "play_job"),
    *("preset_names", "records", "report", "rules", "simulate", "strategies", "tune", "whatif"),
}


def test_a_package_is_called_with_its_functions_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("a_package")
    monkeypatch.setitem(sys.modules, "a_package", package)
    make_callable("a_package", "textwrap:shorten")
    called: Any = package
    assert isinstance(package, CallableModule)
    assert called("one two three", width=9) == "one [...]"
    assert list(inspect.signature(called).parameters) == ["text", "width", "kwargs"]


def test_the_whole_face_is_listed_and_nothing_else() -> None:
    assert set(dir(ts)) == NAMES == set(ts.__all__)
    for name in NAMES:
        assert callable(getattr(ts, name)), name
        if not (isinstance(getattr(ts, name), type) and issubclass(getattr(ts, name), Exception)):
            assert inspect.signature(getattr(ts, name)) is not None
        assert inspect.getdoc(getattr(ts, name)), name
    with pytest.raises(AttributeError, match="has no attribute 'analyse'"):
        _ = ts.analyse


def test_help_shows_signatures() -> None:
    text = pydoc.plain(pydoc.render_doc(ts))
    for beginning in ("analyze(question: 'str', rules", "report(answers", "strategies(name", "simulate(rules"):
        assert beginning in text
    assert "rules()" in pydoc.plain(pydoc.render_doc(ts.rules))


def test_rooms_stay_packages() -> None:
    from tongits_sim.rules import load

    assert ts.rules.load is load
    assert ts.rules is sys.modules["tongits_sim.rules"]


def test_listing_the_names_loads_nothing_heavy() -> None:
    code = "import sys, tongits_sim as ts; dir(ts); print(*{'numpy', 'numba', 'polars', 'analyses'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
    code = "from tongits_sim import *; print(sorted(name for name in globals() if name[0] != '_'))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(sorted(NAMES))
