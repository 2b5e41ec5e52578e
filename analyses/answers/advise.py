"""The answer of `tongits advise`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.notebook import Bar, Displayable, View, forest_svg
from tongits_sim.run.numbers import level

_SHOWN = 8
"""Actions in the figure."""


@dataclass(frozen=True)
class TableMeldFacts(Answer):
    """A meld on the table.

    Attributes:
        owner: `me`, `right` or `left`.
        cards: its cards as text; empty where they lie face down.
        size: number of its cards.
        face_down: whether it is a secret.
    """

    owner: str
    cards: str
    size: int
    face_down: bool = False


@dataclass(frozen=True)
class PositionFacts(Answer):
    """A position as text, as its seat sees it.

    Attributes:
        seat: the deciding seat, 0..2.
        decision: the decision it has to make.
        hand: its cards.
        count: points of its cards outside melds; jokers aside.
        table: melds on the table.
        discards: the named ones, in order.
        unnamed_discards: number of the others.
        offer: the discard on offer, if any.
        stock: cards left in the stock.
        sizes: cards in hand, by `me`, `right` and `left`.
        known: cards known to be in a hand, by `me`, `right` and `left`.
        caller: the player who has called a draw, if any.
        names: of `right` and `left`, where they have any.
    """

    seat: int
    decision: str
    hand: str
    table: tuple[TableMeldFacts, ...]
    discards: tuple[str, ...]
    unnamed_discards: int
    offer: str | None
    stock: int
    sizes: Mapping[str, int]
    known: Mapping[str, str]
    caller: str | None
    names: Mapping[str, str] = field(default_factory=dict)
    count: int = 0

    def name(self, role: str) -> str:
        """The name of `me`, `right` or `left` in sentences."""
        return self.names.get(role, role)


@dataclass(frozen=True)
class TableFacts(Answer):
    """A table at which actions are valued.

    Attributes:
        name: `strong`, `regular`, `beginners`, or its bots.
        people: who sits there, in a sentence.
        right, left, me: the bots that play on.
    """

    name: str
    people: str
    right: str
    left: str
    me: str


@dataclass(frozen=True)
class ActionAtTable(Answer):
    """An action at one table.

    Attributes:
        table: its name.
        ev: expected value of the game for the seat, units.
        behind: `ev` less that of the best action over all tables, paired world by world.
        win, burned, beaten: chances to win, to be burned, and to fight and lose.
    """

    table: str
    ev: Estimate
    behind: Estimate
    win: float
    burned: float
    beaten: float


@dataclass(frozen=True)
class AdvisedAction(Answer):
    """A legal action.

    Attributes:
        action: in words, such as `discard Ks` or `lay 3h 4h 5h`.
        kind: `call`, `pass`, `challenge`, `fold`, `draw`, `take`, `lay`, `sapaw` or `discard`.
        cards: its cards.
        decision: the decision that it answers; earlier decisions of the turn are answered with no, stock, done.
        word: its action word there, as a decimal number in text.
        ev, behind, win, burned, beaten: the means over the tables, each as in `ActionAtTable`.
        at: the same by table.
        worlds: worlds it was played in at most; fewer where it was dropped as clearly worse.
        why: its gains and risks, a sentence.
    """

    action: str
    kind: str
    cards: str
    decision: str
    word: str
    ev: Estimate
    behind: Estimate
    win: float
    burned: float
    beaten: float
    at: tuple[ActionAtTable, ...]
    worlds: int
    why: str


@dataclass(frozen=True)
class AdviceAnswer(Displayable, Answer):
    """What to do in a position.

    Attributes:
        command: `advise`.
        rules, rules_option, knobs: the house rules.
        position: the position as text.
        tables: the tables.
        seed: seed of the worlds.
        worlds: worlds played at each table; `--worlds` with this number gives the same digits.
        rollouts: games played to their end.
        actions: the legal actions, best first.
        verdict: `clear`: best at every table, for sure; `slight`: best on the mean, and nowhere surely behind by more
            than the margin; `close`: another is worth as much, to within the margin; `turns`: another is better at
            some table, for sure and by more than the margin; `forced`: there is no choice.
        near: how many of the following actions are worth as much, where that is `close`.
        instead: by table, the number of the action that is better there; None where the first one stays.
        margin: units within which two actions are worth the same.
        advice: the answer in a sentence.
        because: the reason in a few words; empty without a choice.
        defaults: assumed facts, a sentence each.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    position: PositionFacts
    tables: tuple[TableFacts, ...]
    seed: int
    worlds: int
    rollouts: int
    actions: tuple[AdvisedAction, ...]
    verdict: str
    near: int
    instead: tuple[int | None, ...]
    margin: float
    advice: str
    because: str
    defaults: tuple[str, ...]
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions

    @property
    def best(self) -> AdvisedAction:
        """The best action."""
        return self.actions[0]

    def view(self) -> View:
        """One screen: the advice, the value of each action at each table, and the best ones as a figure."""
        rows = [
            [each.action, *(level(there.ev.mean, sign=True) for there in each.at), level(each.ev.mean, sign=True)]
            for each in self.actions
        ]
        bars = [Bar(each.action, each.ev.mean or 0.0, each.ev.ci95) for each in self.actions[:_SHOWN]]
        return View(
            [f"{self.rules} · {self.position.hand or '-'} · {self.worlds:,} worlds", self.advice, self.because],
            ("Units you can expect", *(table.name for table in self.tables), "all"),
            rows,
            lambda: forest_svg(bars, "expected value, units"),
        )
