"""Files of game records, which appear whole or not at all; the games before a bot's fault are written."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tongits_sim.any_game.record_form import Record, write_lines
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
