"""Files of game records: writing leaves a complete file or none, and reading verifies each game."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tongits_sim.errors import TongitsError
from tongits_sim.records.schema import MAX_LINE, Record, RecordError, demand, in_hundredths, write_lines
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.files import whole_file, writing

_FORM = ".jsonl"
"""How the name of a file of records ends."""


class FaultedGame(BotFault):
    """A game that a bot's fault ended.

    Attributes:
        record: the game up to the fault, without `result` and `after`.
    """

    def __init__(self, fault: Fault, record: Record) -> None:
        super().__init__(fault)
        self.record = record


def write_records(records: Iterable[Record], path: str | os.PathLike[str] | None = None) -> int:
    """Write records as JSON lines to a file or to standard output; a file appears only when complete.

    A device or a pipe is never replaced by a file. If a bot's fault ends the games, the finished games are still
    written.

    Returns:
        The number of records written.

    Raises:
        FaultedGame: a bot's fault ended the games.
        TongitsError: the file cannot be written.
    """
    if path is None or os.fspath(path) == "-":
        return write_lines(records, sys.stdout)
    target = Path(path)
    check_name(target)
    if target.exists() and not target.is_file():
        return _write_into(records, target)
    with writing(target), whole_file(target.resolve()) as file:
        counted, stopped = _write_until_fault(records, codecs.getwriter("utf-8")(file))
        if stopped is not None and not counted:
            raise stopped
    if stopped is not None:
        raise stopped
    return counted


def check_name(path: Path) -> None:
    """Raises TongitsError: the file's name promises another format. Devices, pipes and `-`, which is standard output,
    may have any name.
    """
    named = path.is_file() or not path.exists()
    if path.suffix.lower() != _FORM and named and os.fspath(path) != "-":
        raise TongitsError(
            f"records are JSON lines, and {path} is no name of such a file: name it {path.with_suffix(_FORM).name}; "
            f"polars.read_ndjson and pandas.read_json(lines=True) make a table of it"
        )


def _write_until_fault(records: Iterable[Record], file: Any) -> tuple[int, FaultedGame | None]:
    """Return the number of records written, and the fault that ended them, if any."""
    written = 0
    try:
        for record in records:
            write_lines([record], file)
            written += 1
    except FaultedGame as stop:
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


def read_lines(path: str) -> Iterator[str]:
    """The lines of a UTF-8 file, cut at the maximum length of a record. Raises TongitsError: the file cannot be read or
    is not UTF-8.
    """
    if path == "-" and sys.stdin is None:
        raise TongitsError("there is no standard input to read from: name a file")
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            yield from _decode(path, file)
    except OSError as error:
        raise TongitsError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:  # a NUL in its name
        raise TongitsError("cannot read a file of that name: it holds a NUL") from None


def _decode(path: str, file: IO[bytes]) -> Iterator[str]:
    number = 0
    while line := file.readline(MAX_LINE + 2):
        number += 1
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise TongitsError(f"{path} is not UTF-8 text (line {number})") from None


@dataclass(frozen=True)
class Reading:
    """How the records of a game are read, verified, and chained into matches."""

    read: Callable[[str], Record]  # parses a line and checks its form. Raises RecordError.
    verify: Callable[[Record], object]  # replays a record. Raises RecordError.
    dealer: str  # the key of the seat that deals; in `after` the key begins with `next_`
    # numbers of the rules about who deals next, and about what a match carries over
    dealing: str
    chaining: str
    form: str  # what a game in a file is, for messages

    def records(self, path: str, lines: Iterable[str] | None = None) -> Iterator[Record]:
        """The records of a file (`-`: standard input), each verified before it is yielded.

        Raises:
            RecordError: a record is invalid; the message has the number of the line.
            TongitsError: the file cannot be read or holds no game.
        """
        for game in self.games(path, lines):
            if isinstance(game, RecordError):
                raise game
            yield game

    def games(self, path: str, lines: Iterable[str] | None = None) -> Iterator[Record | RecordError]:
        """As `records`, but yields an error in place of an invalid record. Raises TongitsError: the file cannot be read
        or holds no game.
        """
        for _, game in self.numbered(path, lines if lines is not None else read_lines(path)):
            if game is not None:
                yield game

    def numbered(
        self, path: str, lines: Iterable[str], wanted: Collection[int] = ()
    ) -> Iterator[tuple[int, Record | RecordError | None]]:
        """The games of a file with their numbers, from 1; None in place of a game that is not wanted.

        Args:
            path: the file, for messages.
            lines: its lines.
            wanted: numbers of games; empty: all. Other games are skipped, except the game before a wanted game,
                because a game is verified against the game before it.

        Raises TongitsError: the file cannot be read or holds no game.
        """
        checker = FileChecker(self)
        number = 0
        for line in lines:
            if not line.strip():
                checker.lines += 1
                continue
            number += 1
            if number == 1 and not line.lstrip().startswith("{"):
                raise TongitsError(f"{path} holds no game: a game is {self.form}")
            if wanted and number not in wanted and number + 1 not in wanted:
                checker.lines += 1
                yield number, None
                continue
            try:
                game: Record | RecordError | None = checker.check(line)
            except RecordError as error:
                game = error
            yield number, game if not wanted or number in wanted else None
        if not number:
            raise TongitsError(f"{path} holds no game record")

    def check_following(self, previous: Record, record: Record) -> None:
        """Raises RecordError: a record cannot follow the previous record of its match."""
        game, before = record["game"], previous["game"]
        demand(follows(previous, record), f"game {game} cannot follow game {before} of its match", self.chaining)
        demand(record["rules"] == previous["rules"], "the rules change within a match")
        due, deals = previous["after"][f"next_{self.dealer}"], record[self.dealer]
        demand(deals == due, f"{self.dealer} is seat {deals}, not seat {due}", self.dealing)
        for key, value in record["before"].items():
            same = in_hundredths(value) == in_hundredths(previous["after"][key])
            demand(same, f"before.{key} differs from after.{key} of the previous game", self.chaining)


class FileChecker:
    """Verifies the lines of a file in order.

    A game that follows the previous game of its match is verified against it. Any other game starts from its `before`,
    because games may be cut out of a match and files joined.

    Attributes:
        lines: the number of lines read.
    """

    def __init__(self, reading: Reading) -> None:
        self.lines = 0
        self._reading = reading
        self._previous: Record | None = None

    def check(self, line: str) -> Record | None:
        """Verify the record of the next line; None for a blank line. Raises RecordError with the number of the line."""
        self.lines += 1
        if not line.strip():
            return None
        try:
            record = self._reading.read(line)
            self._reading.verify(record)
            if self._previous is not None and follows(self._previous, record):
                self._reading.check_following(self._previous, record)
        except RecordError as error:
            self._previous = None
            raise RecordError(error.rule, f"{error.reason} (line {self.lines})") from None
        self._previous = record
        return record


def follows(previous: Record, record: Record) -> bool:
    """Whether a record is the next game of the previous record's match."""
    next_of_match = match_of(previous) == match_of(record) and record["game"] == previous["game"] + 1
    return next_of_match and not previous["match_over"]


def match_of(record: Record) -> tuple[int | str, ...]:
    """A key of a match; a file may hold several runs, so it includes seed, rules and players."""
    return record["seed"], record["match"], record["rules"]["name"], *record["players"]


def identity_of(record: Record) -> str:
    """A key of a game: players, deal and moves, without the rules."""
    game = [record["players"], [sorted(hand) for hand in record["hands"]], record["events"]]
    return json.dumps(game, sort_keys=True, default=str)
