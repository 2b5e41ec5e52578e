"""The rule and the sentence for each reason an action is refused (legality.py's codes)."""

from __future__ import annotations

from tongits_sim.game import asking, legality

NEVER_ANSWERED = 102

REASONS: dict[int, tuple[str, str]] = {
    legality.NOT_AN_ANSWER: ("R2", "this is no answer to what was asked"),
    legality.CARD_NOT_HELD: ("R7", "the card is not in the hand"),
    legality.NOT_A_MELD: ("R3", "the cards make no meld"),
    legality.MELD_CARDS_NOT_HELD: ("R5", "the meld needs a card that is not in the hand"),
    legality.TOO_MANY_JOKERS: ("R16", "the meld would hold too many jokers, or fewer than two natural cards"),
    legality.TAKE_NOT_ALLOWED: ("R4", "the discard may not simply be taken into the hand"),
    legality.TAKE_WITHOUT_DISCARD: ("R4", "the new meld does not hold the discard"),
    legality.EXTEND_NOT_ALLOWED: ("R4", "the discard may only be taken for a new meld"),
    legality.NO_SUCH_MELD: ("R6", "there is no meld of this number"),
    legality.MELD_IS_SECRET: ("R5.2", "the meld lies face down, so nobody may add to it"),
    legality.DOES_NOT_FIT: ("R6", "the card does not fit the meld"),
    legality.TOO_MANY_LAYS: ("R5", "no more melds may be laid open (melds.max_voluntary)"),
    legality.NOT_A_SECRET: ("R5.2", "a meld of this kind and size is no secret"),
    legality.SECRET_FROM_DISCARD: ("R5.2", "a card taken from the discards cannot be in a secret"),
    legality.NO_CARD_LEFT: ("R8", "no card would be left for the last discard (tongits.exit = discard_last)"),
    legality.TARGET_NOT_ALLOWED: ("R6", "cards may be added to the opponents' melds only (sapaw.targets)"),
    legality.NOT_OPENED: ("R6", "cards may be added only after laying a meld of one's own (sapaw.before_open)"),
    legality.TAKEN_CARD_DISCARDED: ("R4", "the card taken in this turn may not be discarded"),
    legality.SAPAWABLE_DISCARD: ("R7", "a card that fits an open meld may not be discarded (discard.restriction)"),
    legality.NOT_YOUR_MELD: ("R4", "the discard may only be added to an own open meld"),
    legality.CALL_AT_START_ONLY: ("R9", "a draw is called at the start of a turn only, instead of drawing"),
    legality.CALL_AT_END_ONLY: ("R9", "a draw is called at the end of a turn only, after the discard"),
    legality.CALL_ON_FIRST_TURN: ("R9.1", "nobody may call on his first turn"),
    legality.CALL_AFTER_OPPONENT_SAPAW: (
        "R9.3",
        "an opponent has added to a meld of the caller (call.block_opponent_sapaw)",
    ),
    legality.CALL_AFTER_OWN_SAPAW: ("R9.3", "the caller has added to a meld in his last turn (call.block_own_sapaw)"),
    legality.CALL_AFTER_LONG_MELD: (
        "R9.3",
        "the caller has laid a meld of four or more in his last turn (call.block_long_meld)",
    ),
    legality.CALL_NOT_AT_ZERO: ("R9.4", "a call needs a count of 0 (call.zero_count_fight)"),
    legality.CALL_WITHOUT_MELD: ("R9.2", "the caller lacks the meld that a call needs (call.needs, call.meld_age)"),
    legality.CHALLENGE_WITHOUT_MELD: ("R10", "the challenger lacks the meld that a challenge needs (response.needs)"),
    legality.NO_DISCARD_ON_OFFER: ("R4", "there is no discard to take"),
}

# Not against the game's rules, but against the bots' contract.
CONTRACT: dict[int, str] = {
    int(asking.REASON_RAISED): "it stopped with an error",
    int(asking.REASON_CHANGED_VIEW): "it changed the view it was shown, which it may only read",
    NEVER_ANSWERED: "it does not answer",
}


def reason_rule(code: int) -> str:
    """The number of the rule that forbids the action."""
    return REASONS[code][0]


def reason_text(code: int) -> str:
    """The rule and the sentence: `R7: the card is not in the hand`."""
    return ": ".join(REASONS[code])
