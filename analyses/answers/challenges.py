"""The answer of `analyze challenges`."""

from __future__ import annotations

from dataclasses import dataclass

from analyses.answers.rollouts import Averages, ChoiceCell, Placed, RolloutsAnswer
from tongits_sim.run.answers import Answer, Limits


@dataclass(frozen=True, kw_only=True)
class ChallengeThreshold(Answer):
    """The best largest count to challenge with, by the caller's cards.

    Attributes:
        caller_cards: cards in the caller's hand.
        challenge_at: the count; -1: never; None where there is no fork.
        low, high: between which resampling put it; no confidence interval.
        n: forks.
        pooled: they were too few; fitted over all callers.
        always: the best is to challenge with every count that was seen.
        bot_challenge_at: the largest count that describes the bot best.
        gain: units a response over never challenging, on the games that chose.
        challenge_from, gain_from: the best smallest count to challenge with, and its gain.
    """

    caller_cards: int
    challenge_at: int | None
    low: int | None
    high: int | None
    n: int
    pooled: bool
    always: bool
    bot_challenge_at: int | None = None
    gain: float | None = None
    challenge_from: int | None = None
    gain_from: float | None = None


@dataclass(frozen=True, kw_only=True)
class BreakEven(Placed):
    """The best largest count to challenge with in a column of the chart; fields as of `ChallengeThreshold`."""

    challenge_at: int | None
    low: int | None
    high: int | None
    n: int
    pooled: bool
    always: bool
    gain: float | None = None
    gain_from: float | None = None


@dataclass(frozen=True, kw_only=True)
class CallerShare(Placed):
    """How often a caller with so many cards has such a count: responses `n`, share with its interval."""

    n: int
    share: float | None
    ci95: Limits | None


@dataclass(frozen=True, kw_only=True)
class CallerCounts(Placed):
    """How often the caller counts more than the responder (`bluff`), and most of all three (`highest`).

    `caller_cards` is None for all callers together.
    """

    n: int
    bluff: float | None
    bluff_ci95: Limits | None
    highest: float | None
    highest_ci95: Limits | None


@dataclass(frozen=True, kw_only=True)
class SecondResponder(Answer):
    """What the second responder gains by the first answer.

    Attributes:
        n: responses.
        share_first_challenged: how often the first challenged.
        challenge_at_not_knowing, challenge_at_after_fold, challenge_at_after_challenge: best largest counts; -1: never.
        gain, ci95: units a response that knowing is worth.
    """

    n: int
    share_first_challenged: float
    challenge_at_not_knowing: int
    challenge_at_after_fold: int
    challenge_at_after_challenge: int
    gain: float | None
    ci95: Limits | None


@dataclass(frozen=True, kw_only=True)
class ChallengesAnswer(RolloutsAnswer):
    """Whether to challenge.

    Attributes:
        cells: the chart.
        averages: over responses.
        thresholds, break_even: best largest counts by the caller's cards, and by column of the chart.
        caller: how the caller's count is spread.
        bluffs: how often the caller counts more than who responds: first over all, then by his cards.
        second: the second responder; None where nobody knows the first answer.
    """

    cells: tuple[ChoiceCell, ...]
    averages: Averages
    thresholds: tuple[ChallengeThreshold, ...] = ()
    break_even: tuple[BreakEven, ...] = ()
    caller: tuple[CallerShare, ...] = ()
    bluffs: tuple[CallerCounts, ...]
    second: SecondResponder | None = None
