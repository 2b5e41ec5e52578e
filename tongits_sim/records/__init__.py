"""Game records: games written down move by move, read, replayed and verified.

The package can be called: `records("pagat", "greedy,caller,hunter", games=10)` plays games and gives their records.
"""

from tongits_sim.core.imports import make_callable

make_callable(__name__, "tongits_sim.records.asking:records")
