"""The recipes of docs/how-to/contributing.md, followed: what was forgotten is named, with the file to edit."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Sequence

import pytest

import analyses.registry
import strategies.registry
from reports.page.advice import READERS
from tests import validation
from tests.naive import knobs as twin
from tests.sources import ROOT
from tongits_sim.rules import KNOBS, amounts, load
from tongits_sim.strategy import Strategy

RECIPES = ROOT / "docs" / "how-to" / "contributing.md"
FIRST_KNOBS = frozenset(
    json.loads((ROOT / "tests" / "golden" / "records" / "pagat.jsonl").read_text("utf-8").splitlines()[0])["rules"][
        "knobs"
    ]
)
"""The knobs of the first version of the rules, as its records hold them."""
ANOTHER_READER = frozenset({"response.order"})
"""Knobs that decide what a bot is told and not what may be done, so that the twins have nothing to read them for."""


def text(*paths: str) -> str:
    """The text of files and of all modules in folders, from the project's folder."""
    files = [file for path in paths for file in ([ROOT / path] if "." in path else sorted((ROOT / path).rglob("*.py")))]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())


def absent(paths: Sequence[str]) -> list[str]:
    return [f"write {path}" for path in paths if not (ROOT / path).exists()]


def forgotten_of_a_bot(name: str) -> list[str]:
    missing = []
    if name not in strategies.registry.REGISTRY:
        missing.append(f"strategies/registry.py: REGISTRY has no line for {name}")
    module = strategies.registry.REGISTRY.get(name, f"strategies.{name}:").partition(":")[0].rpartition(".")[2]
    missing += absent([f"strategies/{module}.py"])
    if not re.search(rf"strategies(\.| import ){module}\b", text("tests/strategies")):
        missing.append(f"tests/strategies/test_bots.py says nothing of {name}")
    if not re.search(rf"^## `{name}`$", text("docs/reference/strategies.md"), re.MULTILINE):
        missing.append(f"docs/reference/strategies.md has no section for {name}: python -m tools.ladder docs")
    return missing


def forgotten_of_a_rule(name: str) -> list[str]:
    missing = []
    knob = KNOBS.get(name)
    if knob is None:
        missing.append(f"tongits_sim/rules/play.py, endings.py or money.py: no knob {name}")
    if knob is not None and knob.kind == "units" and name not in amounts.hundredths(load("pagat")):
        missing.append(f"tongits_sim/rules/amounts.py: {name} is in no list of amounts, and not in largest_payment")
    field = name.replace(".", "_")
    readers = text("tongits_sim/game", "tongits_sim/hands", "tongits_sim/experiments", "tongits_sim/records")
    if not re.search(rf"\b{field}\b", readers):
        missing.append(f"tongits_sim/game: nothing reads {field}")
    if f"`{name}`" not in text("docs/reference/rules.md"):
        missing.append(f"docs/reference/rules.md does not explain `{name}`")
    if name not in twin.KNOBS or name not in twin.DEFAULTS:
        missing.append(f"tests/naive/knobs.py: no values or no default (DEFAULTS) for {name}")
    if knob is not None and knob.since > 1 and name not in twin.LATER:
        missing.append(f"tests/naive/knobs.py: LATER does not say what records without {name} mean")
    if name in twin.WHOLE and name not in validation.NUMBERS:
        missing.append(f"tests/validation.py: NUMBERS has no values to try for {name}")
    if knob is None or (name not in FIRST_KNOBS and knob.since == 1):
        missing.append(f"tongits_sim/core/knobs.py: say with later(...) what records without {name} mean")
    judges = text("tests/referee", *(f"tests/naive/{each}.py" for each in ("arrange", "cards", "melds")))
    if f'"{name}"' not in judges and name not in ANOTHER_READER:
        missing.append(f"tests/referee or tests/naive: nothing judges by {name}")
    return missing


def forgotten_of_a_question(name: str) -> list[str]:
    missing = absent([f"analyses/questions/{name}.py", f"tests/analyses/questions/test_{name}.py"])
    if not missing and analyses.registry.question(name).reader not in READERS:
        missing.append(f"analyses/questions/{name}.py: reader does not say whom it is for")
    return missing


def bots_in_files() -> set[str]:
    """Modules of strategies/ that make a `Strategy`, under a name in capitals."""
    names = set()
    for file in (ROOT / "strategies").glob("*.py"):
        constants = re.findall(r"^([A-Z_]+)(?:: \w+)? = ", file.read_text("utf-8"), re.MULTILINE)
        module = importlib.import_module(f"strategies.{file.stem}") if constants else None
        names |= {file.stem for name in constants if isinstance(getattr(module, name), Strategy)}
    return names


def test_a_bot_is_complete() -> None:
    for name in strategies.registry.names():
        assert not (missing := forgotten_of_a_bot(name)), "; ".join(missing)


def test_every_bot_is_registered() -> None:
    known = {place.partition(":")[0].rpartition(".")[2] for place in strategies.registry.REGISTRY.values()}
    assert bots_in_files() - known == set(), "strategies/registry.py: add a line for each to REGISTRY"
    assert len(bots_in_files()) > 10


def test_a_house_rule_is_complete() -> None:
    for name in KNOBS:
        assert not (missing := forgotten_of_a_rule(name)), "; ".join(missing)


def test_the_twin_knows_what_older_records_mean() -> None:
    later = {name: (knob.since, knob.absent) for name, knob in KNOBS.items() if knob.since > 1}
    assert later == twin.LATER, "tests/naive/knobs.py: LATER"


@pytest.mark.parametrize("name", analyses.registry.built_in())
def test_a_question_is_complete(name: str) -> None:
    assert not (missing := forgotten_of_a_question(name)), "; ".join(missing)


@pytest.mark.parametrize(
    ("forgotten", "heading"),
    [
        (forgotten_of_a_bot("nobody"), "A bot"),
        (forgotten_of_a_rule("call.nothing"), "A house rule"),
        (forgotten_of_a_question("nothing"), "A question"),
    ],
    ids=["bot", "rule", "question"],
)
def test_what_is_forgotten_is_named_and_in_the_recipe(forgotten: list[str], heading: str) -> None:
    recipe = RECIPES.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    assert len(forgotten) >= 2
    for sentence in forgotten:
        for path in re.findall(r"[\w/]+\.(?:py|md)", sentence):
            general = re.sub(r"nobody|nothing", "NAME", path.rpartition("/")[2])
            assert general in recipe, f"docs/how-to/contributing.md, {heading}: {general} is not named"
