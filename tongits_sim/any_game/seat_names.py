"""The seats of a game in words for people: by the names of their players, or by letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tongits_sim.folders.files import printable

LETTERS = "ABCD"
"""Seats in turn order, as people call them where no player is meant; files and Python count them from 0."""
_SEAT = re.compile(r"\b([Ss])eat (\d)\b('s)?")
_VERB = re.compile(r"\b([Yy]ou) (has|is|was|[a-z]+?(?:ch|sh)es|[a-z]+s)\b")
_ODD = {"has": "have", "is": "are", "was": "were"}


def seat_names(players: Sequence[str]) -> list[str]:
    """The names of players by seat; a name of several players is numbered in turn order.

    >>> seat_names(["expert", "Ana", "expert"])
    ['expert 1', 'Ana', 'expert 2']
    """
    seen: dict[str, int] = {}
    names = []
    for name in map(printable, players):
        seen[name] = seen.get(name, 0) + 1
        names.append(f"{name} {seen[name]}" if players.count(name) > 1 else name)
    return names


def lettered(text: str) -> str:
    """The text of an answer with seats as letters, for people.

    >>> lettered("seat 0")
    'seat A'
    """
    return _SEAT.sub(lambda match: f"{match[1]}eat {LETTERS[int(match[2])]}{match[3] or ''}", text)


def named(text: str, names: Sequence[str]) -> str:
    """A sentence about seats as one about their players.

    >>> named("Seat 1 adds 5c to seat 2's meld", ["Ako", "Ben", "you"])
    'Ben adds 5c to your meld'
    >>> named("Seat 2 has won; seat 2 pays", ["Ako", "Ben", "you"])
    'You have won; you pay'
    """

    def name(match: re.Match[str]) -> str:
        who = names[int(match[2])]
        if who == "you":
            return ("Y" if match[1] == "S" else "y") + ("our" if match[3] else "ou")
        return who + (match[3] or "")

    return _VERB.sub(lambda match: f"{match[1]} {_plural(match[2])}", _SEAT.sub(name, text))


def _plural(verb: str) -> str:
    """A verb as it follows `you`: `draw` for `draws`."""
    return _ODD.get(verb) or verb.removesuffix("es" if verb.endswith(("ches", "shes")) else "s")
