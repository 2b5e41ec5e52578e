"""A lock holds while it is held."""

from __future__ import annotations

from pathlib import Path

from tongits_sim.lock import Lock


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = Lock.take(path)
    assert first is not None
    assert Lock.take(path) is None
    first.release()
    first.release()
    second = Lock.take(path)
    assert second is not None
    second.release()
