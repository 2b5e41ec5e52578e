"""Game records: games written down act by act as JSON lines or text, read, replayed and verified.

The package can be called: `records(rules, players, games=10, seed=1)` plays games and gives their records.
"""

from tongits_sim.imports import make_callable

make_callable(__name__, "mahjong_sim.records.write:play_records")
