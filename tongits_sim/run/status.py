"""The progress of stored runs, read from their folders, also while they are being played."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tongits_sim.run.lock import Lock
from tongits_sim.run.run_folder import (
    MANIFEST,
    RESULTS,
    StoreError,
    block_files,
    checked_block,
    digest_of,
    read_manifest,
)

# The rate is that of the newest blocks, back to a pause: so many seconds, and so many times the usual gap.
_NEWEST = 200
_PAUSE = 60.0
_MANY_GAPS = 20.0


@dataclass(frozen=True)
class RunStatus:
    """How far a run is.

    Attributes:
        folder: the run folder.
        kind: kind of work.
        state: `running` (a process is on it), `finished`, or `stopped`.
        blocks: sound blocks stored.
        games: games in them.
        of_games: games in all; None for a folder that does not say so.
        rate: games a second by the times of the newest blocks; None before two of them.
        remaining: seconds until the end at that rate; None unless it is running.
        last: seconds since the newest block; None before the first.
        damaged: what is wrong with blocks that do not count, a sentence each.
    """

    folder: str
    kind: str
    state: str
    blocks: int
    games: int
    of_games: int | None
    rate: float | None
    remaining: float | None
    last: float | None
    damaged: tuple[str, ...]


def run_statuses(folder: Path) -> list[RunStatus]:
    """How far the run in a folder is; of a comparison, an analysis or a batch, all runs in it. Raises StoreError."""
    try:
        manifests = {folder: read_manifest(folder)}
    except StoreError as error:
        manifests = dict(_inner(folder))
        if not manifests:
            raise error from None
    return [
        _status(each, manifest, ended=any((place / RESULTS).exists() for place in (each, each.parent)))
        for each, manifest in manifests.items()
    ]


def _inner(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The runs in a folder, and in the folders in it: an answer may hold several, and a batch several answers."""
    for path in sorted([*folder.glob(f"*/{MANIFEST}"), *folder.glob(f"*/*/{MANIFEST}")]):
        try:
            yield path.parent, read_manifest(path.parent)
        except StoreError:
            continue  # not a run's


def _status(folder: Path, manifest: dict[str, Any], ended: bool) -> RunStatus:
    running = Lock.held(folder / "lock")  # before the blocks are counted: else a run that ends now seems stopped
    digest = digest_of(manifest)
    times, blocks, damaged = _read(folder, digest)
    games = sum(count for _, count in times)
    wanted = manifest.get("games")
    rate = block_rate(times)
    done = ended or (wanted is not None and games >= wanted and not damaged)
    return RunStatus(
        folder=str(folder),
        kind=str(manifest.get("kind", "")),
        state="running" if running else "finished" if done else "stopped",
        blocks=blocks,
        games=games,
        of_games=wanted,
        rate=rate,
        remaining=max(wanted - games, 0) / rate if running and rate and wanted is not None else None,
        last=max(time.time() - max(times)[0], 0.0) if times else None,
        damaged=tuple(damaged),
    )


def _read(folder: Path, digest: str) -> tuple[list[tuple[float, int]], int, list[str]]:
    """The write time and the games of each file of blocks, the number of blocks, and the damage found."""
    while True:
        times, blocks, damaged = [], 0, []
        for path in block_files(folder):
            try:
                stamp, _ = checked_block(path, digest)
                times.append((path.stat().st_mtime, stamp.games))
                blocks += stamp.blocks
            except (StoreError, OSError) as error:
                if not path.exists():
                    break  # it was merged with others right now: count anew
                damaged.append(str(error))
        else:
            return times, blocks, damaged


def block_rate(times: list[tuple[float, int]]) -> float | None:
    """Games a second of blocks finished at (seconds, games); of the newest ones only, back to a pause."""
    newest = sorted(times)[-_NEWEST:]
    gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(newest)]
    if not gaps:
        return None
    longest = max(_PAUSE, _MANY_GAPS * median(gaps))
    first = max((place + 1 for place, gap in enumerate(gaps) if gap > longest), default=0)
    span = newest[-1][0] - newest[first][0]
    return sum(count for _, count in newest[first + 1 :]) / span if span > 0 else None
