"""The rulebook: R1 to R16 in prose for people who play, each rule with its knobs.

The text stands in `rulebook.md` beside this module; `docs/reference/rulebook.md` is that text with the knobs filled in
(`python -m tongits_sim.rules book docs/reference/rulebook.md`). What a message cites, such as R9.2, `BOOK.rule` finds.
"""

from __future__ import annotations

from importlib.resources import files

from tongits_sim.any_game.knob import Value
from tongits_sim.any_game.rulebook import Rulebook
from tongits_sim.rules.library import preset_names
from tongits_sim.rules.loading import load
from tongits_sim.rules.ruleset import KNOBS


def presets() -> dict[str, dict[str, Value]]:
    """The knobs of every preset."""
    return {name: load(name).knobs() for name in preset_names()}


def _text() -> str:
    return files("tongits_sim.rules").joinpath("rulebook.md").read_text(encoding="utf-8")


BOOK = Rulebook("R", _text, KNOBS, presets)
