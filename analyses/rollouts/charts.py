"""Charts of decisions: their games, their answer, and their screen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from analyses import figures, tables
from analyses.answers.shared import QuestionAnswer
from analyses.question import Inquiry
from analyses.rollouts import estimates
from analyses.rollouts.boxes import Box, boxes
from analyses.rollouts.cells import Averages
from analyses.words import Chart, Finding, Screen, Table, columns, earned
from analyses.words import seated as seated_words
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, percent

if TYPE_CHECKING:
    from analyses.rollouts.seated import Forked
    from strategies.card_bot import Rows

CHECKING, CHOOSING = "chart", "choice of a chart"
"""Checks (`check_seed`): the deals of the first measure the cost of following a chart."""
_DEALS = 4
"""Deals are games of the chart divided by this."""
TOO_FEW = "Too few games to say; play more: --games 60k."
MAX_ROWS = 10
_EDGE = 2  # a limit in words may leave out so many boxes at either end of the counts


@dataclass(frozen=True, kw_only=True)
class ChartAnswer(QuestionAnswer):
    """A chart of decisions between yes and no."""

    tables: tuple[str, ...] = ()  # names of the tables; empty for named players
    cells: tuple[Box, ...]
    across: str  # the coordinate of the columns
    others: tuple[Box, ...] = ()  # a chart by another coordinate, which costs more to follow
    margin: float  # units within which yes and no are worth the same
    cost: tuple[Estimate, ...]  # cost of following the chart at each table, units a game
    deals: int  # deals that measured the cost, at each table
    averages: tuple[Averages, ...]  # by table
    forks: int
    min_forks: int
    branches: int = 0
    elapsed_s: float = 0.0
    method: Mapping[str, str] = field(default_factory=dict)


A = TypeVar("A", bound=ChartAnswer)


@dataclass(frozen=True)
class Way:
    """A map that a chart can be made of: its name, its coordinates, and their names in a row of the bot."""

    name: str
    keys: tuple[str, ...]
    rows: Mapping[str, str]


def chart(
    at_tables: Inquiry,
    forked: Sequence[Forked],
    decision: str,
    ways: Sequence[Way],
    words: tuple[str, str],
    monotone: bool = True,
) -> dict[str, Any]:
    """Make the fields of a chart. Of several maps, take the map that costs less to follow.

    Args:
        at_tables: the inquiry.
        forked: the tables with their forks.
        ways: the maps.
        words: both answers, as verbs.
        monotone: the gain of yes only falls, or only rises, with the count.
    """
    from analyses.rollouts import played
    from tongits_sim.run.jobs import check_seed

    margin, min_forks = tables.margin_of(at_tables.rules), at_tables.options["min_forks"]
    made = [boxes(forked, way.name, way.keys, margin, words, min_forks, monotone) for way in ways]
    sets: list[list[Rows]] = [
        [played.rows_of(each, decision, way.rows, table) for each, way in zip(made, ways, strict=True)]
        for table in range(len(forked))
    ]
    deals = max(played.MIN_DEALS, at_tables.games // _DEALS)
    seed = check_seed(at_tables.seed, CHECKING)
    best = 0
    if len(ways) > 1:  # choose on other deals than the measuring deals, on which the cheaper map would look too cheap
        choosing = check_seed(at_tables.seed, CHOOSING)
        costs = played.costs(at_tables.rules, forked, sets, at_tables.run_options, deals // 2, choosing)
        best = min(range(len(ways)), key=lambda way: math.fsum(max(cost[way].mean or 0.0, 0.0) for cost in costs))
    taken = [[each[best]] for each in sets]
    costs = played.costs(at_tables.rules, forked, taken, at_tables.run_options, deals, seed)
    runs = [each.forks for each in forked]
    return {
        "tables": tuple(each.name for each in forked if each.name),
        "cells": made[best],
        "others": next((each for place, each in enumerate(made) if place != best), ()),
        "across": ways[best].keys[1],
        "margin": margin,
        "cost": tuple(cost for (cost,) in costs),
        "deals": deals,
        "averages": tuple(estimates.averages(each.forks, naive=True) for each in forked if each.forks.forks),
        "forks": sum(each.forks for each in runs),
        "min_forks": min_forks,
        "branches": sum(int(each.totals["branches"][0]) for each in runs),
        "elapsed_s": sum(each.elapsed for each in runs),
        "method": estimates.method(runs, min_forks),
    }


# --- words ---


@dataclass(frozen=True)
class Words(Generic[A]):
    """The words of a chart."""

    yes: str  # call
    no: str  # wait
    panel: str  # the coordinate of the panels
    panels: Mapping[int, str]  # their titles
    across: Mapping[str, str]  # what a column means, by coordinate: `cards left in the stock`
    held: Mapping[str, str]  # a column in a sentence: `{} cards left in the stock`
    asks: str
    notes: Callable[[A], list[str]] = lambda answer: []

    @property
    def letters(self) -> dict[str, str]:
        """The letters of boxes with their meanings."""
        yes, no = self.yes[0], self.no[0]
        return {
            yes.upper(): self.yes,
            yes: f"rather {self.yes}",
            "=": "close",
            no: f"rather {self.no}",
            no.upper(): self.no,
            "b": f"{self.yes} only against beginners",
            "r": "not against strong players",
            "s": "only against strong players",
            "n": "not against beginners",
            "": "too rare",
        }


def heading(answer: QuestionAnswer, names: Sequence[str], games: int) -> str:
    """Rules, who plays, how many games."""
    who = "at three tables" if names else seated_words(answer.players)
    return f"{answer.rules} · {who} · {games:,} games{' each' if len(names) > 1 else ''} · seed {answer.seed}"


def screen(answer: A, words: Words[A]) -> Screen:
    drawn = drawing(answer, words)
    body, costs = ((drawn,), [following(answer)]) if drawn else ((), [])
    notes = [*words.notes(answer), *costs, "Values: --full   Your hand: tongits advise"]
    return Screen(heading(answer, answer.tables, answer.games), headline(answer, words), body, notes)


def following(answer: ChartAnswer) -> str:
    """The gain or cost of following the chart, in a sentence."""
    gains = [f"{amount(-(cost.mean or 0.0), 2)} ± {cost.half_width or 0.0:.2f}" for cost in answer.cost]
    parts = [" ".join(each) for each in zip(answer.tables, gains, strict=True)] if answer.tables else gains
    return f"Units a game by the chart instead of thinking: {', '.join(parts)}."


def headline(answer: A, words: Words[A]) -> str:
    """The counts that say yes, in the most frequent panel."""
    by_panel = _by(answer.cells, words.panel)
    panel = max(by_panel, key=lambda key: sum(box.n for box in by_panel[key] if box.yes))
    title = words.panels.get(panel, "")
    held, cells = words.held[answer.across], by_panel[panel]
    if not (limits := _limits(cells, answer.across, 0)):
        return TOO_FEW
    first = [each for each in limits if each[0] != "never"]
    if never := [names for limit, names in limits if limit == "never"]:
        first.append(("never", ", ".join(never)))
    parts = [f"{limit} ({held.format(names) if place == 0 else names})" for place, (limit, names) in enumerate(first)]
    text = parts[0] if len(parts) > 1 else first[0][0]
    same = "up to " if text.startswith("up to ") else ""
    text += "".join(f", {part.removeprefix(same)}" for part in parts[1:])
    text = f"never {words.yes}{text[5:]}" if text.startswith("never") else f"{words.yes} {text}"
    place = f"{title[:1].upper()}{title[1:]}: {text}" if title else f"{text[:1].upper()}{text[1:]}"
    turning = [
        (sum(box.n for box in column if box.yes and box.yes[0] != box.yes[-1]), limit, name)
        for name, column in _by_words(cells, answer.across).items()
        if (limit := _limit(column, -1)) and limit != _limit(column, 0)
    ]
    if not turning:
        return f"{place}."
    _, limit, name = max(turning)
    turned = f"never {words.yes}" if limit == "never" else f"{words.yes} {limit}"
    return f"{place}. Against beginners {turned} ({name})."


def _limits(cells: Sequence[Box], across: str, table: int) -> list[tuple[str, str]]:
    """Limits on the count, and their columns: `up to 26` with `9+`, `never` with `1–4`."""
    found = []
    for name, column in _by_words(cells, across).items():
        limit = _limit(column, table)
        if limit:
            found.append((limit, name))
    parts = []
    for limit, group in itertools.groupby(reversed(found), key=lambda each: each[0]):
        names = [name for _, name in group]
        low, high = names[-1].split("–")[0], names[0].split("–")[-1]
        parts.append((limit, names[0] if len(names) == 1 else high if low == high else f"{low}–{high}"))
    return [(limit, f"{names.rstrip('+').split('–')[0]}+" if names.endswith("+") else names) for limit, names in parts]


def _limit(boxes: Sequence[Box], table: int) -> str:
    """The counts of a column that say yes; empty if its boxes do not tell."""
    column = [box for box in boxes if box.yes]
    yes = [box.yes[table] for box in column]
    if not any(yes):
        return "never" if column and boxes.index(column[0]) <= _EDGE else ""
    if all(yes):
        return "with any count" if boxes[-1] is column[-1] else f"up to {column[-1].last('own_count')}"
    first, last = yes.index(True), len(yes) - 1 - yes[::-1].index(True)
    if first <= _EDGE and not yes[-1]:
        return f"up to {column[last].last('own_count')}"
    if len(yes) - last <= _EDGE + 1:
        return f"with {column[first].integer('own_count')} or more"
    return f"with {column[first].integer('own_count')} to {column[last].last('own_count')}"


def drawing(answer: A, words: Words[A]) -> Chart | None:
    """The chart: panels side by side, then the legend; None if no box has an answer."""
    shown = [(title, cells) for panel, title in words.panels.items() if (cells := _panel(answer, words, panel))]
    if not shown:
        return None
    names = list(_by_words(answer.cells, answer.across))
    rows = _rows([cells for _, cells in shown], answer.across)
    blocks = []
    for number, (title, _) in enumerate(shown):
        text = [f" {title}" if title else "", f" {'count':>7}" + "".join(f"{name:>6}" for name in names)]
        text += [f" {counts:>7}" + "".join(f"{letter or '·':>6}" for letter in row[number]) for counts, row in rows]
        blocks.append([line for line in text if line])
    width = max(len(line) for line in blocks[0]) + 3
    drawn = ["".join(part.ljust(width) for part in line).rstrip() for line in zip(*blocks, strict=True)]
    text = [*drawn, *legend([letter for _, row in rows for part in row for letter in part], answer, words)]
    ranges = [
        _range(title, words.across[answer.across], name, [(counts, row[number][place]) for counts, row in rows], words)
        for number, (title, _) in enumerate(shown)
        for place, name in enumerate(names)
    ]
    yes, no = words.yes[0], words.no[0]
    inks = {yes.upper(): "white on blue", yes: "bright_blue", no.upper(): "black on dark_orange", no: "dark_orange"}
    return Chart("\n".join(text), {**dict.fromkeys("bsnr", "magenta"), "·": "dim", **inks}, list(filter(None, ranges)))


def _range(title: str, across: str, name: str, column: Sequence[tuple[str, str]], words: Words[A]) -> str:
    """A column of a chart in a sentence: `One opponent open, 9+: count 0 to 26 call, 27 to 35 rather wait.`"""
    parts = []
    for letter, group in itertools.groupby(column, key=lambda each: each[1]):
        counts = [each for each, _ in group]
        low, high = counts[0].split("–")[0], counts[-1].split("–")[-1]
        if letter:
            parts.append(f"{low if low == high else f'{low} to {high}'} {words.letters[letter]}")
    if not parts:
        return ""
    place = f"{title}, {across} {name.replace('–', ' to ')}".removeprefix(", ")
    return f"{place[:1].upper()}{place[1:]}: count {', '.join(parts)}."


def legend(letters: Sequence[str], answer: A, words: Words[A]) -> list[str]:
    """The letters that occur, with their meanings, in lines of 78."""
    meanings = [
        f"{letter or '·'} {text}{f' (within {answer.margin:g})' if letter == '=' else ''}"
        for letter, text in words.letters.items()
        if letter in letters
    ]
    found = [""]
    for part in (*meanings, f"columns: {words.across[answer.across]}"):
        if len(found[-1]) + len(part) + 2 > 78:
            found.append("")
        found[-1] += f"{'  ' if found[-1] else ' '}{part}"
    return found


def _panel(answer: ChartAnswer, words: Words[Any], panel: int) -> list[Box]:
    cells = _by(answer.cells, words.panel).get(panel, [])
    return cells if any(box.answer for box in cells) else []


def _rows(panels: Sequence[Sequence[Box]], across: str) -> list[tuple[str, list[list[str]]]]:
    """Counts with the letters of each panel. Neighbours with equal letters become one row."""
    rows: list[tuple[Box, Box, list[list[str]]]] = []
    for counts in zip(*(_by(cells, "own_count").values() for cells in panels), strict=True):
        letters = [[box.answer for box in cells] for cells in counts]
        first = counts[0][0]
        if not any(letter for part in letters for letter in part):
            continue
        if rows and rows[-1][2] == letters:
            rows[-1] = (rows[-1][0], first, letters)
        else:
            rows.append((first, first, letters))
    while len(rows) > MAX_ROWS:  # join the two neighbours that differ least
        place = min(range(len(rows) - 1), key=lambda at: _apart(rows[at][2], rows[at + 1][2]))
        (low, _, letters), (_, high, more) = rows[place : place + 2]
        joined = [[a or b for a, b in zip(x, y, strict=True)] for x, y in zip(letters, more, strict=True)]
        rows[place : place + 2] = [(low, high, joined)]
    named = []
    for first, last, letters in rows:
        lowest, highest = first.integer("own_count"), last.last("own_count")
        text = f"{lowest}+" if highest is None else f"{lowest}–{highest}" if highest != lowest else f"{lowest}"
        named.append((text, letters))
    return named


def _apart(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> int:
    pairs = ((a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))
    return sum(0 if a == b else 1 if a.lower() == b.lower() or "" in (a, b) else 3 for a, b in pairs)


def _by(cells: Sequence[Box], key: str) -> dict[int, list[Box]]:
    found: dict[int, list[Box]] = {}
    for box in cells:
        found.setdefault(box.integer(key) if key else 0, []).append(box)
    return found


def _by_words(cells: Sequence[Box], key: str) -> dict[str, list[Box]]:
    found: dict[str, list[Box]] = {}
    for box in cells:
        found.setdefault(box.text(key), []).append(box)
    return found


def all_tables(answer: A, words: Words[A]) -> list[Table]:
    """All boxes, also of the other chart, and the averages."""
    made = [("cells", "Every box", answer.cells), ("others", "By another coordinate", answer.others)]
    return [*(box_table(key, title, answer, cells) for key, title, cells in made if cells), averages(answer, words)]


def box_table(key: str, title: str, answer: ChartAnswer, cells: Sequence[Box]) -> Table:
    keys = [each for each in cells[0].at if not each.endswith("_to")]
    shown: dict[str, Callable[[Box], str]] = {_heading(each): _coordinate(each) for each in keys}
    shown |= {"answer": lambda box: box.answer, "forks": lambda box: f"{box.n:,}"}
    shown |= {"gain": lambda box: earned(box.ev_diff)}
    shown |= {name: _at_table(place) for place, name in enumerate(answer.tables)}
    shown |= {"said yes": lambda box: "" if box.share_yes is None else percent(box.share_yes)}
    note = "Gain: units that yes is worth more than no, the mean over the tables; ± is half a 95 % interval."
    known = [box for box in cells if box.answer]
    return columns(key, title, known, shown, text=len(keys) + 1, note=note)


def _coordinate(key: str) -> Callable[[Box], str]:
    return lambda box: box.text(key)


def _at_table(place: int) -> Callable[[Box], str]:
    return lambda box: earned(box.at_tables[place]) if box.at_tables[place].mean is not None else ""


def _heading(key: str) -> str:
    return key.replace("_", " ").removeprefix("own ")


def averages(answer: ChartAnswer, words: Words[Any]) -> Table:
    """The gain of yes on average: over all decisions, where bots say yes, and where they say no."""
    rows = [
        (name, group, mean)
        for name, means in zip(answer.tables or ("",), answer.averages, strict=False)
        for group, mean in (
            ("all decisions", means.all),
            (f"where they {words.yes}", means.chose_yes),
            (f"where they {words.no}", means.chose_no),
        )
        if mean.mean is not None
    ]
    shown: dict[str, Callable[[Any], str]] = {
        "table": lambda row: row[0],
        "decisions": lambda row: row[1],
        "forks": lambda row: f"{row[2].n:,}",
        "gain": lambda row: earned(row[2]),
    }
    return columns("averages", f"What it is worth to {words.yes}", rows, shown, text=2)


def about(answer: ChartAnswer) -> list[str]:
    return list(answer.method.values())


def findings(answer: A, words: Words[A]) -> list[Finding]:
    """The chart as a figure."""
    yes, no = words.yes[0], words.no[0]
    inks = {yes.upper(): ("gain", 0.75), yes: ("gain", 0.35), no.upper(): ("loss", 0.75), no: ("loss", 0.35)}
    inks |= {letter: ("neutral", 0.35) for letter in "bsnr" if letter not in inks}
    drawn = []
    for panel, title in words.panels.items():
        if cells := _panel(answer, words, panel):
            rows = [
                (counts, [figures.Box(letter, *inks.get(letter, ("faint", 0.0))) for letter in letters])
                for counts, (letters,) in _rows([cells], answer.across)
            ]
            below = words.across[answer.across]
            drawn.append((title, figures.Matrix(list(_by_words(cells, answer.across)), rows, "own count", below)))
    letters = [box.text for _, chart in drawn for _, row in chart.rows for box in row]
    caption = f"{', '.join(' '.join(legend(letters, answer, words)).strip().split('  '))}."
    return [Finding("chart", words.asks, caption, drawn)]
