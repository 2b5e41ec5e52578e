"""The answer of `tongits card` becomes JSON and is read back."""

from __future__ import annotations

import json

from analyses.answers.card import CallRule, CardAnswer, ChallengeRule
from tongits_sim.run.answers import Estimate


def card(**changes: object) -> CardAnswer:
    """A small card."""
    fields: dict[str, object] = {
        "rules": "pagat",
        "rules_option": "--rules pagat",
        "profile": "solved",
        "calls": (
            CallRule(rivals=0, stock_from=0, stock_to=None, at_most=None),
            CallRule(rivals=1, stock_from=0, stock_to=None, at_most=9, at_least=50),
            CallRule(rivals=2, stock_from=0, stock_to=None, at_most=-1),
        ),
        "challenges": (
            ChallengeRule(after_challenge=False, cards_from=0, cards_to=1, at_most=3),
            ChallengeRule(after_challenge=False, cards_from=2, cards_to=None, at_most=20),
            ChallengeRule(after_challenge=True, cards_from=0, cards_to=None, at_most=-1),
        ),
        "lay_all": False,
        "cost": Estimate(0.02, (0.01, 0.03)),
        "cost_all": Estimate(0.5, (0.4, 0.6)),
        "deals": 1000,
        "seed": 1,
        "by": "greedy",
    }
    return CardAnswer(**(fields | changes))  # type: ignore[arg-type]


def test_json_and_back() -> None:
    assert CardAnswer.from_dict(json.loads(json.dumps(card().to_dict()))) == card()
