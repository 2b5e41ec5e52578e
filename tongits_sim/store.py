"""A run on disk: a folder with `manifest.json`, a parquet file per finished block, and `results.json` at the end.

Every file is written under a temporary name, flushed to the disk and renamed, so that a file with a final name is
whole. A run that was cut short goes on where it stopped. docs/formats.md describes the files.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.job import Job
from tongits_sim.lock import Lock
from tongits_sim.sums import ARRAYS, Sums, entries

if TYPE_CHECKING:
    from tongits_sim.block import Played
    from tongits_sim.results import Results

FORMAT = "tongits-run/1"
MANIFEST = "manifest.json"
RESULTS = "results.json"
BLOCKS = "blocks"
_TEMPORARY = ".part"


class StoreError(TongitsError):
    """A run folder that cannot be used."""


class Store:
    """The folder of one run, locked against other processes while it is open."""

    def __init__(self, folder: Path, lock: Lock, manifest: dict[str, Any], progressive: bool) -> None:
        self.folder = folder
        self.manifest = manifest
        self.progressive = progressive
        self._lock = lock
        self.stored: set[int] = set()

    @classmethod
    def open(cls, folder: Path, job: Job, resume: bool = False, block_matches: int | None = None) -> Store:
        """Make a new run folder, or open one to go on with its run. Raises StoreError before anything is played."""
        manifest = describe(job, block_matches)
        _refuse_strangers(folder)
        _attempt(folder, lambda: (folder / BLOCKS).mkdir(parents=True, exist_ok=True))
        lock = _attempt(folder, lambda: Lock.take(folder / "lock"))
        if lock is None:
            raise StoreError(f"another run writes to {folder} right now; wait for it, or choose another folder")
        store = cls(folder, lock, manifest, job.progressive)
        try:
            store._check(resume)
        except BaseException:
            store.close()
            raise
        return store

    def _check(self, resume: bool) -> None:
        path = self.folder / MANIFEST
        if not path.exists():
            self._write(path, json.dumps(self.manifest, indent=1).encode())
            return
        if not resume:
            raise StoreError(
                f"{self.folder} holds a run already; add --resume to go on with it, or choose another folder"
            )
        self._check_same(read_manifest(self.folder))
        self.stored = {int(path.stem.partition("-")[2]) for path in block_files(self.folder)}
        gap = next(number for number in range(len(self.stored) + 1) if number not in self.stored)
        if self.progressive and gap < len(self.stored):
            raise StoreError(
                f"block {gap} is missing in {self.folder}; where matches differ in length, blocks count only in order: "
                "remove the later ones too, then resume"
            )

    def _check_same(self, found: dict[str, Any]) -> None:
        changed = differences(found["job"], self.manifest["job"])
        if changed:
            raise StoreError(f"{self.folder} holds another run: {'; '.join(changed[:4])}; choose another folder")

    def load_into(self, sums: Sums) -> None:
        """Add what is stored."""
        add_blocks(self.folder, sums)

    def write(self, played: Played) -> None:
        """Keep a finished block."""
        data = _block_frame(played)
        name = f"block-{played.block.number:06d}.parquet"
        self._replace(self.folder / BLOCKS / name, lambda part: data.write_parquet(part, compression="zstd"))
        self.stored.add(played.block.number)

    def finish(self, results: Results) -> None:
        """Write the answer of a run that is complete."""
        self._write(self.folder / RESULTS, json.dumps(results.to_dict(), indent=1).encode())

    def close(self) -> None:
        """Let other processes have the folder."""
        self._lock.release()

    def _write(self, path: Path, content: bytes) -> None:
        self._replace(path, lambda part: part.write_bytes(content))

    def _replace(self, path: Path, write: Callable[[Path], Any]) -> None:
        part = path.with_name(path.name + _TEMPORARY)

        def steps() -> None:
            write(part)
            with open(part, "rb+") as file:
                os.fsync(file.fileno())
            part.replace(path)

        _attempt(self.folder, steps)


def _refuse_strangers(folder: Path) -> None:
    """A folder with anything in it must be a run's."""
    if not folder.is_dir() or (folder / MANIFEST).exists():
        return
    if {entry.name for entry in folder.iterdir()} - {BLOCKS, "lock"} or block_files(folder):
        raise StoreError(f"{folder} is not empty and holds no run; choose another folder")


def _attempt(folder: Path, step: Callable[[], Any]) -> Any:
    try:
        return step()
    except OSError as error:
        raise StoreError(f"cannot write to the folder {folder}: {error.strerror or error}") from None


def describe(job: Job, block_matches: int | None = None) -> dict[str, Any]:
    """The manifest of a job: `job` is what decides the numbers, the rest is where they come from."""
    import numba
    import numpy as np

    from tongits_sim import jit
    from tongits_sim.version import VERSION

    players = [
        {
            "player": player.label,
            "strategy": player.strategy.name,
            "params": player.parameters(),
            "origin": player.origin,
            "source": player.digest(),
        }
        for player in job.players
    ]
    return {
        "format": FORMAT,
        "job": {
            "rules": {"name": job.rules.name, "knobs": job.rules.knobs()},
            "players": players,
            "games": job.games,
            "seed": job.seed,
            "match_games": job.match_games,
            "fixed_seats": job.fixed_seats,
            "block_matches": block_matches or job.block_matches,
            "version": VERSION,
        },
        "engine": jit.CACHE_DIR.name.removeprefix("kernels-"),
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
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError(f"{folder} holds no run: cannot read {path.name} ({error.strerror})") from None
    except ValueError:
        raise StoreError(f"{path} is damaged: it is not JSON") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or "job" not in manifest:
        raise StoreError(f"{path} is not the manifest of a run of this version ({FORMAT})")
    return manifest


def block_files(folder: Path) -> list[Path]:
    """The finished blocks of a run folder, in order."""
    return sorted((folder / BLOCKS).glob("block-*.parquet"))


def add_blocks(folder: Path, sums: Sums) -> None:
    """Add all stored blocks of a run folder."""
    import polars as pl

    for path in block_files(folder):
        try:
            frame = pl.read_parquet(path, columns=["array", "place", "value"])
        except (OSError, pl.exceptions.PolarsError):
            raise StoreError(f"{path} is damaged; remove it and resume the run to play it again") from None
        for (array,), part in frame.group_by("array"):
            sums.add_entries(str(array), part["place"].to_numpy(), part["value"].to_numpy())


def _block_frame(played: Played) -> Any:
    """A block as rows, one for every number that is not 0; adding the values of all blocks gives the run."""
    import numpy as np
    import polars as pl

    rows: list[tuple[Any, ...]] = []
    for array in ARRAYS:
        values = getattr(played.counts, array).reshape(-1)
        names = entries(array)
        rows += [(*names[place], int(values[place])) for place in np.flatnonzero(values)]
    kinds = {"array": pl.String, "place": pl.Int32, "slot": pl.Int8, "seat": pl.Int8, "role": pl.String}
    return pl.DataFrame(rows, schema={**kinds, "key": pl.String, "value": pl.Int64}, orient="row")
