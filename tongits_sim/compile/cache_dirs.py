"""The folders of machine code: their place, who may write to them, and which files are removed.

The folder is in ``$TONGITS_CACHE_DIR``, else in the user's cache folder, else (if that is not writable) in a private
temporary folder. A read-only folder that holds the right kernels is used too.
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
"""The most bytes of code of bots and of parts in a cache folder; beyond it, the files used longest ago are removed."""
_SPARED_FILES = 3600  # seconds since its last use for which a file stays

_APP = "tongits-sim"
_FOLDER = re.compile(r"kernels-[0-9a-f]{16}")


class CacheEntry(NamedTuple):
    folder: Path  # where its files are written and read
    spares: tuple[Path, ...] = ()  # further folders to read from
    # says what the function does and encloses, where the name of the folder does not
    identity: Callable[[], str] | None = None
    by_content: bool = True  # whether the source may be at another place; else its time and size are compared
    shipped: str | None = None  # its options, if it may come with the program (`prebuilt.py`); else None


class Health:
    """Problems with the cache files of this process; each is logged to stderr once.

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

    The first of ``$TONGITS_CACHE_DIR``, the user's cache folder, a private temporary folder that is writable, for this
    user only.
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
    """Whether `folder` is writable; creates it (for this user alone) if it does not exist."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def trusted(folder: Path) -> bool:
    """Whether nobody but this user and the system's can put files into `folder`, since code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022


def _private(folder: Path) -> bool:
    """Whether `folder` belongs to this user, is no link and is closed to others, since code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def prune(base: Path, keep: int = KEPT_FOLDERS) -> None:
    """Remove all but the `keep` most recently used cache folders; folders used in the last day stay, as they may be in
    use.

    Other files and folders are not touched.
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
    """Remove the files used longest ago from a cache folder of more than `most` bytes, down to half of that; files used
    in the last hour stay. Specialised engines have a bound of their own.

    The folder is checked once an hour. A process that finds a file gone compiles anew.
    """
    stamp, now = folder / "pruned.stamp", time.time()
    try:
        if stamp.exists() and now - stamp.stat().st_mtime < _SPARED_FILES:
            return
        stamp.touch()
        places = [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        found = [file for entry in places for file in os.scandir(entry) if file.is_file(follow_symlinks=False)]
        stats = [(file.stat(), file.path) for file in found]
    except OSError:  # read only, or another process prunes too
        return
    files = sorted((max(each.st_atime, each.st_mtime), each.st_size, path) for each, path in stats)
    held = sum(size for _, size, _ in files)
    left = most // 2 if held > most else held
    for used, size, path in files:
        if held <= left or now - used < _SPARED_FILES:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108
        held -= size


def open_cache(digests: Iterable[str]) -> list[Path]:
    """Create the cache folders of these digests, mark them as used and remove old ones."""
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
    """Read-only folders of the same name in places that come before that of a cache folder."""
    better = itertools.takewhile(lambda base: base != folder.parent, _candidates())
    ours = [base / folder.name for base in better if os.access(base / folder.name, os.R_OK | os.X_OK)]
    return tuple(spare for spare in ours if trusted(spare.parent) and trusted(spare))
