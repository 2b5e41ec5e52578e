"""Real clusters on this machine: two dask workers behind a scheduler, a local ray. The same digits everywhere."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.clusters import works_opened
from tests.designs.census.counting import census
from tests.designs.forks.forking import forks
from tests.designs.paired.pairings import pairing
from tests.designs.tournament.fields import compared, field, without_clock
from tests.mahjong_sim.games import mahjong_batch, mahjong_pair
from tests.playing import BAD_BOTS, ROOT, command, job, numbers, play, play_work
from tongits_sim.run import remote
from tongits_sim.run.backends import BackendError
from tongits_sim.run.faults import BotFault
from tongits_sim.run.work import Work

# Clusters warn of all sorts of things while they start and stop.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

MINE = "greedy(call_at=5.5),docs/examples/my_bots.py:shy,random"
WORTH = (0.31, -0.07, -0.05, 0.011, -0.013, 0.017, 0.19, -0.03, 0.002)
"""What strengths of a hand are said to be worth: any numbers, as no digit may depend on where they are added up."""
WORKS: dict[str, Work[Any]] = {
    "simulate": job(players=MINE, games=3000),
    "matches": job("sjs+joker", games=900, match_games=9),
    "progressive": job("pagat+progressive", games=900),
    "field": field("greedy,caller,docs/examples/my_bots.py:shy", 300),
    "field, less luck": field("greedy,docs/examples/my_bots.py:shy,random", 300, draw_worth=WORTH),
    "census": census(players=MINE, games=900, match_games=3),
    "calls forked": forks("call", players=MINE, games=600),
    "challenges forked": forks("respond", players=MINE, games=600),
    "melds forked": forks("lay", players=MINE, games=300),
    "pairing": pairing(players=MINE, deals=300),
    "mahjong": mahjong_batch(games=900, match_games=3),
    "mahjong paired": mahjong_pair(deals=200),
}


def needs(package: str) -> pytest.MarkDecorator:
    """Skips where an optional package is not installed."""
    missing = importlib.util.find_spec(package) is None
    return pytest.mark.skipif(missing, reason=f"{package} is not installed: make cluster")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a dask cluster: a scheduler and two workers, each a process with a working folder of its own."""
    from distributed import Client

    folder = tmp_path_factory.mktemp("cluster")
    where = folder / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    common = ["--scheduler-file", str(where), "--no-dashboard"]
    lines = [
        ["distributed.cli.dask_scheduler", *common, "--host", "127.0.0.1", "--port", "0"],
        *[["distributed.cli.dask_worker", *common, "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1"]] * 2,
    ]
    with open(folder / "log", "w", encoding="utf-8") as log:
        running = [
            subprocess.Popen([sys.executable, "-m", *line], cwd=folder, env=environment, stdout=log, stderr=log)
            for line in lines
        ]
        try:
            deadline = time.monotonic() + 60
            while not (where.exists() and where.read_text().endswith("}")) and time.monotonic() < deadline:
                time.sleep(0.1)
            address = json.loads(where.read_text())["address"]
            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=60)
            yield address
        finally:
            for process in running:
                process.kill()
                process.wait()


@needs("distributed")
@pytest.mark.parametrize("name", WORKS)
def test_dask_plays_the_same_games(scheduler: str, name: str) -> None:
    from distributed import Client

    what, size = WORKS[name], 20
    here = play_work(what, workers=1, block_size=size)
    there = play_work(what, backend="dask", scheduler=scheduler, block_size=size)
    assert there.totals == here.totals
    assert there.workers == 2
    with Client(scheduler, set_as_default=False) as client:
        assert min(client.run(works_opened).values()) > 0


@needs("distributed")
def test_dask_compares_watches_and_resumes(scheduler: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 2000, "monitor": True, "block_deals": 40}
    here = compared("greedy,miser", workers=1, **options)
    for resume in (False, True):
        there = compared("greedy,miser", backend="dask", scheduler=scheduler, out=tmp_path, resume=resume, **options)
        assert without_clock(there.to_dict()) == without_clock(here.to_dict())
        for path in sorted(tmp_path.rglob("block-*.parquet"))[-2:]:
            path.unlink()


@needs("distributed")
def test_dask_takes_the_same_luck_out(scheduler: str) -> None:
    assert_the_same_luck(backend="dask", scheduler=scheduler)


@needs("distributed")
def test_the_command_line_takes_a_scheduler(scheduler: str) -> None:
    arguments = ["simulate", "--games", "2000", "--format", "json"]
    said = [command(*arguments, *more) for more in ([], ["--backend", "dask", "--scheduler", scheduler])]
    assert [code for code, _, _ in said] == [0, 0]
    one, other = (json.loads(out) for _, out, _ in said)
    assert one["players_summary"] == other["players_summary"]


@needs("distributed")
def test_a_bot_that_hangs_there_is_given_up(scheduler: str) -> None:
    with pytest.raises(BotFault, match="it does not respond"):
        play(
            job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1),
            None,
            backend="dask",
            scheduler=scheduler,
            bot_timeout=0.5,
        )


@needs("distributed")
def test_a_bot_that_fails_there_is_the_same_fault(scheduler: str) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    faults = []
    for options in ({"workers": 1}, {"workers": None, "backend": "dask", "scheduler": scheduler}):
        with pytest.raises(BotFault) as caught:
            play(what, block_matches=5, **options)
        faults.append(caught.value.fault)
    lines = [Path(fault.line).name for fault in faults]  # a worker loads the file from the path that it was sent
    assert lines[0] == lines[1] != ""
    assert replace(faults[0], line="") == replace(faults[1], line="")


@needs("distributed")
def test_a_bot_file_that_workers_lack_is_refused(scheduler: str, tmp_path: Path) -> None:
    from distributed import Client

    bot = tmp_path / "mine.py"
    bot.write_text((ROOT / "docs/examples/my_bots.py").read_text())
    what = job(players=f"greedy,{bot}:shy,greedy", games=600)
    assert numbers(play(what, None, backend="dask", scheduler=scheduler)) == numbers(play(what))
    sent = remote.parcel(what, 60)
    bot.unlink()
    lost = remote.Parcel(sent.content + b" ", sent.bots, sent.program, "/", 60)
    said = r"no bot file .*mine\.py; bot and table files must lie at the same path"
    with Client(scheduler, set_as_default=False) as client:
        asked = client.submit(remote.opened, lost)
        with pytest.raises(remote.RemoteError, match=said):
            asked.result()


@needs("distributed")
def test_a_local_cluster_is_started_and_ended() -> None:
    what = WORKS["simulate"]
    here = play_work(what, workers=1)
    there = play_work(what, workers=2, backend="dask", block_size=100)
    assert there.totals == here.totals


@needs("distributed")
def test_no_cluster_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.backends._PATIENCE", 2)
    with pytest.raises(BackendError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        play(job(), None, backend="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(BackendError, match="no dask scheduler answers at nonsense"):
        play(job(), None, backend="dask", scheduler="nonsense")


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """A ray of this machine, reached over loopback only."""
    import ray as found

    found.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", logging_level=logging.CRITICAL)
    yield found
    found.shutdown()


@needs("ray")
@pytest.mark.parametrize("name", WORKS)
def test_ray_plays_the_same_games(ray: Any, name: str) -> None:
    what, size = WORKS[name], 20
    here = play_work(what, workers=1, block_size=size)
    there = play_work(what, backend="ray", block_size=size)
    assert there.totals == here.totals
    assert there.workers == 2
    assert ray.is_initialized()


@needs("ray")
def test_ray_takes_the_same_luck_out(ray: Any) -> None:
    assert_the_same_luck(backend="ray")


@needs("ray")
def test_ray_tells_of_a_fault(ray: Any) -> None:
    with pytest.raises(BotFault, match="broke rule R2"):
        play(job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3), None, backend="ray")


@needs("ray")
def test_a_ray_of_its_own_is_started_and_ended() -> None:
    program = (
        "import sys; from tests.playing import *; from tongits_sim.run.backends import *; import ray\n"
        "what = job(games=500)\n"
        "print(numbers(play(what, 2, backend='ray')) == numbers(play(what)), ray.is_initialized())"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("True False\n", "")


@needs("ray")
def test_nothing_of_ray_stands_before_json() -> None:
    call = [sys.executable, "-m", "tongits_sim", "simulate", "--games", "500", "--backend", "ray", "--workers", "2"]
    run = subprocess.run([*call, "--format", "json"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["games"] == 500


@pytest.mark.parametrize("name", WORKS)
def test_threads_and_processes_play_the_same_games(name: str) -> None:
    what = WORKS[name]
    here = play_work(what, workers=1)
    ways: tuple[dict[str, Any], ...] = ({"workers": 3, "backend": "threading"}, {"workers": 2, "backend": "loky"})
    for options in ways:
        there = play_work(what, block_size=50, **options)
        assert there.totals == here.totals, options


def assert_the_same_luck(**where: Any) -> None:
    """A comparison less luck has the same digits there as in one thread here, and luck is not 0."""
    answers = [
        compared("greedy,miser", 400, luck_corrected=True, block_deals=20, **options).answer
        for options in ({"workers": 1}, where)
    ]
    here, there = (without_clock(answer.to_dict()) for answer in answers)
    assert there == here
    assert here["luck"]["pairs"][0]["luck"] != 0


def test_processes_take_the_same_luck_out() -> None:
    assert_the_same_luck(backend="loky", workers=2)


def family(mark: str) -> list[int]:
    """The processes that have this word in their environment, which children take over."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                found += [int(folder.name)] * (state != "Z")
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks at /proc")
@pytest.mark.parametrize(("name", "plays"), [("SIGTERM", True), ("SIGHUP", False), ("SIGKILL", True)])
@pytest.mark.parametrize(
    "backend", ["loky", pytest.param("dask", marks=needs("distributed")), pytest.param("ray", marks=needs("ray"))]
)
def test_no_process_outlives_the_run(backend: str, name: str, plays: bool, tmp_path: Path) -> None:
    """The signal comes while processes are being started, or when all are there and a block is finished."""
    mark = uuid.uuid4().hex
    line = [sys.executable, "cli.py", "simulate", "--games", "100M", "--backend", backend, "--workers", "2"]
    run = subprocess.Popen(
        [*line, "--out", str(tmp_path / "run")],
        cwd=ROOT,
        env=os.environ | {"TONGITS_MARK": mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 120
        while len(family(mark)) < 4 or (plays and not list(tmp_path.glob("run/blocks/*.parquet"))):
            assert run.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        run.send_signal(getattr(signal, name))
        code = run.wait(30)
        assert code == (-9 if name == "SIGKILL" else 128 + getattr(signal, name))
        deadline = time.monotonic() + 60
        while family(mark) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not family(mark)
    finally:
        for process in family(mark):
            os.kill(process, signal.SIGKILL)
        run.wait()


@needs("distributed")
@pytest.mark.parametrize("lose", [False, True])
def test_a_cluster_of_one_thread_plays_and_its_loss_is_a_sentence(tmp_path: Path, lose: bool) -> None:
    where = tmp_path / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    common = ["--scheduler-file", str(where), "--no-dashboard", "--host", "127.0.0.1"]
    lines = [
        ["distributed.cli.dask_scheduler", *common, "--port", "0"],
        ["distributed.cli.dask_worker", *common, "--nthreads", "1", "--no-nanny"],
    ]
    with open(tmp_path / "log", "w", encoding="utf-8") as log:
        running = [
            subprocess.Popen([sys.executable, "-m", *line], cwd=tmp_path, env=environment, stdout=log, stderr=log)
            for line in lines
        ]
        try:
            deadline = time.monotonic() + 60
            while not (where.exists() and where.read_text().endswith("}")) and time.monotonic() < deadline:
                time.sleep(0.1)
            address = json.loads(where.read_text())["address"]
            from distributed import Client

            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(1, timeout=60)
                if not lose:
                    found = play_work(WORKS["simulate"], backend="dask", scheduler=address)
                    assert (found.workers, found.games) == (1, 3000)
                    assert min(client.run(works_opened).values()) == 1  # and nothing was played here
                    return
            call = [sys.executable, "cli.py", "simulate", "--games", "1G", "--backend", "dask", "--scheduler", address]
            out = tmp_path / "run"
            run = subprocess.Popen(
                [*call, "--out", str(out)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            deadline = time.monotonic() + 120
            while not list(out.glob("blocks/*.parquet")):
                assert run.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.1)
            for process in running:
                process.kill()
            _, err = run.communicate(timeout=120)
            assert run.returncode == 2
            assert "is lost; start the cluster anew" in err
            assert "Traceback" not in err
        finally:
            for process in running:
                process.kill()
                process.wait()
