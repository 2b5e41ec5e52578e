"""Leitner's boxes: a question answered right comes back later and later, one answered wrong tomorrow.

A question begins in box 0. A right answer moves it one box up, a wrong one back to box 0; a box says after how many
days the question is due again (Leitner 1972, with the usual doubling).
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, read_json, write_whole, writing

FORMAT = "tongits-progress/1"
DAYS = (0, 1, 3, 7, 16, 35)
"""Days until a question of a box is due again."""
_LARGEST = 5_000_000


class ProgressError(TongitsError):
    """Progress that cannot be kept."""


@dataclass(frozen=True)
class Card:
    """The state of a question.

    Attributes:
        box: 0 to 5.
        due: the day it is due, as an ISO date.
        asked, wrong: numbers of answers, and of wrong ones.
    """

    box: int
    due: str
    asked: int
    wrong: int


class Progress:
    """A person's progress, in a file.

    Attributes:
        path: the file.
        cards: by name of the question.
        note: a sentence about a damaged file, "" for a sound one.
    """

    def __init__(self, path: Path) -> None:
        """Progress from the file; a damaged file is kept beside it under another name."""
        self.path = path
        self.note = ""
        self.cards: dict[str, Card] = {}
        if path.exists():
            try:
                self.cards = _cards(read_json(path, _LARGEST))
            except FileError as error:
                self._put_aside(str(error))

    def _put_aside(self, why: str) -> None:
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.damaged{number}")).exists():
            number += 1
        try:
            self.path.rename(aside)
        except OSError as error:
            raise ProgressError(f"cannot read {self.path} ({why}), nor put it aside: {error.strerror}") from None
        self.note = (
            f"The progress in {self.path} could not be read ({why}). The file is kept as {aside.name}, and progress "
            "starts from the beginning."
        )

    def due(self, names: Sequence[str], today: dt.date) -> list[str]:
        """The questions to ask: those that are due, most often wrong first, then new ones, then the earliest due."""
        known = [name for name in names if name in self.cards]
        due = [name for name in known if self.cards[name].due <= today.isoformat()]
        due.sort(key=lambda name: (self.cards[name].box, -self.cards[name].wrong, self.cards[name].due))
        later = sorted((name for name in known if name not in due), key=lambda name: self.cards[name].due)
        return [*due, *(name for name in names if name not in self.cards), *later]

    def answered(self, name: str, right: bool, today: dt.date) -> Card:
        """Note an answer in the file; returns the question's new card. Raises ProgressError."""
        old = self.cards.get(name, Card(0, today.isoformat(), 0, 0))
        box = min(old.box + 1, len(DAYS) - 1) if right else 0
        days = DAYS[box] if right else 1
        card = Card(box, (today + dt.timedelta(days=days)).isoformat(), old.asked + 1, old.wrong + (not right))
        self.cards[name] = card
        self._keep()
        return card

    def _keep(self) -> None:
        value = {"format": FORMAT, "cards": {name: asdict(card) for name, card in sorted(self.cards.items())}}
        with writing(self.path, ProgressError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, (json.dumps(value, indent=1) + "\n").encode())


def _cards(value: Any) -> dict[str, Card]:
    """The cards of a file. Raises FileError."""
    if not isinstance(value, Mapping) or value.get("format") != FORMAT or not isinstance(value.get("cards"), Mapping):
        raise FileError(f"its format is not {FORMAT}")
    cards = {}
    for name, card in value["cards"].items():
        try:
            entry = Card(int(card["box"]), dt.date.fromisoformat(card["due"]).isoformat(), card["asked"], card["wrong"])
        except (KeyError, TypeError, ValueError):
            raise FileError(f"its entry for {str(name)[:20]!r} is not valid") from None
        numbers: tuple[object, ...] = entry.asked, entry.wrong
        counted = all(isinstance(number, int) and 0 <= number < 10**9 for number in numbers)
        if not counted or not 0 <= entry.box < len(DAYS):
            raise FileError(f"its entry for {str(name)[:20]!r} is not valid")
        cards[name] = entry
    return cards
