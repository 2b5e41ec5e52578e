"""The answer of `tongits analyze styles`: the best answer to each of nine styles, and the cost of being wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True)
class Style(Answer):
    """A way of calling and challenging.

    Attributes:
        calls: `timid`, `normal` or `bold`.
        challenges: `shy`, `normal` or `stubborn`.
    """

    calls: str
    challenges: str

    @property
    def name(self) -> str:
        """As `--lock` takes it: `bold/shy`."""
        return f"{self.calls}/{self.challenges}"


@dataclass(frozen=True)
class Habits(Answer):
    """How often a player says yes.

    Attributes:
        calls: share of its chances to call in which it calls; None if it had none.
        challenges: share of the calls it may challenge that it challenges; None if there were none.
    """

    calls: float | None
    challenges: float | None


@dataclass(frozen=True)
class StyleResult(Answer):
    """The gain of an answer against two players of one style.

    Attributes:
        style: the style they really have.
        gain: units a game more than the bot earns in the same seat, on the same deals.
    """

    style: Style
    gain: Estimate


@dataclass(frozen=True)
class StyleResponse(Answer):
    """The best answer to two players of one style.

    Attributes:
        style: the style it believes the two others to have.
        their_habits: how often such a player says yes beside the bot.
        habits: how often the answer says yes against them.
        base_earns: earnings of the bot itself against them, units a game.
        results: gains of the answer against each true style, the believed one among them.
        exploitability: gain of one seat by its best calls and challenges against two players of this answer.
    """

    style: Style
    their_habits: Habits
    habits: Habits
    base_earns: Estimate
    results: tuple[StyleResult, ...]
    exploitability: Estimate

    @property
    def right(self) -> Estimate:
        """Its gain if the read is right."""
        return next(each.gain for each in self.results if each.style == self.style)

    @property
    def worst(self) -> StyleResult:
        """Its result against the true style where it does worst."""
        return min(self.results, key=lambda each: each.gain.mean if each.gain.mean is not None else 0.0)


@dataclass(frozen=True, kw_only=True)
class StylesAnswer(Answer):
    """The best answers to nine styles.

    Attributes:
        command, question: "styles".
        asks: the question, a sentence.
        rules, rules_option, knobs: the house rules.
        players: the bot that answers.
        play: the same bot: it plays the cards, and its own calls and challenges are the comparison.
        style_bots: the bot that plays each style, by its name.
        seed, match_games: as asked for.
        games: games of a round of fitting.
        deals: deals that gains were measured on, in three seatings.
        rounds: rounds of fitting.
        games_played: games of all that, rollouts left out.
        responses: an answer for each style: callers from timid to bold, for each of them challengers from shy on.
        command_line: the command that asks it again.
        elapsed_s, bots, versions: as everywhere.
    """

    command: Literal["styles"] = "styles"
    question: Literal["styles"] = "styles"
    asks: str = "How should one play against the style one has noticed?"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...]
    play: str
    style_bots: Mapping[str, str]
    seed: int
    match_games: int
    games: int
    deals: int
    rounds: int
    games_played: int
    responses: tuple[StyleResponse, ...]
    command_line: str = ""
    elapsed_s: float = 0.0
    bots: tuple[Bot, ...] = ()
    versions: Versions = field(default_factory=Versions)

    def response(self, calls: str, challenges: str) -> StyleResponse:
        """The answer to a style. Raises KeyError."""
        return {each.style: each for each in self.responses}[Style(calls, challenges)]
