"""The rulebook: R1 to R16 in prose for people who play (`rulebook.md`), each rule with its knobs.

It is a module of its own because kernels import the rules, and the engine's digest must not follow prose.
"""

from tongits_sim.knobs.book import Rulebook
from tongits_sim.rules.library import LIBRARY
from tongits_sim.rules.ruleset import KNOBS

presets = LIBRARY.presets
BOOK = Rulebook("R", lambda: LIBRARY.text("rulebook.md"), KNOBS, presets)
