"""The answer of `tongits advise`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Document, Estimate
from tongits_sim.run.display import Bar, RichDisplay, View, forest_svg
from tongits_sim.run.numbers import level

_SHOWN = 8
"""Actions in the figure."""


@dataclass(frozen=True)
class TableMeldFacts(Answer):
    """A meld on the table."""

    owner: str  # `me`, `right` or `left`
    cards: str  # its cards as text; empty if face down
    size: int  # number of its cards
    face_down: bool = False  # it is a secret


@dataclass(frozen=True)
class PositionFacts(Answer):
    """A position as text, as its seat sees it."""

    seat: int  # the deciding seat, 0..2
    decision: str  # the decision it has to make
    hand: str  # its cards
    table: tuple[TableMeldFacts, ...]  # melds on the table
    discards: tuple[str, ...]  # known discards, in order
    unnamed_discards: int  # number of discards before them
    offer: str | None  # the discard on offer, if any
    stock: int  # cards left in the stock
    sizes: Mapping[str, int]  # cards in hand, by `me`, `right` and `left`
    known: Mapping[str, str]  # cards known to be in a hand, by `me`, `right` and `left`
    caller: str | None  # the player who has called a draw, if any
    # by `right` and `left`: calls challenged in the earlier games, and calls that the seat could have challenged
    challenged: Mapping[str, tuple[int, int]]
    names: Mapping[str, str] = field(default_factory=dict)  # names of `right` and `left`, if known
    count: int = 0  # points of its cards outside melds; jokers aside

    def name(self, role: str) -> str:
        """The name of `me`, `right` or `left` in sentences."""
        return self.names.get(role, role)


@dataclass(frozen=True)
class TableFacts(Answer):
    """A table at which actions are valued."""

    name: str  # of `analyses.opponents.TABLES`, or its bots
    people: str  # who sits there, in a sentence
    weight: float  # how likely it is by the opponents' answers to calls; the weights of all tables add up to 1
    # right, left, me: the bots that play on
    right: str
    left: str
    me: str


@dataclass(frozen=True)
class ActionAtTable(Answer):
    """An action at one table."""

    table: str  # its name
    ev: Estimate  # expected value of the game for the seat, units
    behind: Estimate  # `ev` less the `ev` of the best action over all tables, paired world by world
    # win, burned, beaten: chances to win, to be burned, and to lose a challenge
    win: float
    burned: float
    beaten: float


@dataclass(frozen=True)
class AdvisedAction(Answer):
    """A legal action."""

    action: str  # in words, such as `discard Ks` or `lay 3h 4h 5h`
    action_type: str  # `call`, `pass`, `challenge`, `fold`, `draw`, `take`, `lay`, `sapaw` or `discard`
    cards: str  # its cards
    decision: str  # the decision that it answers; the answers to earlier decisions of the turn are no, stock, done
    action_code: str  # its action code, as decimal text
    # ev, behind, win, burned, beaten: the means over the tables, each as in `ActionAtTable`
    ev: Estimate
    behind: Estimate
    win: float
    burned: float
    beaten: float
    at: tuple[ActionAtTable, ...]  # the same by table
    worlds: int  # worlds it was played in: fewer if it was dropped as clearly worse
    why: str  # its gains and risks, a sentence


@dataclass(frozen=True)
class AdviceAnswer(RichDisplay, Document):
    """What to do in a position."""

    command: str  # `advise`
    # rules, rules_option, knobs: the house rules
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    position: PositionFacts  # the position as text
    tables: tuple[TableFacts, ...]  # the tables
    seed: int  # seed of the worlds
    worlds: int  # worlds played at each table
    rollouts: int  # games played to their end
    actions: tuple[AdvisedAction, ...]  # the legal actions, best first
    # `clear`: surely ahead of every other action at every table; `likely`: ahead on the mean; `close`: another
    # action is worth as much at each table, within the margin; `forced`: there is no choice
    verdict: str
    near: tuple[int, ...]  # if `close`: the actions that are worth as much, by their number in `actions`
    # if `likely`: by table, the number of an action that is better there, for sure; None where the first one stays
    instead: tuple[int | None, ...]
    margin: float  # units within which two actions are worth the same
    advice: str  # the answer in a sentence
    because: str  # the reason in a few words; empty without a choice
    book: str  # what the book of the rules says; empty if it says nothing about this decision
    seen: str  # how the opponents answered earlier calls, and who they are by that; empty if nothing is known of it
    defaults: tuple[str, ...]  # assumed facts, a sentence each
    # bots, versions: as everywhere
    bots: tuple[Bot, ...]
    versions: Versions

    @property
    def best(self) -> AdvisedAction:
        """The action that leads: the first of `actions`."""
        return self.actions[0]

    def view(self) -> View:
        """One screen: the advice, the value of each action at each table, and the best ones as a figure."""
        rows = [
            [action.action, *(level(there.ev.mean, sign=True) for there in action.at), level(action.ev.mean, sign=True)]
            for action in self.actions
        ]
        bars = [Bar(action.action, action.ev.mean or 0.0, action.ev.ci95) for action in self.actions[:_SHOWN]]
        return View(
            [f"{self.rules} · {self.position.hand or '-'} · {self.worlds:,} worlds", self.advice, self.because],
            ("Units you can expect", *(table.name for table in self.tables), "all"),
            rows,
            functools.partial(forest_svg, bars, "expected value, units"),
        )
