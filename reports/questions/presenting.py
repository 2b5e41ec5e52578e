"""The answers of commands, by the value of their field `command`: their types and how they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tongits_sim.run.answers import Answer


class Presented(NamedTuple):
    """How answers of a command are read and shown."""

    answer: type[Answer]  # their type
    words: Any  # their presenter, see reports/questions


def commands() -> dict[str, Presented]:
    """How answers are presented, by command."""
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.tournament import TournamentAnswer
    from analyses.answers.trial import TrialAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from reports.questions import compare, simulate, tournament, trial, whatif
    from reports.questions.simulate import BatchReport

    return {
        "simulate": Presented(BatchReport, simulate),
        "compare": Presented(ComparisonAnswer, compare),
        "whatif": Presented(WhatIfAnswer, whatif),
        "tournament": Presented(TournamentAnswer, tournament),
        "try": Presented(TrialAnswer, trial),
    }
