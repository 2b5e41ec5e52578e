"""Seats that play as they are while the others are solved: bots, files, and named styles.

A style is a bot with stated habits: how boldly it calls, how readily it challenges. Styles are defined by frequencies:
the largest counts below were chosen so that under pagat, beside two players of normal style, a timid, normal or bold
caller calls in about `CALLS` of its chances, and a shy, normal or stubborn challenger answers about `CHALLENGES` of the
calls that it may challenge. `python -m tools.styles` measures these shares under every preset; the table stands in
docs/explanation/solving.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tongits_sim.errors import TongitsError

CALLS = {"timid": 0.15, "normal": 0.40, "bold": 0.75}
"""Share of its chances to call that a style takes."""
CHALLENGES = {"shy": 0.15, "normal": 0.40, "stubborn": 0.75}
"""Share of the calls it may challenge that a style challenges."""
CALLERS = {"timid": 23, "normal": 37, "bold": 53}
"""Largest count of a call, by style."""
CHALLENGERS = {"shy": 19, "normal": 32, "stubborn": 47}
"""Largest count of a challenge, by style."""

_SEATS = {name: number % 3 for number, name in enumerate("ABC123")}
_STYLE = re.compile(r"[\w-]*/[\w-]*")
"""Two words and a slash; the path of a profile has a dot, or more."""


class LockError(TongitsError):
    """A lock that names no seat or no player."""


def style(calls: str, challenges: str) -> str:
    """The spec of the bot that plays a style."""
    return f"greedy(call_at={CALLERS[calls]}, challenge_at={CHALLENGERS[challenges]})"


def styles() -> list[tuple[str, str]]:
    """All nine: a way of calling and a way of challenging each."""
    return [(calls, challenges) for calls in CALLERS for challenges in CHALLENGERS]


def locked(texts: Sequence[str]) -> dict[int, str]:
    """Specs of the locked seats by number (0..2): of `A=miser`, `A,B=greedy(challenge_at=10)`, `B=bold/shy`, or of
    `C=lola.profile`, a profile that `tongits analyze styles` wrote.

    Seats are A, B and C; 1, 2 and 3 say the same.

    Raises:
        LockError: a text names no such seat, a seat twice, or nobody to sit there; or no seat is left to solve.
    """
    specs: dict[int, str] = {}
    for text in texts:
        seats, equals, player = text.partition("=")
        names = [part.strip().upper() for part in seats.split(",")]
        if not equals or not player.strip() or not all(name in _SEATS for name in names):
            raise LockError(
                f"{text!r} locks nobody; write seats A, B or C and a player: --lock B=miser, or --lock B,C=bold/shy"
            )
        for name in names:
            if _SEATS[name] in specs:
                raise LockError(f"seat {name} is locked twice")
            specs[_SEATS[name]] = _spec(player.strip())
    if len(specs) == 3:
        raise LockError("all three seats are locked, so nothing is left to solve; leave one free")
    return specs


def _spec(player: str) -> str:
    calls, _, challenges = player.partition("/")
    if not _STYLE.fullmatch(player):
        if player in CALLERS:
            return style(player, "normal")
        return style("normal", player) if player in CHALLENGERS else player
    if calls not in CALLERS or challenges not in CHALLENGERS:
        raise LockError(
            f"{player!r} is not a style; a style is one of {', '.join(CALLERS)}, a slash, and one of "
            f"{', '.join(CHALLENGERS)}: bold/shy"
        )
    return style(calls, challenges)
