"""A rulebook of three rules: what is found by number, and the page."""

from __future__ import annotations

import re

import pytest

from tests.any_game.small_game import ALL
from tongits_sim.any_game.rule_errors import RuleError
from tongits_sim.any_game.rulebook import MARK, Rulebook, home

KNOBS = ALL.knobs
FIRST = next(iter(KNOBS.values()))
TEXT = f"""# Book

## {home(FIRST)} The first

It *matters*, see [there](there.md).

**{home(FIRST)}.1 A part.** With `words`.

{MARK}

**Sources.** One.

## {home(FIRST)[0]}99 The last

Nothing varies it.

## Sources

All.
"""
BOOK = Rulebook(
    home(FIRST)[0], lambda: TEXT, KNOBS, lambda: {"plain": {name: knob.default for name, knob in KNOBS.items()}}
)


def test_rules_and_parts_are_found_by_number() -> None:
    number = home(FIRST)
    assert list(BOOK.rules) == [number, f"{number}.1", f"{number[0]}99"]
    assert BOOK.rule(f" {number.lower()}.1").plain == "With words."
    assert BOOK.rule(number[1:]).plain.startswith("It matters, see there.")
    assert FIRST in BOOK.rule(number).knobs
    assert BOOK.rule("99").knobs == ()


def test_a_rule_that_is_not_there_is_refused() -> None:
    number = home(FIRST)
    with pytest.raises(RuleError, match=re.escape(f"the numbered parts of {number} are {number}.1")):
        BOOK.rule(f"{number}.7")
    with pytest.raises(RuleError, match=f"the rules are {number} to {number[0]}99"):
        BOOK.rule("98")


def test_the_page_has_every_knob_of_its_rules_once() -> None:
    page = BOOK.book()
    assert MARK not in page
    for knob in KNOBS.values():
        assert page.count(f"\n* `{knob.name}` (") == (home(knob) == home(FIRST))
