"""Lists rule sets, the knobs of a rule set, and the differences of two rule sets."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

from tongits_sim.rules.library import load, overlay_names, preset_names, preset_summary, preset_title
from tongits_sim.rules.ruleset import RuleSet
from tongits_sim.rules.sentences import WORDS
from tongits_sim.run.arguments import public

if TYPE_CHECKING:
    import polars as pl

    from tongits_sim.knobs.house_rules import Change, Line

Rules: TypeAlias = RuleSet | str | os.PathLike[str]


@public
def rules_frame(name: Rules | None = None) -> pl.DataFrame:
    """Tabulate the presets and overlays, or the knobs of a set of rules.

    Args:
        name: a set of rules, or what `load` understands; None: list all.

    Returns:
        A row for each preset and overlay (`+joker`) with `rules`, `title`, `summary`; or a row for each knob with
        `knob`, `value`, `sentence`, all text.

    Raises:
        TongitsError: the rules do not exist.
    """
    import polars as pl

    if name is not None:
        lines = [line._asdict() for line in describe(name)]
        return pl.DataFrame([{key: str(value) for key, value in line.items()} for line in lines])
    as_typed = {preset: preset for preset in preset_names()}
    as_typed |= {overlay: f"+{overlay}" for overlay in overlay_names()}
    rows = [
        {"rules": typed, "title": preset_title(listed), "summary": preset_summary(listed)}
        for listed, typed in as_typed.items()
    ]
    return pl.DataFrame(rows)


@public
def describe(rules: Rules) -> list[Line]:
    """Explain every knob of some rules, in the order of the rules. Raises TongitsError: the rules do not exist."""
    return WORDS.describe(_ruleset(rules))


@public
def diff(a: Rules, b: Rules) -> list[Change]:
    """The knobs that differ, in the order of the rules. Raises TongitsError: the rules do not exist."""
    return WORDS.diff(_ruleset(a), _ruleset(b))


def _ruleset(rules: Rules) -> RuleSet:
    return rules if isinstance(rules, RuleSet) else load(rules)
