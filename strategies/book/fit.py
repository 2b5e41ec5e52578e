"""Limits fitted to forks: the counts at which yes gains, in the form of the rule set.

Yes is said at a count or not, so the value of a limit is the sum of the gains of all forks at which it says yes, and
the best limit has the largest sum. Limits do not fall with the cards of the opponent, nor with the last discard.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from strategies.book.limits import (
    EVERYBODY,
    FREELY,
    LITTLE,
    MIXED,
    NEARLY_ALL,
    NO_DISCARD,
    NO_END,
    PLAYERS,
    SELDOM,
    SOUNDLY,
    Limit,
    Part,
    Row,
)

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

FORMS = Path(__file__).with_name("forms.toml")
LOW, HIGH = -60, 130
"""Counts (or counts less expected points) are clipped to these."""
_NUMBERS = HIGH - LOW + 1
FEW = 40
"""Least number of decisions of a column, and on each side of its limit; with fewer there is no limit."""
SHARE = 0.01
"""Least share of the decisions of a column on each side of its limit."""
BIN = 5
"""Counts of a place of a curve of gains."""
_NEAR = 3.0  # counts over which gains are smoothed to see where it is close
_Z = 1.959963984540054
_SURE = 3.0  # standard errors by which a limit from a count on must be better than one up to a count
CALL_TABLES = {
    PLAYERS: ("strong", "regular"),
    SELDOM: ("folders",),
    NEARLY_ALL: ("challengers",),
    MIXED: ("folders", "challengers"),
}
TIMES = {(MIXED, "challengers"): 1.5}
"""How often the forks of a table count in the row of a habit; else once. In
the row for beginners of an unknown kind the challengers count more. So the row loses at most 0.06 units a game beside
any beginners, whether they challenge with counts up to 18 or up to 44 (pagat, sjs, online, wikipedia).
"""
_FOLDING = (SELDOM, MIXED)
"""Habits beside which a call may gain with a high count, because these opponents fold."""
CHALLENGE_TABLES = {SOUNDLY: ("strong",), FREELY: ("regular",), LITTLE: ("folders", "challengers")}
"""The tables whose forks make the row of a habit."""


@dataclass(frozen=True)
class Form:
    """The form of a rule set's book; see forms.toml."""

    columns: tuple[tuple[int, int], ...]
    thrown: tuple[int, ...]
    step: int
    other: bool
    statistic: Literal["count", "net"]
    first_meld: Literal["hold", "lay", ""] = ""


@dataclass(frozen=True)
class Forks:
    """Decisions at which both answers were played to the end; every array has an element for each decision."""

    rivals: np.ndarray  # int64[n]; this and the next four: as of `strategies.book.limits.Facts`
    cards: np.ndarray
    thrown: np.ndarray
    count: np.ndarray
    expected: np.ndarray
    own: np.ndarray  # bool[n]; the player's own action
    gain: np.ndarray  # float64[n]; value of yes minus value of no, units
    weight: np.ndarray  # float64[n]; its weight when a limit is chosen
    games: int

    def part(self, keep: np.ndarray) -> Forks:
        """The forks of a mask, bool[n]."""
        return Forks(**{name: getattr(self, name)[keep] for name in _ARRAYS}, games=self.games)

    def times(self, number: float) -> Forks:
        """The same forks with their weights multiplied by `number`."""
        return replace(self, weight=self.weight * number)

    @staticmethod
    def joined(parts: Sequence[Forks]) -> Forks:
        """The forks of several parts in one, in their order."""
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
        return Forks(**arrays, games=sum(part.games for part in parts))


_ARRAYS = tuple(column.name for column in fields(Forks) if column.name != "games")


def form_of(rules: RuleSet, name: str = "") -> Form:
    """The form of a rule set: of a preset by its name, of other rules by what they pay."""
    forms = _forms()
    plain = rules.pay.mode == "flat"
    chosen = forms["default" if plain else "pays_points"] | forms["rules"].get(name, {})
    columns = tuple((low, high) for low, high in chosen["columns"])
    return Form(**chosen | {"columns": columns, "thrown": tuple(chosen["thrown"])})


@functools.cache
def _forms() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FORMS.read_text(encoding="utf-8"))


def call_part(form: Form, tables: dict[str, Forks], margin: float) -> Part:
    """The limits of calls.

    Args:
        form: the form of the book.
        tables: the forks of calls by table.
        margin: units within which both answers are worth the same.
    """
    rows: list[Row] = []
    # Nobody may challenge, so habits do not matter: one limit, from all tables.
    everyone = Forks.joined(list(tables.values()))
    alone = everyone.part(everyone.rivals == 0)
    unchallenged = _single(form, alone, margin)
    for habit, names in CALL_TABLES.items():
        forks = Forks.joined([tables[name].times(TIMES.get((habit, name), 1)) for name in names])
        if not len(forks.gain):
            continue
        blocks = form.thrown if habit == PLAYERS else (0,)
        both_open = forks.part(forks.rivals == 2)
        one_open = forks.part(forks.rivals == 1)
        rows += _grid(form, both_open, habit, (2, 2), blocks, margin, either_side=habit in _FOLDING)
        rows += _grid(form, one_open, habit, (1, 1), (0,), margin, either_side=habit in _FOLDING)
        if len(alone.gain):
            rows.append(Row(habit, (0, 0), (0, NO_DISCARD), (unchallenged,)))
    return Part(form.statistic, form.columns, tuple(rows))


def challenge_part(form: Form, tables: dict[str, Forks], margin: float) -> Part:
    """The limits of challenges, as `call_part`."""
    rows: list[Row] = []
    for habit, names in CHALLENGE_TABLES.items():
        forks = Forks.joined([tables[name] for name in names])
        if not len(forks.gain):
            continue
        cuts = ((1, 2), (0, 0)) if form.other else ((0, 2),)
        for low, high in cuts:
            part = forks.part((forks.rivals >= low) & (forks.rivals <= high))
            rows += _grid(form, part, habit, (low, high), (0,), margin)
    return Part(form.statistic, form.columns, tuple(rows))


def lay_part(form: Form, tables: dict[str, Forks]) -> Part:
    """Hold the first meld or lay it, by the number of open opponents; the answer is for all tables and any count."""
    forks = Forks.joined(list(tables.values()))
    if not len(forks.gain):
        return Part("count", ((0, 99),), ())
    nobody = form.first_meld
    if not nobody:
        nobody = "lay" if forks.gain[forks.rivals == 0].sum() > 0 else "hold"
    rows = []
    for low, high, lays in ((0, 0, nobody == "lay"), (1, 2, True)):
        n = int(((forks.rivals >= low) & (forks.rivals <= high)).sum())
        rows.append(Row(EVERYBODY, (low, high), (0, NO_DISCARD), (Limit(NO_END if lays else None, n=n),)))
    return Part("count", ((0, 99),), tuple(rows))


def _grid(
    form: Form,
    forks: Forks,
    habit: str,
    rivals: tuple[int, int],
    blocks: Sequence[int],
    margin: float,
    either_side: bool = False,
) -> list[Row]:
    """The rows of a situation: one for each block of the last discard, with a limit for each column."""
    if not len(forks.gain):
        return []
    block = np.searchsorted(np.array(blocks), forks.thrown, "right") - 1
    column = np.searchsorted(np.array([low for low, _ in form.columns]), forks.cards, "right") - 1
    parts = [[forks.part((block == b) & (column == c)) for c in range(len(form.columns))] for b in range(len(blocks))]
    values = np.array([[_values(form, part) for part in row] for row in parts])
    most = _monotone(values)
    grid = _grid_of(form.step)
    rows = []
    for b, first in enumerate(blocks):
        last = blocks[b + 1] - 1 if b + 1 < len(blocks) else NO_DISCARD
        cells: list[Limit] = []
        for c, part in enumerate(parts[b]):
            rare = len(part.gain) < FEW
            if rare:
                limit = Limit(cells[-1].most, cells[-1].least) if cells else Limit()
            elif either_side:
                limit = _either_side(form, part)
            else:
                limit = _limit(int(most[b, c]), grid)
            cells.append(_told(form, part, limit, margin, rare))
        rows.append(Row(habit, rivals, (first, last), tuple(cells)))
    return rows[::-1]  # the highest discards first


def _single(form: Form, forks: Forks, margin: float) -> Limit:
    limit = _limit(int(_values(form, forks).argmax()), _grid_of(form.step))
    return _told(form, forks, limit, margin, len(forks.gain) < FEW)


def numbers_of(form: Form, forks: Forks) -> np.ndarray:
    """The numbers that limits are compared with: int64[n], clipped to `LOW` and `HIGH`."""
    number = forks.count - forks.expected if form.statistic == "net" else forks.count
    clipped: np.ndarray = np.clip(number, LOW, HIGH)
    return clipped


@functools.cache
def _grid_of(step: int) -> np.ndarray:
    """The limits to choose from, as numbers of places in a sum: never, multiples of `step`, any."""
    most = [number - LOW + 1 for number in range(LOW, HIGH) if number % step == 0]
    return np.array([0, *most, _NUMBERS])


def _values(form: Form, forks: Forks) -> np.ndarray:
    """What each limit of the grid is worth: float64[limits], units; see `_below`."""
    found: np.ndarray = _below(form, forks)[_grid_of(form.step)]
    return found


def _below(form: Form, forks: Forks) -> np.ndarray:
    """Sums of the gains below each number, from `LOW` on: float64[_NUMBERS + 1], units.

    A sum is -inf if too few decisions lie below the number or above it, because the sample ends there and supports no
    limit.
    """
    number = numbers_of(form, forks) - LOW
    if not len(number):
        return np.zeros(_NUMBERS + 1)
    gains = np.concatenate([[0.0], np.bincount(number, forks.gain * forks.weight, _NUMBERS).cumsum()])
    below = np.concatenate([[0], np.bincount(number, minlength=_NUMBERS).cumsum()])
    least = max(FEW, SHARE * len(number))
    possible = (below >= least) & (below <= len(number) - least)
    possible[[0, -1]] = True
    found: np.ndarray = np.where(possible, gains, -np.inf)
    return found


def _monotone(values: np.ndarray) -> np.ndarray:
    """The limits with the largest sum that fall neither along blocks nor along columns.

    Args:
        values: float64[blocks, columns, limits].

    Returns:
        Places in the grid, int64[blocks, columns].
    """
    blocks, columns, limits = values.shape
    none = np.zeros(columns, np.int64)
    every = np.full(columns, limits - 1)
    found = np.array([_chain(row, none, every) for row in values])
    for _ in range(6 if blocks > 1 else 0):  # each block between its neighbours, in turn
        for b in range(blocks):
            low = found[b - 1] if b else none
            high = found[b + 1] if b + 1 < blocks else every
            found[b] = _chain(values[b], low, np.maximum(low, high))
    return np.maximum.accumulate(found, axis=0)


def _chain(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Places that do not fall, between bounds, with the largest sum of float64[columns, limits]; int64[columns]."""
    columns, limits = values.shape
    place = np.arange(limits)
    best = np.zeros(limits)
    source = np.zeros((columns, limits), np.int64)
    for c in range(columns):
        inside = np.where((place >= low[c]) & (place <= high[c]), values[c], -np.inf)
        if c:
            reached = np.maximum.accumulate(best)
            # the first place that reaches the value: of equal limits the lowest
            source[c] = np.searchsorted(reached, reached, "left")
            best = reached + inside
        else:
            best = inside
    found = np.zeros(columns, np.int64)
    found[-1] = best.argmax()
    for c in range(columns - 1, 0, -1):
        found[c - 1] = source[c][found[c]]
    return found


def _limit(place: int, grid: np.ndarray) -> Limit:
    if place == 0:
        return Limit()
    return Limit(NO_END if place == len(grid) - 1 else int(grid[place]) - 1 + LOW)


def _either_side(form: Form, forks: Forks) -> Limit:
    """Yes up to a count; or yes from a count on if that surely gains more, which happens beside opponents who fold."""
    grid = _grid_of(form.step)
    below = _below(form, forks)
    most = _limit(int(below[grid].argmax()), grid)
    first = [number for number in range(LOW, HIGH) if number % form.step == 0]
    lost = below[[number - LOW for number in first]]
    lost[~np.isfinite(lost)] = np.inf
    from_on = first[int(lost.argmin())]
    number = numbers_of(form, forks)
    up_to = LOW - 1 if most.most is None else most.most
    differ = (number <= up_to) != (number >= from_on)
    noise = float(np.sqrt(np.square((forks.gain * forks.weight)[differ]).sum()))
    better = float(below[-1] - lost.min() - below[grid].max())
    return Limit(None, from_on) if better > _SURE * noise else most


def _told(form: Form, forks: Forks, limit: Limit, margin: float, rare: bool) -> Limit:
    """A limit with its evidence: the number of decisions, the counts at which it is close, the curve of gains."""
    n = len(forks.gain)
    if n < 2:
        return Limit(limit.most, limit.least, n, rare)
    paid = round(float((forks.gain > 0).mean()), 3)
    number = numbers_of(form, forks)
    gain = forks.gain
    gains = []
    for first in range(int(number.min()) // BIN * BIN, int(number.max()) + 1, BIN):
        here = gain[(number >= first) & (number < first + BIN)]
        if len(here) >= FEW:
            half = _Z * float(here.std(ddof=1)) / np.sqrt(len(here))
            gains.append((first, round(float(here.mean()), 3), round(float(half), 3)))
    return Limit(limit.most, limit.least, n, rare, paid, _close(number, gain, limit, margin), tuple(gains))


def _close(number: np.ndarray, gain: np.ndarray, limit: Limit, margin: float) -> tuple[int, int] | None:
    """The counts around a limit at which both answers are worth the same: the difference lies within the margin, or
    this many decisions cannot tell it from 0.
    """
    edge = limit.least if limit.least is not None else limit.most
    if edge is None or edge >= NO_END:
        return None
    places = np.arange(LOW, HIGH + 1)
    n = np.bincount(number - LOW, minlength=_NUMBERS).astype(float)
    sums = np.bincount(number - LOW, gain, _NUMBERS)
    near = np.exp(-np.square((places[:, None] - places) / _NEAR) / 2)
    weight = near @ n
    mean = near @ sums / np.maximum(weight, 1e-9)
    error = float(gain.std()) * np.sqrt(np.square(near) @ n) / np.maximum(weight, 1e-9)
    close = (np.abs(mean) < margin) | (np.abs(mean) < _Z * error)
    seen = np.flatnonzero(n)
    first = int(seen[0])
    last = int(seen[-1])
    low = high = min(max(edge - LOW, first), last)
    while low > first and close[low - 1]:
        low -= 1
    while high < last and close[high + 1]:
        high += 1
    return low + LOW, high + LOW
