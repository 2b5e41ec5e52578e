"""The answers of `simulate`, `compare` and `whatif` with what a page says of how they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from analyses.answers.question import QuestionAnswer
from analyses.answers.shared import Bot, Versions
from mahjong_sim.designs.answers import BatchAnswer
from tongits_sim.any_game.designs.answers import CompareAnswer, WhatIfAnswer
from tongits_sim.run.answers import Answer


@dataclass(frozen=True, kw_only=True)
class PlayedAnswer(QuestionAnswer):
    """What was played, as an answer that stands on a page; `question` is the command.

    Attributes:
        played: the answer itself, which is what its JSON holds.
        method: nothing more is to be said of how it was made.
    """

    played: Answer
    method: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the answer that it holds."""
        return self.played.to_dict()

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str = "") -> Self:
        """A stored document of one of these commands. Raises AnswerError."""
        command = str(document["command"])
        kind, asks = KINDS[command]
        answer = kind.from_dict(document, where)
        bots = [
            bot for bot in document.get("bots", ()) if isinstance(bot, Mapping) and {"player", "params"} <= bot.keys()
        ]
        return cls(
            command=command,
            question=command.split()[-1],
            asks=asks,
            rules=answer.rules,
            players=answer.others if isinstance(answer, CompareAnswer) else answer.players,
            games=answer.games if isinstance(answer, BatchAnswer) else answer.games_played,
            seed=answer.seed,
            command_line=str(document.get("command_line", "")),
            bots=tuple(map(Bot.from_dict, bots)),
            knobs=answer.knobs if isinstance(answer, BatchAnswer) else {},
            versions=Versions.from_dict(document.get("versions", {})),
            played=answer,
        )


KINDS: Mapping[str, tuple[type[BatchAnswer | CompareAnswer | WhatIfAnswer], str]] = {
    "mahjong simulate": (BatchAnswer, "What does each player earn?"),
    "mahjong compare": (CompareAnswer, "Which bot earns more at the same table, on the same walls?"),
    "mahjong whatif": (WhatIfAnswer, "What does a change of the house rules do?"),
}
"""By command: the type of its answer, and the question that it answers."""
