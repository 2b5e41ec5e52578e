"""The fields of every answer: the question, the players, the rules and the versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.names import load
from tongits_sim.run.answers import Answer
from tongits_sim.run.notebook import Displayable, View

VIEW = "reports.views:view"
"""The function from an answer to its `View`, in the words of a terminal; by name, as it stands above this package."""


class Viewed(Displayable):
    """Base of answers that a notebook shows in the words of a package above this one."""

    def asked(self) -> str:
        """What was asked, in one line."""
        raise NotImplementedError

    def view(self) -> View:
        """The answer in the words, the table and the figure of the package above; else the question."""
        try:
            view: View = load(VIEW)(self)
        except Exception:  # noqa: BLE001  (an answer that cannot be put into words can still be looked at)
            return View([self.asked(), "to_dict() holds its numbers."])
        return view


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Viewed, Answer):
    """Base of the answers to questions; `Inquiry.head` gives these fields.

    Attributes:
        command: "analyze".
        question: its name.
        rules: name of the house rules.
        players: labels, by seat.
        games: games played or asked for; answers of earlier versions that count deals hold the deals here too.
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

    @property
    def counted(self) -> str:
        """How much was played, in words."""
        return f"{self.games:,} games"

    def asked(self) -> str:
        """What was asked, in one line."""
        return f"{self.question} · {self.counted} · {', '.join(self.players)} · rules {self.rules}"
