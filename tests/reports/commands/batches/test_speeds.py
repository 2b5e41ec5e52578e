"""What was measured is known again: for the same work, place and machine, while it is fresh, from a sound file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.commands.batches.speeds import NAME, Cost, Speeds, speeds
from tests.reports.commands.batches.test_jobs import jobs
from tongits_sim.run.how import How

NOW = 2_000_000_000.0
COST = Cost(fixed=1.0, playing=4.0, games=100, played=4.0, measured=NOW)
TEXT = """
[[job]]
command = "simulate"
games = [40, 80]
[[job]]
command = "simulate"
players = "greedy,caller,greedy"
games = 40
[[job]]
command = "compare"
players = "greedy,caller"
games = 40
"""


def at(path: Path, seconds: float = NOW) -> Speeds:
    """What is kept in a file, at a time."""
    return Speeds(path, lambda: seconds)


def test_jobs_of_a_kind_are_known_again_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, larger, other, compared = jobs(tmp_path, TEXT)
    known = at(tmp_path / "speeds")
    known.note(one, How(workers=2), COST)
    known.save()
    again = at(tmp_path / "speeds")
    assert again.get(one, How(workers=2)) == again.get(larger, How(workers=2)) == COST
    assert COST.seconds(larger.games) == pytest.approx(1.0 + 4.0 * 80 / 100)
    assert [again.get(job, How(workers=2)) for job in (other, compared)] == [None, None]
    assert again.get(one, How(workers=1)) is again.get(one, How(workers=2, backend="loky")) is None
    monkeypatch.setattr("platform.node", lambda: "elsewhere")
    assert again.get(one, How(workers=2)) is None


def test_a_measurement_ages(tmp_path: Path) -> None:
    (one, *_), path = jobs(tmp_path, TEXT), tmp_path / "speeds"
    known = at(path)
    known.note(one, How(), COST)
    known.save()
    days = 86_400.0
    assert at(path, NOW + 29 * days).get(one, How()) == COST
    assert at(path, NOW + 31 * days).get(one, How()) is None
    assert at(path, NOW - days).get(one, How()) is None  # the clock was set back


def test_too_little_play_says_nothing(tmp_path: Path) -> None:
    (one, *_), path = jobs(tmp_path, TEXT), tmp_path / "speeds"
    known = at(path)
    known.note(one, How(), COST._replace(played=0.05))
    known.save()
    assert not path.exists()


def test_two_that_write_keep_what_both_measured(tmp_path: Path) -> None:
    (one, _, other, _), path = jobs(tmp_path, TEXT), tmp_path / "speeds"
    first, second = at(path), at(path)
    first.note(one, How(), COST)
    second.note(other, How(), COST._replace(fixed=2.0))
    first.save()
    second.save()
    assert (at(path).get(one, How()), at(path).get(other, How())) == (COST, COST._replace(fixed=2.0))


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"a": 1}', '{"a": {"fixed": 1}}', "null", json.dumps({"a": COST._replace(games=0)._asdict()})],
)
def test_a_file_that_is_not_sound_holds_nothing(tmp_path: Path, content: str) -> None:
    (one, *_), path = jobs(tmp_path, TEXT), tmp_path / "speeds"
    path.write_text(content)
    known = at(path)
    assert known.get(one, How()) is None
    known.note(one, How(), COST)
    known.save()
    assert at(path).get(one, How()) == COST


def test_a_folder_that_cannot_be_written_is_left_alone(tmp_path: Path) -> None:
    (one, *_) = jobs(tmp_path, TEXT)
    known = at(tmp_path / "missing" / "speeds")
    known.note(one, How(), COST)
    known.save()
    assert not (tmp_path / "missing").exists()


def test_the_latest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.commands.batches.speeds._KEPT", 1)
    (one, _, other, _), path = jobs(tmp_path, TEXT), tmp_path / "speeds"
    known = at(path)
    known.note(one, How(), COST)
    known.note(other, How(), COST._replace(measured=NOW - 1))
    known.save()
    assert (at(path).get(one, How()), at(path).get(other, How())) == (COST, None)


def test_they_are_kept_beside_the_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.jit.CACHE_DIR", tmp_path)
    (one, *_) = jobs(tmp_path, TEXT)
    known = speeds()
    known.note(one, How(), COST)
    known.save()
    assert (tmp_path / NAME).exists()
