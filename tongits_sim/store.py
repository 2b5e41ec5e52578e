"""A run on disk: a folder with `manifest.json`, a parquet file per finished block, and `results.json` at the end.

Every file is written under a temporary name, flushed to the disk and renamed, so that a file with a final name is
whole. A run that was cut short goes on where it stopped. docs/formats.md describes the files.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.files import FileError, may_write, parse_json, read_file
from tongits_sim.lock import Lock
from tongits_sim.stamp import Damaged, Stamp, metadata, read_stamp, run_digest, sealed

if TYPE_CHECKING:
    import polars as pl

    from tongits_sim.totals import Counts, Totals
    from tongits_sim.work import Played, Work

FORMAT = "tongits-run/3"
MANIFEST = "manifest.json"
RESULTS = "results.json"
BLOCKS = "blocks"
_TEMPORARY = ".part"
# Numbers beyond int64 are stored as several rows that add up to them.
_LARGEST = 2**62
_MOST_PIECES = 2**12
# A hostile folder's files must not fill the memory: no manifest is larger, no block, and no answer.
_MOST_MANIFEST = 16 * 2**20
_MOST_BLOCK = 512 * 2**20
MOST_RESULTS = 256 * 2**20
_MOST_DEPTH = 50
_TRIES = 20
_TICK = 0.01
_AGAIN = "remove it and resume the run to play that block again"


class StoreError(TongitsError):
    """A run folder that cannot be used."""


class Store:
    """The folder of one run, locked against other processes while it is open."""

    def __init__(self, folder: Path, lock: Lock, work: Work[Any], manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.stored: set[int] = set()
        self._lock = lock
        self._named: Totals = work.empty()
        self._digest = run_digest(manifest["job"])

    @classmethod
    def open(
        cls, folder: Path, work: Work[Any], resume: bool = False, block_size: int | None = None, in_order: bool = False
    ) -> Store:
        """Make a new run folder, or open one to go on with its run. Raises StoreError before anything is played.

        `in_order`: blocks count only in their order, so that none may be missing before the last one stored.
        """
        manifest = describe(work, block_size)
        _refuse_strangers(folder)
        attempt(folder, lambda: _make_inside(folder))
        lock = attempt(folder, lambda: _locked(folder / "lock"))
        if lock is None:
            raise StoreError(f"another run writes to {folder} right now; wait for it, or choose another folder")
        store = cls(folder, lock, work, manifest)
        try:
            store._check(resume, in_order or work.ordered)
        except BaseException:
            store.close()
            raise
        return store

    def _check(self, resume: bool, in_order: bool) -> None:
        path = self.folder / MANIFEST
        if not path.exists():
            replace_file(path, json.dumps(self.manifest, indent=1).encode())
            return
        if not resume:
            raise StoreError(
                f"{self.folder} holds a run already; add --resume to go on with it, or choose another folder"
            )
        self._check_same(read_manifest(self.folder))
        self.stored = {block_number(path) for path in block_files(self.folder)}
        gap = next(number for number in range(len(self.stored) + 1) if number not in self.stored)
        if in_order and gap < len(self.stored):
            raise StoreError(
                f"block {gap} is missing in {self.folder}; these blocks count only in order: "
                "remove the later ones too, then resume"
            )

    def _check_same(self, found: dict[str, Any]) -> None:
        before, now = ({"kind": each.get("kind"), **each["job"]} for each in (found, self.manifest))
        changed = differences(before, now)
        if changed:
            raise StoreError(f"{self.folder} holds another run: {'; '.join(changed[:4])}; choose another folder")

    def blocks(self) -> Iterator[Counts]:
        """What each stored block counted, in order."""
        for path in block_files(self.folder):
            yield _read_block(path, self._digest, self._named)

    def write(self, played: Played) -> None:
        """Keep a finished block."""
        import io

        number, first, matches, _ = played.block
        stamp = Stamp(self._digest, number, first, matches, self._named.games_of(played.counts))
        buffer = io.BytesIO()
        _block_frame(played.counts, self._named).write_parquet(buffer, compression="zstd", metadata=metadata(stamp))
        replace_file(self.folder / BLOCKS / block_name(number), sealed(buffer.getvalue()))
        self.stored.add(number)

    def finish(self, document: dict[str, Any]) -> None:
        """Write the answer of a run that is complete."""
        replace_file(self.folder / RESULTS, json.dumps(document, indent=1).encode())

    def close(self) -> None:
        """Let other processes have the folder."""
        self._lock.release()


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole, even after a crash, or as it was before. Raises StoreError."""
    part = path.with_name(path.name + _TEMPORARY)

    def steps() -> None:
        may_write(part)
        part.write_bytes(content)
        with open(part, "rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)

    try:
        attempt(path.parent, steps)
    except StoreError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _locked(path: Path) -> Lock | None:
    """The lock, unless it is held for long: whoever asks for a run's status holds it for an instant."""
    for _ in range(_TRIES):
        if (lock := Lock.take(path)) is not None:
            return lock
        time.sleep(_TICK)
    return None


def _make_inside(folder: Path) -> None:
    """The folder and that of its blocks; nothing that is written later may lead out of them."""
    for path in (folder / BLOCKS, folder / "lock"):
        may_write(path)
    (folder / BLOCKS).mkdir(parents=True, exist_ok=True)


def _refuse_strangers(folder: Path) -> None:
    """A folder with anything in it must be a run's."""
    if not folder.is_dir() or (folder / MANIFEST).exists():
        return
    # A run that was killed, or had no space, before it had a manifest may have left the beginning of one.
    if {entry.name for entry in folder.iterdir()} - {BLOCKS, "lock", MANIFEST + _TEMPORARY} or block_files(folder):
        raise StoreError(f"{folder} is not empty and holds no run; choose another folder")


def attempt(folder: Path, step: Callable[[], Any]) -> Any:
    """What a step that writes to a folder gives. Raises StoreError."""
    try:
        return step()
    except (OSError, FileError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise StoreError(f"cannot write to the folder {folder}: {why}") from None


def describe(work: Work[Any], block_size: int | None = None) -> dict[str, Any]:
    """The manifest of a work: `job` is what decides the numbers, the rest is where they come from."""
    import numba
    import numpy as np

    from tongits_sim.version import VERSION
    from tongits_sim.work import source_digest

    size = next((block.matches for block in work.blocks(block_size)), 0)
    return {
        "format": FORMAT,
        "kind": work.kind,
        "job": {**work.manifest(), "block_size": size, "version": VERSION, "program": source_digest(work)},
        "games": work.games,
        "versions": {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__},
        "machine": {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()},
        "command": sys.argv,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What differs between two manifests' jobs, in words: `seed is 1 there and 2 here`."""
    before, after = _leaves(old), _leaves(new)
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"{name} is {before.get(name, 'nothing')} there and {after.get(name, 'nothing')} here" for name in changed]


def _leaves(value: Any, name: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = [(str(number), item) for number, item in enumerate(value)]
    else:
        return {name: value}
    found: dict[str, Any] = {}
    for key, item in pairs:
        found |= _leaves(item, f"{name}.{key}" if name else str(key))
    return found


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder. Raises StoreError."""
    path = folder / MANIFEST
    try:
        content = read_file(path, _MOST_MANIFEST)
    except FileError as error:
        raise StoreError(f"{folder} holds no run: cannot read {path.name} ({error})") from None
    try:
        manifest = parse_json(content)
    except FileError as error:
        raise StoreError(f"{path} is damaged: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or not isinstance(manifest.get("job"), dict):
        raise StoreError(f"{path} is not the manifest of a run of this version ({FORMAT})")
    games = manifest.get("games")
    if not (games is None or (isinstance(games, int) and games >= 0)) or _depth(manifest) > _MOST_DEPTH:
        raise StoreError(f"{path} is damaged: it holds what this program never writes")
    return manifest


def _depth(value: Any) -> int:
    """How deep lists and objects lie in each other, counted without recursion up to a little more than is allowed."""
    level, depth = [value], 0
    while level and depth <= _MOST_DEPTH:
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [item for items in inner for item in items]
        depth += 1
    return depth


def block_files(folder: Path) -> list[Path]:
    """The finished blocks of a run folder, in order. Raises StoreError at a file there that is named otherwise."""
    found = {}
    for path in (folder / BLOCKS).glob("block-*.parquet"):
        digits = path.stem.partition("-")[2]
        if not digits.isdecimal() or path.name != block_name(int(digits)):
            raise StoreError(f"{path} is not named as a block of a run is; remove it")
        found[int(digits)] = path
    return [found[number] for number in sorted(found)]


def block_number(path: Path) -> int:
    """The number of a block, from the name of its file."""
    return int(path.stem.partition("-")[2])


def block_name(number: int) -> str:
    """The name of a block's file."""
    return f"block-{number:06d}.parquet"


def checked_block(path: Path, digest: str) -> tuple[Stamp, bytes]:
    """A stored block's stamp and its file, which is whole, in its place and of the run with that digest.

    Raises StoreError.
    """
    try:
        content = read_file(path, _MOST_BLOCK)
        stamp = read_stamp(content)
    except FileError as error:
        raise StoreError(f"cannot read {path}: {error}") from None
    except Damaged as damage:
        raise StoreError(f"{path} is damaged: {damage}; {_AGAIN}") from None
    if stamp.run != digest:
        raise StoreError(f"{path} belongs to another run; {_AGAIN}")
    if stamp.block != block_number(path):
        raise StoreError(f"{path} is block {stamp.block}, not block {block_number(path)}; {_AGAIN}")
    return stamp, content


def _read_block(path: Path, digest: str, totals: Totals) -> Counts:
    import io

    import polars as pl

    _, content = checked_block(path, digest)
    try:
        # The file says how many rows it holds before they are unpacked: a small one could fill the memory.
        if pl.scan_parquet(io.BytesIO(content)).select(pl.len()).collect().item() > _most_rows(totals):
            raise StoreError(f"{path} is damaged: it holds more rows than a block can have; {_AGAIN}")
        frame = pl.read_parquet(io.BytesIO(content), columns=["array", "place", "value"])
        return _counts(frame, totals)
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException, Damaged):
        raise StoreError(f"{path} is damaged: it cannot be read as a block of this run; {_AGAIN}") from None


def _most_rows(totals: Totals) -> int:
    """A generous bound on the rows of a block: more than one a number only where a sum does not fit into 64 bits."""
    return 64 * max(sum(math.prod(totals.shape(name)) for name in totals), 2**16)


def _counts(frame: pl.DataFrame, totals: Totals) -> Counts:
    """What a stored block counted; `totals` says the shapes. Raises Damaged where it cannot have counted that."""
    import numpy as np
    import polars as pl

    if frame.schema != {"array": pl.String, "place": pl.Int32, "value": pl.Int64} or any(frame.null_count().row(0)):
        raise Damaged("its columns are not a block's")
    sizes = {name: math.prod(totals.shape(name)) for name in totals}
    limits = pl.col("array").replace_strict(sizes, default=0, return_dtype=pl.Int64)
    if not frame.select(((pl.col("place") >= 0) & (pl.col("place") < limits)).all()).item():
        raise Damaged("its places are not a block's")
    found = {}
    for (name,), part in frame.group_by("array"):
        places, values = part["place"].to_numpy(), part["value"].to_numpy()
        exact = len(places) > part["place"].n_unique()
        flat = np.zeros(int(np.prod(totals.shape(str(name)))), object if exact else np.int64)
        np.add.at(flat, places, values.astype(flat.dtype))
        found[str(name)] = flat.reshape(totals.shape(str(name)))
    return found


def _block_frame(counts: Counts, totals: Totals) -> pl.DataFrame:
    """A block as rows, one for every number that is not 0; adding the values of all blocks gives the run."""
    import numpy as np
    import polars as pl

    kinds = {axis.name: axis.places for axes in totals.axes.values() for axis in axes if axis.name}
    frames = []
    for name, block in counts.items():
        places, values = _rows(block.reshape(-1))
        named = totals.columns(name, places)
        columns: dict[str, Any] = {"array": np.full(len(places), name, object), "place": places}
        columns |= {column: named.get(column) for column in kinds}
        frame = pl.DataFrame({**columns, "value": values}, schema=_schema(kinds))
        frames.append(frame)
    return pl.concat(frames)


def _schema(kinds: dict[str, Any]) -> dict[str, Any]:
    import polars as pl

    columns = {name: pl.Int32 if isinstance(places, int) else pl.String for name, places in kinds.items()}
    return {"array": pl.String, "place": pl.Int32, **columns, "value": pl.Int64}


def _rows(flat: Any) -> tuple[Any, Any]:
    """Places and values of the numbers that are not 0; a number beyond int64 in several pieces."""
    import numpy as np

    places = np.flatnonzero(flat)
    values = flat[places]
    if values.dtype != object:
        return places, values
    pieces = [(place, piece) for place, value in zip(places, values, strict=True) for piece in _pieces(int(value))]
    found = np.array(pieces, np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _pieces(value: int) -> Iterator[int]:
    whole, rest = divmod(abs(value), _LARGEST)
    if whole > _MOST_PIECES:
        raise StoreError(f"a sum of {len(str(value))} digits is too large to be stored; play fewer deals in a block")
    sign = 1 if value > 0 else -1
    yield from [sign * _LARGEST] * whole
    if rest or not whole:
        yield sign * rest
