"""Every reason code has its rule and its sentence."""

from __future__ import annotations

import re

from tongits_sim.game import asking, legality
from tongits_sim.game.reasons import CONTRACT, NEVER_ANSWERED, REASONS, reason_rule, reason_text


def test_every_code_has_a_sentence() -> None:
    assert sorted(REASONS) == list(range(1, legality.NO_DISCARD_ON_OFFER + 1))
    assert set(CONTRACT) == {asking.REASON_RAISED, asking.REASON_CHANGED_VIEW, NEVER_ANSWERED}
    assert not set(CONTRACT) & set(REASONS)


def test_rules_are_those_of_the_rule_text() -> None:
    assert all(re.fullmatch(r"R([1-9]|1[0-6])(\.\d)?", reason_rule(code)) for code in REASONS)
    assert reason_text(legality.CARD_NOT_HELD) == "R7: the card is not in the hand"
