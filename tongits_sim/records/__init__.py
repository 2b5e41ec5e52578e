"""Game records: writes games move by move, and reads, replays and verifies them.

The package can be called: `records("pagat", "greedy,caller,hunter", games=10)` plays games and returns their records.
"""

from tongits_sim.imports import make_callable

make_callable(__name__, "tongits_sim.records.asking:records")
