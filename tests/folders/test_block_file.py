"""Stamps: what was written is read, and nothing else."""

from __future__ import annotations

import pytest

from tongits_sim.folders.block_file import Damaged, Stamp, metadata, read_stamp, run_digest, sealed

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
