"""A run on disk: a folder with `manifest.json`, a parquet file per finished block, and `results.json` at the end.

Blocks that follow each other are merged into one file, so that a run of any length has few files and is read quickly.
Every file is written under a temporary name, flushed to the disk and renamed, so that a file with a final name is
whole. A run that was cut short goes on where it stopped. docs/reference/formats.md describes the files.
"""

from __future__ import annotations

import functools
import json
import logging
import math
import os
import platform
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.compile import interrupts
from tongits_sim.errors import TongitsError
from tongits_sim.run.block_file import Damaged, Stamp, metadata, read_stamp, run_digest, sealed
from tongits_sim.run.files import TEMPORARY, FileError, may_write, parse_json, read_file, write_whole
from tongits_sim.run.lock import Lock
from tongits_sim.run.log import tell
from tongits_sim.run.parquet import check_parquet
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    import polars as pl

    from tongits_sim.run.totals import Counts, Totals
    from tongits_sim.run.work import Played, Work

FORMAT = "tongits-run/4"
MANIFEST = "manifest.json"
RESULTS = "results.json"
BLOCKS = "blocks"
# Numbers beyond int64 are stored as several rows that add up to them.
_LARGEST = 2**62
_MOST_PIECES = 2**12
# Largest manifest, block and answer: the files of a hostile folder must not fill the memory.
_MOST_MANIFEST = 16 * 2**20
_MOST_BLOCK = 512 * 2**20
_ROW_BYTES = 32  # more than a row of any column unpacks into
MOST_RESULTS = 256 * 2**20
_MOST_DEPTH = 50
_TRIES = 20
_TICK = 0.01
_AGAIN = "remove it and resume the run to play its games again"
# This many consecutive blocks, the first number a multiple of it, are merged into one file.
_GROUP = 256
_NAMES = re.compile(r"block-(\d+)\.parquet|blocks-(\d+)-(\d+)\.parquet")


class StoreError(TongitsError):
    """A run folder that cannot be used."""


class TooLargeError(StoreError):
    """A sum with too many digits to be stored."""


class Store:
    """The folder of one run, locked against other processes while it is open."""

    def __init__(self, folder: Path, lock: Lock, work: Work[Any], manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.stored: set[int] = set()
        self._lock = lock
        self._empty = work.empty
        self._shape_totals: Totals = work.empty()
        self._merging = True
        self._loose: Counter[int] = Counter()  # blocks not merged yet, by group
        self._digest = digest_of(manifest)

    @classmethod
    def open(
        cls,
        folder: Path,
        work: Work[Any],
        resume: bool = False,
        block_size: int | None = None,
        in_order: bool = False,
        grows: bool = False,
    ) -> Store:
        """Create a run folder, or open an existing one to resume its run.

        Args:
            folder: where the run is or will be stored.
            work: what is played.
            resume: whether a run that the folder holds is continued; otherwise it is refused.
            block_size: units in a block; None: as the work chooses.
            in_order: blocks are read one by one in their order: none may be missing before the last one stored, and
                none are merged.
            grows: the same run with fewer games is continued to the new length, in blocks of its size.

        Raises:
            StoreError: the folder cannot be used for this run; nothing has been played.
        """
        manifest = describe(work, block_size)
        _refuse_strangers(folder)
        attempt(folder, lambda: _make_folders(folder))
        lock = attempt(folder, lambda: _take_lock(folder / "lock"))
        if lock is None:
            raise StoreError(f"another run writes to {folder} right now; wait for it, or choose another folder")
        store = cls(folder, lock, work, manifest)
        try:
            store._merging = not in_order
            store._check(resume, in_order or work.ordered, grows)
        except BaseException:
            store.close()
            raise
        return store

    def _check(self, resume: bool, in_order: bool, grows: bool) -> None:
        path = self.folder / MANIFEST
        if not path.exists():
            replace_file(path, json.dumps(self.manifest, indent=1).encode())
            return
        if not resume:
            raise StoreError(
                f"{self.folder} holds a run already; add --resume to continue it, or choose another folder"
            )
        before = read_manifest(self.folder)
        if grows and not in_order and _is_longer(before, self.manifest):
            self._grow(before)
        elif "grown_from" in before:
            self._cut_as(before, before["grown_from"])
        self._check_same(before)
        files = block_files(self.folder)
        self.stored = {number for path in files for number in block_numbers(path)}
        self._loose = Counter(block_numbers(path)[0] // _GROUP for path in files if len(block_numbers(path)) == 1)
        if not self._merging and any(len(block_numbers(path)) > 1 for path in files):
            raise StoreError(
                f"{self.folder} holds blocks that were merged, which cannot be looked at one by one; choose another "
                "folder"
            )
        gap = next(number for number in range(len(self.stored) + 1) if number not in self.stored)
        if in_order and gap < len(self.stored):
            raise StoreError(
                f"block {gap} is missing in {self.folder}; these blocks count only in order: "
                "remove the later ones too, then resume"
            )

    def _grow(self, before: dict[str, Any]) -> None:
        """Lengthen the run of the folder. Blocks cut short at its end are played again; the others are the first ones
        of the longer run.
        """
        stamps = {path: checked_block(path, digest_of(before))[0] for path in block_files(self.folder)}
        most = max((each.games / each.blocks for each in stamps.values()), default=0)
        whole = before["job"].get("block_size"), most
        short = [at for at, each in stamps.items() if (each.matches / each.blocks, each.games / each.blocks) != whole]
        if len(short) < len(stamps):
            self._cut_as(before, before.get("grown_from", before["job"]["games"]))
        for path in (*short, self.folder / RESULTS):
            attempt(self.folder, functools.partial(path.unlink, missing_ok=True))
        replace_file(self.folder / MANIFEST, json.dumps(self.manifest, indent=1).encode())
        before["job"] = self.manifest["job"]

    def _cut_as(self, before: dict[str, Any], games: int) -> None:
        """Keep the block size and digest that the run had when it was this many games long."""
        self.manifest["grown_from"] = games
        self.manifest["job"]["block_size"] = before["job"].get("block_size")
        self._digest = digest_of(self.manifest)

    @property
    def block_size(self) -> int:
        """Units in a block."""
        return int(self.manifest["job"]["block_size"])

    def _check_same(self, manifest: dict[str, Any]) -> None:
        before, now = ({"kind": each.get("kind"), **each["job"]} for each in (manifest, self.manifest))
        changed = differences(before, now)
        if changed:
            raise StoreError(f"{self.folder} holds another run: {'; '.join(changed[:4])}; choose another folder")

    def blocks(self) -> Iterator[Counts]:
        """The stored counts in order, block by block or several merged. Merges complete groups first."""
        for group in [group for group, count in self._loose.items() if count == _GROUP]:
            self._merge(group)
        for path in block_files(self.folder):
            yield _read_block(path, self._digest, self._shape_totals)[1]
        # Every merged file is whole, so single blocks that a crash left beside it can go.
        for path in _sorted_files(self.folder)[1]:
            attempt(self.folder, path.unlink)

    @interrupts.kept()  # Polars calls back into Python, and makes an error of its own of what is raised there
    def write(self, played: Played) -> None:
        """Store a finished block."""
        number, first, matches, _ = played.block
        stamp = Stamp(self._digest, number, first, matches, self._shape_totals.games_of(played.counts))
        replace_file(self.folder / BLOCKS / block_name(number), _content(stamp, played.counts, self._names))
        self.stored.add(number)
        self._loose[number // _GROUP] += 1
        if self._loose[number // _GROUP] == _GROUP:
            self._merge(number // _GROUP)

    @functools.cached_property
    def _names(self) -> _Names:
        return _Names(self._shape_totals)

    def _merge(self, group: int) -> None:
        """Put the blocks of a group into one file, and remove them once it is on the disk."""
        from tongits_sim.run.totals import settled

        if not self._merging:
            return
        numbers = range(group * _GROUP, (group + 1) * _GROUP)
        paths = [self.folder / BLOCKS / block_name(number) for number in numbers]
        totals, stamps = self._empty(), []
        for path in paths:
            stamp, counts = _read_block(path, self._digest, self._shape_totals)
            totals.add(counts)
            stamps.append(stamp)
        matches, games = (sum(values) for values in zip(*((each.matches, each.games) for each in stamps), strict=True))
        if games != totals.games:
            raise StoreError(f"the blocks {numbers[0]} to {numbers[-1]} of {self.folder} do not hold their games")
        stamp = Stamp(self._digest, numbers[0], stamps[0].first, matches, games, len(numbers))
        try:
            content = _content(stamp, {name: settled(totals[name]) for name in totals}, self._names)
        except TooLargeError:  # then they stay apart
            self._merging = False
            return
        replace_file(self.folder / BLOCKS / block_name(numbers[0], numbers[-1]), content)
        attempt(self.folder, lambda: _flush(self.folder / BLOCKS))
        for path in paths:
            attempt(self.folder, path.unlink)
        del self._loose[group]
        tell("store", logging.DEBUG, "merged", folder=self.folder, first=numbers[0], last=numbers[-1], games=games)

    def finish(self, document: dict[str, Any]) -> None:
        """Write the answer of a complete run."""
        replace_file(self.folder / RESULTS, json.dumps(document, indent=1).encode())

    def close(self) -> None:
        """Release the folder to other processes."""
        self._lock.release()


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file as a whole, so that a crash leaves it complete or as it was before. Raises StoreError."""
    attempt(path.parent, lambda: write_whole(path, content))


def keep(answer: Mapping[str, Any], folder: Path) -> None:
    """Write an answer, as JSON holds it, to the folder of its run. Raises StoreError."""
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())


def _flush(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk, where the system supports this."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _take_lock(path: Path) -> Lock | None:
    """The lock, unless another process keeps it; a request for the run's status holds it only for an instant."""
    for _ in range(_TRIES):
        if (lock := Lock.take(path)) is not None:
            return lock
        time.sleep(_TICK)
    return None


def _make_folders(folder: Path) -> None:
    """Create the folder and the one of its blocks; refuse links that would lead writing out of them."""
    for path in (folder / BLOCKS, folder / "lock"):
        may_write(path)
    (folder / BLOCKS).mkdir(parents=True, exist_ok=True)


def _refuse_strangers(folder: Path) -> None:
    """Refuse a folder that is neither empty nor a run's."""
    if not folder.is_dir() or (folder / MANIFEST).exists():
        return
    # A run that was killed or ran out of space before it had a manifest may have left the beginning of one.
    if {entry.name for entry in folder.iterdir()} - {BLOCKS, "lock", MANIFEST + TEMPORARY} or block_files(folder):
        raise StoreError(f"{folder} is not empty and holds no run; choose another folder")


def attempt(folder: Path, step: Callable[[], Any]) -> Any:
    """The result of a step that writes to a folder. Raises StoreError."""
    try:
        return step()
    except (OSError, FileError) as error:
        raise StoreError(f"cannot write to the folder {folder}: {getattr(error, 'strerror', None) or error}") from None


def describe(work: Work[Any], block_size: int | None = None) -> dict[str, Any]:
    """The manifest of a work: `job` decides the numbers, the rest says where they come from."""
    from importlib.metadata import version

    import numba
    import numpy as np

    size = next((block.matches for block in work.blocks(block_size)), 0)
    return {
        "format": FORMAT,
        "kind": work.kind,
        "job": {**work.manifest(), "block_size": size, "version": VERSION, "program": work.program()},
        "games": work.games,
        "versions": {
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
            "scipy": version("scipy"),
        },
        "machine": {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()},
        "command": sys.argv,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def digest_of(manifest: dict[str, Any]) -> str:
    """The digest in the stamps of a run's blocks: of its job, with the games that it had when it began."""
    grown = {"games": manifest["grown_from"]} if "grown_from" in manifest else {}
    return run_digest({**manifest["job"], **grown})


def _is_longer(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether the run `now` is the run `before` with more games."""
    jobs = [{**each["job"], "kind": each.get("kind"), "games": 0, "block_size": 0} for each in (before, now)]
    counts = [each["job"].get("games") for each in (before, now)]
    return jobs[0] == jobs[1] and all(isinstance(each, int) for each in counts) and counts[0] < counts[1]


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
    leaves: dict[str, Any] = {}
    for key, item in pairs:
        leaves |= _leaves(item, f"{name}.{key}" if name else str(key))
    return leaves


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
    """The finished blocks of a run folder, in order: files of one block, or of several merged.

    A block that a merged file holds too is left out: a crash can leave both. Raises StoreError for a file with any
    other name.
    """
    return _sorted_files(folder)[0]


def _sorted_files(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of `block_files`, and the blocks that a merged file holds too."""
    paths = [path for pattern in ("block-*", "blocks-*") for path in (folder / BLOCKS).glob(f"{pattern}.parquet")]
    numbers = {path: block_numbers(path) for path in paths}
    merged = {held[0] // _GROUP for held in numbers.values() if len(held) > 1}
    counting: list[Path] = []
    left: list[Path] = []
    for path, held in sorted(numbers.items(), key=lambda item: item[1][0]):
        twice = len(held) == 1 and held[0] // _GROUP in merged
        (left if twice else counting).append(path)
    return counting, left


def block_numbers(path: Path) -> range:
    """The numbers of the blocks in a file, from its name. Raises StoreError for any other name."""
    match = _NAMES.fullmatch(path.name)
    if match is not None:
        first, last = int(match[1] or match[2]), int(match[1] or match[3])
        whole = match[1] is not None or (first % _GROUP == 0 and last - first == _GROUP - 1)
        if whole and path.name == block_name(first, last):
            return range(first, last + 1)
    raise StoreError(f"{path} is not named as a block of a run is; remove it")


def block_name(first: int, last: int | None = None) -> str:
    """The name of a block's file, or of one of several merged."""
    return f"block-{first:06d}.parquet" if last in (None, first) else f"blocks-{first:06d}-{last:06d}.parquet"


def checked_block(path: Path, digest: str) -> tuple[Stamp, bytes]:
    """The stamp and the content of a stored block.

    Raises StoreError unless it is whole, in its place, and of the run with that digest.
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
    numbers = block_numbers(path)
    if stamp.block != numbers[0] or stamp.blocks != len(numbers):
        inside = range(stamp.block, stamp.block + max(stamp.blocks, 1))
        raise StoreError(f"{path} is {_block_words(inside)}, not {_block_words(numbers)}; {_AGAIN}")
    return stamp, content


def _block_words(numbers: range) -> str:
    return f"block {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} blocks from {numbers[0]} on"


def _read_block(path: Path, digest: str, totals: Totals) -> tuple[Stamp, Counts]:
    import io

    import polars as pl

    stamp, content = checked_block(path, digest)
    most = _most_rows(totals)
    try:
        check_parquet(content, most, _ROW_BYTES * most)  # a small file could unpack into more than fits into the memory
    except Damaged as damage:
        raise StoreError(f"{path} is damaged: {damage}; {_AGAIN}") from None
    try:
        frame = pl.read_parquet(io.BytesIO(content), columns=["array", "place", "value"], n_rows=most + 1)
        counts = _counts(frame, totals)
    except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException, Damaged):
        raise StoreError(f"{path} is damaged: it cannot be read as a block of this run; {_AGAIN}") from None
    if totals.games_of(counts) != stamp.games:
        raise StoreError(f"{path} is damaged: its counts are not of the games it states; {_AGAIN}")
    return stamp, counts


def _most_rows(totals: Totals) -> int:
    """A generous bound on the rows of a block: more than one a number only where a sum does not fit into 64 bits."""
    return 64 * max(sum(math.prod(totals.shape(name)) for name in totals), 2**16)


def _counts(frame: pl.DataFrame, totals: Totals) -> Counts:
    """The counts of a stored block; `totals` gives the shapes. Raises Damaged (or PolarsError)."""
    import numpy as np
    import polars as pl

    if frame.schema != {"array": pl.String, "place": pl.Int32, "value": pl.Int64} or any(frame.null_count().row(0)):
        raise Damaged("its columns are not a block's")
    names = list(totals)
    sizes = np.array([math.prod(totals.shape(name)) for name in names])
    starts = np.cumsum(sizes) - sizes
    array = frame["array"].cast(pl.Enum(names)).to_physical().to_numpy()
    places, values = frame["place"].to_numpy(), frame["value"].to_numpy()
    if ((places < 0) | (places >= sizes[array])).any():
        raise Damaged("its places are not a block's")
    index = starts[array] + places
    flat = np.zeros(sizes.sum(), np.int64)
    flat[index] = values
    parts = {name: flat[start : start + size] for name, start, size in zip(names, starts, sizes, strict=True)}
    ordered = np.sort(index)
    several = np.unique(np.searchsorted(starts, ordered[1:][ordered[1:] == ordered[:-1]], "right") - 1)
    for number in several:  # these hold numbers beyond int64, which stand in several rows
        exact = parts[names[number]] = np.zeros(sizes[number], object)
        mine = array == number
        np.add.at(exact, places[mine], values[mine].astype(object))
    return {name: part.reshape(totals.shape(name)) for name, part in parts.items()}


def _content(stamp: Stamp, counts: Counts, names: _Names) -> bytes:
    """The file of a block."""
    import io

    buffer = io.BytesIO()
    names.frame_of(counts).write_parquet(buffer, compression="zstd", metadata=metadata(stamp))
    return sealed(buffer.getvalue())


class _Names:
    """The names of all numbers of a run, for writing blocks; made once, as this takes longer than a block."""

    def __init__(self, totals: Totals) -> None:
        import numpy as np
        import polars as pl

        kinds = {axis.name: axis.places for axes in totals.axes.values() for axis in axes if axis.name}
        schema = _schema(kinds)
        columns: dict[str, list[pl.Series]] = {column: [] for column in schema}
        self._starts: dict[str, int] = {}
        rows = 0
        for name in totals:
            places = np.arange(math.prod(totals.shape(name)))
            columns_of = {"place": pl.Series(places)}
            for axis, index in totals.indices(name, places):
                labels = axis.places
                columns_of[axis.name] = (
                    pl.Series(index) if isinstance(labels, int) else pl.Series(labels, dtype=pl.String)[index]
                )
            for column, kind in schema.items():
                same = pl.Series([name if column == "array" else None], dtype=kind)
                values = columns_of[column].cast(kind) if column in columns_of else same.new_from_index(0, len(places))
                columns[column].append(values)
            self._starts[name] = rows
            rows += len(places)
        self._frame = pl.DataFrame({column: pl.concat(parts, rechunk=True) for column, parts in columns.items()})

    def frame_of(self, counts: Counts) -> pl.DataFrame:
        """A block as rows, one for every number that is not 0; adding the values of all blocks gives the run."""
        import numpy as np
        import polars as pl

        arrays = [(self._starts[name], *_rows(block.reshape(-1))) for name, block in counts.items()]
        rows = np.concatenate([start + places for start, places, _ in arrays])
        values = np.concatenate([values for _, _, values in arrays])
        frame = self._frame[rows]
        return frame.insert_column(frame.width, pl.Series("value", values, pl.Int64))


def _schema(kinds: dict[str, Any]) -> dict[str, Any]:
    import polars as pl

    columns = {name: pl.Int32 if isinstance(places, int) else pl.String for name, places in kinds.items()}
    return {"array": pl.String, "place": pl.Int32, **columns}


def _rows(flat: Any) -> tuple[Any, Any]:
    """Places and values of the numbers that are not 0; a number beyond int64 in several pieces."""
    import numpy as np

    places = np.flatnonzero(flat)
    values = flat[places]
    if values.dtype != object:
        return places, values
    pieces = [(place, piece) for place, value in zip(places, values, strict=True) for piece in _pieces(int(value))]
    rows = np.array(pieces, np.int64).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


def _pieces(value: int) -> Iterator[int]:
    whole, rest = divmod(abs(value), _LARGEST)
    if whole > _MOST_PIECES:
        raise TooLargeError(f"a sum of {len(str(value))} digits is too large to be stored; play fewer deals in a block")
    sign = 1 if value > 0 else -1
    yield from [sign * _LARGEST] * whole
    if rest or not whole:
        yield sign * rest
