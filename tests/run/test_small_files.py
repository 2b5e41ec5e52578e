"""Small files of a folder: answers, stamps, locks, tables."""

from __future__ import annotations

import contextlib
import io
import json
import random
import threading
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tongits_sim.errors import TongitsError
from tongits_sim.run.block_file import Damaged, Stamp, metadata, read_stamp, run_digest, sealed
from tongits_sim.run.lock import Lock
from tongits_sim.run.parquet import check_parquet
from tongits_sim.run.run_folder import keep

# ---- An answer in its folder ---------------------------------------------------------------------------------------


def test_it_is_written_whole_and_the_folder_is_made(tmp_path: Path) -> None:
    keep({"a": [1, None]}, tmp_path / "one" / "two")
    keep({"a": 2}, tmp_path / "one" / "two")
    assert json.loads((tmp_path / "one" / "two" / "results.json").read_text()) == {"a": 2}
    assert [path.name for path in (tmp_path / "one" / "two").iterdir()] == ["results.json"]


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(TongitsError, match="cannot write"):
        keep({}, tmp_path / "file" / "deeper")
    with pytest.raises(ValueError, match="not JSON compliant"):
        keep({"a": float("nan")}, tmp_path)


# ---- Stamps: what was written is read, and nothing else ------------------------------------------------------------


STAMP = Stamp("a" * 64, 7, 140, 20, 61)


def written() -> bytes:
    """A file with a stamp."""
    return sealed(b"before " + metadata(STAMP)["tongits"].encode() + b" after")


def test_reads_what_was_written() -> None:
    assert read_stamp(written()) == STAMP


def test_every_bit_counts() -> None:
    whole = written()
    for bit in range(8 * len(whole)):
        content = bytearray(whole)
        content[bit // 8] ^= 1 << bit % 8
        with pytest.raises(Damaged):
            read_stamp(bytes(content))


def test_says_what_is_wrong() -> None:
    for content, message in ((b"", "empty"), (b"PAR1", "stamp is missing"), (written() + b" ", "checksum is wrong")):
        with pytest.raises(Damaged, match=message):
            read_stamp(content)


def test_digests_do_not_depend_on_the_order_of_keys() -> None:
    assert run_digest({"seed": 1, "games": (2, 3)}) == run_digest({"games": [2, 3], "seed": 1})
    assert run_digest({"seed": 1}) != run_digest({"seed": 2})


# ---- A lock holds while it is held ---------------------------------------------------------------------------------


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


def test_says_whether_it_is_held_and_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not Lock.held(path)
    assert not path.exists()
    with Lock.wait(path):
        assert Lock.held(path)
    assert not Lock.held(path)


# ---- What a file says that it unpacks into is known before it is unpacked ------------------------------------------


def file(rows: int) -> bytes:
    """A file like a block's."""
    names = pl.Series("array", ["cells"], dtype=pl.String).new_from_index(0, rows)
    frame = pl.DataFrame({"array": names, "place": np.zeros(rows, np.int32), "value": np.arange(rows)})
    content = io.BytesIO()
    frame.write_parquet(content, compression="zstd", metadata={"tongits": "x" * 300})
    return content.getvalue()


@pytest.mark.parametrize("rows", [0, 1, 20, 100_000, 1_000_000])
def test_sound_files_pass(rows: int) -> None:
    check_parquet(file(rows), max(rows, 1), 32 * rows + 1000)


def test_too_many_rows_or_bytes_are_refused() -> None:
    with pytest.raises(Damaged, match="it holds more rows than a block can have"):
        check_parquet(file(1001), 1000, 10**9)
    with pytest.raises(Damaged, match="it unpacks into more than a block can hold"):
        check_parquet(file(100_000), 10**6, 1000)


def test_a_page_that_says_more_than_the_file_is_refused() -> None:
    content = file(20)
    # The first page's header: kind, then the size it unpacks into as a zigzag number of one byte.
    assert content[4:7] == bytes([0x15, 4, 0x15])
    with pytest.raises(Damaged):
        check_parquet(content[:7] + b"\xfe\xff\xff\xff\x0f" + content[8:], 1000, 10**6)


@pytest.mark.parametrize("content", [b"", b"PAR1" * 3, b"PAR1" + b"\xff" * 40 + b"\x28\0\0\0PAR1", b"x" * 100])
def test_no_parquet_is_damage(content: bytes) -> None:
    with pytest.raises(Damaged):
        check_parquet(content, 1000, 10**6)


def test_damage_is_never_another_error() -> None:
    chance = random.Random(1)
    sound = file(50)
    for _ in range(3000):
        content = bytearray(sound)
        for _ in range(chance.choice((1, 2, 8))):
            content[chance.randrange(len(content))] = chance.randrange(256)
        with contextlib.suppress(Damaged):
            check_parquet(bytes(content), 1000, 10**6)
