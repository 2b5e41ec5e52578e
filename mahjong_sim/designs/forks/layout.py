"""The row of a fork: its columns, and the record that kernels play branches with.

A row is int64: the head, the features that the deciding seat saw (`FEATURES`), and the outcomes of each arm
(`OUTCOMES`). Arm a is the action in question, arm b its comparison; arm c, if there is one, a second comparison.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import DECISIONS, GAME_DTYPE, RESULT_DTYPE, SEATS, VIEW_DTYPE

KINDS_OF_FORK = ("claims", "discards", "open", "tries")
"""The kinds of forks: every possible claim (take it or pass); a discard (another tile or the bot's own); the first meld
that a seat would take from a discard (take it, stay concealed from here on, or pass this once); a seat's first discard
(play for a goal from here on, or play the bot's own way)."""
CLAIMS, DISCARDS, OPEN, TRIES = (np.int64(i) for i in range(4))

FEATURES = (
    "meld",  # claims: the code of the meld (melds.py)
    "shanten",  # tiles away from waiting, before the claim or discard
    "nearer",  # claims: tiles by which the claim brings the hand nearer
    "own_turn",  # turns the seat has begun
    "own_open",  # bahay the seat has on the table
    "others_open",  # most bahay that another seat has on the table
    "suit_tiles",  # tiles of the longest suit, jokers left out, melds counted as three
    "pairs",  # kinds held twice or more
    "triples",  # kinds held three times or more
    "tile_class",  # the tile in question: a place in TILE_CLASSES
    "thrown",  # its history of discards: a place in THROWN
    "seen",  # the number of its kind that lie open
    "goal",  # tries: the place of the goal
    "chose",  # 1: arm a is the bot's own answer
)
"""The features of a fork; the deciding seat can see all of them."""
FEATURE = {name: place for place, name in enumerate(FEATURES)}

TILE_CLASSES = ("1 or 9", "2 or 8", "3 to 7", "dragon", "wind")
THROWN = ("never", "before", "last round")
"""The history of the tile's discards: never; before; since the own last discard, and nobody won with it."""

OUTCOMES = (
    "payout",  # cents
    "won",  # 1: the seat won
    "value",  # cents, the value of its winning hand
    "items",  # bits of the items of that hand, and of `EXTRAS`
    "gave",  # 1: the seat discarded the winning tile
    "dealt_in",  # discards: 1 if the forked discard itself was the winning tile
    "price",  # discards: the cents that it cost in that case
    "opened",  # 1: the seat ended with an open meld
)

EXTRAS = ("beauty", "news", "kang", "secret", "sagasa", "bunot", "no_flowers", "winner_no_flowers", "many_flowers")
"""Other items that a seat may be paid for: its melds on the table at the end, a win by draw, and its flowers."""
FIRST_EXTRA = 16
"""The bit of the first extra in an outcome's items."""
EXTRA = {name: 1 << (FIRST_EXTRA + place) for place, name in enumerate(EXTRAS)}

VALUES = (
    "payout",  # arm a minus arm b, cents
    "once",  # arm a minus arm c, cents
    "payout_a",
    "payout_b",
    "won",  # arm a minus arm b
    "won_a",
    "won_b",
    "value_a",  # of the winning hand, cents; 0 where it did not win
    "value_b",
    "dealt_in_a",
    "dealt_in_b",
    "price_a",  # cents that the forked discard cost at once
    "price_b",
    "gave_a",
    "gave_b",
    "goal_a",  # won and paid for the goal
    "goal_b",
    "opened_b",
    "chose",
    *(f"paid_{extra}_b" for extra in EXTRAS),
)
"""The values that are summed over forks, times their weights."""
SHARES = tuple(
    each for each in VALUES if each.startswith(("won", "dealt_in", "gave", "goal", "opened", "chose", "paid"))
)
"""Values that are shares; the others are money."""
N_NAIVE = 14

HEAD = ("match", "seat", "slot", "weight", "arms")
MOST_ARMS = 3
COLUMNS = (*HEAD, *FEATURES, *(f"{outcome}_{arm}" for arm in "abc" for outcome in OUTCOMES))
FIRST_FEATURE = len(HEAD)
FIRST_OUTCOME = FIRST_FEATURE + len(FEATURES)
MOST_FORKS = 64
"""The most rows of a game; further decisions are not forked."""
MOST_OTHERS = 16

FORK_DTYPE = np.dtype(
    [
        ("mahjong_fork_kind", "i8"),
        ("decision", "i8"),  # the decision that may be forked
        ("one_in", "i8"),  # one decision in `one_in` is forked, by chance
        ("placebo", "i8"),  # 1: all arms take the bot's own action
        ("slots", "i8", (SEATS,)),  # 1: decisions of this slot are forked
        ("done", "i8", (SEATS,)),  # 1: the seat has been forked in this game, for kinds that fork a seat once
        ("others", "i8"),  # the number of players that may play branches on
        ("other_hooks", "i8", (MOST_OTHERS, len(DECISIONS))),
        ("other_params", "i8", (MOST_OTHERS,)),
        ("used", "i8"),  # rows in use
        ("first_row", "i8"),  # the first row of this game
        ("games", "i8"),
        ("branches", "i8"),
        ("branching", "i8"),  # 1: during a branch
        ("game", GAME_DTYPE),
        ("seen", VIEW_DTYPE),
        ("result", RESULT_DTYPE),
    ],
    align=True,
)
