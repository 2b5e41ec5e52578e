"""Cells of maps and averages over decisions, as answers hold them: of any game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeVar

from tongits_sim.run.answers import Answer, AnswerError, Estimate

Coordinate = bool | int | str | None

MIX, UNRESOLVED, DEPENDS = "mix", "unresolved", "depends"
"""Verdicts of a cell that are neither yes nor no (`estimates/verdicts.py`)."""
ASK = 0.35
"""A box says to ask where at least this share of its positions has the other answer."""
COORDINATES = (
    *("own_count", "stock_left", "opponents_open", "own_size", "least_size", "own_open", "caller_cards"),
    *("caller_count", "meld", "own_turn", "suit", "rank", "card", "fits", "seen", "next_open"),
    *("shanten", "nearer", "others_open", "suit_tiles", "pairs", "triples", "tile_class", "thrown", "goal"),
)
"""Names of the features that sort the cells of the built-in questions."""
_KEYS = frozenset(COORDINATES) | {f"{name}_to" for name in COORDINATES}


def finite(number: Any) -> float | None:
    """A number as JSON holds it: None if it is not finite."""
    return float(number) if math.isfinite(number) else None


@dataclass(frozen=True, kw_only=True)
class Placed(Answer):
    """A number that belongs to a cell of a map; its JSON holds the coordinates beside the other keys.

    Attributes:
        at: coordinates by name; under `NAME_to` the last value of a bin of several, None if it has no end.
    """

    at: Mapping[str, Coordinate]

    def to_dict(self) -> dict[str, Any]:
        """Coordinates, then the rest."""
        rest = super().to_dict()
        at: dict[str, Any] = rest.pop("at")
        return at | rest

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str = "") -> Self:
        """What `to_dict` wrote. Raises AnswerError.

        Coordinates of a user's question may have any name that no other field has.
        """
        if not isinstance(document, Mapping):
            raise AnswerError(f"{where or 'a cell'} must be an object")
        names = {each.name for each in fields(cls)}
        at = {
            key: value
            for key, value in document.items()
            if key in _KEYS or (key not in names and isinstance(value, Coordinate))
        }
        return super().from_dict({**document, "at": at}, where)

    def words(self, key: str) -> str:
        """A coordinate in words: `7`, `4–6`, `12+`.

        >>> cell = Placed(at={"own_count": 4, "own_count_to": 6, "seen": 7, "rank": 12, "rank_to": None})
        >>> cell.words("own_count"), cell.words("seen"), cell.words("rank")
        ('4–6', '7', '12+')
        """
        low = self.at[key]
        high = self.at.get(f"{key}_to", low)
        return f"{low}+" if high is None and low is not None else f"{low}" if high == low else f"{low}–{high}"

    def whole(self, key: str) -> int:
        """A coordinate as a whole number. Raises AnswerError where it is none."""
        value = self.at[key]
        if not isinstance(value, int):
            raise AnswerError(f"{key} must be a whole number, not {value!r}")
        return value

    def last(self, key: str) -> int | None:
        """The last value of a bin; None if it has no end."""
        value = self.at.get(f"{key}_to", self.at[key])
        return value if isinstance(value, int) else None


@dataclass(frozen=True, kw_only=True)
class Cell(Placed):
    """A cell of a map.

    Attributes:
        n: forks in it.
        ev_diff: mean difference of the two branches, units a fork; its interval is not corrected for the number of
            cells.
        p_bh: p-value corrected by Benjamini and Hochberg over the map; None with too few forks.
        resolved: whether its sign is known, a false discovery rate of 5 % over the map.
    """

    n: int
    ev_diff: Estimate
    p_bh: float | None = None
    resolved: bool


@dataclass(frozen=True, kw_only=True)
class ChoiceCell(Cell):
    """A cell of decisions between yes and no.

    Attributes:
        share_yes: how often the bot said yes.
        ev_yes, ev_no: what either answer is worth, units; these and the next only where one player was asked about
            (`--against`).
        verdict: what to do: the word for yes or for no, `mix` where both are worth the same, `unresolved`; None with
            too few forks.
        fought: share of calls that are challenged.
        ev_fought: what calls that are challenged are worth on average, units.
        bluff: whether such a call loses money when it is challenged, and gains all the same.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset(("ev_yes", "ev_no", "verdict", "fought", "ev_fought", "bluff"))

    share_yes: float | None = None
    ev_yes: Estimate | None = None
    ev_no: Estimate | None = None
    verdict: str | None = None
    fought: Estimate | None = None
    ev_fought: float | None = None
    bluff: bool | None = None


C = TypeVar("C", bound=Placed)


def cell_at(cells: Iterable[C], at: Mapping[str, Coordinate]) -> C | None:
    """The cell at these coordinates; None if there is none."""
    return next((cell for cell in cells if all(cell.at.get(key) == value for key, value in at.items())), None)


@dataclass(frozen=True)
class Average(Estimate):
    """A mean over `n` forks."""

    n: int = 0


@dataclass(frozen=True)
class Naive(Estimate):
    """A difference that is no effect of the answer; `note` says why."""

    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Averages(Answer):
    """Mean differences over all decisions and by the bot's choice, and the naive difference."""

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"naive"})

    all: Average
    chose_yes: Average
    chose_no: Average
    naive: Naive | None = None


@dataclass(frozen=True, kw_only=True)
class Extremes(Answer):
    """The cells with the largest and the smallest difference, chosen on games that estimate nothing.

    Their estimates stand in the map and come from other games, so that no selection has narrowed the intervals.

    Attributes:
        most, least: coordinates; None where no cell was resolved with that sign.
        games: games that chose.
        seed: their seed.
    """

    most: Mapping[str, Coordinate] | None = None
    least: Mapping[str, Coordinate] | None = None
    games: int
    seed: int
