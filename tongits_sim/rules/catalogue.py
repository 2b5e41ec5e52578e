"""The house rules by name: the list of them, the knobs of one, the differences of two."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

from tongits_sim.rules.library import load, overlay_names, preset_names, preset_summary, preset_title
from tongits_sim.rules.ruleset import RuleSet
from tongits_sim.rules.words import WORDS

if TYPE_CHECKING:
    import polars as pl

    from tongits_sim.core.house_rules import Change, Line

Rules: TypeAlias = RuleSet | str | os.PathLike[str]


def rules(name: Rules | None = None) -> pl.DataFrame:
    """The presets and overlays, or every house rule of one set of rules.

    Args:
        name: a set of rules, or what `load` understands; None: the list of all.

    Returns:
        A row for each preset (and overlay, as it is added: `+joker`) with `rules`, `title`, `summary`; of one set of
        rules a row for each knob with `knob`, `value`, `sentence`, all text.

    Raises:
        TongitsError: there are no such rules.
    """
    import polars as pl

    if name is not None:
        lines = [line._asdict() for line in describe(name)]
        return pl.DataFrame([{key: str(value) for key, value in line.items()} for line in lines])
    names = [(each, each) for each in preset_names()] + [(each, f"+{each}") for each in overlay_names()]
    rows = [{"rules": shown, "title": preset_title(each), "summary": preset_summary(each)} for each, shown in names]
    return pl.DataFrame(rows)


def describe(rules: Rules) -> list[Line]:
    """Every knob of some rules in plain words, in the order of the rules. Raises TongitsError for unknown rules."""
    return WORDS.describe(_ruleset(rules))


def diff(a: Rules, b: Rules) -> list[Change]:
    """The knobs in which two sets of rules differ, in the order of the rules. Raises TongitsError for unknown rules."""
    return WORDS.diff(_ruleset(a), _ruleset(b))


def _ruleset(rules: Rules) -> RuleSet:
    return rules if isinstance(rules, RuleSet) else load(rules)
