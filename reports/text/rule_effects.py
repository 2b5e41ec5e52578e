"""The effects of rule changes in words: one change, all changes, and what limits the comparison."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import effects
from analyses.figures.effects import Rung
from tongits_sim.experiments.batch_answer import jackpot_sentence
from tongits_sim.rules.ruleset import KNOBS
from tongits_sim.run.answers import value
from tongits_sim.run.numbers import amount, between, digits_of

CORRECTIONS = {"holm": "Holm's method", "benjamini-hochberg": "the Benjamini-Hochberg method"}
MOST_PARTS = 3
"""Maximum number of metrics in the short answer to one change."""
COUNTED = {
    "share_tongits": "games won by Tongits",
    "share_draw": "called draws that go unchallenged",
    "share_challenge": "called draws that are challenged",
    "share_stock_out": "games that exhaust the stock",
    "share_spread": "games won by spread",
    "sunog_rate": "players burned (sunog)",
    "session_ahead": "players ahead after a session",
    "session_ruin": "players who lose the bankroll in a session",
}
"""Shares, as things to count."""


def change_words(change: ChangeAnswer) -> str:
    """A change in plain words if it sets few knobs, else by name."""
    if len(change.knobs) > 2 or any(name not in KNOBS for name in change.knobs):
        name = change.change
        return f"the rules are {name.removeprefix('to ')}?" if name.startswith("to ") else f"{name}?"
    return " ".join(KNOBS[name].sentence(value) for name, value in change.knobs.items())


def in_a_sentence(answer: WhatIfAnswer, change: ChangeAnswer) -> str:
    """The effect of a change on the dealer's edge, and its largest certain effects."""
    if change.no_effect:
        return f"{effects.quoted(change)} provably has no effect: {change.no_effect}."
    if not change.deals_that_differ:
        return (
            f"{effects.quoted(change)} made no difference in any of {answer.deals:,} deals: it affects at most "
            f"{300 / answer.deals:.3g} % of deals (95 % confidence)."
        )
    edge = change.effect("dealer_edge")
    start = f"the dealer's edge changes by {difference(edge)}"
    if not edge.certain:
        start = f"the change in the dealer's edge is inconclusive ({difference(edge)})"
    others = [each for each in largest(change.effects) if each is not edge][:2]
    more = [f"{effects.words(each.metric)} {difference(each)}" for each in others]
    rest = (
        f". Largest certain changes relative to size: {'; '.join(more)}" if more else ". Nothing else changes certainly"
    )
    only = "" if change.deals_played_differently else " The cards are played exactly as before; only payments change."
    return f"With {effects.quoted(change)} at a table of {', '.join(answer.players)}, {start}{rest}.{only}"


def in_short(change: ChangeAnswer) -> tuple[str, str]:
    """The effect of one change in short, and the details: players and intervals."""
    moved = largest(change.effects)[:MOST_PARTS]
    parts = [_small(each) for each in moved]
    edge = change.effect("dealer_edge")
    unsure = "" if edge in moved else f" {_small(edge)}." if edge.certain else " Dealer's edge: inconclusive."
    says = f"{'; '.join(parts)}." if parts else "Nothing changes certainly."
    limits = [f"{effects.words(each.metric)} {_small_limits(each)}" for each in [*moved, edge]]
    small_print = (
        "The same bots, on the same deals; points: per 100 games or players. "
        f"95 % intervals: {'; '.join(dict.fromkeys(limits))}."
    )
    return says[0].upper() + says[1:] + unsure, small_print


def largest(rows: Sequence[MetricEffect]) -> list[MetricEffect]:
    """The certain effects except payouts of single players, the largest relative to the metric first."""
    moved = [each for each in rows if each.certain and not each.metric.startswith("payout:")]
    return sorted(moved, key=lambda each: -abs(value(each.diff)) / max(abs(value(each.before)), abs(value(each.after))))


def certainty(answer: WhatIfAnswer) -> str:
    """How the run stopped, the correction for multiple tests, and the variance reduction by pairing."""
    factors = [
        each.variance_reduction
        for change in answer.changes
        for each in change.effects
        if each.variance_reduction is not None and change.same_deck
    ]
    saved = ""
    if factors:
        saved = (
            f" Independent deals for each rule set would have taken {median(factors):.1f} times as many games for the "
            "same precision (median over all differences)."
        )
    return (
        f"{answer.stopping.words} {answer.family} differences are corrected by "
        f'{CORRECTIONS[answer.correction]}; "inconclusive" does not mean equal.{saved}'
    )


def cautions(answer: WhatIfAnswer) -> list[str]:
    """What limits the comparison."""
    other = [effects.quoted(change) for change in answer.changes if not change.same_deck]
    jackpot = [text for text in [jackpot_sentence(answer.knobs, answer.match_games)] if text]
    if not other:
        return jackpot
    examples = ", ".join(other[:3]) + (" ..." if len(other) > 3 else "")
    text = "A different number of jokers means a different deck: only the seed is shared, and pairing saves less"
    return [f"{text}: {examples}.", *jackpot]


def difference(effect: MetricEffect) -> str:
    """`+0.057 units a game (95 % interval +0.031 to +0.083)`."""
    limits = shown_limits(effect)
    digits = digits_of(limits)
    text = amount(effects.scaled(effect.metric, value(effect.diff)), digits)
    unit = effects.unit(effect.metric)
    unit = unit.replace("% of", "percentage points of") if effects.is_share(effect.metric) else unit
    return f"{text} {unit} (95 % interval {between(limits, digits)})"


def shown_limits(effect: MetricEffect) -> list[float] | None:
    """The interval in the units shown."""
    return [effects.scaled(effect.metric, limit) for limit in effect.diff.ci95] if effect.diff.ci95 else None


def the(metric: str) -> str:
    """A metric's words with their article: `the dealer's edge`, `greedy earns`."""
    return metric if metric.endswith(" earns") else f"the {metric}"


def ladder_words(metric: str, rows: Sequence[Rung]) -> str:
    """The certain effects that a ladder shows, in words."""
    word = {True: "more", False: "less"}
    parts = []
    for up in (True, False):
        names = [row.quoted for row in rows if row.mark and row.mark.certain and (row.mark.diff > 0) == up]
        if names:
            examples = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            parts.append(f"{word[up]} with {examples}")
    text = f"{effects.words(metric)}: {'; '.join(parts) if parts else 'no change is certain'}."
    return text[0].upper() + text[1:]


def _small(effect: MetricEffect) -> str:
    """`6.8 points fewer games won by Tongits`, `length of a game −0.7 turns`."""
    metric, diff = effect.metric, effects.scaled(effect.metric, value(effect.diff))
    digits = min(1 if effects.is_share(metric) else 2, digits_of(shown_limits(effect)))
    if metric in COUNTED:
        word = "more" if diff > 0 else "fewer"
        return f"{amount(abs(diff), digits, sign=False)} points {word} {COUNTED[metric]}"
    return f"{effects.words(metric)} {amount(diff, digits)} {effects.unit(metric)}"


def _small_limits(effect: MetricEffect) -> str:
    limits = shown_limits(effect)
    return between(limits, min(2, digits_of(limits)))
