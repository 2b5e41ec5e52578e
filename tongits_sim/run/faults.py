"""A fault: a bot broke the rules or failed. It names the bot, the game, and the command that shows the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError

if TYPE_CHECKING:
    from tongits_sim.run.job import Run


@dataclass(frozen=True)
class Fault:
    """Where and how a bot failed."""

    label: str  # the bot
    slot: int  # the bot's place among the players
    seat: int
    decision: str  # the name of the decision
    code: int  # the game's number for the failure
    # the game in which the bot failed
    seed: int
    match: int
    game: int
    failure: str  # the failure as a predicate: `broke rule R7 at its discard: the card is not in the hand`
    detail: str = ""  # a hook's own error
    replay: str = ""  # the command that plays the game again
    hangs: bool = False  # the bot never answered; only ending the process stops its thread

    def without_replay(self, where: str) -> Fault:
        """The fault, if no command can play its game again; `where` says what was being played."""
        return replace(self, detail="; ".join(filter(None, (self.detail, where))), replay="")

    def sentence(self) -> str:
        """The fault in a sentence: the bot, the game, the failure, and the command that shows the game."""
        detail = f" ({self.detail})" if self.detail else ""
        where = f"Seed {self.seed}, match {self.match + 1}, game {self.game + 1}, seat {chr(ord('A') + self.seat)}."
        again = f" To play that game again: {self.replay} -o fault.jsonl" if self.replay else ""
        return f"the bot {self.label} {self.failure}{detail}. {where}{again}"


class BotFault(TongitsError):  # noqa: N818 - the bot's error, not the program's
    """A run stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: all games that were finished.
    """

    def __init__(self, fault: Fault, run: Run[Any] | None = None) -> None:
        super().__init__(fault.sentence())
        self.fault = fault
        self.run = run

    @property
    def hangs(self) -> bool:
        """Whether the bot still runs; only ending the process stops its thread."""
        return self.fault.hangs


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run.

    Attributes:
        run: all games that were finished.
    """

    def __init__(self, run: Run[Any]) -> None:
        super().__init__()
        self.run = run
