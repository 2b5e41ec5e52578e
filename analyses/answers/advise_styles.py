"""The answer of `tongits advise --against styles`: a position valued against each of nine styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.advise import PositionFacts
from analyses.answers.shared import Bot, Versions
from analyses.answers.styles import Style
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class StyleAdvice(Answer):
    """What to do against two players of one style.

    Attributes:
        style: how they call and challenge.
        bot: the bot that plays it.
        action: the best action, in words.
        ev: its expected value, units.
        behind: the next best action's value less that of the best, paired world by world; None where there is no other.
        verdict: one of `analyses.answers.advise.VERDICTS`.
        advice: the answer in a sentence.
        worlds: worlds played.
    """

    style: Style
    bot: str
    action: str
    ev: Estimate
    behind: Estimate | None
    verdict: str
    advice: str
    worlds: int


@dataclass(frozen=True)
class StyledAction(Answer):
    """An action against all styles.

    Attributes:
        action, kind, cards, decision, word: as `AdvisedAction`.
        judgement: `best`: against every style it is the best; `good`: against none is it clearly worse than the best;
            `bad`: it is clearly worse against every style; `depends`: against some.
        behind: by style, in the order of the styles: its value less that of the best action; clearly worse is where the
            95 % interval ends below 0.
    """

    action: str
    kind: str
    cards: str
    decision: str
    word: str
    judgement: str
    behind: tuple[Estimate, ...]

    @property
    def mean(self) -> float:
        """How far it is behind on average over the styles, units."""
        return sum(each.mean or 0.0 for each in self.behind) / len(self.behind)

    @property
    def worst(self) -> int:
        """The number of the style where it is farthest behind."""
        return min(range(len(self.behind)), key=lambda number: self.behind[number].mean or 0.0)


@dataclass(frozen=True)
class StylesAdvice(Answer):
    """A position valued against each style.

    Attributes:
        command: `advise`.
        rules, rules_option, knobs: the house rules.
        position: the position as text.
        me: who plays on for the seat itself.
        seed: seed of the worlds.
        styles: what to do against each.
        actions: the legal actions, the least behind on average first.
        advice: the answer in a sentence.
        used, defaults: as `AdviceAnswer`.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    rules: str
    rules_option: str
    knobs: Mapping[str, Any]
    position: PositionFacts
    me: str
    seed: int
    styles: tuple[StyleAdvice, ...]
    actions: tuple[StyledAction, ...]
    advice: str
    used: tuple[str, ...]
    defaults: tuple[str, ...]
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions
