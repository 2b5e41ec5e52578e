"""The stamp of a stored block: which run it belongs to, which block it is, and a checksum of the whole file.

It stands as JSON in the parquet file's own metadata, under the key `tongits`. The checksum is the SHA-256 of the file
with zeros in the checksum's place: a change of any bit is noticed before the file is parsed.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, NamedTuple

from tongits_sim.errors import TongitsError

KEY = "tongits"
_UNSEALED = b"0" * 64
_SEAL = 7  # the group of the checksum
_FORM = re.compile(
    rb'\{"run": "([0-9a-f]{64})", "block": (\d{1,20}), "first": (\d{1,20}), "matches": (\d{1,20}), '
    rb'"games": (\d{1,30}), "blocks": (\d{1,9}), "sha256": "([0-9a-f]{64})"\}'
)


class Damaged(TongitsError):  # noqa: N818 - read as "except Damaged"
    """A damaged file; the message says what is wrong with it."""


class Stamp(NamedTuple):
    """A block's stamp: the run's digest, its number, first match, matches, and games counted.

    A file of several blocks merged has the number and first match of the first of them, and how many `blocks` it holds.
    """

    run: str
    block: int
    first: int
    matches: int
    games: int
    blocks: int = 1


def run_digest(job: dict[str, Any]) -> str:
    """SHA-256 of a manifest's `job`, in hexadecimal digits: runs with different results have different digests."""
    return hashlib.sha256(json.dumps(job, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def metadata(stamp: Stamp) -> dict[str, str]:
    """The metadata to write a file with, before it is sealed."""
    return {KEY: json.dumps({**stamp._asdict(), "sha256": _UNSEALED.decode()})}


def sealed(content: bytes) -> bytes:
    """A file written with `metadata`, with its checksum in place."""
    start = _stamp_match(content).start(_SEAL)
    return _with_checksum(content, start, hashlib.sha256(content).hexdigest().encode())


def read_stamp(content: bytes) -> Stamp:
    """The stamp of a sound file. Raises Damaged."""
    if not content:
        raise Damaged("it is empty")
    fields = _stamp_match(content)
    whole = _with_checksum(content, fields.start(_SEAL), _UNSEALED)
    if hashlib.sha256(whole).hexdigest().encode() != fields[_SEAL]:
        raise Damaged("its checksum is wrong")
    return Stamp(fields[1].decode(), *(int(fields[place]) for place in range(2, _SEAL)))


def _stamp_match(content: bytes) -> re.Match[bytes]:
    match = _FORM.search(content)
    if match is None:
        raise Damaged("its stamp is missing: it was cut off, or this program did not write it")
    return match


def _with_checksum(content: bytes, start: int, checksum: bytes) -> bytes:
    return content[:start] + checksum + content[start + len(checksum) :]
