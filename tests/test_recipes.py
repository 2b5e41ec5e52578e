import importlib
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

import analyses.question_registry
import strategies.registry
from analyses import questions
from strategies import load_players
from tests.playing import command
from tests.referee import check_record
from tests.sources import ROOT
from tests.test_added_rule import EDITS
from tongits_sim.records.write import play_records
from tongits_sim.rules import KNOBS, load
from tongits_sim.rules.rulebook import BOOK
from tongits_sim.strategy import Strategy

ANOTHER_READER = frozenset({"response.order"})
"""Knobs that decide what a bot is told and not what may be done, so that the referee has nothing to read them for."""


def steps(heading: str) -> list[str]:
    recipe = text("docs/how-to/contributing.md").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. (.*(?:\n   .*)*)", recipe, re.MULTILINE)


def text(*paths: str) -> str:
    files = [file for path in paths for file in ([ROOT / path] if "." in path else sorted((ROOT / path).rglob("*.py")))]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def forgotten_of_a_rule(name: str) -> list[str]:
    missing = []
    knob = KNOBS.get(name)
    if knob is None:
        missing.append(f"tongits_sim/rules/play_knobs.py, ending_knobs.py or money_knobs.py: no knob {name}")
    elif unknown := [number for number in knob.rule.split(", ") if number not in BOOK.rules]:
        missing.append(f"tongits_sim/rules/rulebook.md: no rule {', '.join(unknown)} for {name}")
    readers = text("tongits_sim/game", "tongits_sim/hands", "tongits_sim/experiments", "tongits_sim/records")
    if not re.search(rf"\b{name.replace('.', '_')}\b", readers):
        missing.append(f"tongits_sim/game or tongits_sim/hands: nothing reads {name}")
    judges = text("tests/referee", *(f"tests/naive/{name}.py" for name in ("arrange", "cards", "melds")))
    if f'"{name}"' not in judges and name not in ANOTHER_READER:
        missing.append(f"tests/referee or tests/naive: nothing judges by {name}")
    return missing


def test_the_added_rule_follows_the_recipe() -> None:
    named = [place for step in steps("A house rule") for place in re.findall(r"`([\w/]+/(?:\w+\.\w+)?)`", step)]
    assert [path for path in EDITS if not any(path.startswith(place) for place in named)] == []


@pytest.mark.parametrize("name", KNOBS)
def test_a_house_rule_is_complete(name: str) -> None:
    assert not (missing := forgotten_of_a_rule(name)), "; ".join(missing)


def test_the_check_names_the_missing_parts_of_a_rule() -> None:
    assert [sentence.partition(":")[0] for sentence in forgotten_of_a_rule("call.nothing")] == [
        "tongits_sim/rules/play_knobs.py, ending_knobs.py or money_knobs.py",
        "tongits_sim/game or tongits_sim/hands",
        "tests/referee or tests/naive",
    ]


def bots_in_files() -> set[str]:
    """Modules of strategies/ that make a `Strategy`, under a name in capitals."""
    names = set()
    for file in (ROOT / "strategies").glob("*.py"):
        constants = re.findall(r"^([A-Z_]+)(?:: \w+)? = ", file.read_text("utf-8"), re.MULTILINE)
        module = importlib.import_module(f"strategies.{file.stem}") if constants else None
        names |= {file.stem for name in constants if isinstance(getattr(module, name), Strategy)}
    return names


def test_every_bot_is_registered() -> None:
    known = {place.partition(":")[0].rpartition(".")[2] for place in strategies.registry.REGISTRY.values()}
    assert bots_in_files() - known == set(), "strategies/registry.py: add a line for each to REGISTRY"
    assert len(bots_in_files()) > 10


def test_a_file_and_a_line_make_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = text("strategies/miser.py").replace("miser", "shy").replace("MISER", "SHY")
    (tmp_path / "shy_bot.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(strategies.registry.REGISTRY, "shy", "shy_bot:SHY")
    assert "shy" in strategies.registry.names()
    records = list(play_records(load("pagat"), load_players("shy(challenge_at=5),greedy,shy"), 5, 1, 1))
    assert [problem for record in records for problem in check_record(record)] == []
    code, out, err = command("strategies")
    assert (code, err) == (0, "")
    assert "shy" in out


def test_a_file_makes_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "docs" / "examples" / "my_question.py", tmp_path / "shares.py")
    monkeypatch.setattr(questions, "__path__", [*questions.__path__, str(tmp_path)])
    analyses.question_registry.built_in.cache_clear()
    try:
        assert "shares" in command("analyze", "--help")[1]
        code, out, err = command(
            "analyze", "shares", "--games", "300", "--players", "greedy,greedy,random", "--format", "json"
        )
        assert code == 0, err
        assert [row["player"] for row in json.loads(out)["cells"]] == ["greedy", "random"]
    finally:
        analyses.question_registry.built_in.cache_clear()
        sys.modules.pop("analyses.questions.shares", None)
