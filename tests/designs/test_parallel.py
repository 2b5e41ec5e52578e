"""Designs are alike: the same files, and the same names for the same parts, in both games."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.sources import ROOT

PARTS = ("job", "kernel", "worker", "totals", "estimates")
SHARED_TOTALS = {"solving", "deviations"}
"""Designs that compare answers to the end of a match, whose totals are one class (forks/comparing.py)."""
UNESTIMATED = {"solving", "deviations", "manos", "sessions of mahjong_sim"}
"""Designs whose totals are made into numbers by what plays them."""
DESIGNS = sorted(path.parent for path in ROOT.glob("*_sim/designs/*/job.py"))


def classes(path: Path) -> list[str]:
    """The public classes of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def kind_of(design: Path) -> str:
    """What the names of a design's classes begin with: `Fork`; the job of a batch is only called a job."""
    (job,) = [name for name in classes(design / "job.py") if name.endswith("Job")]
    return job.removesuffix("Job") or "Batch"


def shown(design: Path) -> str:
    """The package and folder of a design."""
    return design.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("design", DESIGNS, ids=shown)
def test_a_design_has_the_same_files_and_names(design: Path) -> None:
    exempt = {design.name, f"{design.name} of {design.parents[1].name}"} & UNESTIMATED
    kind, totals = kind_of(design), design.name not in SHARED_TOTALS
    needed = [part for part in PARTS if (part != "estimates" or not exempt) and (part != "totals" or totals)]
    assert [part for part in needed if not (design / f"{part}.py").exists()] == []
    assert "Worker" in classes(design / "worker.py")
    if totals:
        assert f"{kind}Totals" in classes(design / "totals.py")
    if not exempt:
        assert f"{kind}Estimates" in classes(design / "estimates.py")


def test_both_games_name_a_design_alike() -> None:
    ours, theirs = (
        {design.name: kind_of(design) for design in DESIGNS if design.parents[1].name == game}
        for game in ("tongits_sim", "mahjong_sim")
    )
    shared = ours.keys() & theirs.keys()
    assert shared == {"batch", "forks", "paired", "sessions"}
    assert [name for name in shared if ours[name] != theirs[name]] == []
