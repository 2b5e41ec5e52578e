import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import ROOT, command
from tests.sources import modules

README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tutorial" / "tour.md").read_text(encoding="utf-8")
SHOWN = {
    page: re.findall(r"^\$ tongits ((?:.+\\\n)*.+)\n((?:(?!\$ |```).*\n)*)", text, re.MULTILINE)
    for page, text in (("README.md", README), ("tour.md", TOUR))
}
"""Commands of a page, each with the lines below it: parts of what it prints, and `...` for what is left out."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", SHOWN)
def test_a_page_shows_what_the_program_prints(page: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    compared = 0
    for call, shown in ((call, shown) for call, shown in SHOWN[page] if shown):
        parts = [part.strip("\n") for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE) if part.strip()]
        line = [sys.executable, "-m", "tongits_sim", *shlex.split(call.replace("\\\n", " "))]
        run = subprocess.run(
            line, input="quit\n", env=environment, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == 0, run.stderr
        for part in parts:
            assert part in run.stdout, f"put the output of `tongits {call}` into {page}"
            compared += 1
    assert compared >= 3


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """As `sphinx-build` starts: the checkout is installed, and is not on the path by the folder of the program."""
    build = ("-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--builder", "dummy")
    run = subprocess.run(
        [sys.executable, "-P", *build, str(ROOT / "docs"), str(tmp_path / "site")],
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_links_lead_somewhere() -> None:
    for path in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


PAGES = (ROOT / "README.md", *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name != "cli.md"))
COMMANDS = [
    line
    for block in re.findall(r"^```\n(.*?)^```$", TOUR, re.MULTILINE | re.DOTALL)
    for line in re.sub(r"^\$ ", "", block, flags=re.MULTILINE).splitlines()
    if line.startswith("tongits ")
]
NOT_INSTALLED = ("dask_jobqueue",)
"""What an example needs that no test can have: a cluster's own tools."""
FEW = "300"
FEW_RECORDS = "3"
"""Some page looks at the third game. A review weighs every decision of a record, some seconds a game."""
PLAYED_ELSEWHERE = (
    "tongits report --rules",
    "tongits card --rules",
    "tongits whatif --rules pagat --all-knobs",
    "tongits batch docs/examples/batch.toml --out",
)
"""Commands that take long however few games they play, and have tests of their own."""


def few(words: list[str]) -> list[str]:
    games = FEW_RECORDS if words[0] == "records" else FEW
    short = [games if before in ("--games", "-n") else word for before, word in zip(["", *words], words, strict=False)]
    what = words[1] if len(words) > 1 else ""
    more = {
        "report": [] if what.startswith("runs/") else ["--scale", "0.01"],
        "analyze": ["--games", "2k"],
        "whatif": ["--deals", "20"],
        "compare": ["--deals", "6"],
        "try": ["--deals", "60"],
        "tournament": ["--events", "2", "--matches", "9", "--deals", "9"],
        "mahjong": {
            "compare": ["--deals", "20"],
            "whatif": ["--deals", "20"],
            "selfcheck": ["--deals", "2k"],
            "analyze": ["--deals", "100"],
        }.get(what, []),
    }
    checked = ["--fit-games", "10k", "--check-games", "200"] if "--chart" in words else []
    smaller = [*more.get(words[0], []), *checked]
    kept = [
        word
        for before, word in zip(["", *short], short, strict=False)
        if not {before, word} & set(smaller[::2])  # an option is given once
    ]
    return [*kept, *smaller]


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


NEEDS_MORE = (
    "tongits play",
    "tongits replay",
    "tongits rules new",
    "tongits report",
    "tongits card",
    "tongits web",
    "tongits setup",
    "tongits mahjong tune",
    "tongits batch docs/examples/batch.toml --out",
    "tongits records import",
    "tongits status runs/batch",
    "--backend dask",
    "policy.toml",
)
"""Commands of other pages that ask a person, take long, or need a cluster: tests of their own run them,
in tests/reports, tests/mahjong_sim, tests/envs, tests/test_dask.py and tests/test_action_codes.py."""
OTHER_PAGES = [page for page in PAGES if page.name not in ("README.md", "tour.md", "findings.md")]
"""tests/test_findings.py plays the commands of findings.md."""
TOML = {
    "batches.md": ("batch", "--dry-run"),
    "tournaments.md": ("tournament", "--events", "2"),
    "own-rules.md": ("simulate", "--games", "60", "--rules"),
    "rules.md": ("simulate", "--games", "60", "--rules"),
}


def commands_in(page: Path) -> list[str]:
    """Commands of a page that the tour does not run. Nothing reads the files of the others."""
    lines = [line for block in blocks(page, "") for line in block.replace("\\\n", " ").splitlines()]
    own = [line for line in lines if line.startswith("tongits ") and line not in COMMANDS]
    return [line for line in own if not any(part in line for part in NEEDS_MORE)]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", [page for page in OTHER_PAGES if commands_in(page)], ids=lambda page: page.name)
def test_commands_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    shutil.copytree(ROOT / "docs" / "examples", tmp_path, dirs_exist_ok=True)
    (tmp_path / "my_cup.toml").write_text("".join(blocks(ROOT / "docs" / "how-to" / "tournaments.md", "toml")))
    if page.name == "advise.md":  # a game in which Ako has drawn a card
        unfinished = (tmp_path / "one_seat.txt").read_text(encoding="utf-8").partition(" -Qc")[0]
        (tmp_path / "game.txt").write_text(unfinished, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for line in commands_in(page):
        code, _, err = command(*few(shlex.split(line, comments=True)[1:]))
        assert code == 0, f"{line}: {err}"


@pytest.mark.slow
@pytest.mark.parametrize("name", TOML)
def test_toml_of_a_page_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    (page,) = [page for page in PAGES if page.name == name]
    for block in blocks(page, "toml"):
        Path("page.toml").write_text(block, encoding="utf-8")
        verb, *options = TOML[name]
        line = [verb, *options, "page.toml"] if options[-1] == "--rules" else [verb, "page.toml", *options]
        code, _, err = command(*line)
        assert code == 0, err


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
    return [module.name for module in modules() if ">>> " in module.text]


@pytest.mark.parametrize("name", documented())
def test_examples_in_docstrings_hold(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
