"""Actions as people tell them: what somebody did, and what to do."""

from __future__ import annotations

import re

_DID = {
    "fold": "folded",
    "challenge": "challenged",
    "call": "called a draw",
    "do not call": "did not call",
    "pass": "did not call",
    "draw": "drew",
    "hold everything": "held everything",
}
_DO = {"do not call": "do not call", "pass": "do not call", "draw": "draw", "call": "call"}
_VERBS = (
    (r"^discard ", "threw ", "throw "),
    (r"^lay ", "laid ", "lay "),
    (r"^take ", "took ", "take "),
    (r"^sapaw ", "added ", "add "),
    (r"^hold ", "held ", "hold "),
)


def did(action: str) -> str:
    """What somebody did: `folded`, `threw Ah`.

    >>> did("fold"), did("discard Ah")
    ('folded', 'threw Ah')
    """
    return _DID.get(action) or _put(action, 1)


def do(action: str) -> str:
    """What to do: `challenge`, `throw 4d`.

    >>> do("challenge"), do("discard 4d")
    ('challenge', 'throw 4d')
    """
    return _DO.get(action) or _put(action, 2)


def _put(action: str, place: int) -> str:
    for verb in _VERBS:
        if re.search(verb[0], action):
            return re.sub(verb[0], verb[place], action)
    return action
