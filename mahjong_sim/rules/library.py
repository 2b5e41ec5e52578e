"""The rule sets by name: presets, TOML files beside this module, and files of one's own."""

from mahjong_sim.rules.ruleset import RuleSet
from tongits_sim.any_game.rule_library import RuleLibrary

PRESETS = ("visayan", "visayan_jokers", "visayan_doubles", "manila")
"""The names of all presets, as `load` takes them."""

LIBRARY = RuleLibrary("mahjong_sim.rules", RuleSet, PRESETS)
load, preset = LIBRARY.load, LIBRARY.preset
preset_names, preset_title, preset_summary = LIBRARY.preset_names, LIBRARY.preset_title, LIBRARY.preset_summary
overlay_names = LIBRARY.overlay_names
