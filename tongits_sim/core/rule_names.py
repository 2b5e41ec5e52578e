"""Rules as a table names them: the nearest preset, and what differs - `home table: pagat, but ...`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tongits_sim.run.numbers import number_word

if TYPE_CHECKING:
    from tongits_sim.core.game import RulesOfGame
    from tongits_sim.core.house_rules import Change, HouseRules

MAX_NAMED = 2
_USUAL = ("pagat", "visayan")
"""Presets that are played unless another is named."""


def nearest(room: RulesOfGame, rules: HouseRules) -> tuple[str, list[Change]]:
    """The preset that differs in the fewest knobs, and these differences; of several the usual one."""
    found = ((name, room.diff(room.load(name), rules)) for name in room.preset_names())
    return min(found, key=lambda each: (len(each[1]), each[0] not in _USUAL))


def at_table(room: RulesOfGame, rules: HouseRules, most: int = MAX_NAMED) -> str:
    """Rules of one's own in a sentence, with at most so many differences; empty for a preset and its changes by name.

    >>> from tongits_sim import rules
    >>> at_table(rules, rules.RuleSet.from_knobs(rules.load("sjs").knobs() | {"call.meld_age": 2}, name="ours"))
    "ours: sjs, but the meld a call rests on must have been laid at least 2 of the caller's own turns ago."
    """
    base = rules.name.partition(" with ")[0].partition("+")[0]
    if base in room.preset_names():
        return ""
    preset, changes = nearest(room, rules)
    if not changes:
        return f"{rules.name}: {preset} as it is."
    changes.sort(key=lambda change: "." in change.knob)  # a payout of one's own first
    said = [_clause(change.b_sentence) for change in changes[:most]]
    left = len(changes) - len(said)
    if left:
        said.append(f"{number_word(left)} more rule{'s differ' if left > 1 else ' differs'}")
    return f"{rules.name}: {preset}, but {'; '.join(said)}."


def _clause(sentence: str) -> str:
    """A sentence inside another one."""
    text = sentence.partition(" (No effect here")[0].rstrip(".")
    return text if text.startswith("Tongits") else text[0].lower() + text[1:]
