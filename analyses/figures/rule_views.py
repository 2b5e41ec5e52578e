"""The effects of rule changes on one screen: as text, and as HTML with one figure for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import effects
from tongits_sim.run.answers import value

MOST_LINES = 20
"""Rows of one screen."""
_PER_CHANGE = 4
"""Metrics of one change that are shown, the surest first."""
_HEADINGS = ("change", "metric", "before", "after", "difference", "95 % interval", "verdict")


def as_text(answer: WhatIfAnswer) -> str:
    """The changes on one screen of text."""
    rows = [_HEADINGS, *_rows(answer)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([title(answer), "", *lines, *_rest(answer)])


def as_html(answer: WhatIfAnswer) -> str:
    """The changes as a table, and the ladder of the metric that they are ranked by."""
    head = "".join(f"<th>{escape(each)}</th>" for each in _HEADINGS)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in _rows(answer))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    notes = "".join(f"<p>{escape(line)}</p>" for line in _rest(answer))
    return f"<div><p>{escape(title(answer))}</p>{table}{notes}{_figure(answer)}</div>"


def title(answer: WhatIfAnswer) -> str:
    """The comparison in a line."""
    count = len(answer.changes)
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,} games"
    return (
        f"{count} change{'' if count == 1 else 's'} of {answer.base} · {', '.join(answer.players)} · "
        f"{answer.deals:,} {unit} · seed {answer.seed}"
    )


def _rows(answer: WhatIfAnswer) -> list[tuple[str, ...]]:
    """The rows of one screen: for few changes the metrics that moved, for many the ranking."""
    if len(answer.changes) * 2 > MOST_LINES:
        rows = [_cells(row.change, row.effect) for row in answer.ranking if not row.no_effect]
    else:
        rows = [row for change in answer.changes for row in _of_change(answer, change)]
    return rows[:MOST_LINES]


def _of_change(answer: WhatIfAnswer, change: ChangeAnswer) -> Iterator[tuple[str, ...]]:
    if change.no_effect:
        yield (change.change, "all", "", "", "0", "", f"no effect: {change.no_effect}")
        return
    moved = sorted((each for each in change.effects if each.certain), key=lambda each: each.p_corrected or 0.0)
    first = change.effect(answer.rank_by)
    most = max(1, min(_PER_CHANGE, MOST_LINES // len(answer.changes)) - 1)
    for effect in [first, *(each for each in moved if each is not first)][: most + 1]:
        yield _cells(change.change, effect)


def _cells(change: str, effect: MetricEffect) -> tuple[str, ...]:
    values = (value(each) for each in (effect.before, effect.after, effect.diff))
    before, after, diff = (effects.scaled(effect.metric, each) for each in values)
    limits = " to ".join(f"{effects.scaled(effect.metric, x):+.3g}" for x in effect.diff.ci95 or ())
    metric = f"{effects.words(effect.metric)}, {effects.unit(effect.metric)}"
    return (change, metric, f"{before:.3g}", f"{after:.3g}", f"{diff:+.3g}", limits, effect.verdict)


def _rest(answer: WhatIfAnswer) -> list[str]:
    """A note on the rows left out."""
    if len(answer.changes) * 2 > MOST_LINES:
        return [f"The {MOST_LINES} largest of {len(answer.ranking)}: .ranking and .effects hold all."]
    return ["The most certain changes; .effects holds every metric."]


def _figure(answer: WhatIfAnswer) -> str:
    """The ladder of the metric ranked by as SVG; empty where nothing moves."""
    import io

    rows = effects.rungs(answer, answer.rank_by)
    if not any(row.moves for row in rows):
        return ""
    stream = io.StringIO()
    effects.draw_ladder(rows, answer.rank_by).savefig(stream, format="svg")
    text = stream.getvalue()
    return text[text.index("<svg") :]
