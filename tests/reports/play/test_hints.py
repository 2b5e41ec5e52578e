"""Which choice of an advice an action is."""

from __future__ import annotations

from reports.play.hints import Advice, Choice
from tongits_sim.records.events import word_of


def choice(kind: str, word: int = 0) -> Choice:
    """A choice of some kind."""
    return Choice(kind, word, kind, 0, 0, 0, 0, 0, 0)


def test_actions_are_matched_by_kind_and_cards() -> None:
    king, ace = ({"act": "discard", "card": card} for card in ("Ks", "As"))
    lay = {"act": "lay", "cards": ["7c", "7d", "7h"]}
    advice = Advice(
        (choice("discard", int(word_of(king))), choice("lay", int(word_of(lay))), choice("pass")), "clear", ""
    )
    assert advice.choice(king) is advice.choices[0]
    assert advice.choice(ace) is None
    assert advice.choice({**lay, "cards": ["7h", "7c", "7d"]}) is advice.choices[1]
    assert advice.choice({"act": "draw"}) is advice.choices[2]
    assert advice.choice({"act": "pass"}) is advice.choices[2]
    assert advice.choice({"act": "call"}) is None
