"""Run folders: whole or not there, resumed to the same digits, refused with a reason."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.playing import ROOT, job, numbers, play, sure
from tongits_sim.experiments.batch import BatchTotals
from tongits_sim.run import run_folder, workers
from tongits_sim.run.faults import BotFault
from tongits_sim.run.run_folder import Store, StoreError, block_files, read_manifest
from tongits_sim.run.work import Played


def stored(folder: Path) -> list[str]:
    """Names of the blocks."""
    return [path.name for path in block_files(folder)]


def test_a_run_is_kept_whole(folder: Path) -> None:
    results = play(job(games=100), 2, out=folder, block_matches=30)
    assert stored(folder) == [f"block-{number:06d}.parquet" for number in range(4)]
    sums = BatchTotals()
    store = Store.open(folder, job(games=100), resume=True, block_size=30)
    for counts in store.blocks():
        sums.add(counts)
    store.close()
    assert sums == results.sums
    assert not list(folder.rglob("*.part"))
    answer = json.loads((folder / "results.json").read_text())
    assert answer["games"] == 100
    assert answer["players_summary"] == json.loads(json.dumps(results.to_dict()["players_summary"]))


def test_the_values_of_all_blocks_add_up_to_the_run(folder: Path) -> None:
    results = play(job(games=100), out=folder, block_matches=30)
    keys = ["array", "slot", "seat", "role", "key"]
    run = pl.read_parquet(folder / "blocks" / "*.parquet").group_by(keys).agg(pl.col("value").sum())
    wins = run.filter((pl.col("slot") == 1) & pl.col("key").str.starts_with("wins_"))["value"].sum()
    assert wins == round(sure(results.players_summary[1].wins.mean) * 100)


def test_the_manifest_says_what_was_played(folder: Path) -> None:
    play(job(players="greedy(call_at=5),caller,docs/examples/my_bots.py:shy", games=20), out=folder)
    manifest = read_manifest(folder)
    assert manifest["job"]["rules"]["knobs"]["call.timing"] == "start"
    assert manifest["job"]["players"][0]["params"] == {"call_at": 5.0, "challenge_at": 24.0}
    assert manifest["job"]["players"][2]["origin"] == "docs/examples/my_bots.py"
    assert manifest["job"]["seed"] == 1
    assert {"kind", "versions", "machine", "command", "started"} <= set(manifest)


@pytest.mark.parametrize("rules", ["pagat", "pagat+progressive"])
@pytest.mark.parametrize("lost", [1, 2, 5])
def test_a_run_cut_short_goes_on_to_the_same_digits(folder: Path, rules: str, lost: int) -> None:
    what = job(rules, games=200)
    whole = play(what, out=folder, block_matches=6)
    files = block_files(folder)
    assert len(files) > 5
    # Lost blocks of a progressive run are its last ones: they are written in order.
    for path in files[-lost:] if what.progressive else files[1 : 1 + lost]:
        path.unlink()
    (folder / "results.json").unlink()
    again = play(what, 2, out=folder, resume=True, block_matches=6)
    assert numbers(again) == numbers(whole)
    assert 0 < again.played < whole.games
    assert stored(folder) == [path.name for path in files]
    done = play(what, out=folder, resume=True, block_matches=6)
    assert (done.played, numbers(done)) == (0, numbers(whole))


def test_blocks_of_a_progressive_run_count_only_in_order(folder: Path) -> None:
    what = job("pagat+progressive", games=200)
    play(what, out=folder, block_matches=6)
    block_files(folder)[1].unlink()
    with pytest.raises(StoreError, match="block 1 is missing"):
        play(what, out=folder, resume=True, block_matches=6)


def test_a_fault_leaves_the_sound_blocks(folder: Path) -> None:
    what = job(players="greedy,tests/bots/bad_bots.py:late,caller", games=60, seed=3)
    with pytest.raises(BotFault):
        play(what, out=folder, block_matches=1)
    with pytest.raises(BotFault):
        play(what, out=folder, resume=True, block_matches=1)
    assert not (folder / "results.json").exists()


def test_another_run_is_refused_with_what_differs(folder: Path) -> None:
    play(job(games=100), out=folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
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
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_run_is_not_overwritten(folder: Path) -> None:
    play(job(games=20), out=folder)
    with pytest.raises(StoreError, match="holds a run already; add --resume"):
        play(job(games=20), out=folder)


def test_strangers_are_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / "letters.txt").write_text("dear")
    with pytest.raises(StoreError, match="is not empty and holds no run"):
        play(job(games=20), out=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["letters.txt"]


def test_a_folder_that_cannot_be_written_is_refused_before_playing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot write to the folder .*file/run: Not a directory"):
        play(job(games=20), out=tmp_path / "file" / "run")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_while_a_block_is_stored_is_ctrl_c(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = run_folder._content

    def struck(*arguments: Any) -> bytes:
        if store.stored:
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise TypeError("<object> is not a Polars data type") from None
        return content(*arguments)

    what = job(games=40)
    store, blocks = Store.open(folder, what, block_size=20), list(what.blocks(20))
    monkeypatch.setattr(run_folder, "_content", struck)
    store.write(Played(blocks[0], workers.play(what, blocks[0]).counts))
    with pytest.raises(KeyboardInterrupt):
        store.write(Played(blocks[1], workers.play(what, blocks[1]).counts))
    store.close()
    monkeypatch.undo()
    assert play(what, out=folder, resume=True, block_matches=20).played == 20


def test_two_processes_do_not_share_a_folder(folder: Path) -> None:
    store = Store.open(folder, job(games=20))
    with pytest.raises(StoreError, match="another run writes to"):
        Store.open(folder, job(games=20), resume=True)
    store.close()
    Store.open(folder, job(games=20), resume=True).close()


def test_a_damaged_manifest_is_a_sentence(folder: Path) -> None:
    play(job(games=20), out=folder)
    for content in ("", "{", "[]", '{"format": "other"}'):
        (folder / "manifest.json").write_text(content)
        with pytest.raises(StoreError, match=r"manifest\.json"):
            play(job(games=20), out=folder, resume=True)
    with pytest.raises(StoreError, match="holds no run"):
        read_manifest(folder / "blocks")


def merged(folder: Path, what: Any, size: int = 10) -> BatchTotals:
    """All that the blocks of a folder counted."""
    store = Store.open(folder, what, resume=True, block_size=size)
    try:
        sums = BatchTotals()
        for counts in store.blocks():
            sums.add(counts)
        return sums
    finally:
        store.close()


def test_every_flipped_bit_of_a_block_is_seen(folder: Path) -> None:
    what = job(games=20)
    play(what, out=folder)
    (path,) = block_files(folder)
    whole = path.read_bytes()
    tried = {*range(0, len(whole), 97), *range(8), *range(len(whole) - 300, len(whole), 7)}
    for place in sorted(tried):
        content = bytearray(whole)
        content[place] ^= 1 << place % 8
        path.write_bytes(content)
        with pytest.raises(
            StoreError, match=r"block-000000\.parquet is damaged: its (checksum is wrong|stamp is missing)"
        ):
            merged(folder, what, 20)
    path.write_bytes(whole)
    assert merged(folder, what, 20).games == 20


def test_a_block_that_was_cut_off_is_played_again(folder: Path) -> None:
    what = job(games=60)
    expected = numbers(play(what, out=folder, block_matches=20))
    path = block_files(folder)[1]
    whole = path.read_bytes()
    for left in (0, 1, 100, -1, -8):
        path.write_bytes(whole[:left])
        with pytest.raises(StoreError, match=r"block-000001\.parquet is damaged: it"):
            play(what, out=folder, resume=True, block_matches=20)
    path.unlink()
    assert numbers(play(what, out=folder, resume=True, block_matches=20)) == expected


def test_a_block_of_another_run_is_refused(folder: Path, tmp_path: Path) -> None:
    play(job(games=60), out=folder, block_matches=20)
    others: list[dict[str, Any]] = [{"seed": 2}, {"rules": "sjs"}, {"players": "greedy,miser,hunter"}]
    for number, changes in enumerate(others):
        other = tmp_path / str(number)
        play(job(**({"games": 60} | changes)), out=other, block_matches=20)
        block_files(folder)[1].write_bytes(block_files(other)[1].read_bytes())
        with pytest.raises(StoreError, match=r"block-000001\.parquet belongs to another run; remove it"):
            play(job(games=60), out=folder, resume=True, block_matches=20)


def test_a_block_in_the_place_of_another_is_refused(folder: Path) -> None:
    what = job(games=60)
    play(what, out=folder, block_matches=20)
    first, _, last = block_files(folder)
    whole = last.read_bytes()
    last.write_bytes(first.read_bytes())  # a copy
    with pytest.raises(StoreError, match=r"block-000002\.parquet is block 0, not block 2; remove it"):
        merged(folder, what, 20)
    last.unlink()
    last.with_name("block-000007.parquet").write_bytes(whole)  # another name
    with pytest.raises(StoreError, match=r"block-000007\.parquet is block 2, not block 7"):
        merged(folder, what, 20)


def test_a_block_under_a_second_name_is_refused(folder: Path) -> None:
    play(job(games=60), out=folder, block_matches=20)
    last = block_files(folder)[2]
    for name in ("block-2.parquet", "block-000002 (copy).parquet", "block-0000002.parquet"):
        second = last.with_name(name)
        second.write_bytes(last.read_bytes())
        with pytest.raises(StoreError, match="is not named as a block of a run is; remove it"):
            merged(folder, job(games=60), 20)
        second.unlink()


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_killed_run_goes_on_to_the_same_digits(folder: Path) -> None:
    what = job(games=400_000)
    arguments = ["simulate", "--games", "400k", "--out", str(folder), "--workers", "1"]
    run = subprocess.Popen([sys.executable, "cli.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    while not stored(folder):
        assert run.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    resumed = play(what, out=folder, resume=True)
    assert numbers(resumed) == numbers(play(what, 2))


@pytest.mark.skipif(os.name == "nt", reason="no such limits")
@pytest.mark.parametrize("most", [100, 5000])
def test_a_run_without_space_ends_in_a_sentence_and_goes_on(folder: Path, most: int) -> None:
    # The first limit is too small for the manifest, the second for a block.
    program = (
        "import resource, sys; from cli import main\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, resource.RLIM_INFINITY))\n"
        "main(sys.argv[1:], 'tongits')"
    )
    arguments = ["simulate", "--games", "20k", "--out", str(folder)]
    play(job(games=20))  # compiled code would not fit either
    run = subprocess.run(
        [sys.executable, "-B", "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].startswith("Error: cannot write to the folder ")
    assert "File too large" in run.stderr
    assert "Traceback" not in run.stderr
    assert not list(folder.rglob("*.part"))
    assert (folder / "manifest.json").exists() == (most > 1000)
    what = job(games=20_000)
    assert numbers(play(what, out=folder, resume=True)) == numbers(play(what))


def test_the_beginning_of_a_manifest_is_no_stranger(folder: Path) -> None:
    folder.mkdir()
    (folder / "manifest.json.part").write_text("{")
    assert play(job(games=20), out=folder).games == 20
