"""The rulebook of mahjong: V1 to V12 in prose for people who play, each rule with its knobs.

`rulebook.md` beside this module holds the text; the site shows it with the knobs filled in.
"""

from mahjong_sim.rules.ruleset import KNOBS, LIBRARY
from tongits_sim.core.rulebook import Rulebook

presets = LIBRARY.presets
BOOK = Rulebook("V", lambda: LIBRARY.text("rulebook.md"), KNOBS, presets)
