"""House rules of mahjong as values: presets, files of one's own, and an explanation of every rule.

    rules = load("visayan", ["win.several=all"])
    rules.win.several, rules.knobs(), describe(rules)

Each house rule is a knob (`win.several`), stated once in `play_knobs.py` or `money_knobs.py`. Kernels read
`record.rules_record`.
"""

from mahjong_sim.rules.ruleset import (
    KNOBS,
    PRESETS,
    RuleSet,
    describe,
    diff,
    load,
    overlay_names,
    preset,
    preset_names,
    preset_summary,
    preset_title,
)
from tongits_sim.knobs.house_rules import Change, Line
from tongits_sim.knobs.knob import RuleError

__all__ = [
    "KNOBS",
    "PRESETS",
    "Change",
    "Line",
    "RuleError",
    "RuleSet",
    "describe",
    "diff",
    "load",
    "overlay_names",
    "preset",
    "preset_names",
    "preset_summary",
    "preset_title",
    "rules_of",
]


def rules_of(given: RuleSet | str) -> RuleSet:
    """House rules as given, or loaded from a spec. Raises RuleError."""
    return load(given) if isinstance(given, str) else given
