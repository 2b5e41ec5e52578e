"""The counts of sessions: int64 numbers that merge by addition. Money is in hundredths of a unit.

A session is a match in one seating: dealer, jackpot and streak carry over from game to game.

*The row of a match*, `COLUMNS`: sums over its games, in all its seatings. Sums and products of the rows over matches
give an interval for any mean, ratio or difference of columns, with matches as clusters.

*Histograms*, by slot: `depth` of how far down a player ever was, `path` of its total after each stop, the last stop
being the end. Slots of the same bot are dependent, so they are counted in order: its first slot has the player that
had least, its next the one after that. If at least j of the players of a bot had an event in `E_j` sessions, the sum
over sessions of their number is the sum of `E_j`, and of its square the sum of `(2 j - 1) E_j`.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.game.state import SEATS

COLUMNS = (
    *("games", "turns", "sessions", "moved"),  # moved: the money that changes hands, all gains but the house's
    *(f"payout_{slot}" for slot in range(SEATS)),
    *(f"fees_{slot}" for slot in range(SEATS)),  # paid to the house by a slot
    *(f"won_{slot}" for slot in range(SEATS)),
    *(f"ahead_{slot}" for slot in range(SEATS)),  # games after which it is ahead in the session
    *(f"ended_ahead_{slot}" for slot in range(SEATS)),  # sessions
    *(f"place_{slot}" for slot in range(SEATS)),  # bins of `path` from 0 to its last total, within the last bins
    *(f"place_sq_{slot}" for slot in range(SEATS)),  # their squares
)
C = {name: number for number, name in enumerate(COLUMNS)}
N_COLUMNS = len(COLUMNS)

MOST_STOPS = 16
DEPTHS = 2049
ZERO = 1024
PLACES = 2 * ZERO + 1

ARRAYS: dict[str, tuple[int, ...]] = {
    "squares": (SEATS,),  # squared payouts of a game, by slot
    "singles": (SEATS, SEATS),  # products of two slots' results of a session
    "depth": (SEATS, DEPTHS),
    "path": (MOST_STOPS, SEATS, PLACES),
}
"""Names and shapes of the summed arrays."""

SESSIONS_DTYPE = np.dtype(
    [
        ("stops", "i8", (MOST_STOPS,)),  # numbers of games, rising; 0: unused
        *((name, "i8", shape) for name, shape in ARRAYS.items()),
        ("width", "i8"),  # of the bins of `depth` and `path`
        ("bot", "i8", (SEATS,)),  # by slot, the first slot with the same bot
        # Scratch.
        ("total", "i8", (SEATS,)),
        ("lowest", "i8", (SEATS,)),
        ("played", "i8"),
        ("next", "i8"),  # the next stop
    ],
    align=True,
)
