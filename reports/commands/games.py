"""Joins to a game what the commands need above its rules, kernels and bots: experiments, records, replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from reports.commands.any_game import Asking
from strategies.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.core.game import CommandsOfGame, Game


class GameTools:
    """Tools for the commands of any game. A game with records or experiments of its own has a subclass.

    A tool is imported when it is first used, so that `--help` does not wait for it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        _TOOLS[game] = self

    def has(self, tool: str) -> bool:
        return getattr(type(self), tool) is not getattr(GameTools, tool)

    @property
    def asking(self) -> CommandsOfGame:
        """How simulate, compare and whatif play and print."""
        return Asking(self.game)

    @property
    def bench(self) -> Any:
        """Jobs that measure speed."""
        raise NotImplementedError

    @property
    def records(self) -> Any:
        """Writes games move by move: `play_job_records`."""
        raise NotImplementedError

    @property
    def reading(self) -> Any:
        """Reads and verifies records: `verified_records`."""
        raise NotImplementedError

    @property
    def playback(self) -> Any:
        """Shows a record as text: `playback`."""
        raise NotImplementedError

    @property
    def steps(self) -> Any:
        """Shows a game move by move: `steps_of`."""
        raise NotImplementedError

    @property
    def explaining(self) -> Any:
        """Explains one move of a record."""
        raise NotImplementedError

    @property
    def stopped(self) -> Any:
        """Shows a game that a fault of a bot ended."""
        raise NotImplementedError

    @property
    def sheets(self) -> Any:
        """Reads games written down by hand."""
        raise NotImplementedError


class TongitsTools(GameTools):
    @property
    def asking(self) -> CommandsOfGame:
        from reports.commands import asking

        return cast("CommandsOfGame", asking)

    @property
    def bench(self) -> Any:
        from tongits_sim.experiments import selfcheck

        return selfcheck

    @property
    def records(self) -> Any:
        from tongits_sim.records import write

        return write

    @property
    def reading(self) -> Any:
        from tongits_sim.records import replay

        return replay

    @property
    def playback(self) -> Any:
        from tongits_sim.records import playback

        return playback

    @property
    def steps(self) -> Any:
        from tongits_sim.records import steps

        return steps

    @property
    def explaining(self) -> Any:
        from tongits_sim.records import explain

        return explain

    @property
    def stopped(self) -> Any:
        from tongits_sim.records import stopped

        return stopped

    @property
    def sheets(self) -> Any:
        from tongits_sim.records import notation_game

        return notation_game


_TOOLS: dict[Game, GameTools] = {}


def tools_of(game: Game) -> GameTools:
    return _TOOLS.get(game) or GameTools(game)


TongitsTools(TONGITS)
