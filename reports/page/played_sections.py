"""Sections of the report from games of the players of the command: sunog, discards, money, who plays best."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.money import unit_name, worth
from analyses.presentation import Table, earned, paid, seated, share
from analyses.questions.discards import DiscardsAnswer
from analyses.questions.payouts import PART_WORDS, PayoutsAnswer, as_fine_as
from analyses.questions.sessions import SessionsAnswer
from analyses.questions.sunog import SunogAnswer
from reports.page.parts import BarRow, Evening, Section, shown_size
from reports.page.people import PEOPLE
from reports.questions import words
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import MINUS

_SURE_TURNS = 4
"""The number of own turns without a meld in the figure."""
_PART_INKS = {"base": "#1d5fa6", "sunog": "#b04c10", "bonus": "#3f7352", "sagasa": "#6b5a2a", "pot": "#40606e"}
_LAST_INK = "#6b3aa8"


def sunog_section(answer: SunogAnswer | None) -> Section | None:
    """How often a player without a meld is burned, by own turn. None if no such share is known."""
    if answer is None:
        return None
    clock = [row for row in answer.cells if row.kind == "all" and row.turn and row.burned_in_the_end.mean is not None]
    if not clock:
        return None
    rows = [
        (f"no meld after turn {row.turn}", mean_of(row.burned_in_the_end), share(row.burned_in_the_end), "")
        for row in clock[:_SURE_TURNS]
    ]
    worst = max(clock[:_SURE_TURNS], key=lambda row: mean_of(row.burned_in_the_end))
    every = next(row for row in answer.by_bot)
    return Section(
        "sunog",
        "Sunog",
        f"After turn {worst.turn} without a meld you are burned {share(worst.burned_in_the_end)} of the time.",
        {"bars": _bars(rows)},
        [f"Over all games {share(every.burned)}; between {seated(answer.players)}."],
        words(answer).tables(answer),
        half=True,
    )


def discards_section(answer: DiscardsAnswer | None) -> Section | None:
    """What each kind of discard costs. None if no cost is known."""
    if answer is None:
        return None
    rows = sorted(
        ((str(row.at["kind"]), row.ev_diff) for row in answer.groups if row.ev_diff.mean is not None),
        key=lambda row: mean_of(row[1]),
    )
    if not rows:
        return None
    bars = [(name, mean_of(cost), earned(Estimate(-mean_of(cost), None), sign=False), "") for name, cost in rows]
    worst, least = rows[0][0], rows[-1][0]
    note = (
        f"{unit_name().capitalize()} lost by throwing it instead of the player’s own card, between "
        f"{seated(answer.players)}."
    )
    return Section(
        "discards",
        "What not to throw",
        f"Dearest to throw: {worst}. Cheapest: {least}.",
        {"bars": _bars(bars)},
        [note],
        words(answer).tables(answer),
        half=True,
    )


def _bars(rows: Sequence[tuple[str, float, str, str]], most: float = 66.0) -> list[BarRow]:
    """Bars of (label, value, printed value, note)."""
    longest = max((abs(value) for _, value, _, _ in rows), default=0.0) or 1.0
    return [
        BarRow(label, text, round(most * abs(value) / longest, 1), "loss", note) for label, value, text, note in rows
    ]


def money_section(payouts: PayoutsAnswer | None, sessions: SessionsAnswer | None) -> Section | None:
    """What is paid for what, and how evenings end. None unless payouts and sessions were played."""
    if payouts is None or sessions is None:
        return None
    whole = payouts.variants[0]
    parts = [
        row
        for row in payouts.parts
        if (row.rules, row.player) == (whole.rules, whole.player)
        and row.part != "fees"
        and (row.turnover.mean or 0) > 0
    ]
    total = sum(mean_of(row.turnover) for row in parts) or 1.0
    stack = [
        {
            "share": round(mean_of(row.turnover) / total, 4),
            "ink": _PART_INKS.get(row.part, _LAST_INK),
            "value": paid(as_fine_as(whole.turnover, row.turnover)),
            "name": PART_WORDS[row.part],
            "wide": mean_of(row.turnover) / total > 0.07,
        }
        for row in parts
    ]
    largest = max(parts, key=lambda row: mean_of(row.turnover))
    largest_share = round(100 * mean_of(largest.turnover) / total)
    say = (
        f"{paid(whole.turnover)} {unit_name()} change hands a game; {largest_share} % of it is "
        f"{PART_WORDS[largest.part]}."
    )
    evenings = evening_rows(sessions)
    note = (
        f"Between {seated(sessions.players)}; matches of {payouts.session} games, evenings of "
        f"{sessions.session}. Bring: what lasts 19 evenings of 20."
    )
    # The operator's sheet shows what fees bring, and the evenings show what players earn.
    of_payouts = [table for table in words(payouts).tables(payouts) if table.key != "fees"]
    small = [f"{part['name']} {part['value']}" for part in stack if not part["wide"]]
    figures = {"stack": stack, "narrow": small, "evenings": evenings[0], "zero": evenings[1], "games": sessions.session}
    return Section(
        "money",
        "What is paid, and what should I bring?",
        say,
        figures,
        [note],
        [*of_payouts, *words(sessions).tables(sessions)],
    )


def evening_rows(sessions: SessionsAnswer) -> tuple[list[Evening], float]:
    """What each player has at the end of an evening, and the position of zero; positions in percent of the axis."""
    cells = [row for row in sessions.cells if row.p05.mean is not None and row.p95.mean is not None]
    ends = [mean_of(quantile) for row in cells for quantile in (row.p05, row.p95)]
    lowest = min([*ends, 0.0])
    highest = max([*ends, 0.0])
    low = lowest - 0.04 * (highest - lowest)
    high = highest + 0.04 * (highest - lowest)

    def place(value: float) -> float:
        return round(100 * (value - low) / ((high - low) or 1.0), 1)

    rows = []
    for row in cells:
        left, right, middle = (mean_of(quantile) for quantile in (row.p05, row.p95, row.median))
        ahead = share(row.ended_ahead)
        rows.append(
            Evening(
                row.player,
                place(left),
                round(place(right) - place(left), 1),
                place(middle),
                "gain" if middle >= 0 else "loss",
                f"{worth(middle):+,.0f}".replace("-", MINUS),
                "bring –" if row.bankroll_95.mean is None else f"bring {worth(row.bankroll_95.mean):,.0f}",
                f"ends ahead: {ahead}",
            )
        )
    return rows, place(0.0)


def best_section(answer: SessionsAnswer | None) -> Section | None:
    """Who earns most at the table, from the games of the evenings."""
    if answer is None or len(answer.cells) < 2:
        return None
    ranking = sorted(answer.cells, key=lambda row: -mean_of(row.payout))
    longest = max(abs(mean_of(row.payout)) for row in ranking) or 1.0
    bars = []
    for row in ranking:
        value = worth(mean_of(row.payout))
        half = worth(row.payout.half_width or 0.0)
        name = row.player if row.seats == 1 else f"{row.player} ×{row.seats}"
        label = f"{name}: {PEOPLE[row.player].does}" if row.player in PEOPLE else name
        ink = "gain" if value > 0 else "loss"
        text = f"{value:+.1f}".replace("-", MINUS)
        bars.append(BarRow(label, text, round(48 * abs(mean_of(row.payout)) / longest, 1), ink, f"± {half:.2f}"))
    numbers = [[row.player, earned(row.payout), paid(row.fees), paid(Estimate(row.payout_sd, None))] for row in ranking]
    headings = ["player", "earns", "pays the house", "swing"]
    best = ranking[0]
    verb = "wins most" if mean_of(best.payout) > 0 else "loses least"
    return Section(
        "best",
        "Who plays best?",
        f"{best.player} {verb}: {shown_size(mean_of(best.payout))} {unit_name()} a game.",
        {"few": bars},
        [f"{unit_name().capitalize()} a game, in the evenings of {seated(answer.players)} above."],
        [Table("earned", f"{unit_name().capitalize()} a game", headings, numbers)],
    )
