"""Merged blocks: a run of many blocks in few files, exact, and whole after every crash."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tests.playing import job, numbers, play, play_work
from tests.run.other_game import Draws, Gambler
from tests.run.test_files import names
from tests.run.test_run_folder import merged, stored
from tongits_sim.experiments.batch import BatchTotals
from tongits_sim.run import run_folder, workers
from tongits_sim.run.run_folder import Store, StoreError, block_files, block_name
from tongits_sim.run.status import run_statuses
from tongits_sim.run.totals import Axis, Totals
from tongits_sim.run.work import Block, Played

GAMES = 230  # 23 blocks: five groups of four, and three blocks


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Merge every four blocks."""
    monkeypatch.setattr(run_folder, "_GROUP", 4)


ALL = [*(block_name(first, first + 3) for first in range(0, 20, 4)), *(block_name(number) for number in (20, 21, 22))]


@pytest.mark.parametrize("rules", ["pagat", "pagat+progressive"])
def test_merged_blocks_are_the_same_run(folder: Path, rules: str) -> None:
    what = job(rules, games=GAMES)
    results = play(what, 2, out=folder, block_matches=10 if rules == "pagat" else 1)
    assert any(name.startswith("blocks-") for name in stored(folder))
    assert rules != "pagat" or stored(folder) == ALL
    again = play(what, out=folder, resume=True, block_matches=10 if rules == "pagat" else 1)
    assert (again.played, numbers(again)) == (0, numbers(results))
    assert numbers(play(what)) == numbers(results)
    (status,) = run_statuses(folder)
    assert (status.state, status.games, status.damaged) == ("finished", results.games, ())
    frame = pl.read_parquet(folder / "blocks" / "*.parquet")  # as docs/reference/formats.md says
    assert frame.filter(pl.col("key") == "games", pl.col("array") == "clusters")["value"].sum() == results.games


@pytest.mark.parametrize("lost", [*((number,) for number in range(8)), (0, 7), (2, 5, 6)])
def test_lost_files_are_played_again_and_merged(folder: Path, lost: tuple[int, ...]) -> None:
    what = job(games=GAMES)
    expected = numbers(play(what, out=folder, block_matches=10))
    for path in [block_files(folder)[number] for number in lost]:
        path.unlink()
    assert numbers(play(what, 2, out=folder, resume=True, block_matches=10)) == expected
    assert stored(folder) == ALL


def test_a_crash_between_two_steps_loses_and_doubles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = job(games=40)
    expected = play(what).sums
    removed: list[Path] = []
    unlink = Path.unlink

    def crash(path: Path, missing_ok: bool = False) -> None:
        whole = path.name.startswith("block-") and path.suffix == ".parquet"
        if whole and len(removed) == left:
            raise KeyboardInterrupt
        removed.extend([path] * whole)
        unlink(path, missing_ok)

    for left in range(5):
        removed.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Path, "unlink", crash)
            try:
                play(what, out=folder, block_matches=10)
            except KeyboardInterrupt:
                assert left < 4
        there = names(folder / "blocks")
        assert len(there) == 1 + 4 - left
        assert stored(folder) == [block_name(0, 3)]
        assert run_statuses(folder)[0].games == 40
        assert merged(folder, what) == expected
        assert names(folder / "blocks") == [block_name(0, 3)]
        shutil.rmtree(folder)


def test_a_full_group_is_merged_on_the_way_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = job(games=GAMES)
    with monkeypatch.context() as patched:
        patched.setattr(run_folder, "_GROUP", 10**6)  # as if the program had died each time before it merged
        expected = play(what, out=folder, block_matches=10).sums
    assert len(stored(folder)) == 23
    assert merged(folder, what) == expected
    assert stored(folder) == ALL


def test_a_damaged_merged_file_is_named_and_played_again(folder: Path) -> None:
    what = job(games=GAMES)
    expected = numbers(play(what, out=folder, block_matches=10))
    path = block_files(folder)[1]
    whole = path.read_bytes()
    for content in (b"", whole[:100], whole[:-1], whole[:500] + bytes([whole[500] ^ 1]) + whole[501:]):
        path.write_bytes(content)
        with pytest.raises(StoreError, match=r"blocks-000004-000007\.parquet is damaged: .*; remove it and resume"):
            play(what, out=folder, resume=True, block_matches=10)
        assert "blocks-000004" in run_statuses(folder)[0].damaged[0]
    path.unlink()
    assert numbers(play(what, out=folder, resume=True, block_matches=10)) == expected


def test_a_damaged_block_is_not_merged(folder: Path) -> None:
    what = job(games=40)
    play(what, out=folder, block_matches=10)
    block_files(folder)[0].unlink()
    opened = Store.open(folder, what, resume=True, block_size=10)
    blocks = list(what.blocks(10))
    try:
        for block in blocks[:3]:
            opened.write(workers.play(what, block))
        path = folder / "blocks" / block_name(1)
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(StoreError, match=r"block-000001\.parquet is damaged"):
            opened.write(workers.play(what, blocks[3]))
    finally:
        opened.close()
    path.unlink()
    assert numbers(play(what, out=folder, resume=True, block_matches=10)) == numbers(play(what))


def test_no_space_for_a_merged_file_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    what = job(games=GAMES)
    replace = Path.replace

    def full(path: Path, target: Path) -> Path:
        if target.name.startswith("blocks-"):
            raise OSError(28, "No space left on device")
        return replace(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(StoreError, match=r"cannot write to the folder .*: No space left on device"):
            play(what, out=folder, block_matches=10)
    assert names(folder / "blocks") == [block_name(number) for number in range(4)]
    assert numbers(play(what, 2, out=folder, resume=True, block_matches=10)) == numbers(play(what))
    assert stored(folder) == ALL


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("blocks-000008-000011.parquet", "is 4 blocks from 0 on, not 4 blocks from 8 on"),
        ("block-000008.parquet", "is 4 blocks from 0 on, not block 8"),
        ("blocks-000001-000004.parquet", "is not named as a block of a run is"),
        ("blocks-000000-000007.parquet", "is not named as a block of a run is"),
        ("blocks-0-3.parquet", "is not named as a block of a run is"),
        ("blocks-000003-000000.parquet", "is not named as a block of a run is"),
        ("blocks-000000-99999999999999999999.parquet", "is not named as a block of a run is"),
        ("blocks-x.parquet", "is not named as a block of a run is"),
    ],
)
def test_a_merged_file_under_another_name_is_refused(folder: Path, name: str, message: str) -> None:
    what = job(games=GAMES)
    play(what, out=folder, block_matches=10)
    first, _, third, *_ = block_files(folder)
    third.unlink()
    first.with_name(name).write_bytes(first.read_bytes())
    with pytest.raises(StoreError, match=message):
        merged(folder, what)


def test_looks_see_every_block(folder: Path) -> None:
    what = job(games=GAMES)
    seen: list[int] = []

    def look(sums: BatchTotals) -> bool:
        seen.append(sums.games)
        return False

    for again in (False, True):
        seen.clear()
        play_work(what, workers=1, out=folder, resume=again, look=look, block_size=10)
        assert seen == list(range(10, GAMES + 1, 10))
    assert len(stored(folder)) == 23
    play_work(what, workers=1, out=folder, resume=True, block_size=10)
    assert stored(folder) == ALL
    with pytest.raises(StoreError, match="cannot be looked at one by one"):
        play_work(what, workers=1, out=folder, resume=True, look=look, block_size=10)


@dataclass(frozen=True)
class Huge(Draws):
    """Eight blocks of a game, whose sums need more than 64 bits."""

    players: tuple[Gambler, ...] = ()
    games: int = 8

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return super().blocks(1)

    def empty(self) -> Any:
        return Totals({"games": (1,), "sums": (Axis("side", ("left", "right")),)})


def kept(folder: Path, value: int) -> list[int]:
    """The sums of eight blocks with a value each and their number, as they are read back; the folder is new."""
    what, totals = Huge(), Huge().empty()
    opened = Store.open(folder, what)
    for block in what.blocks():
        sums = np.array([value, block.number], object)
        opened.write(Played(block, {"games": np.ones(1, np.int64), "sums": sums}))
    opened.close()
    opened = Store.open(folder, what, resume=True)
    for counts in opened.blocks():
        totals.add(counts)
    opened.close()
    assert totals.games == 8
    return list(totals["sums"])


@pytest.mark.parametrize("value", [2**62, 2**63 - 1, -(2**63), 2**70 + 1, -(2**71)])
def test_sums_beyond_64_bits_stay_exact(folder: Path, value: int) -> None:
    assert kept(folder, value) == [8 * value, 28]
    assert stored(folder) == [block_name(0, 3), block_name(4, 7)]


def test_sums_too_large_to_merge_stay_apart(folder: Path) -> None:
    value = run_folder._LARGEST * run_folder._MOST_PIECES
    assert kept(folder, value) == [8 * value, 28]
    assert len(stored(folder)) == 8


@pytest.mark.slow
def test_a_run_of_many_blocks_is_read_from_few_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # 10^5 blocks take minutes to write; docs/explanation/robustness.md has their times.
    monkeypatch.setattr(run_folder, "_GROUP", 96)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    count = 500
    what = job(games=20 * count)
    some = [workers.play(what, block).counts for block in itertools.islice(what.blocks(20), 10)]
    opened = Store.open(folder, what, block_size=20)
    for block in what.blocks(20):
        opened.write(Played(block, some[block.number % 10]))
    opened.close()
    assert len(stored(folder)) == count // 96 + count % 96
    expected = BatchTotals()
    for counts in some * (count // 10):
        expected.add(counts)
    again = play(what, out=folder, resume=True, block_matches=20)
    assert (again.played, again.sums) == (0, expected)
