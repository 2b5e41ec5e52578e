"""House rules as values: presets, overlays, user files, and an explanation of every rule.

    rules = load("pagat+joker", ["call.timing=end"])
    rules.call.timing, rules.knobs(), describe(rules), diff(load("sjs"), rules)

Each house rule is a knob (`call.timing`), defined in `play_knobs.py`, `ending_knobs.py` or `money_knobs.py`. Kernels
read `rules_record(rules)`, which is imported when first used because it needs numpy, and the integers of `codes.py`.
"""

from typing import TYPE_CHECKING, Any

from tongits_sim.knobs.house_rules import Change, Line
from tongits_sim.knobs.knob import RuleError
from tongits_sim.rules.library import load, overlay_names, preset_names, preset_summary, preset_title
from tongits_sim.rules.ruleset import KNOBS, RuleSet
from tongits_sim.rules.sentences import describe, diff

if TYPE_CHECKING:
    from tongits_sim.rules.record import RULES_DTYPE, rules_record

__all__ = [
    "KNOBS",
    "RULES_DTYPE",
    "Change",
    "Line",
    "RuleError",
    "RuleSet",
    "describe",
    "diff",
    "load",
    "overlay_names",
    "preset_names",
    "preset_summary",
    "preset_title",
    "rules_record",
]


def __getattr__(name: str) -> Any:
    if name in ("RULES_DTYPE", "rules_record"):
        from tongits_sim.rules import record

        return getattr(record, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
