"""The effects of rule changes in sentences, tables and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from analyses import whatif_figures as effects
from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.whatif import MOST_UNRANKED
from analyses.whatif_figures import Rung
from analyses.words import Advice, Finding, Panel, Table
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.rules.ruleset import KNOBS
from tongits_sim.run.answers import value
from tongits_sim.run.numbers import MINUS, amount, between, digits_of, known, p_words

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
    jackpot = [
        text
        for text in [
            "Without the jackpot; with it: --match-games 20." * leaves_out_jackpot(answer.knobs, answer.match_games)
        ]
        if text
    ]
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


def of_change(change: ChangeAnswer, number: int, brief: bool = False) -> Table:
    """All metrics of one change; `brief`: only those that differ in some deal, in few columns."""
    columns = 2 if brief else 3
    headings = ["Metric", "Before", "After", "Change", "Verdict"] + ["p", "Variance reduction"] * (not brief)
    rows, still = [], []
    for each in change.effects if not change.no_effect else ():
        if brief and not each.diff.mean:
            still.append(effects.words(each.metric))
            continue
        factor = each.variance_reduction
        cells = [_name(each.metric), *_levels(each), *_change_cells(each)[:columns]]
        cells += ["" if factor is None else f"{factor:.1f} ×"] * (not brief)
        rows.append(cells)
    note = "± is half a 95 % interval of the change, from differences deal by deal; verdicts are corrected."
    note += f" No deal differed in: {', '.join(still)}." if still else ""
    note += " None: it cannot differ." * (not brief)
    return Table(f"change-{number}", f"With {effects.quoted(change)}", headings, rows, note=note)


def ranking(answer: WhatIfAnswer, most: int | None = None) -> Table:
    """The changes ranked by their effect on one metric; `most`: only that many of the largest."""
    shares = {change.change: change.of_take(answer.rank_by) for change in answer.changes}
    rows = [
        [str(row.rank), row.change, *_levels(row.effect), *_change_cells(row.effect), *_share(shares.get(row.change))]
        for row in answer.ranking[:most]
        if not row.no_effect
    ]
    of_take = ["Of the winner's take"] if any(shares.values()) else []
    title = f"Changes ranked by {the(effects.words(answer.rank_by))}, {effects.unit(answer.rank_by)}"
    note = "± is half a 95 % interval; p-values corrected by Benjamini-Hochberg over all metrics of all changes."
    if most is not None and len(answer.ranking) > most:
        note += f" The {most} largest of {len(answer.ranking)}; all with --report or --format json."
    note += " Ranked by the change of the share of the winner's take." if of_take else ""
    headings = ["", "Change", "Before", "After", "Difference", "Verdict", "p", *of_take]
    return Table("ranking", title, headings, rows, 2, note)


def _share(shares: tuple[float, float] | None) -> list[str]:
    return [] if shares is None else [f"{100 * shares[1]:.0f} %".replace("-", MINUS)]


def everything(answer: WhatIfAnswer) -> Table:
    """All changes, and the metrics that are also drawn."""
    metrics = [row.metric for row in answer.metrics if row.metric in effects.PANELS or effects.is_own(row.metric)]
    rows = [
        [change.change, *(_change_cell(change.effect(metric)) for metric in metrics)]
        for change in answer.changes
        if not change.no_effect
    ]
    headings = ["Change", *(f"{effects.words(metric)}, {effects.unit(metric)}" for metric in metrics)]
    note = "Differences from the base, ± half a 95 % interval. ?: inconclusive. 0: no deal differed."
    return Table("everything", "Every change", headings, rows, note=note)


def idle(answer: WhatIfAnswer) -> Table:
    """Changes that provably have no effect, and changes that were not played."""
    rows = [[change.change, "no effect", change.no_effect] for change in answer.changes if change.no_effect]
    rows += [[each.change, "not played", each.reason] for each in answer.skipped]
    return Table("idle", "Changes without an effect, or not played", ["Change", "", "Why"], rows, text=3)


def _name(metric: str) -> str:
    """`dealer's edge, units`."""
    short = effects.unit(metric).replace("units a game", "units").replace("units a session", "units")
    short = "%" if short.startswith("% of") else short
    return f"{effects.words(metric)}, {short}"


def _levels(effect: MetricEffect) -> list[str]:
    digits = max(digits_of(shown_limits(effect)), 1)
    values = (value(effect.before), value(effect.after))
    return [amount(effects.scaled(effect.metric, each), digits, sign=False) for each in values]


def _change_cells(effect: MetricEffect) -> list[str]:
    """Difference, verdict, corrected p."""
    diff = effects.scaled(effect.metric, value(effect.diff))
    text = known(diff, shown_limits(effect)) if effect.diff.mean else "0"
    return [text, effect.verdict, p_words(effect.p_corrected)]


def _change_cell(effect: MetricEffect) -> str:
    """A difference, with a question mark if it is inconclusive."""
    return _change_cells(effect)[0] + (" ?" if effect.verdict == "inconclusive" and effect.diff.mean else "")


CONSOLE_RANKS = 20


def asked(answer: WhatIfAnswer) -> str:
    """One line about what was played."""
    count = len(answer.changes)
    unit = "deals" if answer.match_games == 1 else f"matches of {answer.match_games:,} games"
    seatings = {1: "one seating", 3: "three seatings", 6: "all six seatings"}[answer.seatings]
    return (
        f"what if · {count} change{'' if count == 1 else 's'} of {answer.base} · {', '.join(answer.players)}"
        f" · {answer.deals:,} {unit}, each in {seatings} · seed {answer.seed}"
    )


def headline(answer: WhatIfAnswer) -> str:
    """The first sentence."""
    if not _many(answer):
        return in_a_sentence(answer, answer.changes[0])
    certain = [row for row in answer.ranking if row.effect.certain]
    metric = the(effects.words(answer.rank_by))
    who = ", ".join(answer.players)
    certainly = "none certainly changes" if not certain else f"{len(certain)} certainly change"
    start = f"Of {len(answer.changes)} changes of {answer.base}, {certainly} {metric} ({who})"
    if not certain:
        return f"{start}."
    if answer.choosing is None:
        best = certain[0]
        return (
            f"{start}. The largest estimate is {effects.quoted_name(answer, best.change)}, {difference(best.effect)}; "
            "it was picked on these same deals, so it tends to be exaggerated."
        )
    best = next(row for row in answer.ranking if not row.no_effect)
    doubt = "" if best.effect.certain else ", which is inconclusive"
    shares = next(change for change in answer.changes if change.change == best.change).of_take(answer.rank_by)
    if shares is not None:
        before, after = (f"{100 * share:.0f} %".replace("-", MINUS) for share in shares)
        doubt = f", from {before} to {after} of the winner's take{doubt}"
    return (
        f"{start}. The largest is {effects.quoted_name(answer, best.change)}, {difference(best.effect)}{doubt}; "
        f"{answer.choosing.deals:,} other deals chose it, so that the choice does not exaggerate the estimate."
    )


def advice(answer: WhatIfAnswer) -> list[Advice]:
    """The effect of each change, or of the largest of many."""
    sure = f"{answer.family} differences, corrected by {CORRECTIONS[answer.correction]}."
    if _many(answer):
        return [Advice("Which house rule changes most?", headline(answer), sure)]
    parts = [_advice(answer, each) for each in answer.changes]
    return [*parts[:-1], parts[-1]._replace(sure=f"{parts[-1].sure} {sure}".strip())]


def _advice(answer: WhatIfAnswer, change: ChangeAnswer) -> Advice:
    """The effect of one change, in short and in detail."""
    asks = f"What if: {change_words(change)}"
    if change.no_effect or not change.deals_that_differ:
        return Advice(asks, in_a_sentence(answer, change))
    return Advice(asks, *in_short(change))


def sentences(answer: WhatIfAnswer) -> list[str]:
    """The other statements."""
    parts = [] if _many(answer) else [in_a_sentence(answer, change) for change in answer.changes[1:]]
    idle = [change for change in answer.changes if change.no_effect]
    if _many(answer) and idle:
        parts.append(f"{len(idle)} changes provably have no effect here; the table gives the reasons.")
    if answer.skipped:
        parts.append(f"{len(answer.skipped)} changes were not played; the table gives the reasons.")
    return [*parts, certainty(answer), *cautions(answer)]


def tables(answer: WhatIfAnswer) -> list[Table]:
    """The numbers."""
    if _many(answer):
        main = [ranking(answer), everything(answer)]
    else:
        main = [of_change(change, number) for number, change in enumerate(answer.changes, 1)]
    return [table for table in (*main, idle(answer)) if table.rows]


def console(answer: WhatIfAnswer) -> list[Table]:
    """The tables for a terminal: only the top of a long ranking."""
    if _many(answer):
        return [ranking(answer, CONSOLE_RANKS)]
    main = [of_change(change, number, brief=True) for number, change in enumerate(answer.changes, 1)]
    return [table for table in main if table.rows]


def findings(answer: WhatIfAnswer) -> list[Finding]:
    """The figures."""
    metrics = [row.metric for row in answer.metrics]
    first = [answer.rank_by] if _many(answer) else []
    own = filter(effects.is_own, metrics)
    names = [metric for metric in dict.fromkeys([*first, *own, *effects.PANELS]) if metric in metrics]
    ladders = {metric: effects.rungs(answer, metric) for metric in names}
    ladders = {metric: rows for metric, rows in ladders.items() if any(row.moves for row in rows)}
    if not ladders:
        return []
    if _many(answer):
        return [_ladder(metric, rows) for metric, rows in list(ladders.items())[:4]]
    text = " ".join(ladder_words(metric, rows) for metric, rows in list(ladders.items())[:3])
    text = f"Difference from the base rules. Line: 95 % interval; filled: certain; hollow: inconclusive. {text}"
    title = "Effects of the changes"
    return [Finding("ladder", title, text, lambda: _panels(ladders))]


def _many(answer: WhatIfAnswer) -> bool:
    """Whether a ranking shows the changes, too many to describe one by one."""
    return len(answer.changes) > MOST_UNRANKED


def _panels(ladders: Mapping[str, Sequence[Rung]]) -> list[Panel]:
    """A panel with a caption for each metric."""
    figures = effects.draw_ladders(ladders)
    return [
        Panel(title, figure, ladder_words(metric, rows))
        for (title, figure), (metric, rows) in zip(figures, ladders.items(), strict=True)
    ]


def _ladder(metric: str, rows: Sequence[Rung]) -> Finding:
    title = f"Effects of the changes: {effects.words(metric)}"
    text = f"{ladder_words(metric, rows)} Line: 95 % interval; hollow: inconclusive."
    if effects.far(rows) is not None:
        text += " An arrow marks a value beyond the edge."
    return Finding(f"ladder-{metric}", title, text, lambda: effects.draw_ladder(rows, metric))
