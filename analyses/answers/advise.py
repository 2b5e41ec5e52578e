"""The answer of `tongits advise`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.notebook import Bar, Displayable, View, forest_svg
from tongits_sim.run.numbers import amount, percent

VERDICTS = ("clear", "close", "undecided", "forced")
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

    def name(self, role: str) -> str:
        """The name of `me`, `right` or `left` in sentences."""
        return self.names.get(role, role)


@dataclass(frozen=True)
class AdvisedAction(Answer):
    """A legal action.

    Attributes:
        action: in words, such as `discard Ks` or `lay 3h 4h 5h`.
        kind: `call`, `pass`, `challenge`, `fold`, `draw`, `take`, `lay`, `sapaw` or `discard`.
        cards: its cards.
        decision: the decision that it answers; earlier decisions of the turn are answered with no, stock, done.
        word: its action word there, as a decimal number in text.
        ev: expected value of the game for the seat, units.
        behind: `ev` less that of the best action, paired world by world; 0 for the best.
        win, burned, beaten: chances to win, to be burned, and to fight and lose.
        worlds: worlds it was played in; fewer where it was dropped as clearly worse.
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
    worlds: int
    why: str


@dataclass(frozen=True)
class AdviceAnswer(Displayable, Answer):
    """What to do in a position.

    Attributes:
        command: `advise`.
        rules, rules_option, knobs: the house rules.
        position: the position as text.
        against: who plays on, and has played, by `right` and `left`; `me` is who plays on for the seat itself.
        seed: seed of the worlds.
        worlds: worlds played; `--worlds` with this number gives the same digits.
        effective: independent worlds of equal weight with the same precision.
        candidates: deals weighed to find the worlds.
        rollouts: games played to their end.
        actions: the legal actions, best first.
        verdict: `clear`: the best action is better than every other; `close`: those not clearly worse are as good, to
            within `close`; `undecided`: more worlds are needed to tell; `forced`: there is no choice.
        close: units within which actions count as equally good.
        advice: the answer in a sentence.
        used: the play of the others that weighs the worlds, in sentences.
        defaults: assumed facts, a sentence each.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    position: PositionFacts
    against: Mapping[str, str]
    seed: int
    worlds: int
    effective: float
    candidates: int
    rollouts: int
    actions: tuple[AdvisedAction, ...]
    verdict: str
    close: float
    advice: str
    used: tuple[str, ...]
    defaults: tuple[str, ...]
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions

    @property
    def best(self) -> AdvisedAction:
        """The best action."""
        return self.actions[0]

    def view(self) -> View:
        """One screen: the advice, the value of each action, and the best ones as a figure."""
        position, shown = self.position, self.actions[:_SHOWN]
        asked = (
            f"advise · {position.decision} · hand {position.hand or '-'} · rules {self.rules} · {self.worlds:,} worlds"
        )
        rows = [
            [each.action, amount(each.ev.mean), amount(each.behind.mean), *map(percent, (each.win, each.burned))]
            for each in self.actions
        ]
        bars = [Bar(each.action, each.ev.mean or 0.0, each.ev.ci95) for each in shown]
        return View(
            [asked, self.advice, self.best.why],
            ("Action", "EV, units", "Behind", "Wins", "Burned"),
            rows,
            lambda: forest_svg(bars, "expected value, units"),
        )
