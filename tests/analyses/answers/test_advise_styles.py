"""The answer of `tongits advise --against styles` as JSON and back."""

from __future__ import annotations

import json

from analyses.answers.advise_styles import JUDGEMENTS, StyleAdvice, StyledAction, StylesAdvice
from analyses.answers.shared import Versions
from analyses.answers.styles import Style
from tests.analyses.answers.test_advise import answer as plain
from tongits_sim.run.answers import Estimate


def gap(behind: float, half: float) -> Estimate:
    """So far behind."""
    return Estimate(behind, (behind - half, behind + half))


def action(text: str, judgement: str, *behind: Estimate) -> StyledAction:
    """An action against two styles."""
    return StyledAction(text, "discard", text[-2:], "discard", "1", judgement, behind)


def answer(*actions: StyledAction) -> StylesAdvice:
    """An answer against two styles."""
    one = plain()
    rows = tuple(
        StyleAdvice(Style(*names), "greedy", "discard Ks", gap(1.0, 0.5), gap(-0.1, 0.2), "close", "Discard Ks.", 50)
        for names in (("timid", "shy"), ("bold", "stubborn"))
    )
    return StylesAdvice(
        command="advise",
        rules="pagat",
        rules_option="",
        knobs={},
        position=one.position,
        me="solved",
        seed=7,
        styles=rows,
        actions=actions
        or (
            action("discard Ks", "best", gap(0.0, 0.0), gap(0.0, 0.0)),
            action("discard 7h", "depends", gap(-0.1, 0.2), gap(-0.5, 0.2)),
            action("discard 2c", "bad", gap(-0.5, 0.2), gap(-0.6, 0.2)),
        ),
        advice="Discard Ks: best against 2 styles of opponents.",
        used=("Calls.",),
        defaults=("No jackpot.",),
        elapsed_s=0.5,
        bots=(),
        versions=Versions.current(),
    )


def test_survives_json() -> None:
    one = answer()
    assert StylesAdvice.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    assert {each.judgement for each in one.actions} <= set(JUDGEMENTS)


def test_average_and_worst() -> None:
    _, second, third = answer().actions
    assert (second.mean, second.worst) == (-0.3, 1)
    assert third.worst == 1
    null = action("x", "best", Estimate(None), Estimate(None))
    assert (null.mean, null.worst) == (0.0, 0)
