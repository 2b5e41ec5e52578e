"""The answer of `whatif` in words, for any game."""

from __future__ import annotations

from analyses.words import Finding, Table
from reports.questions.any_game.compare import closing
from tongits_sim.core.answers import WhatIfAnswer
from tongits_sim.core.game import game_of
from tongits_sim.run.numbers import known, number_word, p_words


def headline(answer: WhatIfAnswer) -> str:
    """The changes that certainly move a measure."""
    sure = [
        each.change
        for each in answer.changes
        if any(row.p_holm is not None and row.p_holm <= 0.05 for row in each.effects)
    ]
    if not sure:
        return "No change of the house rules does anything that is certain."
    return f"Certain to change something: {', '.join(sure)}."


def sentences(answer: WhatIfAnswer) -> list[str]:
    """The games behind it."""
    return [closing(answer)]


def findings(answer: WhatIfAnswer) -> list[Finding]:
    """No figures."""
    return []


def asked(answer: WhatIfAnswer) -> str:
    """The deals, players and rules in one line."""
    game = game_of(answer.command)
    rotations = f" in {number_word(game.seats)} rotations" if len(set(answer.players)) > 1 else ""
    return (
        f"{answer.deals:,} deals of {game.name}{rotations} · {', '.join(answer.players)} · rules {answer.rules} · "
        f"seed {answer.seed}"
    )


def tables(answer: WhatIfAnswer) -> list[Table]:
    """A table for each change."""
    headings = ["Per game", "Before", "After", "Difference", "p (Holm)"]
    tables = []
    for number, change in enumerate(answer.changes, start=1):
        rows = [
            [
                row.measure,
                *(known(each.mean, each.ci95) for each in (row.before, row.after, row.diff)),
                p_words(row.p_holm),
            ]
            for row in change.effects
        ]
        tables.append(Table(f"change-{number}", change.change, headings, rows))
    return tables
