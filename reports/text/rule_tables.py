"""Tables of the effects of rule changes."""

from __future__ import annotations

from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import effects
from analyses.words.parts import Table
from reports.text.rule_effects import shown_limits, the
from tongits_sim.run.answers import value
from tongits_sim.run.numbers import MINUS, amount, digits_of, known, p_words


def of_change(change: ChangeAnswer, number: int, brief: bool = False) -> Table:
    """All metrics of one change; `brief`: only those that differ in some deal, in few columns."""
    columns = 2 if brief else 3
    headings = ["Metric", "Before", "After", "Change", "Verdict"] + ["p", "Variance reduction"] * (not brief)
    rows, still = [], []
    for each in change.effects if not change.no_effect else ():
        if brief and not each.diff.mean:
            still.append(effects.words(each.metric))
            continue
        factor = each.variance_reduction
        cells = [_name(each.metric), *_levels(each), *_change_cells(each)[:columns]]
        cells += ["" if factor is None else f"{factor:.1f} ×"] * (not brief)
        rows.append(cells)
    note = "± is half a 95 % interval of the change, from differences deal by deal; verdicts are corrected."
    note += f" No deal differed in: {', '.join(still)}." if still else ""
    note += " None: it cannot differ." * (not brief)
    return Table(f"change-{number}", f"With {effects.quoted(change)}", headings, rows, note=note)


def ranking(answer: WhatIfAnswer, most: int | None = None) -> Table:
    """The changes ranked by their effect on one metric; `most`: only that many of the largest."""
    shares = {change.change: change.of_take(answer.rank_by) for change in answer.changes}
    rows = [
        [str(row.rank), row.change, *_levels(row.effect), *_change_cells(row.effect), *_share(shares.get(row.change))]
        for row in answer.ranking[:most]
        if not row.no_effect
    ]
    of_take = ["Of the winner's take"] if any(shares.values()) else []
    title = f"Changes ranked by {the(effects.words(answer.rank_by))}, {effects.unit(answer.rank_by)}"
    note = "± is half a 95 % interval; p-values corrected by Benjamini-Hochberg over all metrics of all changes."
    if most is not None and len(answer.ranking) > most:
        note += f" The {most} largest of {len(answer.ranking)}; all with --report or --format json."
    note += " Ranked by the change of the share of the winner's take." if of_take else ""
    headings = ["", "Change", "Before", "After", "Difference", "Verdict", "p", *of_take]
    return Table("ranking", title, headings, rows, 2, note)


def _share(shares: tuple[float, float] | None) -> list[str]:
    return [] if shares is None else [f"{100 * shares[1]:.0f} %".replace("-", MINUS)]


def everything(answer: WhatIfAnswer) -> Table:
    """All changes, and the metrics that are also drawn."""
    metrics = [row.metric for row in answer.metrics if row.metric in effects.PANELS or effects.is_own(row.metric)]
    rows = [
        [change.change, *(_change_cell(change.effect(metric)) for metric in metrics)]
        for change in answer.changes
        if not change.no_effect
    ]
    headings = ["Change", *(f"{effects.words(metric)}, {effects.unit(metric)}" for metric in metrics)]
    note = "Differences from the base, ± half a 95 % interval. ?: inconclusive. 0: no deal differed."
    return Table("everything", "Every change", headings, rows, note=note)


def idle(answer: WhatIfAnswer) -> Table:
    """Changes that provably have no effect, and changes that were not played."""
    rows = [[change.change, "no effect", change.no_effect] for change in answer.changes if change.no_effect]
    rows += [[each.change, "not played", each.reason] for each in answer.skipped]
    return Table("idle", "Changes without an effect, or not played", ["Change", "", "Why"], rows, text=3)


def _name(metric: str) -> str:
    """`dealer's edge, units`."""
    short = effects.unit(metric).replace("units a game", "units").replace("units a session", "units")
    short = "%" if short.startswith("% of") else short
    return f"{effects.words(metric)}, {short}"


def _levels(effect: MetricEffect) -> list[str]:
    digits = max(digits_of(shown_limits(effect)), 1)
    values = (value(effect.before), value(effect.after))
    return [amount(effects.scaled(effect.metric, each), digits, sign=False) for each in values]


def _change_cells(effect: MetricEffect) -> list[str]:
    """Difference, verdict, corrected p."""
    diff = effects.scaled(effect.metric, value(effect.diff))
    text = known(diff, shown_limits(effect)) if effect.diff.mean else "0"
    return [text, effect.verdict, p_words(effect.p_corrected)]


def _change_cell(effect: MetricEffect) -> str:
    """A difference, with a question mark if it is inconclusive."""
    return _change_cells(effect)[0] + (" ?" if effect.verdict == "inconclusive" and effect.diff.mean else "")
