import itertools
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.playing import ROOT, job, numbers, play, play_silently, sure
from tests.run.faulty import FULL, IOERR, disk
from tests.run.other_game import Draws, Gambler
from tests.stored import change, has_blocks, stored
from tongits_sim.experiments.batch import BatchTotals
from tongits_sim.run import workers
from tongits_sim.run.faults import BotFault
from tongits_sim.run.files import StoreError, keep
from tongits_sim.run.job import BlockResult
from tongits_sim.run.run_file import read_manifest, read_totals
from tongits_sim.run.status import counts_frame, export_counts, run_statuses
from tongits_sim.run.store import Store
from tongits_sim.run.totals import Axis, Totals


def summed(folder: Path, what: Any, size: int = 30) -> Totals:
    store = Store.open(folder, what, resume=True, block_size=size)
    totals = Totals(what.empty().axes)
    try:
        for counts in store.blocks():
            totals.add(counts)
    finally:
        store.close()
    return totals


def test_a_run_is_kept_whole(folder: Path) -> None:
    results = play(job(games=100), 2, out=folder, block_matches=30)
    assert stored(folder) == [0, 1, 2, 3]
    assert summed(folder, job(games=100)) == results.sums
    assert {path.name for path in folder.iterdir()} == {"lock", "results.json", "run.db"}
    answer = json.loads((folder / "results.json").read_text())
    assert answer["players_summary"] == json.loads(json.dumps(results.to_dict()["players_summary"]))


def test_the_counts_as_a_table_are_the_run(folder: Path, tmp_path: Path) -> None:
    results = play(job(games=100), out=folder, block_matches=30)
    frame = counts_frame(folder)
    wins = frame.filter((pl.col("slot") == 1) & pl.col("key").str.starts_with("wins_"))["value"].sum()
    assert wins == round(sure(results.players_summary[1].wins.mean) * 100)
    assert export_counts(folder, tmp_path / "counts.parquet") == frame.height
    assert pl.read_parquet(tmp_path / "counts.parquet").equals(frame)
    assert read_totals(folder).keys() == results.sums.keys()


@dataclass(frozen=True)
class Huge(Draws):
    players: tuple[Gambler, ...] = ()
    games: int = 8

    def blocks(self, size: int | None = None) -> Any:
        return super().blocks(1)

    def empty(self) -> Any:
        return Totals({"games": (1,), "sums": (Axis("side", ("left", "right")),)})


@pytest.mark.parametrize("value", [2**62, 2**63 - 1, -(2**63), 2**70 + 1, -(2**71), 2**200 + 7, -(3**150)])
def test_sums_beyond_64_bits_stay_exact(folder: Path, value: int) -> None:
    what = Huge()
    store = Store.open(folder, what)
    for block in what.blocks():
        sums = np.array([value, block.number], object)
        store.write(BlockResult(block, {"games": np.ones(1, np.int64), "sums": sums}))
    store.close()
    assert list(summed(folder, what)["sums"]) == [8 * value, 28]
    if abs(value) < 2**100:
        assert counts_frame(folder).filter(pl.col("side") == "left")["value"].to_list() == [8 * value]


@pytest.mark.parametrize("rules", ["pagat", "pagat+progressive"])
def test_a_run_cut_short_goes_on_to_the_same_digits(folder: Path, rules: str) -> None:
    what = job(rules, games=200)
    whole = play(what)
    some = list(itertools.islice(what.blocks(6), 6))
    store = Store.open(folder, what, block_size=6)
    for block in some if what.progressive else [some[1], some[5], some[2]]:
        store.write(workers.play(what, block))
    store.close()
    again = play(what, 2, out=folder, resume=True, block_matches=6)
    assert numbers(again) == numbers(whole)
    assert 0 < again.games_now < whole.games
    done = play(what, out=folder, resume=True, block_matches=6)
    assert (done.games_now, numbers(done)) == (0, numbers(whole))


def test_looks_see_every_block(folder: Path) -> None:
    what = job(games=100)
    seen: list[int] = []

    def look(sums: BatchTotals) -> bool:
        seen.append(sums.games)
        return False

    for again in (False, True):
        seen.clear()
        play_silently(what, workers=1, out=folder, resume=again, look=look, block_size=10)
        assert seen == list(range(10, 101, 10))
    assert play_silently(what, workers=1, out=folder, resume=True, block_size=10).games_now == 0
    change(folder, "delete from done where number = 3", "delete from counts where number = 3")
    with pytest.raises(StoreError, match="a block is missing before the last one"):
        play_silently(what, workers=1, out=folder, resume=True, look=look, block_size=10)


def test_blocks_that_were_added_up_cannot_be_looked_at(folder: Path) -> None:
    play(job(games=100), out=folder, block_matches=10)
    with pytest.raises(StoreError, match="cannot be looked at one by one"):
        play_silently(job(games=100), workers=1, out=folder, resume=True, look=lambda totals: False, block_size=10)


def test_a_fault_leaves_the_sound_blocks(folder: Path) -> None:
    what = job(players="greedy,tests/bots/bad_bots.py:late,caller", games=60, seed=3)
    for again in (False, True):
        with pytest.raises(BotFault):
            play(what, out=folder, block_matches=1, resume=again)
    assert not (folder / "results.json").exists()


@dataclass(frozen=True)
class Growing(Draws):
    grows = True


SHORT = Growing((Gambler("ada", 6), Gambler("bob", 8)), games=25)


def until_it_fails(folder: Path, what: Any) -> tuple[int, bool]:
    """Play on; how many games were said to be kept, and whether it failed. An error is a sentence."""
    kept = [0]
    try:
        play_silently(what, workers=1, out=folder, resume=True, progress=lambda done, of: kept.append(done))
    except StoreError:
        return kept[-1], True
    return kept[-1], False


@pytest.mark.parametrize("begun", [0, 25])
@pytest.mark.parametrize(
    "refuse",
    [
        lambda step, bad: IOERR * (step == bad),  # one step fails
        lambda step, bad: IOERR * (step >= bad),  # the program dies: nothing comes after, not even the clean-up
        lambda step, bad: FULL * (step >= bad),
    ],
    ids=["once", "dies", "full"],
)
def test_at_every_step_nothing_is_lost_or_half_written(
    tmp_path: Path, refuse: Callable[[int, int], int], begun: int
) -> None:
    whole = replace(SHORT, games=45)
    expected = play_silently(whole, workers=1).totals
    start = tmp_path / "start"
    folder = tmp_path / "run"
    start.mkdir()
    with disk() as faulty:
        if begun:
            play_silently(SHORT, workers=1, out=start, resume=True)
        failed = True
        bad = 0
        while failed:
            bad += 1
            shutil.copytree(start, folder)
            faulty.steps, faulty.refuse = 0, lambda step, bad=bad: refuse(step, bad)  # type: ignore[misc]
            kept, failed = until_it_fails(folder, whole)
            faulty.refuse = lambda step: 0
            if kept or read_manifest_or_none(folder):
                assert run_statuses(folder)[0].games >= kept
            assert play_silently(whole, workers=1, out=folder, resume=True).totals == expected
            assert summed(folder, whole, 10) == expected
            shutil.rmtree(folder)
    assert bad > 40, "nothing was refused"


def read_manifest_or_none(folder: Path) -> Any:
    try:
        return read_manifest(folder)
    except StoreError as error:
        if "holds no run" not in str(error):
            raise
        return None


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_killed_run_goes_on_to_the_same_digits(folder: Path) -> None:
    what = job(games=400_000)
    arguments = ["simulate", "--games", "400k", "--out", str(folder), "--workers", "1"]
    run = subprocess.Popen([sys.executable, "cli.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    while not has_blocks(folder):
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert run_statuses(folder)[0].state == "stopped"
    assert numbers(play(what, out=folder, resume=True)) == numbers(play(what, 2))


@pytest.mark.skipif(os.name == "nt", reason="no such limits")
@pytest.mark.parametrize("most", [1000, 30_000])
def test_a_run_without_space_ends_in_a_sentence_and_goes_on(folder: Path, most: int) -> None:
    program = (
        "import resource, sys; from cli import main\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, resource.RLIM_INFINITY))\n"
        "main(sys.argv[1:], 'tongits')"
    )
    play(job(games=20))  # compiled code would not fit either
    run = subprocess.run(
        [sys.executable, "-B", "-c", program, "simulate", "--games", "20k", "--out", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 2, run.stderr
    assert run.stderr.splitlines()[-1].startswith("Error: cannot write to ")
    assert "Traceback" not in run.stderr
    what = job(games=20_000)
    assert numbers(play(what, out=folder, resume=True)) == numbers(play(what))


def test_another_run_is_refused_with_what_differs(folder: Path) -> None:
    play(job(games=100), out=folder)
    before = (folder / "run.db").read_bytes()
    differing: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"games": 99}, "games is 100 there and 99 here"),
        ({"rules": "sjs"}, "rules.name is pagat there and sjs here"),
        ({"players": "greedy,miser,hunter"}, "players.1.player is caller there and miser here"),
        ({"players": "greedy(call_at=5),caller,hunter"}, "players.0.params.call_at is 30.0 there and 5.0 here"),
        ({"fixed_seats": True}, "fixed_seats is False there and True here"),
    ]
    for changes, message in differing:
        with pytest.raises(StoreError, match=message):
            play(job(**({"games": 100} | changes)), out=folder, resume=True)
    assert (folder / "run.db").read_bytes() == before
    with pytest.raises(StoreError, match="holds a run already; add --resume"):
        play(job(games=100), out=folder)


def test_strangers_are_left_alone(folder: Path, tmp_path: Path) -> None:
    folder.mkdir()
    (folder / "letters.txt").write_text("dear")
    with pytest.raises(StoreError, match="is not empty and holds no run"):
        play(job(games=20), out=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["letters.txt"]
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot write to the folder .*file/run: Not a directory"):
        play(job(games=20), out=tmp_path / "file" / "run")


def test_two_processes_do_not_share_a_folder(folder: Path) -> None:
    store = Store.open(folder, job(games=20))
    with pytest.raises(StoreError, match="another run writes to"):
        Store.open(folder, job(games=20), resume=True)
    store.close()
    Store.open(folder, job(games=20), resume=True).close()


def spoil(path: Path, place: int, content: bytes) -> None:
    whole = bytearray(path.read_bytes())
    whole[place : place + len(content)] = content
    path.write_bytes(whole)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(b"dear " * 1000), "file is not a database"),
        (lambda path: spoil(path, 100, b"\xff" * 400), "malformed|damaged"),
        (lambda path: change(path.parent, "pragma user_version=77"), "a run of another version of this program"),
        (
            lambda path: change(path.parent, "create trigger t after insert on done begin delete from run; end"),
            "tables",
        ),
        (lambda path: change(path.parent, "delete from run"), "it has no manifest"),
        (lambda path: os.mkfifo(f"{path}-journal"), "run.db-journal is not an ordinary file; remove it"),
        (lambda path: os.mkfifo(f"{path}-wal"), "run.db-wal is not an ordinary file; remove it"),
        (lambda path: change(path.parent, "update done set games = 'many'"), "its list of blocks is not a run's"),
        (lambda path: change(path.parent, "update done set matches = 7"), "blocks that are not this run's"),
        (lambda path: change(path.parent, "update counts set arrays = 5"), "its counts are no counts"),
        (lambda path: change(path.parent, "update counts set arrays = x'01ffff'"), "its counts cannot be unpacked"),
    ],
)
def test_a_damaged_run_ends_in_one_sentence(folder: Path, damage: Callable[[Path], Any], message: str) -> None:
    what = job(games=100)
    play(what, out=folder, block_matches=30)
    damage(folder / "run.db")
    with pytest.raises(StoreError, match=message) as caught:
        play(what, out=folder, resume=True, block_matches=30)
    assert "\n" not in str(caught.value)


def set_in_manifest(path: Path, name: str, value: str) -> None:
    change(path.parent, f"update run set value = json_set(value, '$.{name}', json('{value}')) where key = 'manifest'")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("games", '"many"'),
        ("command", "7"),
        ("command", "[7]"),
        ("versions", "[1]"),
        ("job_type", "{}"),
        ("job", "[]"),
    ],
)
def test_a_manifest_of_other_types_is_a_sentence(folder: Path, name: str, value: str) -> None:
    play(job(games=20), out=folder)
    set_in_manifest(folder / "run.db", name, value)
    for read in (lambda: run_statuses(folder), lambda: play(job(games=20), out=folder, resume=True)):
        with pytest.raises(StoreError, match="its manifest is not a run's"):
            read()


@pytest.mark.parametrize(
    "axes",
    [
        {"a": [["x", 10**30], ["y", 0]]},
        {"a": [["x", 1]] * 40},
        {"a": [["x", -1]]},
        {"a": [["x"]]},
        {"a": 7},
        {"a": [["x", None]]},
        {"a": [["x", 1.5]]},
    ],
)
def test_odd_arrays_are_a_sentence(folder: Path, axes: Any) -> None:
    play(job(games=20), out=folder)
    change(folder, f"update run set value = '{json.dumps(axes)}' where key = 'axes'")
    with pytest.raises(StoreError, match="its arrays are not a run's"):
        read_totals(folder)
    with pytest.raises(StoreError):
        export_counts(folder, folder / "counts.parquet")


def test_axes_that_make_no_table_are_a_sentence(folder: Path) -> None:
    play(job(games=20), out=folder)
    for axes in ({"a": [["x", 1]], "b": [["x", ["one"]]]}, {"a": [["value", 1]]}):
        change(folder, f"update run set value = '{json.dumps(axes)}' where key = 'axes'")
        change(folder, "delete from counts")
        change(folder, "delete from done")
        with pytest.raises(StoreError, match="its arrays are not a run's"):
            export_counts(folder, folder / "counts.parquet")


def test_text_that_is_not_utf_8_is_a_sentence(folder: Path) -> None:
    play(job(games=60), out=folder)
    path = folder / "run.db"
    whole = path.read_bytes()
    places = [place for name in (b"CREATE TABLE", b"tabledone", b"run (key") for place in found(whole, name)]
    assert places
    for place in places:
        for letter in range(12):
            spoil(path, place + letter, b"\xd6")
            with pytest.raises(StoreError) as caught:
                run_statuses(folder)
            assert str(caught.value).isprintable()
            path.write_bytes(whole)


def found(content: bytes, part: bytes) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(part), content)]


def test_counts_that_unpack_into_too_much_are_refused(folder: Path) -> None:
    import zlib

    play(job(games=20), out=folder)
    bomb = b"\x01" + zlib.compress(bytes(200_000_000), 9)
    with closing(sqlite3.connect(folder / "run.db")) as db:
        db.execute("update counts set arrays = ?", (bomb,))
        db.commit()
    for read in (lambda: play(job(games=20), out=folder, resume=True), lambda: read_totals(folder)):
        with pytest.raises(StoreError, match="its counts are of another size"):
            read()


def test_every_damaged_byte_is_a_sentence_or_does_not_matter(folder: Path) -> None:
    with disk():
        expected = play_silently(SHORT, workers=1, out=folder).totals
        path = folder / "run.db"
        whole = path.read_bytes()
        refused = 0
        for place in range(0, len(whole), 61):
            spoil(path, place, bytes([whole[place] ^ 1 << place % 8]))
            try:
                again = play_silently(SHORT, workers=1, out=folder, resume=True)
            except StoreError:
                refused += 1
            else:
                assert again.totals == expected
            path.write_bytes(whole)
        assert refused > 8


def test_a_run_is_finished_running_or_stopped(folder: Path) -> None:
    with pytest.raises(StoreError):
        run_statuses(folder)
    what = job(games=90)
    play(what, out=folder, block_matches=30)
    change(folder, "update done set time = 1000.0 + 2 * number")
    (status,) = run_statuses(folder)
    assert (status.state, status.blocks, status.games, status.of_games) == ("finished", 3, 90, 90)
    assert (status.rate, status.remaining) == (15, None)
    (folder / "results.json").unlink()
    change(folder, "delete from done where number = 2", "delete from counts where number = 2")
    (stopped,) = run_statuses(folder)
    assert (stopped.state, stopped.games, stopped.remaining) == ("stopped", 60, None)
    store = Store.open(folder, what, resume=True, block_size=30)
    (running,) = run_statuses(folder)
    store.close()
    assert (running.state, running.rate, running.remaining) == ("running", 15, 2)


def test_looking_all_the_time_disturbs_no_run(folder: Path) -> None:
    play(job(games=20))
    arguments = ["simulate", "--games", "600k", "--out", str(folder), "--workers", "1", "--format", "json"]
    run = subprocess.Popen([sys.executable, "cli.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    seen = []
    while run.poll() is None and time.monotonic() < deadline:
        if (folder / "run.db").exists() and read_manifest_or_none(folder):
            seen += run_statuses(folder)
        time.sleep(0.002)
    assert run.wait(1) == 0
    (last,) = run_statuses(folder)
    assert (last.state, last.games) == ("finished", 600_000)
    games = [status.games for status in seen if status.state == "running"]
    assert any(0 < game < 600_000 for game in games)
    assert games == sorted(games)


def test_a_reader_in_the_middle_of_reading_does_not_stop_a_run(folder: Path) -> None:
    what = job(games=60)
    play(job(games=30), out=folder, block_matches=30)
    with closing(sqlite3.connect(folder / "run.db", check_same_thread=False, isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select * from done").fetchall()
        import threading

        threading.Timer(0.5, lambda: reader.execute("commit")).start()
        assert numbers(play(what, out=folder, resume=True)) == numbers(play(what))


def test_an_answer_is_written_whole_and_the_folder_is_made(tmp_path: Path) -> None:
    keep({"a": [1, None]}, tmp_path / "one" / "two")
    keep({"a": 2}, tmp_path / "one" / "two")
    assert json.loads((tmp_path / "one" / "two" / "results.json").read_text()) == {"a": 2}
    assert [path.name for path in (tmp_path / "one" / "two").iterdir()] == ["results.json"]
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StoreError, match="cannot write"):
        keep({}, tmp_path / "file" / "deeper")
    with pytest.raises(ValueError, match="not JSON compliant"):
        keep({"a": float("nan")}, tmp_path)
