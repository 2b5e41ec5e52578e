"""What a rule change does, in words, tables and figures.

The page and the console hand the answer over as JSON holds it; here it becomes a `WhatIfAnswer`, and everything behind
reads that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyses.answers.whatif import ChangeAnswer, WhatIfAnswer
from analyses.figures import effects
from analyses.figures.effects import Rung
from reports.page.findings import Advice, Finding, Panel
from reports.page.tables import Table
from reports.text import rule_tables
from reports.text.rule_effects import (
    CORRECTIONS,
    adapted_words,
    cautions,
    certainty,
    change_words,
    difference,
    in_a_sentence,
    in_short,
    ladder_words,
    the,
)

Document = Mapping[str, Any] | WhatIfAnswer

MOST_IN_WORDS = 6
"""Changes that are described one by one; of more, only a ranking is shown."""
CONSOLE_RANKS = 20


def typed(document: Document) -> WhatIfAnswer:
    """The answer as a type. Raises AnswerError for a document that is none."""
    return document if isinstance(document, WhatIfAnswer) else WhatIfAnswer.from_dict(document)


def asked(document: Document) -> str:
    """What was played, in a line."""
    answer = typed(document)
    count = len(answer.changes)
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,} games"
    seatings = {1: "one seating", 3: "three seatings", 6: "all six seatings"}[answer.seatings]
    return (
        f"what if · {count} change{'' if count == 1 else 's'} of {answer.base} · {', '.join(answer.players)}"
        f" · {answer.deals:,} {unit}, each in {seatings} · seed {answer.seed}"
    )


def headline(document: Document) -> str:
    """The first sentence."""
    answer = typed(document)
    if not _many(answer):
        return in_a_sentence(answer, answer.changes[0])
    certain = [row for row in answer.ranking if row.effect.certain]
    metric = the(effects.words(answer.rank_by))
    start = f"Of {len(answer.changes)} changes of {answer.base}, {len(certain)} surely change {metric}"
    if not certain:
        return f"{start}."
    best = certain[0]
    return f"{start}, most of all {best.change}: {difference(best.effect)}."


def advice(document: Document) -> list[Advice]:
    """What changes most."""
    answer = typed(document)
    sure = f"{answer.family} differences, corrected by {CORRECTIONS[answer.correction]}."
    if _many(answer):
        return [Advice("Which house rule changes most?", headline(answer), sure)]
    parts = [_advice(answer, each) for each in answer.changes]
    return [*parts[:-1], parts[-1]._replace(sure=f"{parts[-1].sure} {sure}".strip())]


def _advice(answer: WhatIfAnswer, change: ChangeAnswer) -> Advice:
    """What one change does, without its small print."""
    asks = f"What if: {change_words(change)}"
    if change.no_effect or not change.deals_that_differ:
        return Advice(asks, in_a_sentence(answer, change))
    return Advice(asks, *in_short(change))


def sentences(document: Document) -> list[str]:
    """What else is to be said."""
    answer = typed(document)
    parts = [] if _many(answer) else [in_a_sentence(answer, change) for change in answer.changes[1:]]
    idle = [change for change in answer.changes if change.no_effect]
    if _many(answer) and idle:
        parts.append(f"{len(idle)} changes provably have no effect here; the table gives the reasons.")
    if answer.skipped:
        parts.append(f"{len(answer.skipped)} changes were not played; the table gives the reasons.")
    return [*parts, *adapted_words(answer), certainty(answer), *cautions(answer)]


def tables(document: Document) -> list[Table]:
    """The numbers."""
    answer = typed(document)
    if _many(answer):
        main = [rule_tables.ranking(answer), rule_tables.everything(answer)]
    else:
        main = [rule_tables.of_change(change, number) for number, change in enumerate(answer.changes, 1)]
    return [table for table in (*main, rule_tables.idle(answer), rule_tables.tuned(answer)) if table.rows]


def console(document: Document) -> list[Table]:
    """The tables a terminal shows: of a long ranking the top."""
    answer = typed(document)
    if _many(answer):
        return [rule_tables.ranking(answer, CONSOLE_RANKS)]
    main = [rule_tables.of_change(change, number, brief=True) for number, change in enumerate(answer.changes, 1)]
    return [table for table in (*main, rule_tables.tuned(answer)) if table.rows]


def findings(document: Document) -> list[Finding]:
    """The figures."""
    answer = typed(document)
    metrics = [row.metric for row in answer.metrics]
    first = [answer.rank_by] if _many(answer) else []
    names = [metric for metric in dict.fromkeys([*first, *effects.PANELS]) if metric in metrics]
    ladders = {metric: effects.rungs(answer, metric) for metric in names}
    ladders = {metric: rows for metric, rows in ladders.items() if any(row.moves for row in rows)}
    if not ladders:
        return []
    if _many(answer):
        return [_one(metric, rows) for metric, rows in list(ladders.items())[:4]]
    text = " ".join(ladder_words(metric, rows) for metric, rows in list(ladders.items())[:3])
    text = (
        "The change against the base. A line is a 95 % interval. Circle: the same bots; square: bots re-tuned; "
        f"filled: certain; hollow: inconclusive. {text}"
    )
    title = "What the changes do"
    return [Finding("ladder", title, text, lambda: effects.draw_ladders(ladders), lambda: _panels(ladders))]


def _many(answer: WhatIfAnswer) -> bool:
    return len(answer.changes) > MOST_IN_WORDS


def _panels(ladders: Mapping[str, Sequence[Rung]]) -> list[Panel]:
    """A panel for each metric, which says what it shows."""
    figures = effects.draw_ladder_panels(ladders)
    return [
        Panel(title, figure, ladder_words(metric, rows))
        for (title, figure), (metric, rows) in zip(figures, ladders.items(), strict=True)
    ]


def _one(metric: str, rows: Sequence[Rung]) -> Finding:
    title = f"What the changes do: {effects.words(metric)}"
    text = f"{ladder_words(metric, rows)} A line is a 95 % interval; hollow: inconclusive."
    if effects.far(rows) is not None:
        text += " An arrow with its value lies beyond the edge."
    return Finding(f"ladder-{metric}", title, text, lambda: effects.draw_ladder(rows, metric))
