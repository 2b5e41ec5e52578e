"""The habits by name: their meaning, bounds, and the advice that each expresses. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tongits_sim.bots.player import BoundedParam

AS_PLAYER = "as_player"
_MOST_COUNT = 130
_MOST_STOCK = 17
_MOST_TURNS = 40

# The values of parameters that have names, by their place in `names`; 0: the player decides.
UNTIL_OPEN, ALWAYS_HOLD = 1, 2
LAY_FIRST, LAY_ALL = 1, 2
TAKE_ALWAYS, TAKE_NEVER = 1, 2
SAPAW_AT_ONCE, SAPAW_IF_LOWER, SAPAW_NEVER = 1, 2, 3
FACES, MIDDLE, LOW, PAIRS = 1, 2, 3, 4


@dataclass(frozen=True)
class HabitParam(BoundedParam):
    """A parameter that is a habit: by default the player decides."""

    whole: bool = True
    tried: float = 1.0  # the value that `tongits try NAME` plays
    claim: str = ""  # the advice that this value stands for
    # the habit in words: one for each name; else one in which {} is the value, perhaps another for the value 1
    doing: tuple[str, ...] = ()

    def phrase(self, value: float) -> str:
        """The habit in words: `calling only with 15 or less`."""
        if self.names:
            return self.doing[int(value) - 1]
        return (self.doing[-1] if value == 1 else self.doing[0]).format(f"{value:g}")


def _named(name: str, values: Mapping[str, str], tried: int, meaning: str, claim: str) -> HabitParam:
    """A habit whose values have names, each with the habit in words."""
    return HabitParam(
        name, 0, 0, len(values), meaning, (AS_PLAYER, *values), tried=tried, claim=claim, doing=tuple(values.values())
    )


def _flag(name: str, meaning: str, claim: str, doing: str) -> HabitParam:
    return HabitParam(name, 0, 0, 1, meaning, claim=claim, doing=(doing,))


PARAMS: tuple[BoundedParam, ...] = (
    HabitParam(
        name="call_only_to",
        default=_MOST_COUNT,
        low=0,
        high=_MOST_COUNT,
        meaning=f"largest count with which it calls a draw; {_MOST_COUNT}: as its player",
        tried=15,
        claim="Call a draw only with a low hand.",
        doing=("calling only with {} or less",),
    ),
    HabitParam(
        name="call_up_to",
        default=-1,
        low=-1,
        high=_MOST_COUNT,
        meaning="it calls a draw with every count up to this; -1: as its player",
        tried=40,
        claim="Call as soon as you may: most people fold.",
        doing=("calling with anything up to {}",),
    ),
    HabitParam(
        name="call_from_turn",
        default=0,
        low=0,
        high=_MOST_TURNS,
        meaning="own turn before which it never calls a draw; 0: as its player",
        tried=4,
        claim="Do not call early: let the others show what they have.",
        doing=("calling only from the own turn {} on",),
    ),
    _flag(
        "never_call",
        "1: it never calls a draw",
        "Never call a draw: win by Tongits, or by the lowest count.",
        "never calling a draw",
    ),
    BoundedParam(
        name="call_stock_from",
        default=0,
        low=0,
        high=_MOST_STOCK,
        meaning="call_up_to and call_only_to hold with at least this many stock cards",
        whole=True,
    ),
    BoundedParam(
        name="call_stock_to",
        default=_MOST_STOCK,
        low=0,
        high=_MOST_STOCK,
        meaning="call_up_to and call_only_to hold with at most this many stock cards",
        whole=True,
    ),
    HabitParam(
        name="challenge_only_to",
        default=_MOST_COUNT,
        low=0,
        high=_MOST_COUNT,
        meaning=f"largest count with which it challenges; {_MOST_COUNT}: as its player",
        tried=10,
        claim="Challenge only if you are nearly sure to win.",
        doing=("challenging only with {} or less",),
    ),
    HabitParam(
        name="challenge_up_to",
        default=-1,
        low=-1,
        high=_MOST_COUNT,
        meaning="it challenges with every count up to this; -1: as its player",
        tried=40,
        claim="Challenge the callers: they bluff.",
        doing=("challenging with anything up to {}",),
    ),
    _flag(
        "never_challenge",
        "1: it folds to every call",
        "Fold when somebody calls: it costs less.",
        "folding to every call",
    ),
    _named(
        "hold_meld",
        {
            "until_open": "holding the first meld until an opponent is open",
            "always": "laying no first meld by choice",
        },
        UNTIL_OPEN,
        "it holds its first meld until an opponent is open, or to the end",
        "Hold your first meld back until somebody has opened.",
    ),
    _named(
        "lay",
        {"first": "laying the first meld at once", "all": "laying every meld at once"},
        LAY_FIRST,
        "it lays its first meld, or every meld, at once",
        "Lay your first meld at once, against sunog.",
    ),
    _named(
        "take",
        {"always": "taking every discard that makes a meld", "never": "never taking a discard"},
        TAKE_ALWAYS,
        "it takes every discard that makes a meld, or none",
        "Take every discard that makes a meld.",
    ),
    _named(
        "throw_first",
        {
            "faces": "throwing loose face cards first",
            "middle": "throwing loose cards from 6 to 9 first",
            "low": "throwing loose cards from ace to 5 first",
        },
        FACES,
        "it first throws loose face cards, 6 to 9, or ace to 5",
        "Throw face cards first.",
    ),
    _named(
        "keep",
        {
            "faces": "keeping loose face cards",
            "middle": "keeping loose cards from 6 to 9",
            "low": "keeping loose cards from ace to 5",
            "pairs": "never breaking a pair",
        },
        PAIRS,
        "it keeps loose face cards, 6 to 9, ace to 5, or pairs while it can throw another loose card",
        "Never break a pair.",
    ),
    _named(
        "sapaw",
        {
            "at_once": "adding every loose card that fits at once",
            "if_lower": "adding only cards that lower the count",
            "never": "never adding to a meld",
        },
        SAPAW_AT_ONCE,
        "it adds every loose card that fits at once, no card that a meld of its hand needs, or none",
        "Sapaw at once: every card less counts.",
    ),
    HabitParam(
        name="block",
        default=0,
        low=0,
        high=13,
        meaning="it keeps cards that fit melds of opponents with at most this many cards, and adds one a turn",
        tried=9,
        claim="Keep a card that fits an opponent's meld, and sapaw it before his turn to block a call.",
        doing=("keeping cards to block opponents with {} cards or fewer",),
    ),
    HabitParam(
        name="memory",
        default=0,
        low=0,
        high=_MOST_TURNS,
        meaning="it remembers the discards of this many rounds; 0: as its player",
        tried=1,
        claim="Do not bother to remember the discards.",
        doing=(
            "remembering only the discards of the last {} rounds",
            "remembering only the discards of the last round",
        ),
    ),
)


def contradiction(values: Mapping[str, float]) -> str:
    """Why the habits of the bot `habit` cannot be tried together, from its parameters by name; empty if they can."""
    changed = {
        param.name: values[param.name] for param in PARAMS if values.get(param.name, param.default) != param.default
    }

    for ban, limits in (("never_call", _CALLS), ("never_challenge", ("challenge_up_to", "challenge_only_to"))):
        for limit in limits:
            if ban in changed and limit in changed:
                return f"{ban} leaves nothing to {limit}: try them one at a time"
    for up_to, only_to in (("call_up_to", "call_only_to"), ("challenge_up_to", "challenge_only_to")):
        if up_to in changed and only_to in changed and changed[up_to] > changed[only_to]:
            return f"{up_to} must not be above {only_to}: {changed[up_to]:g} is above {changed[only_to]:g}"
    if values.get("call_stock_from", 0) > values.get("call_stock_to", _MOST_STOCK):
        return "call_stock_from must not be above call_stock_to"
    for stock in ("call_stock_from", "call_stock_to"):
        if stock in changed and not ("call_up_to" in changed or "call_only_to" in changed):
            return f"{stock} says with how much stock call_up_to and call_only_to hold: name one of them too"
    if changed.get("hold_meld") == ALWAYS_HOLD and changed.get("lay") == LAY_FIRST:
        return "hold_meld=always leaves nothing to lay=first: try them one at a time"
    if "throw_first" in changed and changed["throw_first"] == changed.get("keep"):
        return "throw_first and keep name the same cards: try them one at a time"
    if "block" in changed and changed.get("sapaw") in (SAPAW_AT_ONCE, SAPAW_NEVER):
        return "block adds one card a turn, sapaw says otherwise: try them one at a time"
    return ""


_CALLS = ("call_up_to", "call_only_to", "call_from_turn", "call_stock_from", "call_stock_to")


def phrases(values: Mapping[str, float]) -> list[str]:
    """The habits of the bot `habit` in words, from its parameters by name, in the order of `PARAMS`."""
    words = []
    for param in PARAMS:
        value = values.get(param.name, param.default)
        if isinstance(param, HabitParam) and value != param.default:
            words.append(param.phrase(value) + (_while(values) if param.name in ("call_up_to", "call_only_to") else ""))
    return words


def _while(values: Mapping[str, float]) -> str:
    """The stock with which the habits of calls hold."""
    low = values.get("call_stock_from", 0)
    high = values.get("call_stock_to", _MOST_STOCK)
    if low > 0 and high < _MOST_STOCK:
        return f" with {low:g} to {high:g} stock cards left"
    if low > 0:
        return f" with {low:g} or more stock cards left"
    return f" with {high:g} or fewer stock cards left" if high < _MOST_STOCK else ""
