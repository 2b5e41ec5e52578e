"""How the answer of `whatif` is presented."""

from __future__ import annotations

from analyses.words.parts import Finding, Table
from mahjong_sim.analyses.played import PlayedAnswer
from tongits_sim.any_game.designs.answers import WhatIfAnswer
from tongits_sim.run.numbers import known, p_words, played_words


def headline(answer: PlayedAnswer) -> str:
    """Which changes move a measure for certain."""
    changes = effects_of(answer).changes
    sure = [each.change for each in changes if any((row.p_holm or 0) <= 0.05 for row in each.effects if row.p_holm)]
    if not sure:
        return "No change of the house rules does anything that is certain."
    return f"Certain to change something: {', '.join(sure)}."


def sentences(answer: PlayedAnswer) -> list[str]:
    """How it was played."""
    effects = effects_of(answer)
    return [f"{asked(effects)}.", closing(effects)]


def tables(answer: PlayedAnswer) -> list[Table]:
    """A table for each change."""
    return tables_of(effects_of(answer))


def findings(answer: PlayedAnswer) -> list[Finding]:
    """No figures."""
    return []


def effects_of(answer: PlayedAnswer) -> WhatIfAnswer:
    """The answer itself."""
    assert isinstance(answer.played, WhatIfAnswer)
    return answer.played


def asked(given: WhatIfAnswer | PlayedAnswer) -> str:
    """What was played, in one line."""
    answer = effects_of(given) if isinstance(given, PlayedAnswer) else given
    rotations = " in four rotations" if len(set(answer.players)) > 1 else ""
    return (
        f"{answer.deals:,} deals of mahjong{rotations} · {', '.join(answer.players)} · rules {answer.rules} · "
        f"seed {answer.seed}"
    )


def tables_of(answer: WhatIfAnswer) -> list[Table]:
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


def closing(answer: WhatIfAnswer) -> str:
    """How much was played."""
    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    return played_words(answer.games_played, now, answer.elapsed_s) + "."
