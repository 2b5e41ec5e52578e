"""What changes of house rules do, in words: one change in a sentence, all of them, and what is to be kept in mind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import effects
from analyses.figures.effects import Rung
from reports.text.numbers import amount, between, digits_of
from tongits_sim.run.answers import Limits

CORRECTIONS = {"holm": "Holm's method", "benjamini-hochberg": "the method of Benjamini and Hochberg"}
MOST_PARTS = 3
"""Metrics of one change that its short answer names."""
COUNTED = {
    "share_tongits": "games won by Tongits",
    "share_draw": "called draws that nobody fights",
    "share_challenge": "called draws that are fought",
    "share_stock_out": "games that run the stock out",
    "share_spread": "games won by spread",
    "sunog_rate": "players burned (sunog)",
}
"""Shares as things that there are more or fewer of."""


def change_words(change: ChangeAnswer) -> str:
    """A change in plain words, where it is of few knobs."""
    from tongits_sim.rules.ruleset import KNOBS

    if len(change.knobs) > 2 or any(name not in KNOBS for name in change.knobs):
        name = change.change
        return f"the rules are {name.removeprefix('to ')}?" if name.startswith("to ") else f"{name}?"
    return " ".join(KNOBS[name].sentence(value) for name, value in change.knobs.items())


def in_a_sentence(answer: WhatIfAnswer, change: ChangeAnswer) -> str:
    """What a change does to the dealer's edge, and what it changes most."""
    if change.no_effect:
        return f"{change.change} provably has no effect: {change.no_effect}."
    if not change.deals_that_differ:
        return (
            f"{change.change} made no difference in any of {answer.deals:,} deals: it makes one in at most "
            f"{300 / answer.deals:.3g} % of them (95 %)."
        )
    edge = change.effect("dealer_edge")
    start = f"the dealer's edge changes by {difference(edge)}"
    if not edge.certain:
        start = f"whether the dealer's edge changes is not certain ({difference(edge)})"
    others = [each for each in largest(change.effects) if each is not edge][:2]
    more = [f"{effects.words(each.metric)} {difference(each)}" for each in others]
    rest = f". What changes most: {'; '.join(more)}" if more else ". Nothing else changes for certain"
    only = "" if change.deals_played_differently else " The cards are played exactly as before; only payments change."
    return f"With {change.change}, {start}{rest}.{only}"


def in_short(change: ChangeAnswer) -> tuple[str, str]:
    """What one change does without its small print, and how sure that is."""
    adapted = bool(change.adapted)
    rows = change.adapted if adapted else change.effects
    moved = largest(rows)[:MOST_PARTS]
    parts = [_small(each) for each in moved]
    edge = next(each for each in rows if each.metric == "dealer_edge")
    unsure = "" if edge in moved else f" {_small(edge)}." if edge.certain else " Dealer's edge: inconclusive."
    says = f"{'; '.join(parts)}." if parts else "Nothing is certain to change."
    limits = [f"{effects.words(each.metric)} {_small_limits(each)}" for each in [*moved, edge]]
    who = "Players who adapt (re-tuned bots)" if adapted else "The same bots"
    small_print = (
        f"{who}, on the same deals; points: of 100 games or players. "
        f"95 % intervals: {'; '.join(dict.fromkeys(limits))}."
    )
    return says[0].upper() + says[1:] + unsure, small_print


def largest(rows: Sequence[MetricEffect]) -> list[MetricEffect]:
    """The certain effects but payouts of single players, those first that change the metric most for its size."""
    moved = [each for each in rows if each.certain and not each.metric.startswith("payout:")]
    return sorted(moved, key=lambda each: -abs(each.diff) / max(abs(each.base), abs(each.changed)))


def adapted_words(answer: WhatIfAnswer) -> list[str]:
    """What adapting does to the dealer's edge, and how far the search for it got."""
    if answer.tuned is None:
        return []
    if not any(player.tunable for player in answer.tuned.players):
        return ["None of the players has thresholds to tune, so nobody could adapt."]
    parts = []
    for change in answer.changes:
        edge, same = change.adapted_effect("dealer_edge"), change.effect("dealer_edge")
        if edge is not None:
            parts.append(
                f"With {change.change} and players who adapt, the dealer's edge changes by {difference(edge)}, "
                f"instead of {amount(same.diff, _digits(same.ci95))} with the same play."
            )
    limits = [tuned.e for tuned in (answer.tuned, *(change.tuned for change in answer.changes)) if tuned is not None]
    parts.append(
        "Adapted: the thresholds for calling, challenging and opening are re-tuned under each rule set, on other "
        f"deals. No seat was found to gain more than e = {rounded_up(max(limits))} units a game by deviating inside "
        f"this family (by rule set: {', '.join(map(rounded_up, limits))}); other ways of playing were not searched."
    )
    return parts


def certainty(answer: WhatIfAnswer) -> str:
    """How the run stopped, what was corrected, what pairing was worth."""
    factors = [
        each.variance_reduction
        for change in answer.changes
        for each in change.effects
        if each.variance_reduction is not None and change.same_deck
    ]
    saved = ""
    if factors:
        saved = (
            f" With separate deals for each rule set it would have taken {median(factors):.1f} times as many games"
            f" (median of all differences)."
        )
    return (
        f"{answer.stopping.words} {answer.family} differences are corrected by "
        f'{CORRECTIONS[answer.correction]}; "inconclusive" does not mean equal.{saved}'
    )


def cautions(answer: WhatIfAnswer) -> list[str]:
    """What limits the comparison."""
    other = [change.change for change in answer.changes if not change.same_deck]
    if not other:
        return []
    examples = ", ".join(other[:3]) + (" ..." if len(other) > 3 else "")
    return [
        f"Another number of jokers makes another deck, so only the seed is shared, and pairing saves less: {examples}."
    ]


def difference(effect: MetricEffect) -> str:
    """`+0.057 units a game (95 % interval +0.031 to +0.083)`."""
    limits = shown_limits(effect)
    digits = digits_of(limits)
    value = amount(effects.scaled(effect.metric, effect.diff), digits)
    unit = effects.unit(effect.metric)
    unit = unit.replace("% of", "percentage points of") if effects.is_share(effect.metric) else unit
    return f"{value} {unit} (95 % interval {between(limits, digits)})"


def shown_limits(effect: MetricEffect) -> list[float] | None:
    """The interval in shown units."""
    return [effects.scaled(effect.metric, limit) for limit in effect.ci95] if effect.ci95 else None


def the(metric: str) -> str:
    """A metric's words with their article: `the dealer's edge`, `greedy earns`."""
    return metric if metric.endswith(" earns") else f"the {metric}"


def rounded_up(e: float) -> str:
    """A bound, rounded up."""
    return f"{math.ceil(1000 * e) / 1000:.3f}"


def ladder_words(metric: str, rows: Sequence[Rung]) -> str:
    """What a ladder shows."""
    word = {True: "more", False: "less"}
    parts = []
    for kind, marks in (
        ("same bots", [(row.change, row.mechanical) for row in rows]),
        ("bots re-tuned", [(row.change, row.adapted) for row in rows]),
    ):
        for up in (True, False):
            names = [change for change, mark in marks if mark and mark.certain and (mark.diff > 0) == up]
            if names:
                examples = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
                parts.append(f"{word[up]} with {examples} ({kind})")
    text = f"{effects.words(metric)}: {'; '.join(parts) if parts else 'no change is certain'}."
    return text[0].upper() + text[1:]


def _small(effect: MetricEffect) -> str:
    """`6.8 points fewer games won by Tongits`, `length of a game −0.7 turns`."""
    metric, diff = effect.metric, effects.scaled(effect.metric, effect.diff)
    digits = min(1 if effects.is_share(metric) else 2, digits_of(shown_limits(effect)))
    if metric in COUNTED:
        word = "more" if diff > 0 else "fewer"
        return f"{amount(abs(diff), digits, sign=False)} points {word} {COUNTED[metric]}"
    return f"{effects.words(metric)} {amount(diff, digits)} {effects.unit(metric)}"


def _small_limits(effect: MetricEffect) -> str:
    limits = shown_limits(effect)
    return between(limits, min(2, digits_of(limits)))


def _digits(limits: Limits | None) -> int:
    return digits_of(None if limits is None else list(limits))
