"""Shows the answer of `mahjong whatif`."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.presentation import Finding, Screen, Table, columns, join_and, moved, paid, seated, sure
from mahjong_sim.experiments.answer_types import ChangeRow, EffectRow, WhatIfAnswer
from mahjong_sim.shown.compare import about as about
from tongits_sim.run.numbers import p_words

ALPHA = 0.05
MAX_CHANGES = 2  # whose rows the screen shows


def screen(answer: WhatIfAnswer) -> Screen:
    """Which numbers the changes move, and which stay."""
    shown = answer.changes[:MAX_CHANGES]
    body = [_moving(change) for change in shown]
    notes = [
        f"No difference is sure in: {join_and(still)}."
        for change in shown[: 1 if len(answer.changes) == 1 else 0]
        if (still := [row.measure for row in change.effects if not certain(row)])
    ]
    return Screen(
        heading(answer), headline(answer), body, [*notes, "All numbers: --full   Rules: tongits mahjong rules"]
    )


def heading(answer: WhatIfAnswer) -> str:
    """The first line of the screen: rules, changes, players, deals, seed."""
    names = " / ".join(change.change for change in answer.changes)
    size = f"{answer.deals:,} deals, the same for both"
    return f"{answer.rules} → {names} · {seated(answer.players)} · {size} · seed {answer.seed}"


def certain(row: EffectRow) -> bool:
    """Return True if a sentence may say that a measure changes."""
    return row.p_holm is not None and row.p_holm <= ALPHA and sure(row.diff)


def headline(answer: WhatIfAnswer) -> str:
    """For each change, the effect that is largest for its size."""
    parts = []
    for change in answer.changes:
        rows = sorted(filter(certain, change.effects), key=_size)
        name = "" if len(answer.changes) == 1 else f"{change.change}: "
        if rows:
            parts.append(f"{name}{_brief(rows[0])}")
        else:
            parts.append(f"{name}no difference is sure after {answer.deals:,} deals")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _brief(row: EffectRow) -> str:
    more = "more" if (row.diff.mean or 0.0) > 0 else "less"
    return (
        f"{row.measure}: {paid(row.after)} a game instead of {paid(row.before)}, {moved(row.diff).lstrip('+−')} {more}"
    )


def _size(row: EffectRow) -> float:
    """How large a change is for its size; the largest sorts first."""
    return -abs((row.diff.mean or 0.0) / (row.before.mean or 1.0))


def _moving(change: ChangeRow) -> Table:
    rows = sorted(filter(certain, change.effects), key=_size) or list(change.effects)[:4]
    return _table("change", change, rows)


def _table(key: str, change: ChangeRow, rows: Sequence[EffectRow], full: bool = False) -> Table:
    cells = {
        "a game": lambda row: row.measure,
        "before": lambda row: paid(row.before),
        "after": lambda row: paid(row.after),
        "change": lambda row: moved(row.diff),
    }
    if full:
        cells["p (Holm)"] = lambda row: p_words(row.p_holm)
    return columns(key, change.change, rows, cells)


def tables(answer: WhatIfAnswer) -> list[Table]:
    """A table for each change."""
    every = enumerate(answer.changes, start=1)
    return [_table(f"change-{number}", change, change.effects, full=True) for number, change in every]


def findings(_answer: WhatIfAnswer) -> list[Finding]:
    """No figures."""
    return []
