"""Why an action was refused, in a sentence: one for every reason code of `legality.py` and `batch.py`."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """The rule an action broke ("" for the bots' contract), and what was wrong, to go on after the bot's name."""

    rule: str
    sentence: str


# By code. Kept as plain numbers so that nothing compiled is loaded; a test holds them against the constants.
REASONS: dict[int, Reason] = {
    1: Reason("R2", "gave an answer that means nothing at this decision"),
    2: Reason("R7", "played a card that is not in its hand"),
    3: Reason("R3", "laid cards that form no set and no run"),
    4: Reason("R3", "laid a meld with cards that are not in its hand"),
    5: Reason("R16", "used more jokers in a meld than the rules allow"),
    6: Reason("R4", "took the discard into its hand, which these rules do not allow"),
    7: Reason("R4", "took the discard for a meld that does not contain it"),
    8: Reason("R4", "took the discard onto an open meld, which these rules do not allow"),
    9: Reason("R6", "added a card to a meld that is not on the table"),
    10: Reason("R5.2", "added a card to a meld that lies face down"),
    11: Reason("R6", "added a card that does not fit the meld"),
    12: Reason("R5", "laid more melds open than the rules allow in a game"),
    13: Reason("R5.2", "laid a meld face down that may not be a secret"),
    14: Reason("R5.2", "laid a secret with a card taken from the discards"),
    15: Reason("R8", "kept no card for the last discard, which these rules demand"),
    16: Reason("R6", "added a card to its own meld, which these rules do not allow"),
    17: Reason("R6", "added a card to a meld before it had laid one, which these rules do not allow"),
    18: Reason("R4", "discarded the card it had just taken"),
    19: Reason("R7", "discarded a card that fits an open meld, which these rules do not allow"),
    20: Reason("R4", "took the discard onto another player's meld, which these rules do not allow"),
    100: Reason("", "stopped with an error"),
    101: Reason("", "changed the view it was shown; a bot may only read it"),
}
NEVER_ANSWERED = 102
REASONS[NEVER_ANSWERED] = Reason("", "did not answer")


def reason(code: int) -> Reason:
    """The reason a code stands for."""
    return REASONS.get(code, Reason("", f"was refused with code {code}"))
