"""A bot that breaks the rules or fails: which one, where, and how to see that game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError

if TYPE_CHECKING:
    from tongits_sim.designs.batch.results import Results
    from tongits_sim.run.run import Run


@dataclass(frozen=True)
class Fault:
    """Where a bot failed. `seat`, `slot`: 0..2; `code`: a key of `reasons.REASONS`; `detail`: a hook's own error."""

    label: str
    slot: int
    seat: int
    decision: str
    code: int
    seed: int
    match: int
    game: int
    detail: str = ""
    replay: str = ""

    def sentence(self) -> str:
        """The fault in a sentence for people, with the command that plays the game again."""
        from tongits_sim.game.reasons import CONTRACT, REASONS

        if self.code in CONTRACT:
            failed = f"failed at its {self.decision}: {CONTRACT[self.code]}"
        else:
            rule, why = REASONS[self.code]
            failed = f"broke rule {rule} at its {self.decision}: {why}"
        detail = f" ({self.detail})" if self.detail else ""
        where = f"Seed {self.seed}, match {self.match}, game {self.game}, seat {self.seat}."
        again = f" To play that game again: {self.replay}" if self.replay else ""
        return f"the bot {self.label} {failed}{detail}. {where}{again}"


class BotFault(TongitsError):  # noqa: N818 - the bot's error, not the program's
    """A run stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: all games that were finished.
        results: the same as results, if it was a batch.
    """

    def __init__(self, fault: Fault, run: Run[Any] | None = None) -> None:
        super().__init__(fault.sentence())
        self.fault = fault
        self.run = run
        self.results: Results | None = None

    @property
    def hangs(self) -> bool:
        """Whether the bot still runs: its thread cannot be stopped, only the whole process."""
        from tongits_sim.game.reasons import NEVER_ANSWERED

        return self.fault.code == NEVER_ANSWERED


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run.

    Attributes:
        run: all games that were finished.
        results: the same as results, if it was a batch.
    """

    def __init__(self, run: Run[Any]) -> None:
        super().__init__()
        self.run = run
        self.results: Results | None = None
