"""What the answer to every question holds: what was asked, of whom, under which rules, with which versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Answer):
    """Base of the answers to questions; `Inquiry.head` gives these fields.

    Attributes:
        command: "analyze".
        question: its name.
        rules: name of the house rules.
        players: labels, by seat.
        games: games played (or what else the question counts).
        seed: 0 .. 2**64 - 1.
        asks: the question, a sentence; empty where a stored answer does not say.
        options: the question's own options by name.
        command_line: the command that asks it again.
        bots: the players.
        knobs: the house rules, every knob.
        versions: of what the numbers depend on.
    """

    command: str
    question: str
    asks: str = ""
    rules: str
    players: tuple[str, ...]
    games: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    command_line: str = ""
    bots: tuple[Bot, ...] = ()
    knobs: Mapping[str, Any] = field(default_factory=dict)
    versions: Versions = field(default_factory=Versions)
