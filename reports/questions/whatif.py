"""The effects of rule changes in sentences, tables and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyses.answers.whatif import ChangeAnswer, WhatIfAnswer
from analyses.figures import effects
from analyses.figures.effects import Rung
from analyses.whatif_job import MOST_UNRANKED
from analyses.words.parts import Advice, Finding, Panel, Table
from reports.text import rule_tables
from reports.text.rule_effects import (
    CORRECTIONS,
    cautions,
    certainty,
    change_words,
    difference,
    in_a_sentence,
    in_short,
    ladder_words,
    the,
)
from tongits_sim.run.numbers import MINUS

CONSOLE_RANKS = 20


def asked(answer: WhatIfAnswer) -> str:
    """One line about what was played."""
    count = len(answer.changes)
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,} games"
    seatings = {1: "one seating", 3: "three seatings", 6: "all six seatings"}[answer.seatings]
    return (
        f"what if · {count} change{'' if count == 1 else 's'} of {answer.base} · {', '.join(answer.players)}"
        f" · {answer.deals:,} {unit}, each in {seatings} · seed {answer.seed}"
    )


def headline(answer: WhatIfAnswer) -> str:
    """The first sentence."""
    if not _many(answer):
        return in_a_sentence(answer, answer.changes[0])
    certain = [row for row in answer.ranking if row.effect.certain]
    metric = the(effects.words(answer.rank_by))
    who = ", ".join(answer.players)
    certainly = "none certainly changes" if not certain else f"{len(certain)} certainly change"
    start = f"Of {len(answer.changes)} changes of {answer.base}, {certainly} {metric} ({who})"
    if not certain:
        return f"{start}."
    if answer.choosing is None:
        best = certain[0]
        return (
            f"{start}. The largest estimate is {effects.quoted_name(answer, best.change)}, {difference(best.effect)}; "
            "it was picked on these same deals, so it tends to be exaggerated."
        )
    best = next(row for row in answer.ranking if not row.no_effect)
    doubt = "" if best.effect.certain else ", which is inconclusive"
    shares = next(change for change in answer.changes if change.change == best.change).of_take(answer.rank_by)
    if shares is not None:
        before, after = (f"{100 * share:.0f} %".replace("-", MINUS) for share in shares)
        doubt = f", from {before} to {after} of the winner's take{doubt}"
    return (
        f"{start}. The largest is {effects.quoted_name(answer, best.change)}, {difference(best.effect)}{doubt}; "
        f"{answer.choosing.deals:,} other deals chose it, so that the choice does not exaggerate the estimate."
    )


def advice(answer: WhatIfAnswer) -> list[Advice]:
    """The effect of each change, or of the largest of many."""
    sure = f"{answer.family} differences, corrected by {CORRECTIONS[answer.correction]}."
    if _many(answer):
        return [Advice("Which house rule changes most?", headline(answer), sure)]
    parts = [_advice(answer, each) for each in answer.changes]
    return [*parts[:-1], parts[-1]._replace(sure=f"{parts[-1].sure} {sure}".strip())]


def _advice(answer: WhatIfAnswer, change: ChangeAnswer) -> Advice:
    """The effect of one change, in short and in detail."""
    asks = f"What if: {change_words(change)}"
    if change.no_effect or not change.deals_that_differ:
        return Advice(asks, in_a_sentence(answer, change))
    return Advice(asks, *in_short(change))


def sentences(answer: WhatIfAnswer) -> list[str]:
    """The other statements."""
    parts = [] if _many(answer) else [in_a_sentence(answer, change) for change in answer.changes[1:]]
    idle = [change for change in answer.changes if change.no_effect]
    if _many(answer) and idle:
        parts.append(f"{len(idle)} changes provably have no effect here; the table gives the reasons.")
    if answer.skipped:
        parts.append(f"{len(answer.skipped)} changes were not played; the table gives the reasons.")
    return [*parts, certainty(answer), *cautions(answer)]


def tables(answer: WhatIfAnswer) -> list[Table]:
    """The numbers."""
    if _many(answer):
        main = [rule_tables.ranking(answer), rule_tables.everything(answer)]
    else:
        main = [rule_tables.of_change(change, number) for number, change in enumerate(answer.changes, 1)]
    return [table for table in (*main, rule_tables.idle(answer)) if table.rows]


def console(answer: WhatIfAnswer) -> list[Table]:
    """The tables for a terminal: only the top of a long ranking."""
    if _many(answer):
        return [rule_tables.ranking(answer, CONSOLE_RANKS)]
    main = [rule_tables.of_change(change, number, brief=True) for number, change in enumerate(answer.changes, 1)]
    return [table for table in main if table.rows]


def findings(answer: WhatIfAnswer) -> list[Finding]:
    """The figures."""
    metrics = [row.metric for row in answer.metrics]
    first = [answer.rank_by] if _many(answer) else []
    own = filter(effects.is_own, metrics)
    names = [metric for metric in dict.fromkeys([*first, *own, *effects.PANELS]) if metric in metrics]
    ladders = {metric: effects.rungs(answer, metric) for metric in names}
    ladders = {metric: rows for metric, rows in ladders.items() if any(row.moves for row in rows)}
    if not ladders:
        return []
    if _many(answer):
        return [_ladder(metric, rows) for metric, rows in list(ladders.items())[:4]]
    text = " ".join(ladder_words(metric, rows) for metric, rows in list(ladders.items())[:3])
    text = f"Difference from the base rules. Line: 95 % interval; filled: certain; hollow: inconclusive. {text}"
    title = "Effects of the changes"
    return [Finding("ladder", title, text, lambda: _panels(ladders))]


def _many(answer: WhatIfAnswer) -> bool:
    """Whether a ranking shows the changes, too many to describe one by one."""
    return len(answer.changes) > MOST_UNRANKED


def _panels(ladders: Mapping[str, Sequence[Rung]]) -> list[Panel]:
    """A panel with a caption for each metric."""
    figures = effects.draw_ladders(ladders)
    return [
        Panel(title, figure, ladder_words(metric, rows))
        for (title, figure), (metric, rows) in zip(figures, ladders.items(), strict=True)
    ]


def _ladder(metric: str, rows: Sequence[Rung]) -> Finding:
    title = f"Effects of the changes: {effects.words(metric)}"
    text = f"{ladder_words(metric, rows)} Line: 95 % interval; hollow: inconclusive."
    if effects.far(rows) is not None:
        text += " An arrow marks a value beyond the edge."
    return Finding(f"ladder-{metric}", title, text, lambda: effects.draw_ladder(rows, metric))
