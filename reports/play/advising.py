"""The adviser at the table: advice of `tongits advise` in the table's words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from analyses.advise import advise
from strategies.registry import STRONGEST
from tongits_sim.players import load_player
from tongits_sim.records.events import action_code_of
from tongits_sim.table.live_match import LiveMatch
from tongits_sim.table.position import position_of

if TYPE_CHECKING:
    from analyses.answers.advise import AdvisedAction
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player
    from tongits_sim.table.live_match import LiveMatch

Event = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """An action and its value."""

    kind: str  # `call`, `pass`, `challenge`, `fold`, `draw`, `take`, `lay`, `sapaw` or `discard`
    word: int  # its action code, if it has cards
    text: str  # the action in words, such as `discard Ks`
    ev: float  # expected units of the rest of the game
    # low, high: its 95 % interval
    low: float
    high: float
    cost: float  # units lost against the best action
    # cost_low, cost_high: its 95 % interval
    cost_low: float
    cost_high: float
    win: float | None = None  # chance to win the game, None if unknown


@dataclass(frozen=True)
class Advice:
    """The sensible actions of a position, the best first."""

    choices: tuple[Choice, ...]  # the actions
    verdict: str  # clear, likely, close or forced
    why: str  # what to do and why, in two sentences

    def choice(self, event: Event) -> Choice | None:
        """The estimate of an action; None if the advice lacks the action."""
        act = event["act"]
        if act in ("take", "lay", "secret", "sapaw", "discard"):
            word = int(action_code_of(event))
            kind = "lay" if act == "secret" else act
            return next((choice for choice in self.choices if (choice.kind, choice.word) == (kind, word)), None)
        same = {"draw": ("draw", "pass"), "pass": ("pass",)}.get(act, (act,))
        return next((choice for choice in self.choices if choice.kind in same), None)


class Adviser(Protocol):
    """Gives advice for the position of a match."""

    def advise(self, match: LiveMatch) -> Advice | None:
        """Advice for the person's decision; None without a choice. Raises TongitsError if no advice is possible."""
        ...


class RolloutAdviser:
    """Advice by rollouts against the two bots of the table.

    Attributes:
        against: players of the rollouts: right, left, the person.
    """

    def __init__(self, rules: RuleSet, right: Player, left: Player) -> None:
        self.against = (right, left, load_player(STRONGEST))

    def advise(self, match: LiveMatch) -> Advice | None:
        """Advise from the cards that the person may see.

        Raises:
            TongitsError: there is no advice under these rules.
        """
        position = position_of(match.board, match.rules)
        answer = advise(position, self.against)
        why = f"{answer.advice} {answer.because[:1].upper()}{answer.because[1:]}".strip()
        return Advice(tuple(choice_of(action) for action in answer.actions), answer.verdict, why)


def choice_of(action: AdvisedAction) -> Choice:
    """An advised action in the table's words."""
    ev = action.ev.mean or 0.0
    behind = action.behind.mean or 0.0
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
