"""The slow, obvious twin of the rules of the hand: cards, melds, counts, knobs and presets.

Written from the rule text alone (sets and itertools, cards as strings); of `tongits_sim` it takes only the
names, values and defaults of the knobs, so that the fast kernels can be compared with it. `tests.referee` checks whole
games with it.
"""

from tests.naive.arrange import *  # noqa: F403
from tests.naive.cards import *  # noqa: F403
from tests.naive.knobs import *  # noqa: F403
from tests.naive.melds import *  # noqa: F403
