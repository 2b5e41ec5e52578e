"""Words and tables that the questions asked by paired rollouts share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyses.answers.question import QuestionAnswer
from analyses.answers.rollouts import Averages, Cell, ChoiceCell, RolloutsAnswer, cell_at
from reports.page.tables import Table
from reports.text.numbers import amount, between, digits_of, known, percent, seconds
from tongits_sim.run.answers import Estimate

RESAMPLED = "In brackets: where 95 % of resamplings put the best threshold; not a confidence interval."


def players(answer: QuestionAnswer) -> str:
    """Who played, in words: `three greedy`, or the names."""
    names = answer.players
    return f"three {names[0]}" if len(set(names)) == 1 else ", ".join(names)


def value(estimate: Estimate) -> str:
    """A mean with half its interval."""
    return known(estimate.mean, estimate.ci95)


def averages(means: Averages, yes: str, no: str) -> Table:
    """The three averages, and the naive difference."""
    rows = [
        [words, f"{row.n:,}", value(row)]
        for words, row in (
            ("all decisions", means.all),
            (f"where the bot {yes}", means.chose_yes),
            (f"where the bot {no}", means.chose_no),
        )
        if row.mean is not None
    ]
    note = "Units a decision; ± is half a 95 % interval whose unit is the game."
    if means.naive is not None and means.naive.mean is not None:
        rows.append([f"confounded: decisions where it {yes} less where it {no}", "", value(means.naive)])
        note += " The last line is confounded by hand strength: not a causal effect."
    return Table(
        "averages", "What the answer is worth on average", ["Decisions", "Forks", "Difference"], rows, note=note
    )


def naive_sentence(means: Averages, yes: str, no: str) -> str:
    """The naive difference beside the paired rollouts where the bot said yes."""
    naive, forked = means.naive, means.chose_yes
    if naive is None or naive.mean is None or forked.mean is None:
        return ""
    text = (
        f"Do not compare decisions at which the bot {yes} with decisions at which it {no}: their payouts differ by "
        f"{value(naive)} units, but that is confounded by hand strength; playing both actions from the same position "
        f"gives {value(forked)} where it {yes}"
    )
    return f"{text}: the naive sign is wrong." if naive.mean * forked.mean < 0 else f"{text}."


def resolved_sentence(answer: RolloutsAnswer, cells: Sequence[Cell]) -> str:
    """How many cells of a map are resolved."""
    few = sum(cell.n < answer.min_forks for cell in cells)
    sure = sum(cell.resolved for cell in cells)
    return (
        f"Of {len(cells)} cells the sign is resolved in {sure} (Benjamini-Hochberg, 5 %); {len(cells) - sure - few} "
        f"are inconclusive, and {few} have fewer than {answer.min_forks:,} forks."
    )


def speed_sentence(answer: RolloutsAnswer) -> str:
    """Forks and time."""
    rate = answer.branches / answer.elapsed_s if answer.elapsed_s else 0
    return (
        f"{answer.forks:,} forks; with those that chose thresholds and extremes {answer.branches:,} branches in "
        f"{seconds(answer.elapsed_s)}: {rate / 1e6:.2f} million branches/s."
    )


def chart_sentence(answer: RolloutsAnswer) -> str:
    """What playing the chart found is worth."""
    chart = answer.chart
    if chart is None:
        return ""
    return (
        f"The chart was written to {chart.file}. Played as chart(file=...) on {chart.deals:,} fresh deals in "
        f"every seating, it earns {known(chart.diff, chart.ci95)} units a game more than {chart.source}: "
        f"{chart.verdict}."
    )


def cell_words(cell: Cell, few: int) -> str:
    """The value of a cell: in brackets where its sign is not resolved, a dot where there are too few forks."""
    if cell.n < few or cell.ev_diff is None:
        return "·"
    text = amount(cell.ev_diff, min(2, digits_of(cell.ci95)))
    return text if cell.resolved else f"({text})"


def grids(
    cells: Sequence[Cell], min_forks: int, across: str, down: str, panel: str, titles: Mapping[str, str], heading: str
) -> list[Table]:
    """A table for every panel of a map of three coordinates; rows without any fork are left out.

    Args:
        cells: of the map.
        min_forks: cells with fewer forks hold a dot.
        across, down, panel: coordinates of columns, rows and tables.
        titles: captions of the tables by coordinate in words.
        heading: of the first column.
    """
    tables = []
    for name, title in titles.items():
        mine = [cell for cell in cells if cell.words(panel) == name]
        columns = list(dict.fromkeys(cell.words(across) for cell in mine))
        rows = []
        for words in dict.fromkeys(cell.words(down) for cell in mine):
            values = [cell_words(cell, min_forks) for cell in mine if cell.words(down) == words]
            if any(text != "·" for text in values):
                rows.append([words, *values])
        if rows:
            tables.append(Table(f"cells-{name}", title, [heading, *columns], rows))
    if tables:
        tables[-1].note = (
            "Units. In brackets: the sign is not resolved (Benjamini-Hochberg over the map); "
            f"·: fewer than {min_forks:,} forks."
        )
    return tables


def cells_table(cells: Sequence[ChoiceCell], min_forks: int, keys: Mapping[str, str]) -> Table:
    """All cells with forks, one a row; `keys` maps coordinates to headings."""
    rows = [
        [
            *(cell.words(key) for key in keys),
            f"{cell.n:,}",
            known(cell.ev_diff, cell.ci95),
            "" if cell.share_yes is None else percent(cell.share_yes),
            "yes" if cell.resolved else "no",
        ]
        for cell in cells
        if cell.n >= min_forks
    ]
    headings = [*keys.values(), "Forks", "Difference", "Bot says yes", "Resolved"]
    note = f"Cells with fewer than {min_forks:,} forks are left out; the JSON holds all."
    return Table("cells", "Every cell", headings, rows, text=len(keys), note=note)


def count_words(count: int | None) -> str:
    """A threshold: `24`, `never`, a dash where it is not known."""
    return "–" if count is None else "never" if count < 0 else f"{count}"


def threshold_words(count: int | None, low: int | None, high: int | None, always: bool = False) -> str:
    """A threshold with the range of its resamplings: `24 (22 to 25)`, `any count`, `never (never to 3)`."""
    text = "any count" if always else count_words(count)
    return text if low == high else f"{text} ({count_words(low)} to {count_words(high)})"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence."""
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def strongest(answer: RolloutsAnswer, cells: Sequence[Cell], words: Callable[[Cell], str], name: str = "cells") -> str:
    """The cells with the largest gain and the largest loss, chosen on some games and estimated on others.

    Args:
        answer: whose `extremes` say where the cells lie.
        cells: of the map, estimated on the games that did not choose.
        words: where a cell lies.
        name: of the map.
    """
    extremes = answer.extremes.get(name)
    if extremes is None:
        return ""
    parts = []
    for at, most in ((extremes.most, "in favour"), (extremes.least, "against")):
        cell = None if at is None else cell_at(cells, at)
        if cell is not None and cell.ev_diff is not None and cell.ci95 is not None:
            digits = min(2, digits_of(cell.ci95))
            text = f"{amount(cell.ev_diff, digits)} units (95 % interval {between(cell.ci95, digits)})"
            parts.append(f"Most {most}: {words(cell)}, {text}.")
    return " ".join([*parts, HELD_OUT]) if parts else ""


HELD_OUT = "These cells were chosen on other games than those that estimate them."
