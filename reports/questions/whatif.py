"""Shows the effects of changes of the house rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from analyses import whatif_metrics
from analyses.answers.whatif import AMOUNTS, ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import Intervals, Row
from analyses.money import unit_name
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    columns,
    join_and,
    moved,
    paid,
    seated,
    share,
    share_difference,
    sure,
)
from analyses.whatif_metrics import METRICS, PANELS, is_own, is_share, metric_name, plain
from tongits_sim.experiments.batch_answer import leaves_out_jackpot, payout_words, rules_words
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import change as difference
from tongits_sim.run.numbers import level, p_words

MAX_DESCRIBED = 6  # if there are more changes, rank them
MAX_RANKED, MAX_ROWS = 11, 9  # rows of the screen
HIDDEN = ("share_tongits", "share_stock_out", "share_spread", "payout_sd", "skill_spread")
"""Metrics that the screen shows under --full only."""


def title(answer: WhatIfAnswer) -> str:
    return "What would each rule change?" if _many(answer) else "What would a change of the rules do?"


def unseen(answer: WhatIfAnswer) -> str:
    """How many changes left because no deal showed an effect of them; empty if none did."""
    never = [change for change in answer.changes if change.deals and change.unseen(answer.rank_by)]
    if not never:
        return ""
    deals = min(change.deals or 1 for change in never)
    who = "one change" if len(never) == 1 else f"{len(never)} changes"
    most = share(Estimate(3 / deals))
    return f"{deals:,} deals show no effect of {who} on {_the(answer.rank_by)}: at most {most} of deals can."


def screen(answer: WhatIfAnswer) -> Screen:
    if _many(answer):
        body = ranking(answer, MAX_RANKED)
        notes = _ranked_notes(answer)
    elif len(answer.changes) == 1:
        body = _rows_of(answer, answer.changes[0])
        notes = _notes(answer, answer.changes[0])
    else:
        body = _side_by_side(answer)
        notes = [f"Blank: no difference is sure.   {_more(answer)}"]
    words = [rules_words(answer.base, answer.knobs), *(payout_words(change.knobs) for change in answer.changes)]
    notes = [*filter(None, [unseen(answer), *dict.fromkeys(words)]), *notes]
    return Screen(heading(answer), headline(answer), [body] if body.rows else [], notes)


def heading(answer: WhatIfAnswer) -> str:
    """The first line of the screen: rules, changes, players, deals, seed."""
    count = len(answer.changes)
    what = f"{answer.base} → {answer.changes[0].change}" if count == 1 else f"{answer.base} · {count} changes"
    size = f"{answer.deals:,} deals" if answer.match_games == 1 else _matches(answer)
    return f"{what} · {seated(answer.players)} · {size} · seed {answer.seed}"


def _matches(answer: WhatIfAnswer) -> str:
    return f"{answer.deals:,} matches of {answer.match_games:,} games"


def _many(answer: WhatIfAnswer) -> bool:
    """Return True if there are too many changes to describe them one by one; they are ranked instead."""
    return len(answer.changes) > MAX_DESCRIBED


# --- one change ---


def headline(answer: WhatIfAnswer) -> str:
    """Describe the change; of many, the change that matters most."""
    if _many(answer):
        return _largest(answer)
    if len(answer.changes) == 1:
        return effect_words(answer, answer.changes[0])
    first = max(answer.changes, key=_largest_size)
    if not _certain(first, METRICS):
        return f"No difference is sure after {answer.deals:,} deals."
    return f"{first.change}: {effect_words(answer, first)}"


def _largest_size(change: ChangeAnswer) -> float:
    """The size of the largest certain effect; 0 without one."""
    return max(map(_size, _certain(change, METRICS)), default=0.0)


def effect_words(answer: WhatIfAnswer, change: ChangeAnswer) -> str:
    """A change in one or two sentences: its largest effect for its size, and who gains."""
    if change.no_effect:
        return f"{change.change} can change nothing here: {change.no_effect}."
    if not change.deals_that_differ:
        deals = change.deals or answer.deals
        return f"No deal of {deals:,} differs; at most {share(Estimate(3 / deals))} of deals can."
    shown = [name for name in METRICS if name not in (*HIDDEN, "dealer_edge")]
    rows = sorted(_certain(change, shown), key=lambda effect: -_size(effect))
    rows += sorted(_certain(change, ["dealer_edge", *HIDDEN]), key=lambda effect: -_size(effect)) if not rows else []
    text = [_clause(rows[0])] if rows else []
    payouts = sorted(_certain(change, _payouts(change)), key=lambda effect: mean_of(effect.diff))
    if payouts and mean_of(payouts[0].diff) < 0 < mean_of(payouts[-1].diff):
        text.append(f"{_player(payouts[-1])} gains, {_player(payouts[0])} pays.")
    if not change.deals_played_differently:
        text.append("Nobody plays differently.")
    return " ".join(text) if rows or payouts else f"No difference is sure after {answer.deals:,} deals."


def _clause(effect: MetricEffect) -> str:
    _, more, less = METRICS[effect.metric]
    unit = f" {unit_name()}" if _is_money(effect.metric) else ""
    return f"{more if mean_of(effect.diff) > 0 else less}: {_level(effect, True)}{unit} instead of {_level(effect)}."


def _certain(change: ChangeAnswer, names: Collection[str]) -> list[MetricEffect]:
    return [effect for effect in change.effects if effect.metric in names and effect.certain and sure(effect.diff)]


def _size(effect: MetricEffect) -> float:
    return abs(mean_of(effect.diff)) / max(abs(mean_of(effect.before)), abs(mean_of(effect.after)), 1e-9)


def _payouts(change: ChangeAnswer) -> list[str]:
    return [effect.metric for effect in change.effects if effect.metric.startswith("payout:")]


def _player(effect: MetricEffect) -> str:
    return effect.metric.removeprefix("payout:")


def _own(change: ChangeAnswer) -> list[str]:
    return [effect.metric for effect in change.effects if is_own(effect.metric)]


def _rows_of(answer: WhatIfAnswer, change: ChangeAnswer) -> Table:
    """Metrics that surely move, in the order of ROWS; players come before the dealer's edge."""
    shown = [name for name in METRICS if name not in (*HIDDEN, "dealer_edge")]
    rows = sorted(_certain(change, shown[:4]), key=lambda effect: -_size(effect)) + _certain(change, shown[4:])
    rows += _certain(change, _own(change))
    rows += sorted(_certain(change, _payouts(change)), key=lambda effect: -mean_of(effect.diff))
    rows += _certain(change, ["dealer_edge"])
    return _effects(answer, change, rows[:MAX_ROWS], "change")


def _effects(answer: WhatIfAnswer, change: ChangeAnswer, rows: Sequence[MetricEffect], key: str) -> Table:
    cells = {
        "": lambda effect: metric_name(effect.metric),
        "before": lambda effect: _level(effect),
        "after": lambda effect: _level(effect, True),
        "change": _change,
    }
    adapting = next((adapted for adapted in answer.adapt or () if adapted.change == change.change), None)
    if adapting is not None:
        own = {effect.metric: effect for effect in adapting.effects if not effect.metric.startswith("payout:")}

        def if_all_adapt(effect: MetricEffect) -> str:
            return _change(own[effect.metric]) if effect.metric in own else ""

        cells["if all adapt"] = if_all_adapt
    return columns(key, change.change, rows, cells)


def _notes(answer: WhatIfAnswer, change: ChangeAnswer) -> list[str]:
    if change.no_effect:
        return [_more(answer)]
    named = {effect.metric for effect in change.effects if effect.before.mean or effect.after.mean}
    names = [name for name in (*METRICS, *_own(change)) if name in named]
    still = [metric_name(name) for name in names if not change.effect(name).diff.mean]
    open_ = [
        effect
        for effect in change.effects
        if effect.metric in names and effect.diff.mean and not _certain(change, [effect.metric])
    ]
    parts = [f"No deal differs in: {join_and(still)}."] if still else []
    bounds = [f"{metric_name(effect.metric)} ({_bound(effect)})" for effect in open_]
    parts += [f"Not sure: {join_and(bounds)}."] if open_ else []
    adapt = ADAPT if answer.adapt is not None else KEEP
    if answer.adapt is None and all(bot.strategy in READERS for bot in answer.bots):
        adapt = ""
    return [text for text in (" ".join(parts), adapt, _more(answer)) if text]


READERS = ("trained", "book", "search")
"""Bots that read the rules of the table, and so adapt."""
KEEP = "These players keep their ways; players who adapt: --adapt"
ADAPT = "If all adapt: the change at a table of three trained, who play by the rules they meet."


def _bound(effect: MetricEffect) -> str:
    """Bound on the size of an effect that is not sure."""
    low, high = effect.diff.ci95 or (0.0, 0.0)
    return _change_of(effect.metric, Estimate(0.0, (-max(-low, high), max(-low, high))))


def _more(answer: WhatIfAnswer) -> str:
    if leaves_out_jackpot(answer.knobs, answer.match_games):
        return "Without the jackpot; with it: --match-games 20   All numbers: --full"
    return "All numbers: --full"


def _is_money(metric: str) -> bool:
    return metric in AMOUNTS or metric.startswith(("payout:", "mean_pot", "session_sd"))


def _level(effect: MetricEffect, after: bool = False) -> str:
    """A metric before or after, rounded to the precision of the change."""
    mean = mean_of(effect.after if after else effect.before)
    if is_share(effect.metric):
        return share(Estimate(mean))
    half = effect.diff.half_width or 0.0
    known = Estimate(mean, (mean - half, mean + half))
    return (
        paid(known, effect.metric.startswith("payout:")) if _is_money(effect.metric) else level(known.mean, known.ci95)
    )


def _change(effect: MetricEffect) -> str:
    return _change_of(effect.metric, effect.diff)


def _change_of(metric: str, diff: Estimate) -> str:
    if is_share(metric):
        return share_difference(diff)
    return moved(diff) if _is_money(metric) else difference(diff.mean, diff.ci95)


# --- a few changes ---


def _side_by_side(answer: WhatIfAnswer) -> Table:
    """A row for each change, a column for each metric that surely moves under any change."""
    names = ("share_challenge", "sunog_rate", "turns", "mean_pot", "dealer_edge")
    shown = [name for name in names if any(_certain(change, [name]) for change in answer.changes)][:4]
    rows = [
        [change.change, *(_change(change.effect(name)) if _certain(change, [name]) else "" for name in shown)]
        for change in answer.changes
    ]
    return Table("changes", "The changes", ["change of", *map(metric_name, shown)], rows)


# --- many changes ---

_NOTHING = 0.02
"""A sentence calls a smaller share of the winner's take about 0."""


def _largest(answer: WhatIfAnswer) -> str:
    """Name the change that other deals ranked first, and its effect on the ranking metric."""
    by = {change.change: change for change in answer.changes}
    ranked = [by[row.change] for row in answer.ranking if _certain(by[row.change], [answer.rank_by])]
    if not ranked:
        return f"None of {len(answer.changes)} changes surely moves {_the(answer.rank_by)}."
    keeps = [change for change in ranked if not any(knob.startswith("jackpot.") for knob in change.knobs)]
    best = (keeps or ranked)[0]
    effect = best.effect(answer.rank_by)
    shares = best.of_take(answer.rank_by)
    nothing = shares is not None and abs(shares[1]) < _NOTHING
    after = "about 0" if nothing else _level(effect, True)
    unit = f" {unit_name()} a game" if shares is not None else ""
    return f"With {best.change} {_the(answer.rank_by)} goes from {_level(effect)}{unit} to {after}."


def _the(metric: str) -> str:
    return metric_name(metric) if metric.startswith("payout:") or is_own(metric) else f"the {metric_name(metric)}"


def ranking(answer: WhatIfAnswer, most: int | None = None) -> Table:
    """Changes ranked by their effect on one metric; at most `most` rows."""
    by = {change.change: change for change in answer.changes}
    rows = [by[row.change] for row in answer.ranking if not row.no_effect]
    in_shares = rows[0].of_take(answer.rank_by) is not None

    def first(change: ChangeAnswer) -> str:
        if not _certain(change, [answer.rank_by]):
            return ""
        return _level(change.effect(answer.rank_by), True)

    def other(name: str, change: ChangeAnswer) -> str:
        return _change(change.effect(name)) if _certain(change, [name]) else ""

    base = rows[0]
    others = [name for name in ("mean_pot", "turns") if name != answer.rank_by]
    cells = [[f"{answer.base} as it is", *(_level(base.effect(name)) for name in (answer.rank_by, *others))]]
    cells += [[change.change, first(change), *(other(name, change) for name in others)] for change in rows]
    headings = ["change of one rule", metric_name(answer.rank_by), *(metric_name(name) for name in others)]
    note = "Ranked by its change as a share of what a winner takes." if in_shares else ""
    return Table("ranking", f"Changes ranked by {_the(answer.rank_by)}", headings, cells[:most], note=note)


def _ranked_notes(answer: WhatIfAnswer) -> list[str]:
    idle = sum(bool(change.no_effect) for change in answer.changes)
    parts = []
    if idle:
        parts.append(f"{idle} changes can do nothing here")
    if answer.skipped:
        parts.append(f"{len(answer.skipped)} make no sense")
    in_shares = answer.changes[0].of_take(answer.rank_by) is not None
    unit = "Ranked by the share of what a winner takes. " if in_shares else ""
    first = next((row.change for row in answer.ranking if not row.no_effect), answer.changes[0].change)
    also = f" {', '.join(parts)}." if parts else ""
    return [f"{unit}Blank: no difference is sure.{also}", f"All: --full   One of them: tongits whatif {first}"]


# --- all numbers ---


def about(answer: WhatIfAnswer) -> list[str]:
    by = {"holm": "Holm's method", "benjamini-hochberg": "Benjamini and Hochberg's method"}[answer.correction]
    texts = [
        f"{answer.stopping.words} ± is half a 95 % interval, from differences deal by deal.",
        f"{answer.family} differences, corrected by {by}; a difference is sure beyond three standard errors.",
    ]
    if answer.choosing is not None:
        texts.append(f"{answer.choosing.deals:,} other deals ranked the changes, so choosing exaggerates none.")
    if other_deck := [change.change for change in answer.changes if not change.same_deck]:
        texts.append(f"Another deck, so that cards are not the same: {', '.join(other_deck[:3])}.")
    return texts


def tables(answer: WhatIfAnswer) -> list[Table]:
    if _many(answer):
        main = [ranking(answer), everything(answer)]
    else:
        main = [of_change(answer, change, number) for number, change in enumerate(answer.changes, start=1)]
    return [table for table in (*main, idle(answer)) if table.rows]


def of_change(answer: WhatIfAnswer, change: ChangeAnswer, number: int) -> Table:
    """The effects of one change on every metric, with p-values; `number` makes the key of the table."""
    table = _effects(answer, change, () if change.no_effect else change.effects, f"change-{number}")
    p_values = [p_words(effect.p_corrected) for effect in change.effects]
    rows = [[*row, p] for row, p in zip(table.rows, p_values, strict=False)]
    return Table(table.key, plain(change, answer.knobs), [*table.headings, "p"], rows)


def everything(answer: WhatIfAnswer) -> Table:
    """The effect of every change on the drawn metrics, a row for each change."""
    metrics = [row.metric for row in answer.metrics if row.metric in PANELS or is_own(row.metric)]
    rows = [
        [change.change, *(_change(change.effect(name)) for name in metrics)]
        for change in answer.changes
        if not change.no_effect
    ]
    return Table("everything", "Every change: differences", ["change", *map(metric_name, metrics)], rows)


def idle(answer: WhatIfAnswer) -> Table:
    """Changes that provably have no effect, and changes that were not played."""
    rows = [[change.change, "no effect", change.no_effect] for change in answer.changes if change.no_effect]
    rows += [[skipped.change, "not played", skipped.reason] for skipped in answer.skipped]
    return Table("idle", "Changes without an effect, or not played", ["change", "", "why"], rows, text=3)


def findings(answer: WhatIfAnswer) -> list[Finding]:
    """Ladders of effects: many changes by the ranking metric, few changes by every metric that moves."""
    present = [row.metric for row in answer.metrics]
    names = [answer.rank_by] if _many(answer) else [name for name in PANELS if name in present]
    ladders = {name: whatif_metrics.effect_rows(answer, name) for name in names}
    ladders = {name: rows for name, rows in ladders.items() if any(row.mean for row in rows)}
    if not ladders:
        return []
    if len(answer.changes) == 1:
        return _one_axis(answer, answer.changes[0])
    text = "Change from the rules as they are; line: 95 % interval; hollow: not sure."
    if _many(answer):
        ((metric, rows),) = ladders.items()
        unit = f"{metric_name(metric)}: change in {whatif_metrics.unit(metric)}"
        return [Finding("ladder", title(answer), text, Intervals(rows, unit))]
    drawn = list(ladders.items())[:4]
    panels = [(_panel_title(name), Intervals(rows, f"change in {whatif_metrics.unit(name)}")) for name, rows in drawn]
    return [Finding("ladder", title(answer), text, panels)]


def _one_axis(answer: WhatIfAnswer, change: ChangeAnswer) -> list[Finding]:
    """A figure of the effects of one change in units a game: earnings, the winner's take, the dealer's edge."""
    kinds = [*_payouts(change), "mean_pot", "dealer_edge", "house_income"]
    moved_by = [effect for effect in change.effects if effect.metric in kinds and effect.diff.mean]
    if not moved_by:
        return []

    def payouts_first(effect: MetricEffect) -> tuple[bool, float]:
        return effect.metric not in kinds[:-3], -mean_of(effect.diff)

    moved_by.sort(key=payouts_first)
    rows = [Row.of(metric_name(effect.metric), effect.diff)._replace(sure=effect.certain) for effect in moved_by]
    text = "Change from the rules as they are; line: 95 % interval; hollow: not sure."
    unit = f"change in {whatif_metrics.unit('mean_pot')}"
    return [Finding("ladder", title(answer), text, Intervals(rows, unit))]


def _panel_title(metric: str) -> str:
    name = metric_name(metric)
    return f"{name[0].upper()}{name[1:]}{'' if metric == 'turns' else f', {whatif_metrics.unit(metric)}'}"
