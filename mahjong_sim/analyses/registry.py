"""The list of questions."""

from __future__ import annotations

import importlib

from mahjong_sim.analyses.question import Question

QUESTIONS = {
    "claims": "claims:CLAIMS",
    "discards": "discards:DISCARDS",
    "open": "opening:OPEN",
    "hands": "hands:HANDS",
    "mano": "mano:MANO",
    "payouts": "payouts:PAYOUTS",
}
"""The questions by name: the module of this package, and the name of the question in it."""


def question(name: str) -> Question:
    """The question of that name. Raises KeyError."""
    module, _, constant = QUESTIONS[name].partition(":")
    chosen: Question = getattr(importlib.import_module(f"mahjong_sim.analyses.{module}"), constant)
    return chosen
