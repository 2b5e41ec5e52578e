"""Loads rule sets by name: presets and overlays (TOML files in this folder) and users' files."""

from tongits_sim.knobs.library import RuleLibrary
from tongits_sim.rules.ruleset import ALL_KNOBS, RuleSet

LIBRARY = RuleLibrary(
    "tongits_sim.rules",
    RuleSet,
    (
        "sjs",
        "wikipedia",
        "grokipedia",
        "rulesofcards",
        "pagat",
        "pagat_reduced",
        "online",
        "wars",
        "casino_x",
        "ecoins",
    ),
    ("joker", "progressive"),
)
load, parse_override = LIBRARY.load, ALL_KNOBS.parse_override
preset_names, preset_title, preset_summary = LIBRARY.preset_names, LIBRARY.preset_title, LIBRARY.preset_summary
overlay_names = LIBRARY.overlay_names
