"""The house rules as tables: what there is, and what one set of rules says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tongits_sim.rules.library import overlay_names, preset_names, preset_summary, preset_title
from tongits_sim.rules.loading import load
from tongits_sim.rules.ruleset import RuleSet
from tongits_sim.rules.words import describe

if TYPE_CHECKING:
    import polars as pl


def rules(name: RuleSet | str | os.PathLike[str] | None = None) -> pl.DataFrame:
    """The presets and overlays, or every house rule of one set of rules.

    Args:
        name: a set of rules, or what `load` understands; the list of all there are if not given.

    Returns:
        A row a preset (and overlay, named as it is added: `+joker`) with `rules`, `title`, `summary`; of one set of
        rules a row a knob with `knob`, `value`, `sentence`, all text.

    Raises:
        TongitsError: there are no such rules.
    """
    import polars as pl

    if name is not None:
        chosen = name if isinstance(name, RuleSet) else load(name)
        lines = [line._asdict() for line in describe(chosen)]
        return pl.DataFrame([{key: str(value) for key, value in line.items()} for line in lines])
    names = [(each, each) for each in preset_names()] + [(each, f"+{each}") for each in overlay_names()]
    rows = [{"rules": shown, "title": preset_title(each), "summary": preset_summary(each)} for each, shown in names]
    return pl.DataFrame(rows)
