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
    found = typed(document)
    count = len(found.changes)
    unit = "deals" if found.match_games == 1 else f"matches of {found.match_games:,} games"
    seatings = {1: "one seating", 3: "three seatings", 6: "all six seatings"}[found.seatings]
    return (
        f"what if · {count} change{'' if count == 1 else 's'} of {found.base} · {', '.join(found.players)}"
        f" · {found.deals:,} {unit}, each in {seatings} · seed {found.seed}"
    )


def answer(document: Document) -> str:
    """The first sentence."""
    found = typed(document)
    if not _many(found):
        return in_a_sentence(found, found.changes[0])
    certain = [row for row in found.ranking if row.effect.certain]
    metric = the(effects.words(found.rank_by))
    start = f"Of {len(found.changes)} changes of {found.base}, {len(certain)} surely change {metric}"
    if not certain:
        return f"{start}."
    best = certain[0]
    return f"{start}, most of all {best.change}: {difference(best.effect)}."


def advice(document: Document) -> list[Advice]:
    """What changes most."""
    found = typed(document)
    sure = f"{found.family} differences, corrected by {CORRECTIONS[found.correction]}."
    if _many(found):
        return [Advice("Which house rule changes most?", answer(found), sure)]
    made = [_advice(found, each) for each in found.changes]
    return [*made[:-1], made[-1]._replace(sure=f"{made[-1].sure} {sure}".strip())]


def _advice(found: WhatIfAnswer, change: ChangeAnswer) -> Advice:
    """What one change does, without its small print."""
    asks = f"What if: {change_words(change)}"
    if change.no_effect or not change.deals_that_differ:
        return Advice(asks, in_a_sentence(found, change))
    return Advice(asks, *in_short(change))


def sentences(document: Document) -> list[str]:
    """What else is to be said."""
    found = typed(document)
    said = [] if _many(found) else [in_a_sentence(found, change) for change in found.changes[1:]]
    idle = [change for change in found.changes if change.no_effect]
    if _many(found) and idle:
        said.append(f"{len(idle)} changes provably have no effect here; the table gives the reasons.")
    if found.skipped:
        said.append(f"{len(found.skipped)} changes were not played; the table gives the reasons.")
    return [*said, *adapted_words(found), certainty(found), *cautions(found)]


def tables(document: Document) -> list[Table]:
    """The numbers."""
    found = typed(document)
    if _many(found):
        made = [rule_tables.ranking(found), rule_tables.everything(found)]
    else:
        made = [rule_tables.of_change(change, number) for number, change in enumerate(found.changes, 1)]
    return [table for table in (*made, rule_tables.idle(found), rule_tables.tuned(found)) if table.rows]


def console(document: Document) -> list[Table]:
    """The tables a terminal shows: of a long ranking the top."""
    found = typed(document)
    if _many(found):
        return [rule_tables.ranking(found, CONSOLE_RANKS)]
    made = [rule_tables.of_change(change, number, brief=True) for number, change in enumerate(found.changes, 1)]
    return [table for table in (*made, rule_tables.tuned(found)) if table.rows]


def findings(document: Document) -> list[Finding]:
    """The figures."""
    found = typed(document)
    metrics = [row.metric for row in found.metrics]
    first = [found.rank_by] if _many(found) else []
    drawn = [metric for metric in dict.fromkeys([*first, *effects.PANELS]) if metric in metrics]
    ladders = {metric: effects.rungs(found, metric) for metric in drawn}
    ladders = {metric: rows for metric, rows in ladders.items() if any(row.moves for row in rows)}
    if not ladders:
        return []
    if _many(found):
        return [_one(metric, rows) for metric, rows in list(ladders.items())[:4]]
    text = " ".join(ladder_words(metric, rows) for metric, rows in list(ladders.items())[:3])
    text = (
        "The change against the base. A line is a 95 % interval. Circle: the same bots; square: bots re-tuned; "
        f"filled: certain; hollow: inconclusive. {text}"
    )
    title = "What the changes do"
    return [Finding("ladder", title, text, lambda: effects.draw_ladders(ladders), lambda: _panels(ladders))]


def _many(found: WhatIfAnswer) -> bool:
    return len(found.changes) > MOST_IN_WORDS


def _panels(ladders: Mapping[str, Sequence[Rung]]) -> list[Panel]:
    """A panel for each metric, which says what it shows."""
    drawn = effects.draw_ladder_panels(ladders)
    return [
        Panel(title, figure, ladder_words(metric, rows))
        for (title, figure), (metric, rows) in zip(drawn, ladders.items(), strict=True)
    ]


def _one(metric: str, rows: Sequence[Rung]) -> Finding:
    title = f"What the changes do: {effects.words(metric)}"
    text = f"{ladder_words(metric, rows)} A line is a 95 % interval; hollow: inconclusive."
    if effects.far(rows) is not None:
        text += " An arrow with its value lies beyond the edge."
    return Finding(f"ladder-{metric}", title, text, lambda: effects.draw_ladder(rows, metric))
