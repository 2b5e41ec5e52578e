"""What a file says that it unpacks into is known before it is unpacked."""

from __future__ import annotations

import contextlib
import io
import random

import numpy as np
import polars as pl
import pytest

from tongits_sim.folders.block_file import Damaged
from tongits_sim.folders.parquet import check_parquet


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
