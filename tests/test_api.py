import inspect
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest

import tongits_sim
from tests.sources import ROOT
from tests.test_layering import HEAVY

ts: Any = tongits_sim

NAMES = {
    "BotFault",
    "Hooks",
    "Param",
    "Player",
    "Results",
    "RuleSet",
    "Strategy",
    "TongitsError",
    "advise",
    "analyze",
    "as_players",
    "compare",
    "describe",
    "diff",
    "load_player",
    "load_rules",
    "overlay_names",
    "preset_names",
    "record_games",
    "report",
    "rules_frame",
    "simulate",
    "strategies",
    "tune",
    "whatif",
    "tournament",
    "card",
    "review",
    "try_habit",
}


def test_the_whole_face_is_listed_and_nothing_else() -> None:
    assert set(dir(ts)) == NAMES | {"__version__"} == set(ts.__all__)
    for name in NAMES:
        assert callable(getattr(ts, name)), name
        if not (isinstance(getattr(ts, name), type) and issubclass(getattr(ts, name), Exception)):
            assert inspect.signature(getattr(ts, name)) is not None
        assert inspect.getdoc(getattr(ts, name)), name
    with pytest.raises(AttributeError, match="has no attribute 'analyse'"):
        _ = ts.analyse


def test_the_version_is_that_of_the_project_and_of_the_citation() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert ts.__version__ == project["version"]
    assert f"\nversion: {project['version']}\n" in citation


def test_an_index_of_packages_shows_no_link_that_leads_nowhere_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shown = (ROOT / project["readme"]).read_text(encoding="utf-8")
    assert [link for link in re.findall(r"\]\(([^)]*)\)|<img", shown) if not link.startswith("https://")] == []


def test_listing_the_names_loads_nothing_heavy() -> None:
    heavy = {*HEAVY, "reports", "analyses", "strategies"}
    code = f"import sys, tongits_sim as ts; dir(ts); print(*{heavy} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
    code = "from tongits_sim import *; print(sorted(name for name in globals() if name[0] != '_'))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(sorted(NAMES))
