"""Reads stored runs, also while they are played: progress, and counts as a table."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.run.files import RESULTS, StoreError, whole_file, writing
from tongits_sim.run.run_file import DB, damaged, read_done, read_totals
from tongits_sim.run.store import is_running

if TYPE_CHECKING:
    import polars as pl

# The rate covers the newest blocks since the last pause, a gap of at least `_PAUSE` seconds and `_MANY_GAPS` usual gaps
_NEWEST = 200
_PAUSE = 60.0
_MANY_GAPS = 20.0


@dataclass(frozen=True)
class RunStatus:
    """The progress of a run, read from its folder."""

    folder: str
    job_type: str  # of the job
    state: str  # `running`, `finished` or `stopped`
    blocks: int  # finished blocks
    games: int  # finished games
    of_games: int  # games of the whole run
    rate: float | None  # games a second in the newest blocks; None before the second block
    remaining: float | None  # seconds until the end at this rate; None if not running
    last: float | None  # seconds since the newest block; None before the first block


def run_statuses(folder: Path) -> list[RunStatus]:
    """Progress of the run in a folder, or of all runs of an answer or a batch. Raises StoreError."""
    return [_status(place) for place in run_folders(folder)]


def run_folders(folder: Path) -> list[Path]:
    """The folders of runs in a folder: an answer may have several runs, and a batch several answers. Raises StoreError:
    the folder holds no run.
    """
    inner = sorted(path.parent for pattern in (f"*/{DB}", f"*/*/{DB}") for path in folder.glob(pattern))
    if (folder / DB).exists() or not inner:
        return [folder]
    return inner


def _status(folder: Path) -> RunStatus:
    running = is_running(folder)  # before counting blocks: else a run that ends now would seem stopped
    manifest, done = read_done(folder)
    ended = any((place / RESULTS).exists() for place in (folder, folder.parent))
    games = sum(row["games"] for row in done.values())
    wanted = manifest["games"]
    times = [(row["time"], row["games"]) for row in done.values()]
    rate = block_rate(times)
    return RunStatus(
        folder=str(folder),
        job_type=str(manifest.get("job_type", "")),
        state="running" if running else "finished" if ended or games >= wanted else "stopped",
        blocks=len(done),
        games=games,
        of_games=wanted,
        rate=rate,
        remaining=max(wanted - games, 0) / rate if running and rate else None,
        last=max(time.time() - max(times)[0], 0.0) if times else None,
    )


def block_rate(times: list[tuple[float, int]]) -> float | None:
    """Games a second since the last pause; times: (seconds, games) of each block."""
    newest = sorted(times)[-_NEWEST:]
    gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(newest)]
    if not gaps:
        return None
    longest = max(_PAUSE, _MANY_GAPS * median(gaps))
    first = max((place + 1 for place, gap in enumerate(gaps) if gap > longest), default=0)
    span = newest[-1][0] - newest[first][0]
    return sum(count for _, count in newest[first + 1 :]) / span if span > 0 else None


def export_counts(folder: Path, path: Path) -> int:
    """Write the counts of a run as a parquet table, a row for each nonzero number; returns the number of rows.

    Columns: `array`, `place` in the array, the named axes of all arrays, `value`. Raises StoreError.
    """
    if len(folders := run_folders(folder)) > 1:
        names = ", ".join(str(place.relative_to(folder)) for place in folders[:6])
        raise StoreError(f"{folder} holds several runs; name one of them: {names}")
    frame = counts_frame(folders[0])
    with writing(path, StoreError), whole_file(path) as file:
        frame.write_parquet(file, compression="zstd")
    return frame.height


def counts_frame(folder: Path) -> pl.DataFrame:
    """The table of `export_counts`. Raises StoreError."""
    import polars as pl

    totals = read_totals(folder)
    axes = [axis for shape in totals.axes.values() for axis in shape if axis.name]
    kinds = {axis.name: axis.places for axis in axes}
    mixed = [axis.name for axis in axes if isinstance(axis.places, int) != isinstance(kinds[axis.name], int)]
    if mixed or kinds.keys() & {"array", "place", "value"}:
        raise damaged(folder, "its arrays are not a run's")
    schema: dict[str, Any] = {"array": pl.String, "place": pl.Int32}
    schema |= {name: pl.Int32 if isinstance(places, int) else pl.String for name, places in kinds.items()}
    arrays = {name: totals.as_int64_if_exact(name).reshape(-1) for name in totals}
    beyond = any(numbers.dtype == object for numbers in arrays.values())
    schema["value"] = pl.Decimal(38, 0) if beyond else pl.Int64  # parquet has no larger integers
    parts = [pl.DataFrame(schema=schema)]
    for name, numbers in arrays.items():
        places = np.flatnonzero(numbers)
        values = numbers[places]
        columns = {"place": places, "value": values.tolist() if beyond else values}
        for axis, index in totals.indices(name, places):
            labels = axis.places
            columns[axis.name] = index if isinstance(labels, int) else [labels[number] for number in index]
        part = pl.DataFrame(columns, schema_overrides={key: schema[key] for key in columns})
        parts.append(part.with_columns(array=pl.lit(name)))
    frame = pl.concat(parts, how="diagonal")
    assert frame.schema == schema
    return frame


def check_runs(folder: Path) -> Iterator[RunStatus]:
    """Read all that the runs of a folder hold, and yield their progress. Raises StoreError: a run is damaged."""
    for place in run_folders(folder):
        read_totals(place)
        yield _status(place)
