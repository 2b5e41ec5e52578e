"""Whom a person plays against if they name nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

SOLVED = "solved"


def usual_opponents(rules: RuleSet) -> str:
    """Two bots, the next to play first: one that plays by a solution of the rules where there is one, and expert."""
    from strategies import names, strategy

    if SOLVED not in names():
        return "expert,expert"
    profiles = getattr(strategy(SOLVED), "profiles", None)
    return f"{SOLVED},expert" if profiles is not None and profiles.find(rules) is not None else "expert,expert"
