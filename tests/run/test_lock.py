import threading
from pathlib import Path

from tongits_sim.run.lock import Lock


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


def test_waits_until_another_lets_go(tmp_path: Path) -> None:
    first = Lock.take(tmp_path / "lock")
    assert first is not None
    released: list[bool] = []

    def release() -> None:
        released.append(True)
        first.release()

    threading.Timer(0.3, release).start()
    with Lock.wait(tmp_path / "lock"):
        assert released
        assert Lock.take(tmp_path / "lock") is None
