"""The counts of a census: int64 numbers that merge by addition. Money is in hundredths of a unit.

*The row of a match*, `COLUMNS`: sums over its games, in all its seatings. Sums and products of the rows over matches
give an interval for any mean, ratio or difference of columns, with matches as clusters.

*The burn clock*, over games: the turn of each player's first own open meld, or how the game ended without one
(`CAUSES`), by own turn and by `GROUPS`: everybody, the bot, melds dealt, least deadwood dealt, cards dealt, melds dealt
to each bot. Players of one game are dependent: if k players of a group have had an event by some turn of a game, the
sum of k * k over games is the sum of `events` up to that turn plus twice that of `pairs`; `weighted` is the sum of k
times the group's players.

*Sessions*: a session is a match in one seating, or several consecutive matches in rotating seatings. `depth` counts
sessions by the maximum drawdown of their three players, the deepest first; `final` counts final results; `leads`
counts who was ahead of whom after `marks` games.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.game.state import ENDINGS, PARTS, SEATS

CAUSES = ("opened", "burned", "won", "spared")
"""How a player's time without an own open meld ends: the player lays one; or the game ends and the player is burned,
wins from the hand, or is spared (by a secret or a sapaw, or because nobody wins)."""
CAUSE_OPENED, CAUSE_BURNED, CAUSE_WON, CAUSE_SPARED = (np.int64(i) for i in range(4))
CLOCK_TURNS = 41
"""Own turns 0 to 40: a game has at most 120 turns of all players together."""

MELD_BANDS = ("0", "1", "2", "3 or more")
DEADWOOD_TOPS = (45, 55, 65, 75)
DEADWOOD_BANDS = ("up to 45", "46 to 55", "56 to 65", "66 to 75", "76 or more")
G_ALL, G_BOT, G_MELDS, G_DEADWOOD, G_CARDS, G_BOT_MELDS = 0, 1, 4, 8, 13, 15
GROUPS = (
    "all",
    *(f"bot {slot}" for slot in range(SEATS)),
    *(f"melds {band}" for band in MELD_BANDS),
    *(f"deadwood {band}" for band in DEADWOOD_BANDS),
    "12 cards",
    "13 cards",
    *(f"bot {slot} melds {band}" for slot in range(SEATS) for band in MELD_BANDS),
)
N_GROUPS = len(GROUPS)
GROUPINGS = 6
"""Number of groups that a player belongs to: one of each kind."""

COLUMNS = (
    "games",
    "turns",
    *(f"{name}_{slot}" for name in ("payout", "won", "lost", "burned") for slot in range(SEATS)),
    # Payments for being burned, paid and received; payouts of games lost burned, and lost not burned.
    *(f"{name}_{slot}" for name in ("sunog_paid", "sunog_won", "lost_burned", "lost_other") for slot in range(SEATS)),
    *(f"seat_{seat}" for seat in range(SEATS)),  # payouts by seat
    # By place: 0 the dealer, 1 the seat to the dealer's right, 2 the last.
    *(f"{name}_{place}" for name in ("place", "place_won") for place in range(SEATS)),
    *(f"{part}_{place}" for part in PARTS for place in range(SEATS)),
    *(f"moved_{part}" for part in PARTS),  # money moved: the sum of all gains
    *(f"ended_{ending}" for ending in ENDINGS),
    *(f"gained_{ending}" for ending in ENDINGS),  # the winner's payout
    "staked",  # put into the jackpot
    "hits",  # jackpots or streaks completed
    "taken",  # won by a hit, the hitter's own stake included
    "returned",  # distributed at the end of a match
)
C = {name: number for number, name in enumerate(COLUMNS)}
N_COLUMNS = len(COLUMNS)

MOST_MARKS = 8
DEPTHS = 4097
FINAL_ZERO = 4096
FINALS = 2 * FINAL_ZERO + 1
PAIRS = ((0, 1), (0, 2), (1, 2))

ARRAYS: dict[str, tuple[int, ...]] = {
    "events": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # players by the cause and own turn that ended their time
    "weighted": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # ... times the players of the group in that game
    "pairs": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # pairs of players with the same cause, at the later one's turn
    # After each own turn, players of the group without a meld, m, and those of them burned in the end, k: sums of m, k,
    # m * m, m * k, k * k over games. After turn 0 that is everybody.
    "still": (N_GROUPS, CLOCK_TURNS, 5),
    "seats": (N_GROUPS, 2),  # players of the group, and their square, over games
    "cost": (N_GROUPS, 3),  # payments for being burned: sum, square, times players, over games
    "dealt": (4,),  # games; with a meld in the 13 cards; melds in hands of 12 cards: sum, square over games
    "singles": (SEATS, SEATS),  # products of the slots' payouts of one session
    "depth": (SEATS, DEPTHS),  # sessions, by how far down the deepest, the second and the third player ever were
    "final": (FINALS,),  # players, by their total at the end of a session
    "leads": (MOST_MARKS, len(PAIRS), 3),  # sessions, by mark: first slot ahead, level, behind
}
"""Names and shapes of the summed arrays."""

CENSUS_DTYPE = np.dtype(
    [
        *((name, "i8", shape) for name, shape in ARRAYS.items()),
        ("width", "i8"),  # of the bins of `depth` and `final`
        ("marks", "i8", (MOST_MARKS,)),  # numbers of games; 0: unused
        ("together", "i8"),  # matches of a session
        ("bot", "i8", (SEATS,)),  # by slot, the first slot with the same bot: they share a group
        # Scratch.
        ("group", "i8", (SEATS, GROUPINGS)),
        ("cause", "i8", (SEATS,)),
        ("when", "i8", (SEATS,)),
        ("total", "i8", (SEATS,)),
        ("lowest", "i8", (SEATS,)),
        ("pool", "i8"),
        ("played", "i8"),  # games of the session so far
    ],
    align=True,
)
