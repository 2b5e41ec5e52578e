"""Shared parts of answers: the bots that played, versions, how a run stopped, and the fields of every answer to a
question.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from analyses.words import seated
from tongits_sim.core.imports import load
from tongits_sim.run.answers import Answer
from tongits_sim.run.display import RichDisplay, View
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    from tongits_sim.strategy import Player

R = TypeVar("R", bound=Answer)

Verdict = Literal["better", "worse", "inconclusive"]
"""The verdict on a difference; INCONCLUSIVE does not mean equal."""

INCONCLUSIVE: Verdict = "inconclusive"
TURNED: dict[Verdict, Verdict] = {"better": "worse", "worse": "better", INCONCLUSIVE: INCONCLUSIVE}
"""The verdict on a difference with the opposite sign."""


@dataclass(frozen=True)
class Bot(Answer):
    """A bot that played."""

    player: str  # its label
    strategy: str = ""  # the name of its strategy
    summary: str = ""  # a sentence on its play; empty where a stored answer has none
    params: Mapping[str, float] = field(default_factory=dict)  # its parameters, all of them
    origin: str = ""  # the file it comes from; empty for the bots of the program
    source: str = ""  # a digest of its program
    spec: str = ""  # the spec that loads it again

    @classmethod
    def of(cls, player: Player, label: str = "") -> Bot:
        """The description of a player, under another label if one is given."""
        strategy = player.strategy
        return cls(
            label or player.label,
            strategy.name,
            strategy.summary,
            player.parameters(),
            player.origin,
            player.digest(),
            player.given,
        )


@dataclass(frozen=True)
class Versions(Answer):
    """Versions of the software that numbers depend on; None where a stored answer does not say."""

    tongits: str | None = None  # the program
    engine: str | None = None  # digest of the engine's sources
    # python, numba, numpy: the software below it
    python: str | None = None
    numba: str | None = None
    numpy: str | None = None

    @classmethod
    def current(cls) -> Versions:
        """Of this program, now."""
        import numba
        import numpy as np

        from tongits_sim.compile import jit

        engine = jit.CACHE_DIR.name.removeprefix("kernels-")
        return cls(VERSION, engine, platform.python_version(), numba.__version__, np.__version__)


@dataclass(frozen=True)
class Stopping(Answer):
    """How a run stopped."""

    # after a number fixed before (`fixed`), at a `width` or when decided (`monitor`)
    mode: Literal["fixed", "width", "monitor"]
    width: float | None  # the half-width asked for, units a game
    reached: bool | None  # whether the aim was reached; None where the number was fixed
    words: str  # the same in a sentence
    level: float = 0.95  # of the intervals
    alpha: float = 0.05  # of the tests


VIEW = "reports.questions.printing:view"
"""The function from an answer to its `View`, in the words of a terminal; by name, as it stands above this package."""


class Viewed(RichDisplay):
    """Base of answers that a notebook shows in the words of a package above this one."""

    def heading(self) -> str:
        """The rules, the players, how much was played, and the seed, in one line."""
        raise NotImplementedError

    def view(self) -> View:
        """The answer in the words, the table and the figure of the package above; else the question."""
        try:
            view: View = load(VIEW)(self)
        except Exception:  # noqa: BLE001  (an answer that cannot be put into words can still be looked at)
            return View([self.heading(), "to_dict() holds its numbers."])
        return view


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Viewed, Answer):
    """Base of the answers to questions; `Inquiry.head` gives these fields."""

    command: str  # "analyze"
    question: str  # its name
    asks: str = ""  # the question, a sentence; empty where a stored answer does not say
    rules: str  # name of the house rules
    players: tuple[str, ...]  # labels, by seat
    games: int  # games played or asked for
    seed: int  # 0 .. 2**64 - 1.
    options: Mapping[str, Any] = field(default_factory=dict)  # the question's own options by name
    command_line: str = ""  # the command that asks it again
    bots: tuple[Bot, ...] = ()  # the players
    knobs: Mapping[str, Any] = field(default_factory=dict)  # the house rules, every knob
    versions: Versions = field(default_factory=Versions)  # of what the numbers depend on

    @property
    def counted(self) -> str:
        """How much was played, in words."""
        return f"{self.games:,} games"

    def heading(self) -> str:
        """The rules, the players, how much was played, and the seed, in one line."""
        return f"{self.rules} · {seated(self.players)} · {self.counted} · seed {self.seed}"


# Rows whose fields say themselves how they are estimated, each in one place.


def counted(read: Callable[..., Any]) -> Any:
    """A field that `read` takes from the counts of a run."""
    return field(metadata={"read": read})


def row(kind: type[R], *counts: Any, **own: Any) -> R:
    """A row: its counted fields from the counts, the others as given."""
    read = {each.name: each.metadata["read"](*counts) for each in fields(kind) if each.metadata}  # type: ignore[arg-type]
    return kind(**own, **read)
