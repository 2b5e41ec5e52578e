"""Help names every order, and no card that the person does not hold."""

from __future__ import annotations

import re

from reports.play.manual import help_lines, rule_lines
from reports.play.orders import ACTIONS, WISHES
from tests.reports.play.test_orders import at
from tongits_sim.rules import KNOBS, load


def test_every_order_is_explained_and_no_other_card_named() -> None:
    _, sight = at()
    lines = help_lines(["draw", "take"], sight, 80)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= 80
    assert all(word in text for word in (*ACTIONS, *WISHES))
    assert set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text)) <= set(sight.hand)
    assert text.index("draw (d)") < text.index("not now")


def test_rules_are_found_by_a_word() -> None:
    assert len(rule_lines(load("pagat"), "", 80)) > len(KNOBS)
    lines = rule_lines(load("pagat"), "Sapaw", 60)
    assert lines
    assert max(map(len, lines)) <= 60
    assert rule_lines(load("pagat"), "zebra", 80) == ["No house rule speaks of 'zebra'."]
