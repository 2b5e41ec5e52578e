"""The records of forks, and the features of a decision that sort forks into cells.

A *binning* sorts forks into cells: up to `MAX_AXES` features, each divided into bins. A *fork* is one decision with its
arms:

=======  ===========================================  ==============================================
kind     arm a                                        arm b
=======  ===========================================  ==============================================
CALL     call                                         do not; then the bot plays on
RESPOND  challenge                                    fold
LAY      lay the bot's meld, or the proposal          hold all melds for some turns; then the bot
DISCARD  a random loose card, not the bot's choice    the bot's discard
=======  ===========================================  ==============================================

For CALL with a rule there is an arm c: do not call now, then call by the rule (a table of largest counts).
"""

from __future__ import annotations

import numpy as np

from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, MAX_STOCK, MAX_TURNS, RESULT_DTYPE, SEATS, VIEW_DTYPE

FEATURES = (
    "count",  # own count at a showdown
    "stock",  # cards left in the stock
    "opponents_open",  # opponents with an open meld
    "own_open",  # own open melds
    "own_size",  # cards in the own hand
    "least_size",  # cards in the smaller of the opponents' hands
    "turn",  # own turns begun
    "caller_size",  # RESPOND: cards in the caller's hand
    "order",  # RESPOND: 0 asked first of the two, 1 second
    "answered",  # RESPOND: 0 nobody's answer is known, 1 the other folded, 2 the other challenged
    "caller_count",  # RESPOND: the caller's count; hidden, for description only
    "bluff",  # RESPOND: 1 the caller's count is higher than the own; hidden
    "caller_rank",  # RESPOND: how many of the other two count less than the caller; hidden
    "meld",  # LAY: 0 set, 1 run, 2 secret (face down)
    "card",  # DISCARD: the alternative card, 0..63
    "rank",  # DISCARD: its rank, 0..12
    "suit",  # DISCARD: its suit, 0..3
    "fits",  # DISCARD: 1 the alternative fits an open meld
    "seen_rank",  # DISCARD: cards of its rank in the own hand or shown, itself left out
    "next_open",  # 1 the next player has an open meld
    "table_melds",  # melds on the table, face-down ones too
    "own_melds",  # cards of the own hand in melds of its arrangement
    "least_discard",  # the lower last discard of the opponents, in points; 10 for none
    "caller_discard",  # RESPOND: the caller's last discard, likewise
    "rivals",  # opponents who may challenge a call, as far as the seat sees
    "rival_size",  # fewest cards in the hand of one of them; of any opponent where there is none
    "rival_discard",  # the lower last discard of the same opponents, likewise
)
FEATURE = {name: np.int64(number) for number, name in enumerate(FEATURES)}
HIDDEN = frozenset({"caller_count", "bluff", "caller_rank"})
"""Features that the deciding seat cannot see."""

MOST = 255
"""The largest value of a feature; larger values are clipped to it."""

MAX_BINNINGS = 8
MAX_AXES = 6
MAX_FORKS = 3 * MAX_TURNS

# Outcomes of an arm, in hundredths (or 0 / 1).
OUTCOMES = ("payout", "sunog", "rest", "burned", "next_payout", "fought")
"""For the deciding seat: its payout, the part of it due to sunog, the rest, and whether it is burned; the payout of the
next seat; and 1 if the game ends by a call that was challenged."""
N_OUTCOMES = len(OUTCOMES)

MARKS = ("chose", "bluff", "highest")
ARMS = ("yes", "no", "fights", "fights_payout")
VALUES = (*OUTCOMES, "rule", *MARKS, *ARMS)
"""The summed values of a fork: arm a less arm b of each outcome; arm a less arm c of the payout; 1 if the bot chose arm
a; RESPOND: 1 if the caller's count is higher than the responder's, and 1 if it is the highest of all three; the payout
in arm a, and in arm b; 1 if arm a ends by a challenge, and the payout of arm a if it does, else 0."""
N_VALUES = len(VALUES)

ROW = 1 + N_VALUES
"""Sums of a cell or group in a cluster: its forks n, and their values. Over clusters, kernels add three such rows: of
all v in them v, n * v and v * v."""

# The same in the order of totals: n, n * n, then of each value d, n * d, d * d.
N_MOMENTS = 2 + 3 * N_VALUES

GROUPS = ("all", "yes", "no")
"""All forks; those in which the bot chose arm a; those in which it chose arm b."""

# Sums over clusters for the naive difference: the main line's payouts by what the bot chose. n1, y1, n0, y0 and their
# ten products n1n1, n1y1, n1n0, n1y0, y1y1, y1n0, y1y0, n0n0, n0y0, y0y0.
N_NAIVE = 14

ARM_A, ARM_B, ARM_C = (np.int64(i) for i in range(3))

RULE_SHAPE = (MAX_STOCK + 1, 3)
"""Shape of a rule: the largest count to answer yes with, by stock left and opponents with an open meld; -1: never."""

STOP_NEVER = np.int64(0)
FAULTY = np.int64(-2)

# Instructions to `resume`. `stop`: bits, the kinds of decisions to return at. `pending`: 1 if an action must be
# performed first. The rule answers `rule_decision` of `rule_seat` (-1: nobody) in place of its bot; `hold_seat` lays
# nothing up to turn `hold_turn` of the table.
STEER_DTYPE = np.dtype(
    [
        ("stop", "i8"),
        ("pending", "i8"),
        ("action", "u8"),
        ("rule_seat", "i8"),
        ("rule_decision", "i8"),
        ("hold_seat", "i8"),
        ("hold_turn", "i8"),
        ("rule_at", "f8", RULE_SHAPE),
    ],
    align=True,
)

BRANCH_DTYPE = np.dtype(
    [
        ("branching", "i8"),  # 1 while the branch is played; first, under a name of its own
        ("resume", "i8"),  # address of the compiled `resume`
        ("game", GAME_DTYPE),
        ("seen", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("result", RESULT_DTYPE),
        ("steer", STEER_DTYPE),
        ("played", "i8"),  # branches played so far
        ("failed", "i8"),  # 1: the first fault of the block was in a branch
    ],
    align=True,
)
"""A branch being played."""

FORK_DTYPE = np.dtype(
    [
        # The job.
        ("kind", "i8"),  # DECISION_*
        ("placebo", "i8"),  # 1: both arms are the bot's own answer, one of them forced
        ("rule", "i8"),  # 1: arm c is played
        ("hold_turns", "i8"),  # LAY: own turns for which arm b holds
        ("slots", "i8", (SEATS,)),  # 1: this slot's decisions count
        ("proposal", "i8"),  # LAY: address of a hook that proposes a meld when the bot lays none
        ("proposal_params", "i8"),
        ("binnings", "i8"),
        ("axes", "i8", (MAX_BINNINGS,)),
        ("offset", "i8", (MAX_BINNINGS,)),  # of a binning's first cell
        ("feature", "i8", (MAX_BINNINGS, MAX_AXES)),
        ("stride", "i8", (MAX_BINNINGS, MAX_AXES)),
        ("bins", "i2", (MAX_BINNINGS, MAX_AXES, MOST + 1)),  # the bin of each value, -1 for none
        # Addresses: of an engine that plays games with their forks, and branches, to their end (specialised.py), or 0;
        # and of the `MATCH` of these games.
        ("play", "i8"),
        ("match", "i8"),
        # The branch being played, and the steering of the game itself and of branches.
        ("main", STEER_DTYPE),
        ("branch", BRANCH_DTYPE),
        ("opened", "i8", (SEATS,)),  # LAY: 1 the seat's fork of this game is done
        ("words", "u8"),  # DISCARD: the key of the game's random words, by which an alternative is chosen
        # Forks of the current game, settled when it ends.
        ("forks", "i8"),
        ("values_of", "i8", (MAX_FORKS, 3, N_OUTCOMES)),  # by arm
        ("arm_is_main", "i1", (MAX_FORKS, 3)),  # 1: this arm is the game itself
        ("marks", "i1", (MAX_FORKS, len(MARKS))),  # the values that belong to no arm
        ("seat", "i1", (MAX_FORKS,)),
        ("weight", "i8", (MAX_FORKS,)),
        ("cell", "i8", (MAX_FORKS, MAX_BINNINGS)),  # -1: not in this binning
        ("features", "i8", (len(FEATURES),)),
        ("settled", "i8", (MAX_FORKS, ROW)),  # weight and weighted values, once the game is over
        # The current cluster: forks and values by group, n and payouts for the naive difference, and the number of
        # cells with forks.
        ("groups", "i8", (len(GROUPS), ROW)),
        ("naive", "i8", (4,)),
        ("touched", "i8"),
        # Counts.
        ("group_moments", "i8", (len(GROUPS), 3 * ROW)),
        ("naive_moments", "i8", (N_NAIVE,)),
        ("clusters", "i8"),
        ("games", "i8"),
    ],
    align=True,
)
