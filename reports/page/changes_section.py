"""The section of the report about changes of the rules, by what they do to the dealer's edge."""

from __future__ import annotations

from analyses.answers.whatif import ChangeAnswer, WhatIfAnswer
from analyses.money import unit_name, worth
from analyses.presentation import Table, earned, seated
from analyses.questions.payouts import PayoutsAnswer
from analyses.whatif_metrics import plain
from reports.page.parts import BarRow, Order, Section, lower_first, shown_size
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.run.answers import mean_of
from tongits_sim.run.numbers import MINUS

MAX_CHANGES = 8
"""The most changes of rules in the figure."""


def edge_now(answer: WhatIfAnswer, paid_out: PayoutsAnswer | None) -> float:
    """The dealer's edge under the unchanged rules, units a game.

    The payouts of the same players give it if they were played, because they come from more games.
    """
    if paid_out is not None and paid_out.players == answer.players and len(paid_out.variants) == 1:
        return mean_of(paid_out.variants[0].edge)
    return mean_of(answer.changes[0].effect("dealer_edge").before)


def deal_order(answer: WhatIfAnswer, now: float) -> list[Order]:
    """The change of the rules that brings the dealer's edge nearest to 0, as an order; empty if no change brings it
    nearer.
    """
    fairer = [change for change in _ladder(answer) if abs(_after(change, now)) < abs(now)]
    if not fairer:
        return []
    best = min(fairer, key=lambda change: abs(_after(change, now)))
    more = "more" if now > 0 else "less"
    # Single games leave the jackpot out, so `simulate` may show a far smaller edge.
    jackpot = " (jackpot included)" if answer.match_games > 1 and leaves_out_jackpot(answer.knobs, 1) else ""
    return [
        Order(
            "Make dealing fairer",
            f"As it is, the dealer makes {shown_size(now)} {unit_name()} a game{jackpot} {more} than the others "
            f"between {seated(answer.players)}. "
            f"With the rule “{plain(best, answer.knobs)}” it is {shown_size(_after(best, now))}.",
        )
    ]


def changes_section(answer: WhatIfAnswer | None, paid_out: PayoutsAnswer | None) -> Section | None:
    """The section on the dealer's edge under changed rules. None if no change has a known effect on the edge."""
    if answer is None:
        return None
    found = _ladder(answer)
    if not found:
        return None
    now = edge_now(answer, paid_out)
    rows = [(plain(change, answer.knobs), _after(change, now), change) for change in found]
    every: list[tuple[str, float, ChangeAnswer | None]] = [*rows, (f"{answer.base} as it is", now, None)]
    every.sort(key=lambda row: row[1])
    longest = max(abs(value) for _, value, _ in every) or 1.0
    bars = []
    for label, value, change in every:
        half = None if change is None else change.effect("dealer_edge").diff.half_width
        note = "" if half is None or half < abs(value) / 10 else f"± {worth(half):.1f}"
        ink = "ink" if change is None else "gain" if value < now else "loss"
        text = f"{worth(value):,.1f}".replace("-", MINUS)
        wide = round(70 * abs(value) / longest, 1)
        bars.append(BarRow(label, text, wide, ink, note or ("a game" if change is None else ""), change is None))
    most = max(found, key=_moved)
    played = f"matches of {answer.match_games} games" if answer.match_games > 1 else "single games, without a jackpot"
    note = (
        f"{len(found)} of {len(answer.changes)} changes of one rule, the same cards for all, {played}, between "
        f"{seated(answer.players)}. Players keep their ways."
    )
    return Section(
        "changes",
        "What would a change of the rules do?",
        f"What changes the dealer’s edge most: {lower_first(plain(most, answer.knobs))}.",
        {"ladder": bars, "axis": f"What the dealer makes more than the others, {unit_name()} a game"},
        [note],
        [_every_change(answer)],
    )


def _ladder(answer: WhatIfAnswer) -> list[ChangeAnswer]:
    """The changes with the largest effects on the dealer's edge, one for each rule."""
    found: dict[tuple[str, ...], ChangeAnswer] = {}
    by_name = {change.change: change for change in answer.changes}
    ranked = [by_name[row.change] for row in answer.ranking]
    for change in sorted(ranked, key=_size, reverse=True):
        if not change.no_effect and change.effect("dealer_edge").certain:
            found.setdefault(tuple(change.knobs), change)
    return list(found.values())[:MAX_CHANGES]


def _size(change: ChangeAnswer) -> float:
    return change.size("dealer_edge")


def _moved(change: ChangeAnswer) -> float:
    return abs(mean_of(change.effect("dealer_edge").diff))


def _after(change: ChangeAnswer, now: float) -> float:
    """The dealer's edge after a change: the current edge plus the effect, which is measured on equal deals."""
    return now + mean_of(change.effect("dealer_edge").diff)


def _every_change(answer: WhatIfAnswer) -> Table:
    rows = [
        [
            plain(change, answer.knobs),
            change.change,
            earned(change.effect("dealer_edge").diff),
            earned(change.effect("skill_spread").diff),
            f"{mean_of(change.effect('turns').diff):+.2f}".replace("-", MINUS),
        ]
        for change in answer.changes
        if not change.no_effect
    ]
    headings = ["rule", "knob", "dealer's edge", "best less worst", "turns"]
    return Table("every-change", f"All {len(rows)} changes that do something", headings, rows, 2)
