"""Whom a person plays against if they name nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strategies.registry import names, strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

SOLVED, DEEP = "solved", "deep"


def usual_opponents(rules: RuleSet) -> str:
    """Two bots, the next to play first: one that plays by a solution of the rules, where there is none `deep`, which
    plays under any rules; and expert."""
    profiles = getattr(strategy(SOLVED), "profiles", None) if SOLVED in names() else None
    if profiles is not None and profiles.find(rules) is not None:
        return f"{SOLVED},expert"
    return f"{DEEP},expert" if DEEP in names() else "expert,expert"
