"""Limits fitted to forks: the counts at which yes gains, in the form of the rule set.

Yes is said at a count or not, so the value of a limit is the sum of the gains of all forks at which it says yes, and
the best limit has the largest sum. Limits do not fall with the cards of the opponent, nor with the last discard.

A book may be fitted after an earlier book. Then a limit of the earlier book stands unless the forks surely say that
another limit is better, so that a printed number changes for a reason and not with the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from strategies.book.book_form import Form
from strategies.book.fork_gains import HIGH, LOW, Z95, Forks, numbers_of
from strategies.book.grid import FEW, NUMBERS, grid_of, limit_at, monotone, sums_below, values_of
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
from strategies.book.standing import Standing, keep_to, standing_places, stands, surely_better

BIN = 5
"""Counts of a place of a curve of gains."""
_NEAR = 3.0  # counts over which gains are smoothed to see where it is close
EVERY_CARD = ((0, 99),)
"""The columns of a part that does not ask for cards."""
CALL_TABLES = {
    PLAYERS: ("strong", "regular"),
    SELDOM: ("folders",),
    NEARLY_ALL: ("challengers",),
    MIXED: ("folders", "challengers"),
}
TIMES = {(MIXED, "challengers"): 1.5}
"""How often the forks of a table count in the row of a habit; else once. In
the row for beginners of an unknown kind the challengers count more. So the row loses at most 0.06 units a game against
any beginners, whether they challenge with counts up to 18 or up to 44 (pagat, sjs, online, wikipedia).
"""
_FOLDING = (SELDOM, MIXED)
"""Habits against which a call may gain with a high count, because these opponents fold."""
CHALLENGE_TABLES = {SOUNDLY: ("strong",), FREELY: ("regular",), LITTLE: ("folders", "challengers")}
"""The tables whose forks make the row of a habit."""


def call_part(form: Form, tables: dict[str, Forks], margin: float, earlier: Part | None = None) -> Part:
    """The limits of calls.

    Args:
        tables: the forks of calls by table.
        margin: units within which both answers are worth the same.
        earlier: the limits of an earlier book, see the module.
    """
    rows: list[Row] = []
    standing = Standing(form.columns, form.statistic, earlier)
    # Nobody may challenge, so habits do not matter: one limit, from all tables.
    everyone = Forks.joined(list(tables.values()))
    alone = everyone.part(everyone.rivals == 0)
    unchallenged = _single(form, alone, margin, standing.row(PLAYERS, (0, 0), (0, NO_DISCARD)))
    for habit, names in CALL_TABLES.items():
        forks = Forks.joined([tables[name].times(TIMES.get((habit, name), 1)) for name in names])
        if not len(forks.gain):
            continue
        blocks = form.thrown if habit == PLAYERS else (0,)
        both_open = forks.part(forks.rivals == 2)
        one_open = forks.part(forks.rivals == 1)
        rows += _grid(form, both_open, habit, (2, 2), blocks, margin, standing, either_side=habit in _FOLDING)
        rows += _grid(form, one_open, habit, (1, 1), (0,), margin, standing, either_side=habit in _FOLDING)
        if len(alone.gain):
            rows.append(Row(habit, (0, 0), (0, NO_DISCARD), (unchallenged,)))
    return Part(form.statistic, form.columns, tuple(rows))


def challenge_part(form: Form, tables: dict[str, Forks], margin: float, earlier: Part | None = None) -> Part:
    """The limits of challenges, as `call_part`."""
    rows: list[Row] = []
    standing = Standing(form.columns, form.statistic, earlier)
    for habit, names in CHALLENGE_TABLES.items():
        forks = Forks.joined([tables[name] for name in names])
        if not len(forks.gain):
            continue
        cuts = ((1, 2), (0, 0)) if form.other else ((0, 2),)
        for low, high in cuts:
            part = forks.part((forks.rivals >= low) & (forks.rivals <= high))
            rows += _grid(form, part, habit, (low, high), (0,), margin, standing)
    return Part(form.statistic, form.columns, tuple(rows))


def lay_part(form: Form, tables: dict[str, Forks], earlier: Part | None = None) -> Part:
    """Hold the first meld or lay it, by the opponents who are open; the same at all tables, whatever the count.

    Args:
        tables, earlier: as of `call_part`.
    """
    forks = Forks.joined(list(tables.values()))
    if not len(forks.gain):
        return Part("count", EVERY_CARD, ())
    nobody = _first_meld(form, forks.part(forks.rivals == 0), Standing(EVERY_CARD, "count", earlier))
    rows = []
    for low, high, lays in ((0, 0, nobody == "lay"), (1, 2, True)):
        n = int(((forks.rivals >= low) & (forks.rivals <= high)).sum())
        rows.append(Row(EVERYBODY, (low, high), (0, NO_DISCARD), (Limit(NO_END if lays else None, n=n),)))
    return Part("count", EVERY_CARD, tuple(rows))


def _first_meld(form: Form, forks: Forks, standing: Standing) -> Literal["hold", "lay"]:
    """The word of the form; else what an earlier book says or, for sure, the gains."""
    if form.first_meld:
        return form.first_meld
    better = Limit(NO_END) if forks.gain.sum() > 0 else Limit()
    earlier = standing.row(EVERYBODY, (0, 0), (0, NO_DISCARD))
    if earlier and stands(form, forks, earlier[0], better):
        better = earlier[0]
    return "hold" if better.never else "lay"


def _grid(
    form: Form,
    forks: Forks,
    habit: str,
    rivals: tuple[int, int],
    blocks: Sequence[int],
    margin: float,
    standing: Standing,
    either_side: bool = False,
) -> list[Row]:
    """The rows of a situation: one for each block of the last discard, with a limit for each column."""
    if not len(forks.gain):
        return []
    block = np.searchsorted(np.array(blocks), forks.thrown, "right") - 1
    column = np.searchsorted(np.array([low for low, _ in form.columns]), forks.cards, "right") - 1
    parts = [[forks.part((block == b) & (column == c)) for c in range(len(form.columns))] for b in range(len(blocks))]
    ends = [(first, following - 1) for first, following in zip(blocks, (*blocks[1:], NO_DISCARD + 1), strict=True)]
    earlier = [standing.row(habit, rivals, thrown) for thrown in ends]
    values = np.array([[values_of(form, part) for part in row] for row in parts])
    grid = grid_of(form.step)
    if not either_side:
        keep_to(values, [standing_places(form, *row) for row in zip(parts, earlier, values, strict=True)])
    most = monotone(values)
    rows = []
    for b, thrown in enumerate(ends):
        before = earlier[b]
        cells: list[Limit] = []
        for c, part in enumerate(parts[b]):
            rare = len(part.gain) < FEW
            if rare:
                limit = cells[-1] if cells else Limit()
            elif either_side:
                limit = _either_side(form, part)
            else:
                limit = limit_at(int(most[b, c]), grid)
            if before and (rare or either_side) and stands(form, part, before[c], limit):
                limit = before[c]
            cells.append(_told(form, part, limit, margin, rare))
        rows.append(Row(habit, rivals, thrown, tuple(cells)))
    return rows[::-1]  # the highest discards first


def _single(form: Form, forks: Forks, margin: float, earlier: Sequence[Limit]) -> Limit:
    limit = limit_at(int(values_of(form, forks).argmax()), grid_of(form.step))
    if earlier and stands(form, forks, earlier[0], limit):
        limit = earlier[0]
    return _told(form, forks, limit, margin, len(forks.gain) < FEW)


def _either_side(form: Form, forks: Forks) -> Limit:
    """Yes up to a count; or yes from a count on if that surely gains more, which happens against opponents who fold."""
    grid = grid_of(form.step)
    below = sums_below(form, forks)
    most = limit_at(int(below[grid].argmax()), grid)
    first = [number for number in range(LOW, HIGH) if number % form.step == 0]
    lost = below[[number - LOW for number in first]]
    lost[~np.isfinite(lost)] = np.inf
    from_on = first[int(lost.argmin())]
    from_there = Limit(None, from_on)
    return from_there if surely_better(form, forks, from_there, most) else most


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
            half = Z95 * float(here.std(ddof=1)) / np.sqrt(len(here))
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
    n = np.bincount(number - LOW, minlength=NUMBERS).astype(float)
    sums = np.bincount(number - LOW, gain, NUMBERS)
    near = np.exp(-np.square((places[:, None] - places) / _NEAR) / 2)
    weight = near @ n
    mean = near @ sums / np.maximum(weight, 1e-9)
    error = float(gain.std()) * np.sqrt(np.square(near) @ n) / np.maximum(weight, 1e-9)
    close = (np.abs(mean) < margin) | (np.abs(mean) < Z95 * error)
    seen = np.flatnonzero(n)
    first = int(seen[0])
    last = int(seen[-1])
    low = high = min(max(edge - LOW, first), last)
    while low > first and close[low - 1]:
        low -= 1
    while high < last and close[high + 1]:
        high += 1
    return low + LOW, high + LOW
