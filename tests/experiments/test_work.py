import json
from pathlib import Path
from typing import Any

import pytest

from tests.experiments.census.counting import census
from tests.experiments.duplicate.fields import field
from tests.experiments.forks.forking import forks
from tests.experiments.paired.pairings import pairing
from tests.playing import job
from tongits_sim.compile import source_dependencies as kernel_sources
from tongits_sim.experiments.worker import source_digest

JOBS: list[Any] = [job(), field(), pairing(), forks("call"), census()]


def test_every_design_has_a_name_and_a_manifest_of_its_own() -> None:
    assert len({job.job_type for job in JOBS}) == len(JOBS)
    for experiment in JOBS:
        manifest = experiment.manifest()
        assert json.loads(json.dumps(manifest)) == manifest
        assert manifest["seed"] == experiment.seed
    assert forks("call").manifest() != forks("call", hold_turns=2).manifest()


def test_only_a_progressive_batch_is_ordered() -> None:
    assert not any(job.ordered for job in JOBS)
    assert job("pagat+progressive").ordered


@pytest.mark.parametrize(
    ("changed", "follows"),
    [
        ("tongits_sim/game/engine.py", True),
        ("tongits_sim/experiments/worker.py", True),
        ("tongits_sim/experiments/batch.py", True),
        ("strategies/greedy.py", True),
        ("tongits_sim/experiments/fork_branch.py", True),
        ("tongits_sim/experiments/forks.py", True),  # searching bots resume games by its kernel
        ("tongits_sim/experiments/paired.py", True),  # the bot `book` prices the book that it makes by paired deals
        ("tongits_sim/run/run.py", True),
        ("tongits_sim/run/status.py", False),
    ],
)
def test_the_digest_follows_what_decides(
    changed: str, follows: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = source_digest("tongits_sim.experiments.batch")
    (tmp_path / "other.py").write_text("# another text")

    def swapped(files: dict[str, Path]) -> list[tuple[str, Path]]:
        return [(name, tmp_path / "other.py" if name == changed else path) for name, path in files.items()]

    package = kernel_sources.package_sources
    monkeypatch.setattr(kernel_sources, "package_sources", lambda *which: swapped(dict(package(*which))))
    assert (source_digest("tongits_sim.experiments.batch") != before) == follows
