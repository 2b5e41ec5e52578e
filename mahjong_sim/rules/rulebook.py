"""The rulebook of mahjong: V1 to V12 in prose for people who play, each rule with its knobs.

The text stands in `rulebook.md` beside this module; `docs/reference/mahjong-rulebook.md` is that text with the knobs
filled in (`python -m mahjong_sim.rules book docs/reference/mahjong-rulebook.md`).
"""

from __future__ import annotations

from importlib.resources import files

from mahjong_sim.rules.loading import PRESETS, load
from mahjong_sim.rules.ruleset import KNOBS
from tongits_sim.any_game.knob import Value
from tongits_sim.any_game.rulebook import Rulebook


def presets() -> dict[str, dict[str, Value]]:
    """The knobs of every preset."""
    return {name: load(name).knobs() for name in PRESETS}


def _text() -> str:
    return files("mahjong_sim.rules").joinpath("rulebook.md").read_text(encoding="utf-8")


BOOK = Rulebook("V", _text, KNOBS, presets)
