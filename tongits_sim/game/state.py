"""The record layouts of a game, and the codes of decisions and endings.

`VIEW` holds the public state (the engine has no other copy) and, in its first block, the private state of the deciding
seat. `GAME` holds the hidden state, in separate memory, so a hook that gets a `VIEW` cannot reach a hand or the stock
by any index. Masks are uint64; cards are ints, -1 (NO_CARD): no card; seats are 0..2, -1: no seat.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.rules.record import RULES_DTYPE

SEATS = 3
MAX_MELDS = 18  # 54 cards, three a meld
MAX_TURNS = 120  # R2, fine print
MAX_STOCK = 17

# Codes are typed, because numba would compile a function again for every plain int it is called with.
NOBODY = np.int64(-1)
DECISION_OVER = np.int64(-1)
DECISION_CALL = np.int64(0)
DECISION_RESPOND = np.int64(1)
DECISION_DRAW = np.int64(2)
DECISION_LAY = np.int64(3)
DECISION_SAPAW = np.int64(4)
DECISION_DISCARD = np.int64(5)
# Values of `GAME.private_fields`: which optional private fields `fill_view` writes. PRIVATE_ALL is always right, only
# slower.
PRIVATE_ALL = np.int64(1)
PRIVATE_RANDOM = np.int64(2)
PRIVATE_JOKERS = np.int64(3)  # and chance
DECISIONS = ("call", "respond", "draw", "lay", "sapaw", "discard")

ENDING_TONGITS = np.int64(0)
ENDING_DRAW = np.int64(1)
ENDING_CHALLENGE = np.int64(2)
ENDING_STOCK_OUT = np.int64(3)
ENDING_SPREAD = np.int64(4)
ENDING_VOID = np.int64(5)
ENDINGS = ("tongits", "draw", "challenge", "stock_out", "spread", "void")

# Answers to a call (R10).
NO_RESPONSE = np.int64(0)
FOLDED = np.int64(1)
CHALLENGED = np.int64(2)

PARTS = ("base", "sunog", "bonus", "sagasa", "pot", "jackpot", "fees")
PART_BASE, PART_SUNOG, PART_BONUS, PART_SAGASA, PART_POT, PART_JACKPOT, PART_FEES = (np.int64(i) for i in range(7))

VIEW_DTYPE = np.dtype(
    [
        # Private: set for the deciding seat.
        ("me", "u1"),  # the deciding seat
        ("decision", "i8"),  # DECISION_*
        ("hand", "u8"),  # own hand
        ("melded", "u8"),  # cards of the hand in melds, in a best arrangement
        ("sets", "u8"),  # natural cards of the arrangement's sets without a joker
        ("runs", "u8"),  # natural cards of its runs without a joker
        ("wild", "u8", (2,)),  # faces of its melds with a joker
        ("wild_as", "u8", (2,)),  # the faces that jokers stand for in these melds
        ("deadwood", "i8"),  # least deadwood of the hand, points
        ("count", "i8"),  # count at a showdown: deadwood, or total points (showdown.hand_melds_count_zero)
        ("drawn", "i8"),  # the card drawn from the stock in this turn
        ("legal", "u8"),  # DISCARD: legal discards; SAPAW: natural cards that may be added to some meld
        # All fields from here to `responses` are 0 when a game begins (match.py clears the block).
        ("word", "u8"),  # random word of this decision; 0 for a bot without `uses_random`
        ("taken", "u8"),  # cards of the hand taken from the discards (R4 free): never in a secret
        ("own_secrets", "u8", (MAX_MELDS,)),  # faces of own face-down melds, by meld number
        # Public.
        ("turn", "i8"),  # turns begun, all seats together, from 1
        ("turns", "i8", (SEATS,)),  # turns begun by seat
        ("offer_taken", "i8"),  # 1: the offer has been taken
        ("n_discards", "i8"),
        ("discards", "i1", (MAX_TURNS + 2,)),  # in order; discard i is by seat (dealer + i) % 3
        ("discarded", "u8", (SEATS,)),  # by seat
        ("seen", "u8"),  # all cards that were ever public: discards, natural cards and jokers of open melds
        ("known", "u8", (SEATS,)),  # cards known to be in that hand (taken under `free`)
        ("n_melds", "i8"),
        ("meld_owner", "i1", (MAX_MELDS,)),
        ("meld_kind", "i1", (MAX_MELDS,)),  # SET, RUN; 0 for a face-down meld
        ("meld_size", "i1", (MAX_MELDS,)),
        ("meld_jokers", "i1", (MAX_MELDS,)),  # 0 for a face-down meld
        ("meld_turn", "i1", (MAX_MELDS,)),  # the owner's turn in which it was laid
        ("meld_faces", "u8", (MAX_MELDS,)),  # 0 for a face-down meld
        ("meld_fits", "u8", (MAX_MELDS,)),  # faces that may be added; 0 for a face-down meld
        ("fits", "u8"),  # union of meld_fits
        ("fits_of", "u8", (SEATS,)),  # by owner
        ("open_melds", "i8", (SEATS,)),
        ("secrets", "i8", (SEATS,)),  # face-down melds
        ("first_open", "i8", (SEATS,)),  # own turn in which the first open meld was laid; 0 never
        ("first_secret", "i8", (SEATS,)),
        ("last_meld", "i8", (SEATS,)),  # running number of the last meld laid; 0 never (ties `last_to_meld`)
        ("melds_laid", "i8"),  # the running number
        ("voluntary", "i8", (SEATS,)),  # open melds laid other than by a take (melds.max_voluntary)
        ("sapaws", "i8", (SEATS,)),  # cards added to open melds, takes onto melds included (R13)
        ("sapawed_on", "i8", (SEATS,)),  # 1: an opponent added to an own open meld (R9.3, call.block_opponent_sapaw)
        ("own_sapaw", "i8", (SEATS,)),  # most recent turn: 0 none, 1 only on opponents' melds, 2 on an own meld
        ("long_meld", "i8", (SEATS,)),  # 1: a meld of four or more was laid open in the most recent turn
        ("last_draw", "i8", (SEATS,)),  # turn of the last stock draw; 0 never
        ("responses", "i8", (SEATS,)),  # FOLDED / CHALLENGED as far as the deciding seat may know (R10)
        ("dealer", "u1"),
        ("seat", "u1"),  # whose turn it is
        ("stock_left", "i8"),
        ("offer", "i8"),  # the previous player's discard
        ("hand_size", "i8", (SEATS,)),
        ("sunog_risk", "i8", (SEATS,)),  # 1: sunog if the game ended now, judging by public information (R13)
        ("last_drawer", "i8"),
        ("caller", "i8"),
        ("game", "i8"),  # number of the game in its match
        ("jackpot", "i8"),  # hundredths, this game's stakes included
        ("streak_seat", "i8"),
        ("streak", "i8"),
        ("scores", "i8", (SEATS,)),
        # Public history of earlier games of the match (match_history.py); all 0 in the first game.
        ("past_games", "i8"),
        ("past_calls", "i8", (SEATS,)),
        ("past_shown", "i8", (SEATS,)),  # calls that ended in a comparison of counts
        ("past_call_points", "i8", (SEATS,)),  # sum of the caller's counts in these comparisons
        ("past_bluffs", "i8", (SEATS,)),  # shown calls with a count above BLUFF_ABOVE
        ("past_challenges", "i8", (SEATS,)),
        ("past_folds", "i8", (SEATS,)),  # folds of a seat that visibly could have challenged
        ("past_showdowns", "i8", (SEATS,)),  # games in which the seat's count was compared
        ("past_showdown_points", "i8", (SEATS,)),  # sum of the seat's counts in these games
        ("past_opened", "i8", (SEATS,)),  # games in which the seat laid an open meld
        ("past_open_turns", "i8", (SEATS,)),  # sum of the own turns in which the first open meld was laid
        ("past_call_turns", "i8", (SEATS,)),  # own turns after opening: the most chances to call
        ("rules", RULES_DTYPE),
    ],
    align=True,
)

GAME_DTYPE = np.dtype(
    [
        ("phase", "i8"),
        ("hands", "u8", (SEATS,)),
        ("melded", "u8", (SEATS,)),
        ("sets", "u8", (SEATS,)),
        ("runs", "u8", (SEATS,)),
        ("wild", "u8", (SEATS, 2)),
        ("wild_as", "u8", (SEATS, 2)),
        ("deadwood", "i8", (SEATS,)),
        # All fields from here to `decisions` are 0 when a game begins (match.py clears the block).
        ("taken", "u8", (SEATS,)),
        ("laid", "u8", (SEATS,)),  # natural cards that the seat put into its own melds (R14.3)
        ("secret_faces", "u8", (MAX_MELDS,)),
        ("secret_jokers", "i1", (MAX_MELDS,)),
        ("fits_twice", "u8"),  # faces that fit, or have fitted, two open melds at once
        ("taken_now", "u8"),  # the card taken into the hand in this turn (R4 free)
        ("responder", "i8"),  # 0 or 1: which opponent answers next
        ("responses", "i8", (SEATS,)),
        ("may_challenge", "i8", (SEATS,)),
        ("sagasa", "i8", (SEATS,)),  # hundredths received minus hundredths paid
        ("decisions", "i8", (SEATS,)),  # decisions that the seat was asked
        ("drawn", "i8"),
        ("stock_next", "i8"),
        ("stock_size", "i8"),
        ("dealt", "u8", (SEATS,)),  # the hands at the deal
        ("stock", "i1", (MAX_STOCK + 1,)),  # in the order of drawing
        ("winner", "i8"),
        ("ending", "i8"),
        ("words", "u8", (SEATS,)),  # keys of the seats' random words
        ("chance", "i8", (SEATS,)),  # 1: the seat's bot uses chance
        ("wild_kernel", "i8"),  # addresses of rare kernels (rare_kernels.py)
        ("bonus_kernel", "i8"),
        ("wild_bonus_kernel", "i8"),
        ("private_fields", "i8"),  # which optional private fields to fill: 0, PRIVATE_RANDOM, ...
        ("secrets_pay", "i8"),  # arguments of the bonus kernel
        ("laid_best", "i8"),
        ("payout", "i8"),  # address of an `OWN_PAY` record (custom_payout.py); 0: the rules' knobs alone decide
        ("payout_kernel", "i8"),  # address of the rare kernel that asks the payout
    ],
    align=True,
)

MATCH_DTYPE = np.dtype(
    [
        ("seed", "u8"),
        ("match", "u8"),
        ("key", "u8"),  # key of the match's random streams
        ("game", "i8"),
        ("dealer", "i8"),
        ("jackpot", "i8"),  # hundredths, without the stakes of the coming game
        ("streak_seat", "i8"),
        ("streak", "i8"),
        ("scores", "i8", (SEATS,)),
        ("last_game", "i8"),  # maximum number of games of the match
        ("over", "i8"),
    ],
    align=True,
)

HOUSE = 3  # the place of the house in END.units
# The argument of a custom payout (payout.py). The first field is unique, because numba confuses records that begin
# alike.
END_DTYPE = np.dtype(
    [
        ("wins", "i8"),
        *((name, "i8") for name in ("ending", "winner", "caller", "dealer", "turns", "number")),
        *((name, "i8", (SEATS,)) for name in ("challenged", "folded", "counts", "burned")),
        *((name, "i8", (SEATS,)) for name in ("aces", "kings", "queens", "jacks")),
        ("cards", "u8", (SEATS,)),
        *((name, "i8", (SEATS,)) for name in ("melds", "open_melds", "secret_sets", "secret_runs", "sapaws")),
        ("pot", "f8"),
        ("jackpot", "f8"),
        ("units", "f8", (SEATS + 1,)),
    ],
    align=True,
)

RESULT_DTYPE = np.dtype(
    [
        ("ending", "i8"),
        ("winner", "i8"),  # -1 for a void game
        ("dealer", "i8"),
        ("turns", "i8"),
        ("caller", "i8"),
        ("counts", "i8", (SEATS,)),
        ("burned", "i8", (SEATS,)),
        ("responses", "i8", (SEATS,)),
        ("may_challenge", "i8", (SEATS,)),
        ("parts", "i8", (7, SEATS)),  # PART_*, hundredths
        ("payout", "i8", (SEATS,)),  # hundredths
        ("stake", "i8"),  # each player's stake in the jackpot, hundredths
        ("end", END_DTYPE),  # filled only for a custom payout
    ],
    align=True,
)


def new_record(dtype: np.dtype) -> np.recarray:
    """A zeroed recarray of length 1, which compiled and plain Python code can read.

    For a `GAME` to play on use `rare_kernels.new_game`, which knows the rules.
    """
    return np.zeros(1, dtype).view(np.recarray)
