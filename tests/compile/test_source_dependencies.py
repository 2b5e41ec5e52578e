import ast
import re
from pathlib import Path

import pytest

from tests.sources import ROOT
from tongits_sim.compile.source_dependencies import (
    ENGINE_PACKAGE,
    KERNEL_PACKAGES,
    OTHER_GAMES,
    WITHOUT_KERNELS,
    Definitions,
    Named,
    Sources,
    package_sources,
)


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def digest(folder: Path) -> str:
    sources = Sources(folder)
    return sources.digest(sources.kernels())


def test_the_digest_follows_names_and_contents_of_kernel_sources_only(tmp_path: Path) -> None:
    kernel = "from tongits_sim.compile.jit import njit\n"
    put(tmp_path, "tongits_sim/compile/jit.py", "import numba\n")
    put(tmp_path, "tongits_sim/a.py", f"{kernel}from tongits_sim.rules import (\n    d,\n)\n")
    put(tmp_path, "strategies/b.py", f"{kernel}B = 1\n")
    seen = [digest(tmp_path)]
    for name, text in [
        ("tongits_sim/a.py", f"{kernel}from tongits_sim.rules import (\n    d,\n)\nA = 2\n"),
        ("tongits_sim/c.py", kernel),
        ("tongits_sim/rules/d.py", "D = 1\n"),
        ("tongits_sim/rules/d.py", "from strategies.deep import e\n"),
        ("strategies/deep/__init__.py", ""),
        ("strategies/deep/e.py", "E = 1\n"),
        ("strategies/b.py", f"{kernel}B = 2\n"),
    ]:
        put(tmp_path, name, text)
        seen.append(digest(tmp_path))
    (tmp_path / "tongits_sim/c.py").rename(tmp_path / "tongits_sim/f.py")
    seen.append(digest(tmp_path))
    assert len(set(seen)) == len(seen)

    for name in ("tongits_sim/notes.md", "tongits_sim/__pycache__/a.py", "reports/r.py", "cli.py", "analyses/plain.py"):
        put(tmp_path, name, "other\n")
    assert digest(tmp_path) == seen[-1]
    assert Sources(tmp_path).kernels() == [
        "strategies/b.py",
        "strategies/deep/__init__.py",
        "strategies/deep/e.py",
        "tongits_sim/a.py",
        "tongits_sim/compile/jit.py",
        "tongits_sim/f.py",
        "tongits_sim/rules/d.py",
    ]
    assert "analyses/plain.py" in dict(package_sources(tmp_path))


def test_every_kernel_of_the_program_is_followed() -> None:
    followed = set(Sources(ROOT).kernels())
    marks = re.compile(r"^@(?:inline_)?njit|^@c_kernel|^@intrinsic|\bcfunc\(|^@hook", re.MULTILINE)
    compiling = {name for name, path in package_sources(ROOT) if marks.search(path.read_text())}
    assert compiling <= followed
    assert "strategies/greedy.py" in compiling


def test_the_digest_follows_switches_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(ROOT)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert digest(ROOT) != before


def test_no_kernel_reaches_into_a_package_that_has_none() -> None:
    """An edit in these packages does not change the key of a kernel, so no kernel may use their code."""
    sources = Sources(ROOT, (*KERNEL_PACKAGES, *OTHER_GAMES))
    compiling = re.compile(r"(?:inline_)?njit\b|c_kernel\b|hook\b|guarded\b|match_loop\b")
    kernels = [
        Named(name, node.name)
        for name in sources.files
        for node in ast.parse(sources.text(name)).body
        if isinstance(node, ast.FunctionDef)
        and any(compiling.match(ast.unparse(decorator)) for decorator in node.decorator_list)
    ]
    assert len(kernels) > 500
    # Of the house rules a kernel sees the layout of a record only, which plain Python makes.
    records = [f"{package}/rules/record.py" for package in (ENGINE_PACKAGE, *OTHER_GAMES)]
    reached = Definitions(sources, records).reached(kernels)
    assert [at for at in reached if at.source.startswith(WITHOUT_KERNELS)] == []
