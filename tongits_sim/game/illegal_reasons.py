"""Why an action is illegal: a code for each reason, its rule and its sentence."""

from __future__ import annotations

LEGAL = 0
NOT_AN_ACTION = 1
CARD_NOT_HELD = 2
NOT_A_MELD = 3
MELD_CARDS_NOT_HELD = 4
TOO_MANY_JOKERS = 5
TAKE_NOT_ALLOWED = 6
TAKE_WITHOUT_DISCARD = 7
EXTEND_NOT_ALLOWED = 8
NO_SUCH_MELD = 9
MELD_IS_SECRET = 10
DOES_NOT_FIT = 11
TOO_MANY_LAYS = 12
NOT_A_SECRET = 13
SECRET_FROM_DISCARD = 14
NO_CARD_LEFT = 15
TARGET_NOT_ALLOWED = 16
NOT_OPENED = 17
TAKEN_CARD_DISCARDED = 18
SAPAWABLE_DISCARD = 19
NOT_YOUR_MELD = 20
CALL_AT_START_ONLY = 21
CALL_AT_END_ONLY = 22
CALL_ON_FIRST_TURN = 23
CALL_AFTER_OPPONENT_SAPAW = 24
CALL_AFTER_OWN_SAPAW = 25
CALL_AFTER_LONG_MELD = 26
CALL_NOT_AT_ZERO = 27
CALL_WITHOUT_MELD = 28
CHALLENGE_WITHOUT_MELD = 29
NO_DISCARD_ON_OFFER = 30
CALL_AFTER_DRAW_ONLY = 31

REASONS: dict[int, tuple[str, str]] = {
    NOT_AN_ACTION: ("R2", "this is not an action at this decision"),
    CARD_NOT_HELD: ("R7", "the card is not in the hand"),
    NOT_A_MELD: ("R3", "the cards are not a meld"),
    MELD_CARDS_NOT_HELD: ("R5", "the meld needs a card that is not in the hand"),
    TOO_MANY_JOKERS: ("R16", "the meld would hold too many jokers, or fewer than two natural cards"),
    TAKE_NOT_ALLOWED: ("R4", "the discard may not simply be taken into the hand"),
    TAKE_WITHOUT_DISCARD: ("R4", "the new meld does not hold the discard"),
    EXTEND_NOT_ALLOWED: ("R4", "the discard may only be taken for a new meld"),
    NO_SUCH_MELD: ("R6", "there is no meld of this number"),
    MELD_IS_SECRET: ("R5.2", "the meld lies face down, so nobody may add to it"),
    DOES_NOT_FIT: ("R6", "the card does not fit the meld"),
    TOO_MANY_LAYS: ("R5", "no more melds may be laid open (melds.max_voluntary)"),
    NOT_A_SECRET: ("R5.2", "a meld of this kind and size is not a secret"),
    SECRET_FROM_DISCARD: ("R5.2", "a card taken from the discards cannot be in a secret"),
    NO_CARD_LEFT: ("R8", "no card would be left for the last discard (tongits.exit = discard_last)"),
    TARGET_NOT_ALLOWED: ("R6", "cards may be added to the opponents' melds only (sapaw.targets)"),
    NOT_OPENED: ("R6", "cards may be added only after laying a meld of one's own (sapaw.before_open)"),
    TAKEN_CARD_DISCARDED: ("R4", "the card taken in this turn may not be discarded"),
    SAPAWABLE_DISCARD: ("R7", "a card that fits an open meld may not be discarded (discard.restriction)"),
    NOT_YOUR_MELD: ("R4", "the discard may only be added to an own open meld"),
    CALL_AT_START_ONLY: ("R9", "a draw is called at the start of a turn only, instead of drawing"),
    CALL_AT_END_ONLY: ("R9", "a draw is called at the end of a turn only, after the discard"),
    CALL_AFTER_DRAW_ONLY: ("R9", "a draw is called after drawing only, before anything is laid or discarded"),
    CALL_ON_FIRST_TURN: ("R9.1", "nobody may call in their first turn"),
    CALL_AFTER_OPPONENT_SAPAW: (
        "R9.3",
        "an opponent has added to a meld of the caller (call.block_opponent_sapaw)",
    ),
    CALL_AFTER_OWN_SAPAW: ("R9.3", "the caller added to a meld in their last turn (call.block_own_sapaw)"),
    CALL_AFTER_LONG_MELD: (
        "R9.3",
        "the caller laid a meld of four or more in their last turn (call.block_long_meld)",
    ),
    CALL_NOT_AT_ZERO: ("R9.4", "a call needs a count of 0 (call.zero_count_fight)"),
    CALL_WITHOUT_MELD: ("R9.2", "the caller lacks the meld that a call needs (call.needs, call.meld_age)"),
    CHALLENGE_WITHOUT_MELD: ("R10", "the challenger lacks the meld that a challenge needs (response.needs)"),
    NO_DISCARD_ON_OFFER: ("R4", "there is no discard to take"),
}
"""The rule and the sentence for each reason that makes an action illegal."""


def reason_text(code: int) -> str:
    """The rule and the sentence: `R7: the card is not in the hand`."""
    return ": ".join(REASONS[code])
