"""The folders of machine code: their places, whether they can be trusted, and the removal of old files.

The folder is ``$TONGITS_CACHE_DIR`` if set, else the user's cache folder, or a private temporary folder if the user's
cannot be written. Valid kernels in a read-only folder are used too.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

CACHE_ENV = "TONGITS_CACHE_DIR"
KEPT_FOLDERS = 8
SPARED_SECONDS = 86_400
KEPT_BYTES = 128_000_000
"""Most bytes of a cache folder's code of bots and parts; beyond it, the least recently used files are removed."""
_SPARED_FILES = 3600  # seconds for which a used file stays

_APP = "tongits-sim"
_FOLDER = re.compile(r"kernels-[0-9a-f]{16}")


class CacheEntry(NamedTuple):
    """Where the machine code of a function is cached, and what identifies the function."""

    folder: Path  # to write and read
    spares: tuple[Path, ...] = ()  # further folders to read from
    # digest of what the function does and encloses, if the folder's name does not tell
    identity: Callable[[], str] | None = None
    by_content: bool = True  # True: compare sources by content, so they may lie elsewhere; False: by time and size
    shipped: str | None = None  # compile options, if the function may come with the program (`prebuilt.py`)


class Health:
    """Problems with cache files of this process; each is logged to stderr once.

    Attributes:
        unkept: whether some compiled code could not be written.
        damaged: whether some file was damaged.
        untrusted: whether some folder was not used because others could put code into it.
    """

    def __init__(self) -> None:
        self.unkept = False
        self.damaged = False
        self.untrusted = False

    def note_unkept(self, folder: str, error: OSError) -> None:
        """Record that compiled code could not be written into a folder."""
        if not self.unkept:
            _say(
                f"Compiled code cannot be saved in {folder} ({error.strerror or error}): it is compiled at every start."
            )
        self.unkept = True

    def note_untrusted(self, folder: str) -> None:
        """Record that a folder is not used because others could put code into it."""
        if not self.untrusted:
            _say(
                f"Others may write into {folder}, so no compiled code is kept there or taken from there; "
                "to use it, let nobody but its owner, who is you or root, write there (chmod go-w)."
            )
        self.untrusted = True

    def note_damaged(self, path: str) -> None:
        """Record that a cache file was damaged and ignored."""
        if not self.damaged:
            _say(f"Compiled code in {os.path.dirname(path)} is damaged: recompiling.")  # noqa: PTH120
        self.damaged = True


HEALTH = Health()


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def cache_base() -> Path:
    """The folder of the cache folders of all versions, created if needed.

    Prefers ``$TONGITS_CACHE_DIR``, then the user's cache folder, then a private temporary folder.
    """
    for candidate in _candidates():
        if _writable(candidate):
            if trusted(candidate):
                return candidate
            HEALTH.note_untrusted(str(candidate))
    temporary = Path(tempfile.gettempdir()) / f"{_APP}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if _writable(temporary) and _private(temporary):
        return temporary
    return Path(tempfile.mkdtemp(prefix=f"{_APP}-"))


def _candidates() -> Iterable[Path]:
    chosen = os.environ.get(CACHE_ENV)
    if chosen:
        yield Path(chosen).expanduser().absolute()
    xdg = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the standard says to ignore a relative path
        yield xdg / _APP
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        yield Path(os.environ["LOCALAPPDATA"]) / _APP / "Cache"
    else:
        with contextlib.suppress(RuntimeError):  # no home folder
            yield Path.home() / ".cache" / _APP


def _writable(folder: Path) -> bool:
    """Whether `folder` is writable; creates a missing folder for this user alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def trusted(folder: Path) -> bool:
    """Whether only this user and root can put files into `folder`, because code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022


def _private(folder: Path) -> bool:
    """Whether `folder` belongs to this user, is not a link and is closed to others, because code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def prune(base: Path, keep: int = KEPT_FOLDERS) -> None:
    """Remove all but the `keep` most recently used cache folders; folders used in the last day stay, because a process
    may use them.
    """
    try:
        ours = [path for path in base.iterdir() if _FOLDER.fullmatch(path.name) and not path.is_symlink()]
        folders = [(path.stat().st_mtime, path) for path in ours if path.is_dir()]
    except OSError:  # another process prunes too
        return
    for used, path in sorted(folders, reverse=True)[keep:]:
        if time.time() - used > SPARED_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def prune_within(folder: Path, most: int = KEPT_BYTES) -> None:
    """If a cache folder exceeds `most` bytes, remove the least recently used files down to half. Files used in the last
    hour stay. Specialised engines have their own bound.

    The folder is checked once an hour. A process that finds a file gone compiles anew.
    """
    stamp = folder / "pruned.stamp"
    now = time.time()
    try:
        if stamp.exists() and now - stamp.stat().st_mtime < _SPARED_FILES:
            return
        stamp.touch()
        places = [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        found = [file for entry in places for file in os.scandir(entry) if file.is_file(follow_symlinks=False)]
        stats = [(file.stat(), file.path) for file in found]
    except OSError:  # read only, or another process prunes too
        return
    files = sorted((max(status.st_atime, status.st_mtime), status.st_size, path) for status, path in stats)
    held = sum(size for _, size, _ in files)
    left = most // 2 if held > most else held
    for used, size, path in files:
        if held <= left or now - used < _SPARED_FILES:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108
        held -= size


def open_cache(digests: Iterable[str]) -> list[Path]:
    """Create the cache folders of these digests, mark them as used, and remove old cache folders."""
    base = cache_base()
    folders = [base / f"kernels-{digest}" for digest in digests]
    for folder in folders:
        mark_used(folder)
    prune(base)
    for folder in folders:
        prune_within(folder)
    return folders


def mark_used(folder: Path) -> None:
    """Create a missing cache folder, and note its use."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        os.utime(folder)


def spares(folder: Path) -> tuple[Path, ...]:
    """Read-only folders of the cache folder's name, in the places that `cache_base` prefers."""
    better = itertools.takewhile(lambda base: base != folder.parent, _candidates())
    ours = [base / folder.name for base in better if os.access(base / folder.name, os.R_OK | os.X_OK)]
    return tuple(spare for spare in ours if trusted(spare.parent) and trusted(spare))
