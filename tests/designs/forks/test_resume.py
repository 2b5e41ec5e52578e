"""Playing on from a decision: stops where it is told to, and its compiled code lies with the engine's."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.designs.forks.forking import counted, forks
from tongits_sim.compile.sources import engine_sources
from tongits_sim.designs.forks.resume import resume_address

ROOT = Path(__file__).resolve().parents[3]


def test_it_imports_only_what_the_engine_is_made_of() -> None:
    """Its cache folder follows the engine's sources: a kernel from elsewhere could change without a trace."""
    engine = {name for name, _ in engine_sources(ROOT)} | {"tongits_sim/designs/forks/layout.py"}
    tree = ast.parse((ROOT / "tongits_sim/designs/forks/resume.py").read_text())
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    ours = {f"{name.replace('.', '/')}.py" for name in names if name.startswith("tongits_sim.")}
    assert ours <= engine


def test_it_is_compiled_once() -> None:
    assert resume_address() == resume_address() != 0


def test_decisions_are_found_wherever_they_arise() -> None:
    """Every kind comes up, and forks of a kind are no more than its decisions."""
    kinds = ("call", "respond", "lay", "discard")
    counts = {each: int(counted(forks(each, placebo=True, games=200))["groups"][0, 0]) for each in kinds}
    assert all(counts.values())
    assert counts["discard"] > counts["call"] > counts["respond"]
