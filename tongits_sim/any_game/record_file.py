"""Files of game records, which appear whole or not at all; the games before a bot's fault are written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from tongits_sim.any_game.record_form import MAX_LINE, Record, write_lines
from tongits_sim.errors import TongitsError
from tongits_sim.run.faults import BotFault, Fault


class StoppedGame(BotFault):
    """A game that a bot's fault ended.

    Attributes:
        record: the game up to there: a record without `result` and `after`.
    """

    def __init__(self, fault: Fault, record: Record) -> None:
        super().__init__(fault)
        self.record = record


def write_records(records: Iterable[Record], path: str | os.PathLike[str] | None = None) -> int:
    """Write records as JSON lines to a file, which appears whole or not at all, or to standard output.

    A device or a pipe is written to directly and never replaced by a file. Where a bot's fault ends the games, those
    before it are written first.

    Returns:
        The number of records written.

    Raises:
        StoppedGame: a bot's fault ended the games.
        TongitsError: the file cannot be written.
    """
    if path is None or os.fspath(path) == "-":
        return write_lines(records, sys.stdout)
    target = Path(path)
    if target.exists() and not target.is_file():
        return _write_into(records, target)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
    except OSError as error:
        raise TongitsError(f"cannot write {target}: {error.strerror or error}") from None
    try:
        with open(handle, "w", encoding="utf-8") as file:
            counted, stopped = _lines_written(records, file)
        if counted or stopped is None:
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(target)
    except OSError as error:
        raise TongitsError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()
    if stopped is not None:
        raise stopped
    return counted


def _lines_written(records: Iterable[Record], file: Any) -> tuple[int, StoppedGame | None]:
    """How many records were written, and the fault that ended them, if any."""
    written = 0
    try:
        for record in records:
            write_lines([record], file)
            written += 1
    except StoppedGame as stop:
        return written, stop
    return written, None


def _write_into(records: Iterable[Record], target: Path) -> int:
    try:
        with open(target, "w", encoding="utf-8") as file:
            return write_lines(records, file)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TongitsError(f"cannot write {target}: {error.strerror or error}") from None


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def read_lines(path: str) -> Iterator[str]:
    """The lines of a UTF-8 file, each cut at the maximum length of a record.

    Raises:
        TongitsError: the file cannot be read or is not UTF-8.
    """
    if path == "-" and sys.stdin is None:
        raise TongitsError("there is no standard input to read from: name a file")
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            yield from _decoded(path, file)
    except OSError as error:
        raise TongitsError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:  # a NUL in its name
        raise TongitsError("cannot read a file of that name: it holds a NUL") from None


def _decoded(path: str, file: IO[bytes]) -> Iterator[str]:
    number = 0
    while line := file.readline(MAX_LINE + 2):
        number += 1
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise TongitsError(f"{path} is not UTF-8 text (line {number})") from None
