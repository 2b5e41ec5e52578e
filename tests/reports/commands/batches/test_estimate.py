"""Estimates of a batch: what was measured is not measured again, and samples cost at most their share of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from reports.commands.batches import estimate
from reports.commands.batches.estimate import (
    ALIKE,
    EARLIER,
    SAMPLE,
    JobTime,
    basis_sentence,
    estimates,
    play_timed,
    sample_cost,
)
from reports.commands.batches.jobs import Ready
from reports.commands.batches.speeds import Cost, Speeds
from tests.reports.commands.batches.test_jobs import jobs
from tongits_sim.run.how import How

NOW = 2_000_000_000.0
THREE = '["greedy,caller,hunter", "greedy,greedy,caller", "miser,miser,caller"]'


def simulations(tmp_path: Path, games: str, tables: str = THREE) -> list[Ready]:
    """One simulation for each table."""
    return jobs(tmp_path, f'[[job]]\ncommand = "simulate"\nplayers = {tables}\ngames = {games}')


def measuring(rate: float, spent: float, asked: list[str]) -> Callable[[Ready, How], tuple[Cost, float]]:
    """A measurement of so many games a second that takes `spent` seconds; notes which jobs it was asked about."""

    def measure(job: Ready, how: How) -> tuple[Cost, float]:
        asked.append(job.entry.name)
        return Cost(0.5, job.games / rate, job.games, 0.2, NOW), spent

    return measure


def speeds(tmp_path: Path) -> Speeds:
    """What is kept in a file of this test."""
    return Speeds(tmp_path / "speeds", lambda: NOW)


def test_a_short_batch_is_sampled_little(tmp_path: Path) -> None:
    short, asked = simulations(tmp_path, "1000"), list[str]()
    known = estimates(short, How(), speeds(tmp_path), measuring(500.0, 1.2, asked), start=0.6)
    assert len(asked) == 1  # 7.5 s in all: more than a second is not spent
    assert [each.basis for each in known] == [SAMPLE, ALIKE, ALIKE]
    assert [each.seconds for each in known] == pytest.approx([2.5] * 3)


def test_a_long_batch_is_sampled_for_its_share(tmp_path: Path) -> None:
    # 3 times 100.5 s: 5 % are 15 s, of which the start took 0.6.
    for spent, enough in ((1.0, 3), (14.3, 2), (14.5, 1)):
        asked = list[str]()
        folder = tmp_path / str(spent)
        folder.mkdir()
        long = simulations(folder, "100000")
        estimates(long, How(), speeds(folder), measuring(1000.0, spent, asked), start=0.6)
        assert len(asked) == enough


def test_what_was_measured_costs_nothing(tmp_path: Path) -> None:
    batch, asked = simulations(tmp_path, "1000"), list[str]()
    first = estimates(batch, How(), speeds(tmp_path), measuring(500.0, 0.2, asked), start=0.0)
    assert len(asked) == 3
    again = estimates(batch, How(), speeds(tmp_path), measuring(1.0, 99.0, asked), start=0.0)
    assert len(asked) == 3
    assert [each.seconds for each in again] == [each.seconds for each in first]
    assert {each.basis for each in again} == {EARLIER}
    larger = simulations(tmp_path, "10000")
    assert estimates(larger, How(), speeds(tmp_path), measuring(1.0, 99.0, asked))[0].seconds == pytest.approx(20.5)
    assert len(asked) == 3


def test_every_command_is_sampled_once_however_short(tmp_path: Path) -> None:
    text = '[[job]]\ncommand = "compare"\nplayers = "greedy,caller"\ngames = 30\n'
    both = jobs(tmp_path, f'{text}[[job]]\ncommand = "analyze"\nquestion = ["calls", "sunog"]\ngames = 40')
    asked = list[str]()
    known = estimates(both, How(), speeds(tmp_path), measuring(500.0, 9.0, asked), start=0.6)
    assert len(asked) == 3  # one question says nothing of another
    assert {each.basis for each in known} == {SAMPLE}


def test_it_says_what_it_rests_on() -> None:
    day = time.mktime((2033, 5, 18, 12, 0, 0, 0, 0, -1))
    earlier, sample, alike = (JobTime(1.0, basis, day) for basis in (EARLIER, SAMPLE, ALIKE))
    assert basis_sentence([earlier, earlier]) == "As measured earlier (2033-05-18)."
    assert basis_sentence([sample]) == "From a sample just now."
    later = earlier._replace(measured=day + 86_400)
    two = "2 as measured earlier (2033-05-18 to 2033-05-19)"
    words = f"{two}, 1 from a sample just now, 1 as other jobs of the same command."
    assert basis_sentence([alike, earlier, sample, later]) == words


@pytest.fixture
def speeds_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of its own for what is measured, in which any play counts."""
    monkeypatch.setattr(estimate, "speeds", lambda: Speeds(tmp_path / "speeds"))
    monkeypatch.setattr("reports.commands.batches.speeds._LEAST", 0.0)
    return tmp_path / "speeds"


def test_a_job_that_was_played_is_known(tmp_path: Path, speeds_file: Path) -> None:
    (one,) = simulations(tmp_path, "600", '"greedy,caller,hunter"')
    play_timed(one, How(workers=1))  # whatever there is to compile, which would count for nothing
    speeds_file.unlink(missing_ok=True)
    play_timed(one, How(workers=1, out=tmp_path / "run", resume=True))
    cost = Speeds(speeds_file).get(one, How(workers=1))
    assert cost is not None
    assert 0 < cost.played < cost.seconds(600) < 60
    assert cost.playing == pytest.approx(cost.played)
    speeds_file.unlink()
    play_timed(one, How(workers=1, out=tmp_path / "run", resume=True))  # all of it was there
    assert not speeds_file.exists()


def test_a_sample_stores_and_stops(tmp_path: Path) -> None:
    text = '[[job]]\ncommand = "simulate"\nplayers = "greedy,caller,hunter"\ngames = "50M"\n'
    text += '[[job]]\ncommand = "analyze"\nquestion = "sunog"\ngames = "50M"\n'
    for job in jobs(tmp_path, text):
        began = time.perf_counter()
        cost, spent = sample_cost(job, How(workers=1))
        assert 0 < cost.played <= spent <= time.perf_counter() - began
        assert cost.playing > 2 * cost.played
        assert cost.fixed > 0


def test_an_estimate_measures_every_kind_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[[job]]\ncommand = "simulate"\nrules = ["pagat", "sjs"]\nseed = [1, 2]\ngames = ["1k", "10k"]\n'
    eight, asked = jobs(tmp_path, text), list[str]()
    assert len(eight) == 8
    known = estimates(eight, How(), speeds(tmp_path), measuring(1000.0, 0.1, asked), start=0.6)
    assert sorted(each.seconds for each in known) == pytest.approx([1.5] * 4 + [10.5] * 4)
    assert len(asked) == 2
    asked.clear()
    (tmp_path / "speeds").unlink()
    monkeypatch.setattr(estimate, "_LEAST", 0.05)
    monkeypatch.setattr(estimate, "_SHARE", 0.001)  # of 48 seconds: nothing is left to measure the second kind by
    known = estimates(eight, How(), speeds(tmp_path), measuring(1000.0, 0.1, asked), start=0.6)
    assert sorted(each.seconds for each in known) == pytest.approx([1.5] * 4 + [10.5] * 4)
    assert len(asked) == 1
