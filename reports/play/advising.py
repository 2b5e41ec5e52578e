"""The adviser at the table: the rollouts of `tongits advise`, in the table's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyses.advise import advise
from reports.play.hints import Advice, Choice
from strategies.registry import STRONGEST
from tongits_sim.players import load_player
from tongits_sim.table.position import position_of

if TYPE_CHECKING:
    from analyses.answers.advise import AdvisedAction
    from reports.play.hints import Adviser
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player
    from tongits_sim.table.match import LiveMatch


class RolloutAdviser:
    """Advice by rollouts against the two bots of the table.

    Attributes:
        against: the players of the rollouts, for right, left and the person.
    """

    def __init__(self, rules: RuleSet, right: Player, left: Player) -> None:
        """An adviser at a table with these rules and two bots."""
        self.against = (right, left, load_player(STRONGEST))

    def advise(self, match: LiveMatch, seconds: float) -> Advice | None:
        """The advice, from the cards that the person may see.

        Raises:
            TongitsError: there is no advice under these rules.
        """
        position = position_of(match.board, match.rules)
        answer = advise(position, self.against, seconds=seconds, seed=match.board.logged + 1)
        why = f"{answer.advice} {answer.because[:1].upper()}{answer.because[1:]}".strip()
        return Advice(tuple(choice_of(action) for action in answer.actions), answer.verdict, why)


def choice_of(action: AdvisedAction) -> Choice:
    """An advised action in the table's words."""
    ev, behind = action.ev.mean or 0.0, action.behind.mean or 0.0
    low, high = action.ev.ci95 or (float("-inf"), float("inf"))
    most, least = action.behind.ci95 or (float("-inf"), float("inf"))
    return Choice(
        kind=action.action_type,
        word=int(action.action_code),
        text=action.action,
        ev=ev,
        low=low,
        high=high,
        cost=-behind,
        cost_low=-least,
        cost_high=-most,
        win=action.win,
    )


def usual_adviser(match: LiveMatch) -> Adviser:
    """Advice against the two bots of a match."""
    right, left = (match.bots.players[(match.seat + step) % 3] for step in (1, 2))
    assert right is not None
    assert left is not None
    return RolloutAdviser(match.rules, right, left)
