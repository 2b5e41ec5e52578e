"""The rulebook of mahjong: V1 to V12 in prose for people who play (`rulebook.md`), each rule with its knobs."""

from mahjong_sim.rules.ruleset import KNOBS, LIBRARY
from tongits_sim.knobs.book import Rulebook

presets = LIBRARY.presets
BOOK = Rulebook("V", lambda: LIBRARY.text("rulebook.md"), KNOBS, presets)
