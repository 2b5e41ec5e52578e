"""Parts of all answers: bots, versions, how a run stopped, and the fields of every answer to a question."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from analyses.presentation import seated
from tongits_sim.run.answers import Answer, Document
from tongits_sim.run.display import RichDisplay, View, view_of
from tongits_sim.run.within import Within

if TYPE_CHECKING:
    from tongits_sim.bots.player import BasePlayer

R = TypeVar("R", bound=Answer)

Verdict = Literal["better", "worse", "inconclusive"]
"""The verdict on a difference. INCONCLUSIVE does not mean equal."""

INCONCLUSIVE: Verdict = "inconclusive"
TURNED: dict[Verdict, Verdict] = {"better": "worse", "worse": "better", INCONCLUSIVE: INCONCLUSIVE}
"""The verdict on a difference with the opposite sign."""


@dataclass(frozen=True)
class Bot(Answer):
    """A bot that played."""

    player: str  # its label
    strategy: str = ""  # the name of its strategy
    summary: str = ""  # a sentence on its play; empty if a stored answer lacks it
    params: Mapping[str, float] = field(default_factory=dict)  # its parameters, all of them
    origin: str = ""  # the file it comes from; empty for a bot of the program
    source: str = ""  # a digest of its program
    spec: str = ""  # the spec that loads it again

    @classmethod
    def of(cls, player: BasePlayer, label: str = "") -> Bot:
        """Describe a player, under another label if `label` is set."""
        strategy = player.strategy
        return cls(
            label or player.label,
            strategy.name,
            strategy.summary,
            player.parameters(),
            player.origin,
            player.digest(),
            player.full_spec,
        )


@dataclass(frozen=True)
class Versions(Answer):
    """Versions of software that numbers depend on; None if a stored answer lacks them."""

    engine: str | None = None  # digest of the engine's sources
    # python, numba, numpy: the software below it
    python: str | None = None
    numba: str | None = None
    numpy: str | None = None

    @classmethod
    def current(cls) -> Versions:
        """The versions of this process, and the digest of the engine's sources."""
        import numba
        import numpy as np

        from tongits_sim.compile import jit

        engine = jit.CACHE_DIR.name.removeprefix("kernels-")
        return cls(engine, platform.python_version(), numba.__version__, np.__version__)


@dataclass(frozen=True)
class Stopping(Answer):
    """How a run stopped."""

    # after a fixed number (`fixed`), at a half-width (`within`), or as soon as decided (`monitor`)
    mode: Literal["fixed", "within", "monitor"]
    width: float | None  # the half-width asked for, in units or percentage points
    reached: bool | None  # the aim was reached; None if the number was fixed
    words: str  # the same in a sentence
    level: float = 0.95  # of the intervals
    alpha: float = 0.05  # of the tests

    @classmethod
    def planned(cls, number: int, counted: str) -> Stopping:
        """After a number of games or deals that was fixed before the start."""
        return cls("fixed", None, None, f"Stopped after {number:,} {counted}, as planned.")

    @classmethod
    def at_width(cls, known: Within) -> Stopping:
        """At a half-width, or at the most games that were allowed."""
        return cls("within", known.asked, known.reached, known.sentence())


@dataclass(frozen=True)
class LeftOut(Answer):
    """A bot that broke the rules or failed. Its games count for nobody, and the others play without it."""

    player: str
    fault: str  # what it did, where, and the command that plays the game again


class Viewed(RichDisplay):
    """Base of answers whose view in a notebook comes from a package above this package."""

    def heading(self) -> str:
        """The rules, the players, how much was played, and the seed, in one line."""
        raise NotImplementedError

    def view(self) -> View:
        """The view made by the package above; without that package, the question."""
        try:
            return view_of(self)
        except Exception:  # noqa: BLE001  (an answer that cannot be put into words can still be looked at)
            return View([self.heading(), "to_dict() holds its numbers."])


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Viewed, Document):
    """Base of the answers to questions; `Inquiry.head` gives these fields."""

    command: str  # "analyze"
    question: str  # its name
    asks: str = ""  # the question, a sentence; empty if a stored answer lacks it
    rules: str  # name of the house rules
    players: tuple[str, ...]  # labels, by seat
    games: int  # games played or asked for
    seed: int  # 0 .. 2**64 - 1.
    options: Mapping[str, Any] = field(default_factory=dict)  # the question's own options by name
    command_line: str = ""  # the command that asks the question again
    bots: tuple[Bot, ...] = ()  # the players
    knobs: Mapping[str, Any] = field(default_factory=dict)  # the house rules, every knob
    versions: Versions = field(default_factory=Versions)  # of the software that the numbers depend on
    within: Within | None = None  # the half-width that was asked for, and the games it took

    @property
    def counted(self) -> str:
        """How much was played, for the heading: games, or what the question counts."""
        return f"{self.games:,} games"

    def heading(self) -> str:
        """The rules, the players, how much was played, and the seed, in one line."""
        return f"{self.rules} · {seated(self.players)} · {self.counted} · seed {self.seed}"


# Rows whose fields each say how they are estimated.


def counted(read: Callable[..., Any]) -> Any:
    """A field that `read` computes from the counts of a run."""
    return field(metadata={"read": read})


def row(kind: type[R], *counts: Any, **own: Any) -> R:
    """Make a row: counted fields from the counts, all others as given."""
    read = {column.name: column.metadata["read"](*counts) for column in fields(kind) if column.metadata}  # type: ignore[arg-type]
    return kind(**own, **read)
