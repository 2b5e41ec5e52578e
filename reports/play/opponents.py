"""Whom a person plays against if they name nobody."""

from __future__ import annotations

SOLVED = "solved"


def usual_opponents() -> str:
    """Two bots, the next to play first: one that plays by a solution of the rules where there is one, and expert."""
    from strategies import names

    return f"{SOLVED},expert" if SOLVED in names() else "expert,expert"
