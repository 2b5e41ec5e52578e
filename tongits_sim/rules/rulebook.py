"""The rulebook: R1 to R16 in prose for people who play, each rule with its knobs.

The text stands in `rulebook.md` beside this module; the site shows it with the knobs filled in. `BOOK.rule` finds a
cited rule, such as R9.2.
"""

from tongits_sim.core.rulebook import Rulebook
from tongits_sim.rules.library import LIBRARY
from tongits_sim.rules.ruleset import KNOBS

presets = LIBRARY.presets
BOOK = Rulebook("R", lambda: LIBRARY.text("rulebook.md"), KNOBS, presets)
