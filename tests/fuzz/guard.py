"""What no input may bring about: a write outside the chosen folder, data run as code, a process, a connection."""

import contextlib
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

MAX_SECONDS = 60.0
MAX_MEMORY = 1 << 20  # KiB

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events, and which of their arguments are changed.
_PATHS = {
    "os.chmod": (0,),
    "os.link": (1,),
    "os.mkdir": (0,),
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.rmdir": (0,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "shutil.rmtree": (0,),
}
_NEVER = ("os.exec", "os.fork", "os.posix_spawn", "os.system", "subprocess.Popen", "socket.connect", "socket.bind")


class Broken(AssertionError):  # noqa: N818 - read as "raise Broken"
    """A property that does not hold."""


class _Watch:
    """The audit hook's state: hooks cannot be taken away, only be told to look elsewhere."""

    def __init__(self) -> None:
        self.folder: str = ""
        self.spared: tuple[str, ...] = ()
        self.temporary = str(Path(tempfile.gettempdir()).resolve() / "tongits-verify-")
        self.runs: bool = False
        self.compiled = False
        self.seen: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.folder:
            return
        if event == "open":
            path, mode, flags = arguments
            if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITES):
                self._written(event, path)
        elif event in _PATHS:
            if event != "os.truncate" and isinstance(arguments[-1], int) and arguments[-1] >= 0:
                return  # within a folder that is open: shutil clears up so
            for place in _PATHS[event]:
                self._written(event, arguments[place])
        elif event in _NEVER:
            self.seen.append(f"{event} {arguments!r:.100}")
        elif event == "exec" and not self.runs and isinstance(arguments[0], CodeType):
            name = arguments[0].co_filename
            self.seen += [f"ran {name}"] * name.startswith(self.folder)

    def _written(self, event: str, path: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike) or sys.is_finalizing():
            return
        named = Path(os.fsdecode(path)).absolute()
        # Only opening follows a link at the end of a path.
        whole = os.path.realpath(named) if event == "open" else str(named.parent.resolve() / named.name)
        bytecode = ".pyc" in named.name or named.name == "__pycache__"
        if whole == os.devnull or bytecode or (event == "os.mkdir" and named.is_dir()):
            return
        # `status --verify` plays a copy of a run in a folder of its own.
        if (whole + os.sep).startswith((self.folder, self.temporary)):
            return
        if any((whole + os.sep).startswith(folder) for folder in self.spared):
            self.compiled = True
            return
        self.seen.append(f"{event} {os.fsdecode(path)!r} -> {whole}")


_watch = _Watch()
_hooked: list[bool] = []


@contextlib.contextmanager
def guarded(folder: Path, runs: bool = False) -> Iterator[None]:
    """Inside, nothing outside `folder` may be written, and no code in it run unless `runs`; nothing takes for ever or
    much memory. Raises Broken.
    """
    if not _hooked:
        sys.addaudithook(_watch)
        _hooked.append(True)
    caches = [os.environ.get(name) for name in ("TONGITS_CACHE_DIR", "MPLCONFIGDIR")]
    home = [str(Path.home() / ".cache"), str(Path.home() / ".config" / "matplotlib")]
    _watch.spared = tuple(os.path.realpath(folder) + os.sep for folder in [*caches, *home] if folder)
    _watch.seen, _watch.runs, _watch.compiled = [], runs, False
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _watch.folder = os.path.realpath(folder) + os.sep
    try:
        yield
    finally:
        _watch.folder = ""
    if _watch.seen:
        raise Broken(f"it did what no input may bring about: {'; '.join(_watch.seen[:5])}")
    # What is compiled, is compiled once.
    if (took := time.monotonic() - began) > MAX_SECONDS and not _watch.compiled:
        raise Broken(f"it took {took:.0f} s")
    if (more := resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) > MAX_MEMORY:
        raise Broken(f"it took {more >> 10} MiB of memory")
