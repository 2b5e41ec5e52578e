"""A match in progress on disk: the records of finished games, and next to them the game in progress.

`games.jsonl` holds the finished games, a record a line. `games.jsonl.unfinished` holds the seat, the length of the
match, and all moves of the game in progress. Both files are complete at any time.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.records.file import follows
from tongits_sim.records.form import CHECKS
from tongits_sim.records.replay import verified_records
from tongits_sim.records.schema import MAX_LINE, Record, RecordError, demand
from tongits_sim.run.files import FileError, read_json, write_whole, writing
from tongits_sim.table.live_match import OPEN_END

UNFINISHED = ".unfinished"
_FORMAT = "tongits-unfinished/1"
_LATER = ("result", "after")


class SaveError(TongitsError):
    """A match cannot be saved or resumed."""


@dataclass(frozen=True)
class SavedMatch:
    """A match of a person that was left and can be continued."""

    records: tuple[Record, ...]  # the finished games
    in_progress: Record | None  # a record without `result` and `after`; None between two games
    seat: int  # the person's seat
    games: int  # the most games of the match
    stake: str = ""  # the worth of a unit as typed by the person, or empty
    lang: str = ""  # the language of the table

    @property
    def any_game(self) -> Record:
        """A game of the match, for its rules, players and seed."""
        return self.records[-1] if self.in_progress is None else self.in_progress


class MatchSaver:
    """Saves a match to files.

    Attributes:
        path: the file of finished games.
    """

    def __init__(
        self, path: Path, seat: int, games: int, records: Sequence[Record] = (), stake: str = "", lang: str = ""
    ) -> None:
        """records: finished games that the file already holds. Writes nothing yet; for the other arguments see
        `SavedMatch`.
        """
        self.path = path
        self.stake = stake
        self.lang = lang
        self.seat = seat
        self.games = games
        self._lines = [_line(record) for record in records]

    @property
    def unfinished_path(self) -> Path:
        """The file of the game in progress."""
        return self.path.with_name(self.path.name + UNFINISHED)

    def add(self, record: Record) -> None:
        """Save a finished game. Raises SaveError."""
        self._lines.append(_line(record))
        self._write(self.path, "\n".join(self._lines) + "\n")

    def save(self, in_progress: Record | None) -> None:
        """Save the game in progress; None between two games. Raises SaveError."""
        facts = {"seat": self.seat, "games": self.games, "stake": self.stake, "lang": self.lang}
        value = {"format": _FORMAT, **facts, "game": in_progress}
        self._write(self.unfinished_path, json.dumps(value, ensure_ascii=False) + "\n")

    def done(self) -> None:
        """Delete the file of the game in progress at the end of the match."""
        with contextlib.suppress(OSError):
            self.unfinished_path.unlink(missing_ok=True)

    def _write(self, path: Path, text: str) -> None:
        with writing(path, SaveError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text.encode())


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, default=float)


def load_match(path: Path) -> SavedMatch:
    """Load an unfinished match and verify its finished games. Raises SaveError or RecordError."""
    unfinished_path = path.with_name(path.name + UNFINISHED)
    if not unfinished_path.exists():
        there = f"the match in {path} was played to its end" if path.exists() else f"there is no match in {path}"
        raise SaveError(f"{there}: nothing is left to resume")
    try:
        value = read_json(unfinished_path, MAX_LINE)
        in_progress, seat, games = _match_facts(value)
        stake = str(value.get("stake", ""))
        lang = str(value.get("lang", ""))
    except FileError as error:
        raise SaveError(f"cannot read {unfinished_path}: {error}") from None
    except RecordError as error:
        raise SaveError(f"cannot resume {unfinished_path}: {error.reason}") from None
    records = tuple(verified_records(str(path))) if in_progress is None or in_progress["game"] else ()
    whole = all(record["game"] == 0 for record in records[:1]) and all(starmap(follows, pairwise(records)))
    if in_progress is None:
        if not whole:
            raise SaveError(f"the games in {path} are not a match from its beginning")
        return SavedMatch(records, None, seat, games, stake, lang)
    fits = all(record["seed"] == in_progress["seed"] for record in records) and len(records) >= in_progress["game"]
    if not fits or not whole:
        raise SaveError(f"the games in {path} do not lead up to the game in {unfinished_path}")
    return SavedMatch(records[: in_progress["game"]], in_progress, seat, games, stake, lang)


def _match_facts(value: Any) -> tuple[Record | None, int, int]:
    demand(isinstance(value, Mapping) and value.get("format") == _FORMAT, f"its format is not {_FORMAT}")
    in_progress = value.get("game")
    seat = value.get("seat")
    games = value.get("games")
    CHECKS["dealer"]("seat", seat)
    CHECKS["game"]("games", games)
    demand(1 <= games <= OPEN_END, f"a match has 1 to {OPEN_END:,} games")
    if in_progress is None:
        return None, seat, games
    demand(isinstance(in_progress, Mapping), "it holds no game")
    for key, check in CHECKS.items():
        if key not in _LATER:
            demand(key in in_progress, f"the game lacks {key}")
            check(key, in_progress[key])
    return dict(in_progress), seat, games
