"""What to do in each cell of a chart when one player sits on all seats: yes, no, or a mix, and which calls are bluffs.

The other charts say what is best against bots that may be far from good play. Here both actions are compared where
everybody, the deciding seat later on included, plays as the same player; so the numbers say where it is indifferent.

A box of a chart or a card holds positions that differ: by the cards of the hand, and by what the moves tell of the
hidden ones. The gain of yes in them is spread about its mean, so where the mean is small, many have the other answer,
and the box says to ask.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.question import Inquiry, QuestionError
from analyses.rollouts import estimates, figures
from analyses.rollouts.cells import ASK, DEPENDS, MIX, UNRESOLVED, ChoiceCell, ChoicesAnswer
from analyses.rollouts.words import drawn_map, speed_sentence
from analyses.words import Advice, Finding, Table, value
from tongits_sim.players import load_player
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, digits_of, known, percent, units

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tongits_sim.experiments.forks import ForkEstimates

C = TypeVar("C", bound=ChoiceCell)

SAME = 0.1
"""Both actions count as worth the same if their difference is surely within this share of its mean size over all
decisions."""
SPREAD = {"call": 0.8, "respond": 0.8, "lay": 0.35}
"""The standard deviation of the gain of yes among the positions of a box, as a multiple of the `stakes`, by kind of
decision: measured by advice on some hundred positions of each kind under several rule sets.
"""
_KIND = {"call": "call", "challenge": "respond"}
METHOD = (
    "yes or no where the sign of the difference is resolved; mix where the whole 95 % interval lies within "
    f"{100 * SAME:.0f} % of the mean absolute difference over all decisions, whatever its sign; depends where the mean "
    f"is so small that in {100 * ASK:.0f} % of the positions or more the other answer is better, which are spread "
    f"about it by {SPREAD['call']:g} times the stakes, the root mean square of what both answers are worth; a call is "
    "a bluff where it gains although calls that are challenged lose money there (the whole 95 % interval below 0)"
)


def stakes(weight: ArrayLike, yes: ArrayLike, no: ArrayLike) -> float:
    """The root mean square of the values of both answers over all decisions, units; 0 where there is none."""
    import numpy as np

    weights = np.asarray(weight, float)
    squares = (np.square(np.asarray(yes, float)) + np.square(np.asarray(no, float))) / 2
    total = float(weights.sum())
    return math.sqrt(float((weights * squares).sum()) / total) if total else 0.0


def least_clear(kind: str, at_stake: float) -> float:
    """The least that an answer gains on average, units, where less than `ASK` of the positions have the other one."""
    return SPREAD[kind] * at_stake * NormalDist().inv_cdf(1 - ASK)


def against(inquiry: Inquiry, fitted: Sequence[str]) -> Inquiry:
    """The inquiry with the player of `--against` on all seats.

    Args:
        inquiry: its option `against` is a player's spec.
        fitted: options of thresholds, which mean nothing here.

    Raises:
        QuestionError: one of these is given.
        TongitsError: there is no such player.
    """
    for name in fitted:
        if inquiry.options.get(name) is not None:
            raise QuestionError(
                f"--{name.replace('_', '-')} means nothing with --against: no threshold is fitted there"
            )
    player = load_player(inquiry.options["against"])
    return replace(inquiry, players=(player, player, player))


def charted(
    at_table: Inquiry, forks: ForkEstimates, keys: Sequence[str], kind: type[ChoiceCell], words: tuple[str, str]
) -> dict[str, Any]:
    """The fields of an answer against one player: the chart with its verdicts, and no threshold.

    Args:
        at_table: the inquiry that `against` gave.
        forks: its paired rollouts.
        keys: names of the axes of the chart.
        kind: type of its cells.
        words: the verdicts for yes and for no.
    """
    min_forks = at_table.options["min_forks"]
    cells, same = judged(forks, "chart", keys, min_forks, kind, words)
    fields = estimates.played(forks, [], min_forks, naive=False)
    return fields | {
        "method": fields["method"] | {"verdicts": METHOD},
        "cells": cells,
        "averages": estimates.averages(forks),
        "against": at_table.players[0].label,
        "same": same,
    }


def judged(
    forks: ForkEstimates, name: str, keys: Sequence[str], min_forks: int, kind: type[C], words: tuple[str, str]
) -> tuple[tuple[C, ...], float]:
    """The cells of a grid with the values of both actions and a verdict; and the difference below which both count as
    the same.

    Args:
        forks: the paired rollouts.
        name: name of the grid.
        keys: names of its axes.
        min_forks: cells with fewer forks have no verdict.
        kind: type of the cells.
        words: the verdicts for yes and for no.
    """
    import numpy as np

    cells = estimates.cells(forks, name, keys, min_forks, kind, more={"ev_yes": "yes", "ev_no": "no"})
    known = [cell for cell in cells if cell.n >= min_forks and cell.ev_diff.mean is not None]
    worth = np.array([(cell.n, _mean(cell.ev_yes), _mean(cell.ev_no)) for cell in known]).reshape(-1, 3)
    clear = least_clear(_KIND[words[0]], stakes(*worth.T))
    total = sum(cell.n for cell in known)
    same = SAME * math.fsum(cell.n * abs(cell.ev_diff.mean or 0.0) for cell in known) / total if total else 0.0
    return tuple(replace(cell, verdict=_verdict(cell, min_forks, (same, clear), words)) for cell in cells), same


def _mean(number: Estimate | None) -> float:
    return (number.mean if number else None) or 0.0


def _verdict(cell: ChoiceCell, min_forks: int, bounds: tuple[float, float], words: tuple[str, str]) -> str | None:
    """`bounds`: below which both actions are the same, and below which many positions have the other answer."""
    value, limits = cell.ev_diff.mean, cell.ev_diff.ci95
    if cell.n < min_forks or value is None or limits is None:
        return None
    same, clear = bounds
    if -same <= limits[0] and limits[1] <= same:
        return MIX
    if abs(value) < clear:
        return DEPENDS
    if not cell.resolved:
        return UNRESOLVED
    return words[0] if value > 0 else words[1]


@dataclass(frozen=True)
class Words:
    """The words of a decision.

    Attributes:
        asks: the question on the first screen.
        yes, no: the verdicts, verbs: call, wait.
        gerunds: the same as nouns: calling, waiting a turn.
        across, panel: coordinates of the columns and of the panels of the chart.
        heading: over the first column of the chart.
        columns: heading of the columns.
        names: coordinates with their headings.
        place: a situation, with {across} and {panel}.
        key: of the figure.
        panels: names of the panels; where there are none, a panel is so many cards left in the stock.
        bluffs: whether the cells say how often the action is challenged.
    """

    asks: str
    yes: str
    no: str
    gerunds: tuple[str, str]
    across: str
    panel: str
    heading: str
    columns: str
    names: Mapping[str, str]
    place: str
    key: str = "chart"
    panels: Mapping[str, str] = field(default_factory=dict)
    bluffs: bool = False

    def title(self, panel: str, otherwise: str) -> str:
        """The name of a panel; `otherwise` follows its coordinate where panels have no names."""
        return self.panels.get(panel, f"{panel} {otherwise}")


def headline(answer: ChoicesAnswer, words: Words) -> str:
    """In how many situations which action is better when everybody plays as this player."""
    counted = {verdict: _times(answer.cells, verdict) for verdict in (words.yes, words.no, MIX, DEPENDS, UNRESOLVED)}
    answered = sum(counted.values())
    return (
        f"With {answer.against} on all seats, {words.gerunds[0]} is better in {counted[words.yes]} of {answered} "
        f"situations and {words.gerunds[1]} in {counted[words.no]}; in {counted[MIX]} both are worth the same, in "
        f"{counted[DEPENDS]} it depends on more than the chart shows, and in {counted[UNRESOLVED]} that is not "
        "resolved (paired rollouts)."
    )


def _times(cells: Iterable[ChoiceCell], verdict: str) -> int:
    return sum(cell.verdict == verdict for cell in cells)


def sentences(answer: ChoicesAnswer, words: Words) -> list[str]:
    """The bluffs, the meaning of the verdicts, the cost of the chart, the number of games."""
    parts = [
        bluff_words(answer),
        (
            f"Mix: the whole 95 % interval of the difference lies within {answer.same or 0:.2g} units of 0, so it "
            "matters little which of the two one plays, so either will do. A situation "
            "lumps together what the chart does not show, such as the cards of the hand and the opponents' moves; "
            f"where the mean is so small that {100 * ASK:.0f} % of its positions or more have the other answer, it "
            "says that it depends: ask tongits advise about the position."
        ),
        speed_sentence(answer),
    ]
    return [text for text in parts if text]


def bluff_words(answer: ChoicesAnswer) -> str:
    """Where a call is a bluff: it loses money when it is challenged, and gains all the same."""
    bluffs = [cell for cell in answer.cells if cell.bluff and _fights(cell) is not None and cell.ev_fought is not None]
    if not bluffs:
        return ""
    n = sum(cell.n for cell in bluffs)
    fights = math.fsum(cell.n * (_fights(cell) or 0.0) for cell in bluffs)
    lost = (
        math.fsum(cell.n * (_fights(cell) or 0.0) * (cell.ev_fought or 0.0) for cell in bluffs) / fights
        if fights
        else 0.0
    )
    least = min(cell.whole("own_count") for cell in bluffs)
    return (
        f"In {len(bluffs)} situation{'s' * (len(bluffs) > 1)}, with counts from {least} up, a call is a bluff: "
        f"{percent(fights / n)} of these "
        f"calls are challenged, which brings {amount(lost, 2)} units on average, and they gain only because the others "
        "fold the rest of the time."
    )


def _fights(cell: ChoiceCell) -> float | None:
    """The share of calls that are challenged."""
    return None if cell.fought is None else cell.fought.mean


def advice(answer: ChoicesAnswer, words: Words) -> list[Advice]:
    """What to do in the most frequent situation, with the values of both actions there."""
    columns = _columns(answer, words)
    if not columns:
        return [Advice(words.asks, headline(answer, words))]
    (across, panel), cells = max(columns.items(), key=lambda item: sum(cell.n for cell in item[1]))
    place = words.place.format(across=across, panel=words.title(panel, "left in the stock"))
    clear = max(
        (cell for cell in cells if cell.verdict in (words.yes, words.no)),
        key=lambda cell: cell.n,
        default=max(cells, key=lambda cell: cell.n),
    )
    example = (
        f"With a count of {clear.words('own_count')} {words.gerunds[0]} brings "
        f"{_worth(clear.ev_yes)}, "
        f"{words.gerunds[1]} {_worth(clear.ev_no)}. This is the most frequent situation; "
        "others differ."
    )
    return [
        Advice(words.asks, f"Against people you do not know, {place}, by your count: {_ranges(cells, words)}.", example)
    ]


def _worth(each: Estimate | None) -> str:
    return units(0.0, None) if each is None else units(each.mean or 0.0, each.ci95)


def _columns(answer: ChoicesAnswer, words: Words) -> dict[tuple[str, str], list[ChoiceCell]]:
    """The cells with a verdict, by column and panel, from the lowest count to the highest."""
    columns: dict[tuple[str, str], list[ChoiceCell]] = {}
    if not _is_chart(answer, words):
        return columns
    for cell in sorted(answer.cells, key=lambda each: each.whole("own_count")):
        if cell.verdict is not None:
            columns.setdefault((cell.words(words.across), cell.words(words.panel)), []).append(cell)
    return columns


def _is_chart(answer: ChoicesAnswer, words: Words) -> bool:
    """Whether the cells have the three coordinates of the chart, and no others."""
    return {key.removesuffix("_to") for key in answer.cells[0].at} == {"own_count", words.across, words.panel}


def _ranges(cells: Sequence[ChoiceCell], words: Words) -> str:
    """`call with 0–11; mix with 12–17; wait with 18–32; call with 48+ (a bluff)`: runs of the same verdict."""
    runs: list[tuple[str, ChoiceCell, ChoiceCell]] = []
    for cell in cells:
        choice = _choice(cell)
        if runs and runs[-1][0] == choice:
            runs[-1] = (choice, runs[-1][1], cell)
        else:
            runs.append((choice, cell, cell))
    parts = []
    for choice, first, last in runs:
        high = last.last("own_count")
        low = first.whole("own_count")
        counts = f"{low}+" if high is None else f"{low}" if low == high else f"{low}–{high}"
        verb, _, bluff = choice.partition(" ")
        words_of = {UNRESOLVED: "not resolved with", DEPENDS: "depends, ask at"}
        parts.append(f"{words_of.get(verb, f'{verb} with')} {counts}{bluff and ' (a bluff)'}")
    return "; ".join(parts)


def _choice(cell: ChoiceCell) -> str:
    return f"{cell.verdict}{' bluff' if cell.bluff else ''}"


def pocket(answer: ChoicesAnswer, words: Words) -> list[Table]:
    """What to do in every situation, in words."""
    columns = _columns(answer, words)
    if not columns:
        return []
    panels = list(dict.fromkeys(cell.words(words.panel) for cell in answer.cells))
    rows = []
    for across in dict.fromkeys(cell.words(words.across) for cell in answer.cells):
        texts = [_ranges(columns[across, panel], words) if (across, panel) in columns else "–" for panel in panels]
        if set(texts) != {"–"}:
            rows.append([across, *texts])
    heads = [words.title(panel, "left in the stock").capitalize() for panel in panels]
    note = f"By your count, everybody playing {answer.against}. Counts that are not listed come up too rarely to tell."
    caption = f"When to {words.yes} and when to {words.no}"
    return [Table("pocket", caption, [words.columns.capitalize(), *heads], rows, text=len(heads) + 1, note=note)]


def console(answer: ChoicesAnswer, words: Words) -> list[Table]:
    """The chart: a table for each panel, in each cell the verdict and what yes gains over no."""
    if not _is_chart(answer, words):
        return [_every(answer, words)]
    tables = []
    for panel in dict.fromkeys(cell.words(words.panel) for cell in answer.cells):
        mine = [cell for cell in answer.cells if cell.words(words.panel) == panel]
        columns = list(dict.fromkeys(cell.words(words.across) for cell in mine))
        rows = []
        for count in dict.fromkeys(cell.words("own_count") for cell in mine):
            texts = [_cell(cell) for cell in mine if cell.words("own_count") == count]
            if any(text != "·" for text in texts):
                rows.append([count, *texts])
        if rows:
            title = words.title(panel, "cards left in the stock").capitalize()
            caption = f"{title}: what to do, and {words.gerunds[0]} minus {words.gerunds[1]}"
            tables.append(Table(f"cells-{panel}", caption, [words.heading, *columns], rows, text=len(columns) + 1))
    if tables:
        tables[-1].note = (
            f"Units. mix: worth the same; ask: it depends; ?: not resolved; ·: fewer than {answer.min_forks:,} forks."
            + (" bluff: a call that loses money when challenged." if words.bluffs else "")
        )
    return tables


def _cell(cell: ChoiceCell) -> str:
    if cell.verdict is None or cell.ev_diff.mean is None:
        return "·"
    text = amount(cell.ev_diff.mean, min(2, digits_of(cell.ev_diff.ci95)))
    signs = {UNRESOLVED: "?", DEPENDS: "ask"}
    return f"{signs.get(cell.verdict) or ('bluff' if cell.bluff else cell.verdict)} {text}"


def tables(answer: ChoicesAnswer, words: Words) -> list[Table]:
    """The chart, and every cell with the values of both actions."""
    drawn = console(answer, words)
    return drawn if drawn and drawn[-1].key == "cells" else [*drawn, _every(answer, words)]


def _every(answer: ChoicesAnswer, words: Words) -> Table:
    keys = {key: _MORE.get(key) or words.names[key] for key in answer.cells[0].at if not key.endswith("_to")}
    more = words.bluffs
    rows = [
        [
            *(cell.words(key) for key in keys),
            cell.verdict + (" (bluff)" if cell.bluff else ""),
            f"{cell.n:,}",
            *("" if each is None else value(each) for each in (cell.ev_yes, cell.ev_no, cell.ev_diff)),
            "" if cell.share_yes is None else percent(cell.share_yes),
            *([_share(_fights(cell)), known(cell.ev_fought, None)] if more else []),
        ]
        for cell in answer.cells
        if cell.verdict is not None
    ]
    names = [gerund.capitalize() for gerund in words.gerunds]
    headings = [*keys.values(), "Verdict", "Forks", *names, "Difference", f"It {words.yes}s"]
    headings += ["Challenged", "Worth then"] if more else []
    note = (
        f"Units, with half a 95 % interval whose unit is the game. Cells with fewer than {answer.min_forks:,} forks "
        "are left out; the JSON holds all. Frequencies of single cells are not determined by good play: where both "
        "actions are worth the same, any will do."
    )
    return Table("cells", "Every cell", headings, rows, text=len(keys) + 1, note=note)


_MORE = {
    "own_size": "Own cards",
    "least_size": "Fewest cards of an opponent",
    "own_open": "Own open melds",
}


def _share(share: float | None) -> str:
    return "" if share is None else percent(share)


def findings(answer: ChoicesAnswer, words: Words) -> list[Finding]:
    """The chart as a figure."""
    if not _is_chart(answer, words):
        return []
    rows = figures.grid(answer.cells, answer.min_forks, words.across, "own_count", words.panel)
    mixed = {
        (cell.words(words.panel), cell.words(words.across), cell.words("own_count"))
        for cell in answer.cells
        if cell.verdict in (MIX, DEPENDS)
    }
    for row in rows:
        if (row["panel"], row["x"], row["y"]) in mixed:
            row["state"] = figures.UNSURE
    panels = dict.fromkeys(cell.words(words.panel) for cell in answer.cells)
    titles = {panel: words.title(panel, "cards left") for panel in panels}
    text = (
        f"Each cell: units gained by {words.gerunds[0]} instead of {words.gerunds[1]}, everybody playing "
        f"{answer.against}. Blue, +: {words.yes}; orange, −: {words.no}; hatched: both are worth the same, it "
        f"depends, or it is not resolved; dot: too few forks. {bluff_words(answer)}"
    ).strip()
    title = f"{words.yes.capitalize()} or {words.no}"
    return [drawn_map(words.key, title, text, rows, (words.columns, "own count"), titles)]


_PARTS: Mapping[str, Callable[[ChoicesAnswer, Words], Any]] = {
    "headline": headline,
    "advice": advice,
    "pocket": pocket,
    "sentences": sentences,
    "console": console,
    "tables": tables,
    "findings": findings,
}


def presenter(own: ModuleType, words: Words) -> SimpleNamespace:
    """The presenter of a chart: its verdicts where one player sits on all seats, else the question's own functions.

    Args:
        own: the question's module.
        words: the words of its verdicts; a function `tables_against` of the module adds tables to them.
    """
    more: Callable[[ChoicesAnswer], list[Table]] = getattr(own, "tables_against", lambda answer: [])

    def either(part: str) -> Callable[[ChoicesAnswer], Any]:
        def shown(answer: ChoicesAnswer) -> Any:
            if not answer.against:
                return getattr(own, part)(answer)
            verdicts = _PARTS[part](answer, words)
            return [*verdicts, *more(answer)] if part == "tables" else verdicts

        return shown

    return SimpleNamespace(**{part: either(part) for part in _PARTS})
