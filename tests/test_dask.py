import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clusters import works_opened
from tests.experiments.duplicate.fields import compared, without_clock
from tests.playing import BAD_BOTS, ROOT, command, job, numbers, play, play_silently
from tests.stored import has_blocks, lose_last
from tests.works import WORKS, needs
from tongits_sim.run import workers
from tongits_sim.run.backends import BackendError
from tongits_sim.run.faults import BotFault

# Clusters warn of all sorts of things while they start and stop.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default"), needs("distributed")]


@contextlib.contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A dask cluster with this working folder: the address of its scheduler, and all its processes."""
    from distributed import Client

    where = folder / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    common = ["--scheduler-file", str(where), "--no-dashboard", "--host", "127.0.0.1"]
    lines = [
        ["distributed.cli.dask_scheduler", *common, "--port", "0"],
        *[["distributed.cli.dask_worker", *common, "--nthreads", "1", "--no-nanny"]] * workers,
    ]
    with open(folder / "log", "w", encoding="utf-8") as log:
        running = [
            subprocess.Popen([sys.executable, "-m", *line], cwd=folder, env=environment, stdout=log, stderr=log)
            for line in lines
        ]
        try:
            deadline = time.monotonic() + 60
            while not (where.exists() and where.read_text().endswith("}")) and time.monotonic() < deadline:
                time.sleep(0.05)
            address = json.loads(where.read_text())["address"]
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
            yield address, running
        finally:
            for process in running:
                process.kill()
                process.wait()


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    with cluster(tmp_path_factory.mktemp("cluster"), workers=2) as started:
        yield started


@pytest.fixture
def scheduler(two_workers: tuple[str, list[subprocess.Popen[bytes]]]) -> str:
    return two_workers[0]


@pytest.mark.parametrize("name", WORKS)
def test_dask_plays_the_same_games(scheduler: str, name: str) -> None:
    from distributed import Client

    what, size = WORKS[name], 20
    here = play_silently(what, workers=1, block_size=size)
    there = play_silently(what, backend="dask", scheduler=scheduler, block_size=size)
    assert there.totals == here.totals
    assert there.workers == 2
    with Client(scheduler, set_as_default=False) as client:
        assert min(client.run(works_opened).values()) > 0


def test_dask_compares_watches_and_resumes(scheduler: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 2000, "monitor": True, "block_deals": 40}
    here = compared("greedy,miser", workers=1, **options)
    for resume in (False, True):
        there = compared("greedy,miser", backend="dask", scheduler=scheduler, out=tmp_path, resume=resume, **options)
        assert without_clock(there.to_dict()) == without_clock(here.to_dict())
        for path in tmp_path.rglob("run.db"):
            lose_last(path.parent)


def test_the_command_line_takes_a_scheduler(scheduler: str) -> None:
    arguments = ["simulate", "--games", "2000", "--format", "json"]
    outcomes = [command(*arguments, *more) for more in ([], ["--backend", "dask", "--scheduler", scheduler])]
    assert [code for code, _, _ in outcomes] == [0, 0]
    one, other = (json.loads(out) for _, out, _ in outcomes)
    assert one["players_summary"] == other["players_summary"]


def test_a_bot_that_hangs_there_is_given_up(scheduler: str) -> None:
    with pytest.raises(BotFault, match="it does not respond"):
        play(
            job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1),
            None,
            backend="dask",
            scheduler=scheduler,
            bot_timeout=0.5,
        )


def test_a_bot_that_fails_there_is_the_same_fault(scheduler: str) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    faults = []
    for options in ({"workers": 1}, {"workers": None, "backend": "dask", "scheduler": scheduler}):
        with pytest.raises(BotFault) as caught:
            play(what, block_matches=5, **options)
        faults.append(caught.value.fault)
    assert faults[0] == faults[1]


def test_a_bot_file_that_workers_lack_is_refused(scheduler: str, tmp_path: Path) -> None:
    from distributed import Client

    bot = tmp_path / "mine.py"
    bot.write_text((ROOT / "docs/examples/my_bots.py").read_text())
    what = job(players=f"greedy,{bot}:shy,greedy", games=600)
    assert numbers(play(what, None, backend="dask", scheduler=scheduler)) == numbers(play(what))
    sent = workers.send(what, 60)
    bot.unlink()
    lost = workers.Sent(sent.content + b" ", sent.bots, sent.program, "/", 60)
    message = r"no bot file .*mine\.py; bot and table files must lie at the same path"
    with Client(scheduler, set_as_default=False) as client:
        asked = client.submit(workers.open_sent, lost)
        with pytest.raises(workers.RemoteError, match=message):
            asked.result()


def test_a_local_cluster_is_started_and_ended() -> None:
    what = WORKS["simulate"]
    here = play_silently(what, workers=1)
    there = play_silently(what, workers=2, backend="dask", block_size=100)
    assert there.totals == here.totals


def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.backends._PATIENCE", 2)
    with pytest.raises(BackendError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        play(job(), None, backend="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(BackendError, match="no dask scheduler answers at nonsense"):
        play(job(), None, backend="dask", scheduler="nonsense")


def test_a_cluster_of_one_thread_plays_and_its_loss_is_a_sentence(tmp_path: Path) -> None:
    from distributed import Client

    with cluster(tmp_path, workers=1) as (address, running):
        outcome = play_silently(WORKS["simulate"], backend="dask", scheduler=address)
        assert (outcome.workers, outcome.games) == (1, 3000)
        with Client(address, set_as_default=False) as client:
            assert min(client.run(works_opened).values()) == 1  # and nothing was played here
        call = [sys.executable, "cli.py", "simulate", "--games", "1G", "--backend", "dask", "--scheduler", address]
        out = tmp_path / "run"
        run = subprocess.Popen(
            [*call, "--out", str(out)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + 120
        while not has_blocks(out):
            assert run.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.1)
        for process in running:
            process.kill()
        _, err = run.communicate(timeout=120)
        assert run.returncode == 2
        assert "is lost; start the cluster anew" in err
        assert "Traceback" not in err


def test_a_worker_killed_in_the_middle_changes_no_digit(
    tmp_path: Path, two_workers: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    """The last test of the cluster of two, which is one worker from here on."""
    arguments = ["simulate", "--games", "1M", "--format", "json", "--out"]
    out = tmp_path / "run"
    address, running = two_workers
    call = [sys.executable, "cli.py", *arguments, str(out), "--backend", "dask", "--scheduler", address]
    run = subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not has_blocks(out):
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    running[-1].kill()
    assert run.poll() is None, "make it longer"
    there, err = run.communicate(timeout=300)
    assert run.returncode == 0, err
    code, here, _ = command(*arguments, str(tmp_path / "here"))
    assert (code, json.loads(there)["players_summary"]) == (0, json.loads(here)["players_summary"])
