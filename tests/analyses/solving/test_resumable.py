"""A search that can be stopped and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.solving.resumable import STATE, ResumableRun, Stopped
from tongits_sim.errors import TongitsError


class Counter:
    """Something that is improved by counting."""

    def __init__(self) -> None:
        self.number = 0

    def save(self, path: Path) -> None:
        """Write the number."""
        path.write_text(str(self.number))

    def restore(self, path: Path) -> None:
        """Read the number."""
        self.number = int(path.read_text())


def test_a_state_is_gone_on_from(tmp_path: Path) -> None:
    file, counter = tmp_path / "p.profile", Counter()
    run = ResumableRun(file, counter)
    run.begin(False, TongitsError, "counting")
    counter.number = 7
    run.save()
    assert run.state.name == f"p.profile{STATE}"
    other = Counter()
    ResumableRun(file, other).begin(True, TongitsError, "counting")
    assert other.number == 7
    assert run.elapsed >= 0


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    run = ResumableRun(tmp_path / "p.profile", Counter())
    run.save()
    with pytest.raises(TongitsError, match="exists; add --resume to go on counting, or choose another name"):
        run.begin(False, TongitsError, "counting")


@pytest.mark.parametrize("file", [None, Path("nowhere.profile")])
def test_nothing_cannot_be_resumed(file: Path | None) -> None:
    with pytest.raises(TongitsError, match="there is nothing to resume"):
        ResumableRun(file, Counter()).begin(True, TongitsError, "counting")


def test_without_a_file_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = ResumableRun(None, Counter())
    run.begin(False, TongitsError, "counting")
    run.save()
    assert not list(tmp_path.iterdir())
    assert Stopped("Stopped.").sentence == "Stopped."
