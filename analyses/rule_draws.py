"""House rules drawn at random: a preset with some knobs moved, as houses differ."""

from __future__ import annotations

import random

from tongits_sim.core.knobs import Value
from tongits_sim.rules import KNOBS, RuleError, RuleSet, preset_names
from tongits_sim.rules.library import load

MOVED = (1, 6)
"""Fewest and most knobs to move."""
_FACTORS = (0.5, 0.75, 1.5, 2.0, 3.0)
_LEFT = ("match.progressive_target", "fees.antes", "fees.winnings")
_TRIES = 100


def draw_rules(number: int, seed: int) -> RuleSet:
    """The rules of that number: a preset, sometimes with jokers, with up to six knobs moved.

    A choice takes any of its values; an amount is multiplied, or comes and goes; a whole number moves by one or two.

    Args:
        number: of the draw, from 0.
        seed: 0 .. 2**64 - 1.

    Raises:
        RuleError: no draw holds together.
    """
    chance = random.Random(f"{seed}:{number}")
    names = [name for name in preset_names() if load(name).match.progressive_target == 0]
    for _ in range(_TRIES):
        base = chance.choice(names) + ("+joker" if chance.random() < 0.15 else "")
        rules = load(base)
        knobs = rules.knobs()
        for name in chance.sample([each for each in KNOBS if each not in _LEFT], chance.randint(*MOVED)):
            knobs[name] = _move(name, knobs[name], chance)
        try:
            drawn = RuleSet.from_knobs(knobs)
        except RuleError:
            continue
        if drawn.pay.fold > 0:
            return drawn
    raise RuleError(f"no draw of {_TRIES} gave rules that hold together")


def _move(name: str, value: Value, chance: random.Random) -> Value:
    """Another value of a knob, where there is one."""
    knob = KNOBS[name]
    if knob.choices is not None:
        return chance.choice([str(each) for each in knob.choices])
    if knob.kind == "flag":
        return not value
    if knob.kind == "units":
        amount = float(value)
        if amount == 0:
            return float(chance.choice((1, 2, 5)))
        return 0.0 if chance.random() < 0.15 else round(amount * chance.choice(_FACTORS), 2)
    whole = int(value) + chance.choice((-2, -1, 1, 2))
    return min(max(whole, knob.lowest), knob.highest or whole)
