"""Sentences and tables shared by the questions that paired rollouts answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyses.rollouts import figures
from analyses.rollouts.cells import (
    Averages,
    Cell,
    ChoiceCell,
    ChoicesAnswer,
    CountLimit,
    ForksAnswer,
    RolloutsAnswer,
    cell_at,
)
from analyses.rollouts.estimates import column, describes
from analyses.words import Finding, Table, listed, players, value
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, between, digits_of, percent, seconds

RESAMPLED = "In brackets: range of the best threshold over 95 % of resamplings, not a confidence interval."


def averages(means: Averages, yes: str, no: str) -> Table:
    """The three averages and the confounded difference.

    Args:
        means: the averages.
        yes, no: verbs for both choices of the bot, in the past tense: "called", "did not call".
    """
    rows = [
        [words, f"{row.n:,}", value(row)]
        for words, row in (
            ("all decisions", means.all),
            (f"where the bot {yes}", means.chose_yes),
            (f"where the bot {no}", means.chose_no),
        )
        if row.mean is not None
    ]
    note = "Units per decision; ± is half a 95 % interval whose unit is the game."
    if means.naive is not None and means.naive.mean is not None:
        rows.append([f"confounded: decisions where it {yes} minus where it {no}", "", value(means.naive)])
        note += " The last line is confounded by hand strength: not a causal effect."
    return Table("averages", "Average value of the action", ["Decisions", "Forks", "Difference"], rows, note=note)


def headline(answer: ChoicesAnswer, action: str, decision: str, yes: str, no: str) -> str:
    """The value of an action on average, where the bots took it and where they did not.

    Args:
        answer: the answer.
        action: one action instead of the other: "calling now instead of waiting a turn".
        decision: the word for a decision.
        yes, no: verbs for both choices of the bots, in the past tense.
    """
    means = answer.averages
    parts = [f"{value(means.all)} units per {decision} on average"]
    for words, mean in ((f"the bots {yes}", means.chose_yes), (f"they {no}", means.chose_no)):
        if mean.mean is not None:
            parts.append(f"{value(mean)} where {words}")
    return f"At a table of {players(answer)}, {action} is worth {listed(parts)} (paired rollouts)."


def naive_sentence(means: Averages, yes: str, no: str) -> str:
    """The confounded difference next to the paired rollouts at the same decisions.

    Args:
        means: the averages.
        yes, no: verbs for both choices of the bot, in the past tense.
    """
    naive, forked = means.naive, means.chose_yes
    if naive is None or naive.mean is None or forked.mean is None:
        return ""
    text = (
        f"Payouts at decisions where the bot {yes} and where it {no} differ by {value(naive)} units. That is "
        "confounded by hand strength, not a causal effect; playing both actions from the same position gives "
        f"{value(forked)} where it {yes}"
    )
    return f"{text}, the opposite sign." if _opposite(naive, forked) else f"{text}."


def _opposite(one: Estimate, other: Estimate) -> bool:
    """Whether the intervals of two estimates exclude 0 on opposite sides."""
    if one.ci95 is None or other.ci95 is None:
        return False
    (low, high), (least, most) = one.ci95, other.ci95
    return (low > 0 and most < 0) or (high < 0 and least > 0)


def resolved_sentence(answer: ForksAnswer, cells: Sequence[Cell]) -> str:
    """How many cells of a map are resolved."""
    few = sum(cell.n < answer.min_forks for cell in cells)
    sure = sum(cell.resolved for cell in cells)
    return (
        f"The sign is resolved in {sure} of {len(cells)} cells (Benjamini-Hochberg, 5 %); {len(cells) - sure - few} "
        f"are inconclusive, and {few} have fewer than {answer.min_forks:,} forks."
    )


def speed_sentence(answer: RolloutsAnswer) -> str:
    """The number of forks, what a fork is, and the time they took."""
    rate = answer.branches / answer.elapsed_s if answer.elapsed_s else 0
    more = "With those that chose thresholds and extremes: " if answer.extremes else ""
    return (
        f"{answer.forks:,} forks; a fork is a pair of rollouts, both actions played to the end from the same position. "
        f"{more}{answer.branches:,} branches in {seconds(answer.elapsed_s)}: {rate / 1e6:.2f} million branches/s."
    )


def chart_sentence(answer: RolloutsAnswer) -> str:
    """The value of playing the chart."""
    chart = answer.chart
    if chart is None:
        return ""
    return (
        f"The chart was written to {chart.file}. On {chart.deals:,} held-out deals in every seating, chart(file=...) "
        f"earns {value(chart.diff)} units a game more than {chart.source}: {chart.verdict}."
    )


def closing(answer: RolloutsAnswer, cells: Sequence[Cell]) -> list[str]:
    """The last sentences of every answer: how many cells are resolved, the chart that was written, what was played."""
    return [resolved_sentence(answer, cells), chart_sentence(answer), speed_sentence(answer)]


def cell_words(cell: Cell, few: int) -> str:
    """The value of a cell: in brackets if its sign is not resolved, a dot if it has too few forks."""
    if cell.n < few or cell.ev_diff.mean is None:
        return "·"
    text = amount(cell.ev_diff.mean, min(2, digits_of(cell.ev_diff.ci95)))
    return text if cell.resolved else f"({text})"


def grids(
    cells: Sequence[Cell], min_forks: int, across: str, down: str, panel: str, titles: Mapping[str, str], heading: str
) -> list[Table]:
    """A table for every panel of a map with three coordinates; rows without any fork are left out.

    Args:
        cells: of the map.
        min_forks: cells with fewer forks hold a dot.
        across, down, panel: coordinates of columns, rows and tables.
        titles: captions of the tables, by the panel's coordinate in words.
        heading: heading of the first column.
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
            value(cell.ev_diff),
            "" if cell.share_yes is None else percent(cell.share_yes),
            "yes" if cell.resolved else "no",
        ]
        for cell in cells
        if cell.n >= min_forks
    ]
    headings = [*keys.values(), "Forks", "Difference", "Bot's share of yes", "Resolved"]
    note = f"Cells with fewer than {min_forks:,} forks are left out; the JSON holds all."
    return Table("cells", "Every cell", headings, rows, text=len(keys), note=note)


def count_words(count: int | None) -> str:
    """A threshold: `24`, `never`, a dash if unknown."""
    return "–" if count is None else "never" if count < 0 else f"{count}"


def threshold_words(limit: CountLimit) -> str:
    """A threshold with its range over resamplings: `24 (22 to 25)`, `any count`, `never (never to 3)`."""
    text = "any count" if limit.always else count_words(limit.count)
    return text if limit.low == limit.high else f"{text} ({count_words(limit.low)} to {count_words(limit.high)})"


def counts_with(limit: CountLimit, cells: Sequence[Cell], min_forks: int, across: str, panel: str) -> str:
    """The counts to say yes with at one place: the threshold where it describes the cells, else the resolved counts.

    Args:
        limit: the threshold; a star marks one that was fitted with other places.
        cells: the cells of the chart.
        min_forks: cells with fewer forks are passed over.
        across, panel: coordinates of the chart's columns and panels.
    """
    if limit.count is None:
        return "–"
    if describes(limit, cells):
        return threshold_words(limit) + (" *" if limit.pooled else "")
    columns = figures.bands(column(cells, limit), min_forks, across, "own_count", panel)
    return next((counts for each in columns if (counts := each.counts("own_count", 1))), "not resolved")


def map_text(
    answer: RolloutsAnswer,
    cells: Sequence[Cell],
    action: str,
    verbs: tuple[str, str],
    where: Callable[[Cell], str],
    line: str = "",
) -> str:
    """The caption of a map of the values of an action.

    Args:
        answer: the answer.
        cells: its cells.
        action: one action instead of the other: "calling now instead of waiting a turn".
        verbs: the two actions: "call", "wait".
        where: a function that describes where a cell lies.
        line: a sentence about lines in the map.
    """
    return (
        f"Each cell: units gained by {action}, among {players(answer)}. Blue, +: {verbs[0]}; orange, −: {verbs[1]}; "
        f"hatched: not resolved; dot: too few forks.{line} {strongest(answer, cells, where)}"
    ).strip()


def drawn_map(
    key: str,
    title: str,
    text: str,
    rows: Sequence[figures.Row],
    axes: tuple[str, str],
    panels: Mapping[str, str],
    lines: Sequence[figures.Row] = (),
) -> Finding:
    """A map as a figure, panel by panel.

    Args:
        key, title, text: of the finding.
        rows: the rows of `figures.grid`.
        axes: labels of the columns and of the rows.
        panels: titles of the panels.
        lines: lines in the panels.
    """
    return Finding(key, title, text, lambda: figures.draw_panels(rows, *axes, panels, lines))


def strongest(answer: ForksAnswer, cells: Sequence[Cell], words: Callable[[Cell], str]) -> str:
    """The cells with the largest gain and the largest loss, chosen on some games and estimated on others.

    Args:
        answer: its `extremes` hold the coordinates of the cells.
        cells: the cells of the map, estimated on the games that did not choose.
        words: a function that describes where a cell lies.
    """
    extremes = answer.extremes.get("cells")
    if extremes is None:
        return ""
    parts = []
    for at, most in ((extremes.most, "in favour"), (extremes.least, "against")):
        cell = None if at is None else cell_at(cells, at)
        if cell is not None and cell.ev_diff.ci95 is not None:
            mean, limits = cell.ev_diff.mean, cell.ev_diff.ci95
            digits = min(2, digits_of(limits))
            text = f"{amount(mean, digits)} units (95 % interval {between(limits, digits)})"
            parts.append(f"Most {most}: {words(cell)}, {text}.")
    return " ".join([*parts, HELD_OUT]) if parts else ""


HELD_OUT = "These cells were chosen on other games than those that estimate them."
