"""The documentation says what the program does."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyses.answers.comparison import ComparisonAnswer, RankingRow
from analyses.answers.shared import QuestionAnswer
from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from strategies import load_players, names, strategy
from tests.pages import made
from tests.playing import ROOT, command, job, play
from tests.sources import modules
from tongits_sim.experiments.batch import ARRAYS
from tongits_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.records.form import _ACTS, _EVENT_VALUES, CHECKS
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.rules.rulebook import BOOK
from tongits_sim.run.store import describe

README = (ROOT / "README.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "how-to" / "bots.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
DESIGN = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tutorial" / "tour.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^\$ tongits ((?:.+\\\n)*.+)\n((?:(?!\$ |```).*\n)*)", README, re.MULTILINE)
"""Commands of the README, each with the lines below it: parts of what it prints, and `...` for what is left out."""


@pytest.mark.slow
def test_the_readme_shows_what_the_program_prints(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    compared = 0
    for call, shown in ((call, shown) for call, shown in SHOWN if shown):
        parts = [part.strip("\n") for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE) if part.strip()]
        line = [sys.executable, "-m", "tongits_sim", *shlex.split(call.replace("\\\n", " "))]
        run = subprocess.run(
            line, input="quit\n", env=environment, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == 0, run.stderr
        for part in parts:
            assert part in run.stdout, f"put the output of `tongits {call}` into README.md"
            compared += 1
    assert compared > 5


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


PAGES = (ROOT / "README.md", *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "cli.md"))
COMMANDS = [
    line
    for block in re.findall(r"^```\n(.*?)^```$", TOUR, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
    if line.startswith("tongits ")
]
NOT_INSTALLED = ("dask_jobqueue",)
"""What an example needs that no test can have: a cluster's own tools."""
FEW = "300"
FEW_RECORDS = "6"
"""A review weighs every decision of a record, some seconds a hundred games."""
PLAYED_ELSEWHERE = (
    "tongits report --rules",
    "tongits whatif --rules pagat --all-knobs",
    "tongits batch docs/examples/batch.toml --out",
)
"""Commands that take long however few games they play, and have tests of their own: test_everything_at_once of
tests/reports/commands/test_report.py, tests/analyses/test_whatif.py, test_ranks_every_knob_in_a_terminal of
tests/reports/commands/test_whatif.py, and test_the_example_plays of tests/reports/commands/test_batch.py."""


def few(words: list[str]) -> list[str]:
    """A command of the tour with fewer games."""
    games = FEW_RECORDS if words[0] == "records" else FEW
    short = [games if before in ("--games", "-n") else word for before, word in zip(["", *words], words, strict=False)]
    what = words[1] if len(words) > 1 else ""
    asked = {"calls": "5k", "challenges": "5k"}.get(what, "20k")
    more = {
        "report": [] if what.startswith("runs/") else ["--scale", "0.01"],
        "analyze": ["--games", asked],
        "whatif": ["--games", "20"],
        "compare": ["--games", "6"],
        "tournament": ["--events", "2", "--matches", "9", "--deals", "9"],
        "card": ["--deals", "10k"],
        "mahjong": ["--deals", "20"] if what in ("compare", "whatif") else [],
    }
    return [*short, *more.get(words[0], [])]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_commands_of_the_tour_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    batch = tmp_path / "docs" / "examples" / "batch.toml"
    batch.write_text(re.sub(r"^games = .*$", f"games = {FEW}", batch.read_text(), flags=re.MULTILINE))
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 30
    run = [line for line in COMMANDS if not any(part in line for part in PLAYED_ELSEWHERE)]
    assert len(COMMANDS) - len(run) == len(PLAYED_ELSEWHERE)
    for line in run:
        code, _, err = command(*few(shlex.split(line)[1:]))
        assert code == 0, f"{line}: {err}"
    written = [word for line in run for word in shlex.split(line) if word.endswith((".html", ".jsonl", "mine.toml"))]
    assert [name for name in written if not (tmp_path / name).exists()] == []


def test_every_word_of_a_command_in_a_block_of_the_docs_exists() -> None:
    for page in PAGES:
        for line in re.findall(r"^(?:\$ )?(tongits (?!COMMAND).+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            words = [word for word in line.split()[1:] if re.fullmatch(r"[a-z]+|\S+\.py:\w+", word)]
            if not words:
                continue
            path = words[:2] if words[0] in ("rules", "strategies", "analyze", "mahjong") else words[:1]
            path = words[:3] if path in (["mahjong", "analyze"], ["mahjong", "rules"]) else path
            code, help_text, _ = command(*path, "--help")
            assert code == 0, f"{page.name}: {line}"
            for option in re.findall(r"(?<![\w-])--[a-z-]+", line):
                assert option in help_text, f"{page.name}: {option} of {line!r}"


def python_blocks() -> list[tuple[str, str]]:
    """Page and code of all Python in the documentation; the blocks of a page go on where the one before ended."""
    blocks = [
        (page.name, "\n".join(re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)))
        for page in PAGES
    ]
    return [(page, code) for page, code in blocks if code]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "code"), python_blocks(), ids=[page for page, _ in python_blocks()])
def test_python_in_the_docs_runs(page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile(re.sub(r"\d{1,3}(?:_\d{3})+|(?<=deals=)\d{3}", "60", code), page, "exec")
    if any(name in code for name in NOT_INSTALLED):
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    assert command("simulate", "--games", "20", "--out", "runs/demo")[0] == 0
    (tmp_path / "kitchen.toml").write_text("base = 'pagat'\n")
    exec(program, {"__name__": "__docs__"})


def documented() -> list[str]:
    """Modules with examples in their docstrings."""
    return [module.name for module in modules() if ">>> " in module.text]


@pytest.mark.parametrize("name", documented())
def test_examples_in_docstrings_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0


def test_every_field_of_the_view_is_explained() -> None:
    names = set(re.findall(r"`([a-z_]+)(?:\[\d?\])?`", BOTS))
    assert VIEW_DTYPE.names is not None
    assert set(VIEW_DTYPE.names) <= names
    assert set(DECISIONS) <= names


def test_every_key_of_the_answer_is_explained() -> None:
    names = set(re.findall(r"`([a-z_0-9]+)`", FORMATS))
    answer = play(job(games=10)).to_dict()
    rows = [*answer["players_summary"], *answer["seats_summary"], answer["dealer_summary"]]
    keys = {*answer, *answer["leader"], *answer["endings"], *(key for row in rows for key in (*row, *row["parts"]))}
    assert keys <= names, keys - names
    assert set(ARRAYS) <= names


def test_every_key_of_a_record_and_a_manifest_is_explained() -> None:
    names = set(re.findall(r"`([a-z_0-9]+)`", FORMATS))
    assert {*CHECKS, *_ACTS, *_EVENT_VALUES, "as"} <= names
    (record,) = play_records(load("pagat"), load_players("greedy,greedy,greedy"), 1, 7)
    assert {*record["before"], *record["after"], *record["result"], *record["result"]["parts"]} <= names
    assert set(describe(job(games=10))) <= names


@pytest.mark.parametrize(
    "answer",
    [ComparisonAnswer, RankingRow, WhatIfAnswer, ChangeAnswer, MetricEffect, QuestionAnswer],
    ids=lambda answer: str(answer.__name__),
)
def test_every_field_of_a_typed_answer_is_explained(answer: Any) -> None:
    names = set(re.findall(r"`([a-z_0-9]+)`", FORMATS))
    keys = {field.name.removesuffix("_") for field in dataclasses.fields(answer)}
    assert keys <= names, f"docs/reference/formats.md: {sorted(keys - names)} of {answer.__name__}"


def test_files_named_in_the_docs_exist() -> None:
    tests = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for path in re.findall(
            r"(?<![\w/.])((?:tests|tongits_sim|analyses|reports|strategies)/[\w/]+\.(?:py|toml))", text
        ):
            assert (ROOT / path).exists() or "NAME" in path, f"{page.name} names {path}"
        for name in re.findall(r"(?<![\w/])test_\w+\.py", text):
            assert name in tests or "NAME" in name, f"{page.name} names {name}"


def test_the_example_bot_plays() -> None:
    (call,) = re.findall(r"^tongits simulate --players \"(docs/examples/[^\"]+)\" --games 1M$", BOTS, re.MULTILINE)
    code, out, err = command("simulate", "--players", call, "--games", "300", "--format", "json")
    assert code == 0, err
    assert '"shy"' in out
    assert "docs/examples/my_bots.py:shy" in out


def test_every_function_that_the_design_names_exists() -> None:
    """A walk through the code is of no use if it leads to a name that is gone."""
    named = re.findall(r"`([\w/]+\.py):(\w+)`", DESIGN)
    walk = re.findall(r"^\| `([\w/]+\.py):(\w+)` \|", DESIGN, re.MULTILINE)
    assert walk[0] == ("reports/commands/simulate.py", "job_of")
    assert walk[-1] == ("tongits_sim/game/settle.py", "settle")
    for path, name in named:
        file = ROOT / path
        file = file if file.exists() else ROOT / "tongits_sim" / path
        body = ast.parse(file.read_text(encoding="utf-8")).body
        defined = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert name in defined, f"docs/explanation/design.md names {path}:{name}: it is gone"


def test_the_page_of_the_bots_describes_each() -> None:
    page = made("reference/strategies", (ROOT / "docs" / "reference" / "strategies.md").read_text(encoding="utf-8"))
    assert [name for name in names() if f"\n## `{name}`\n\n{strategy(name).summary}\n" not in page] == []
    assert "<!--" not in page


def test_the_glossary_is_in_order_and_cites_rules_that_exist() -> None:
    for part in GLOSSARY.split("\n## ")[1:]:
        words = [word.casefold() for word in re.findall(r"^\* \*\*(.+?)\*\*", part, re.MULTILINE)]
        assert len(words) > 15
        assert words == sorted(words)
    assert set(re.findall(r"\bR\d+(?:\.\d)?", GLOSSARY)) <= set(BOOK.rules)
    assert all(
        "(../reference/glossary.md)" in page or "(docs/reference/glossary.md)" in page for page in (README, DESIGN)
    )
