"""Reading files of game records, one game per line; verifies each game and the sequence of games of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tongits_sim.any_game.record_file import read_lines
from tongits_sim.any_game.record_form import Record, RecordError, demand, hundredths
from tongits_sim.errors import TongitsError
from tongits_sim.records.form import read_line
from tongits_sim.records.replay import verify


class FileChecker:
    """Verifies the lines of a file in order, each against the one before."""

    def __init__(self) -> None:
        self.lines = 0
        self.games = 0
        self._previous: Record | None = None
        self._seen: set[int] = set()

    def check(self, line: str) -> Record | None:
        """The verified record of the next line; None for a blank line.

        Raises:
            RecordError: the record is invalid; the message has the number of the line.
        """
        self.lines += 1
        if not line.strip():
            return None
        try:
            record = read_line(line)
            verify(record)
            self._check_chain(record)
        except RecordError as error:
            raise RecordError(error.rule, f"{error.reason} (line {self.lines})") from None
        self.games += 1
        self._previous = record
        self._seen.add(hash(identity(record)))
        return record

    def _check_chain(self, record: Record) -> None:
        previous = self._previous
        if previous is not None and identity(previous) == identity(record):
            check_following(previous, record)
            return
        demand(hash(identity(record)) not in self._seen, "the games of a match are not consecutive")
        demand(record["game"] == 0, f"a match starts with game {record['game']}, not with game 0")
        over = previous is None or previous["match_over"]
        demand(over, "a new match starts, but the previous record does not have match_over")


def identity(record: Record) -> tuple[Any, ...]:
    """The values common to all games of a match; a file may hold several runs."""
    return record["seed"], record["match"], record["rules"]["name"], *record["players"]


def check_following(previous: Record, record: Record) -> None:
    """Check that a record may follow another of its match (R15, R1.2).

    Raises:
        RecordError: it may not.
    """
    demand(not previous["match_over"], "a game after the last one of its match", "R15")
    demand(
        record["game"] == previous["game"] + 1, f"game {record['game']} follows game {previous['game']} of its match"
    )
    demand(record["rules"] == previous["rules"], "the rules change within a match")
    dealer = previous["after"]["next_dealer"]
    demand(record["dealer"] == dealer, f"seat {dealer} should deal, not seat {record['dealer']}", "R1.2")
    for key, value in record["before"].items():
        previous_value = previous["after"][key]
        same = hundredths(value) == hundredths(previous_value) if key == "jackpot" else value == previous_value
        demand(same, f"before.{key} differs from after.{key} of the previous game", "R15")


def verified_records(path: str, lines: Iterable[str] | None = None) -> Iterator[Record]:
    """The records of a file (`-`: standard input), each verified before it is yielded.

    Raises:
        RecordError: a record is invalid.
        TongitsError: the file cannot be read or holds no game.
    """
    checker = FileChecker()
    for line in lines if lines is not None else read_lines(path):
        record = checker.check(line)
        if record is not None:
            yield record
    if checker.games == 0:
        raise TongitsError(f"{path} holds no game record")
