"""The page of `tongits report`: how to play under some house rules, and what they pay.

Limits come from the book of the rules, money from the players named in the command.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import tongits_sim.rules as house
from analyses.answers.comparison import ComparisonAnswer
from analyses.answers.whatif import ChangeAnswer, WhatIfAnswer
from analyses.book.screens import headline
from analyses.money import unit_name, worth, worth_of_a_unit
from analyses.presentation import Table, earned, paid, seated, share
from analyses.questions.discards import DiscardsAnswer
from analyses.questions.payouts import PART_WORDS, PayoutsAnswer, as_fine_as
from analyses.questions.sessions import SessionsAnswer
from analyses.questions.sunog import SunogAnswer
from analyses.whatif_metrics import plain
from reports.page import compose, kit
from reports.page.people import PEOPLE
from reports.questions import words
from reports.text.card import pocket_card, price_words
from reports.text.limits import (
    alone,
    call_table,
    challenge_table,
)
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import MINUS

if TYPE_CHECKING:
    from reports.questions import Document
    from strategies.book.limits import Book, Decision, Part, Row
    from tongits_sim.rules import RuleSet

MAX_CHANGES = 8
"""Changes of rules on the ladder."""
_SURE_TURNS = 4
"""Own turns without a meld that are drawn."""
HABIT_WORDS = {
    "strong": "strangers",
    "regular": "regular players",
    "seldom": "they seldom challenge",
    "nearly_all": "they challenge nearly all",
}


@dataclass(frozen=True)
class Order:
    """A sentence of *In short*: what to do, and its numbers."""

    order: str
    says: str


@dataclass(frozen=True)
class BarRow:
    """A bar with its number. `wide`: per cents of the longest."""

    label: str
    value: str
    wide: float
    ink: str = "gain"
    note: str = ""
    now: bool = False


@dataclass(frozen=True)
class Spot:
    """A value on an axis: places in per cents."""

    left: float
    wide: float
    ink: str
    value: str
    side: str  # style that places the number


@dataclass(frozen=True)
class SpotRow:
    """A line of spots, with its label."""

    label: str
    spots: Sequence[Spot]


@dataclass(frozen=True)
class Evening:
    """What an evening brings a player: middle, and nine of ten evenings; places in per cents."""

    player: str
    left: float
    wide: float
    middle: float
    ink: str
    value: str
    bring: str
    ahead: str


@dataclass(frozen=True)
class Curve:
    """A curve of units over counts."""

    points: Sequence[tuple[float, float]]  # count, units
    ink: str
    dashed: bool = False


@dataclass(frozen=True)
class Section:
    """A question, an order, and figures that the template places by their names."""

    key: str
    title: str
    say: str
    figures: dict[str, Any]
    notes: Sequence[str] = ()
    tables: Sequence[Table] = field(default_factory=tuple)
    half: bool = False


def report_html(
    documents: Sequence[Document],
    book: Book,
    rules: RuleSet,
    command: str,
    missing: Sequence[str],
    title: str = "",
    full: bool = False,
) -> str:
    """The page.

    Args:
        documents: answers about the rules, of the players named in the command; any may be missing.
        book: the book of the rules.
        rules: the rules.
        command: asks everything again.
        missing: a clause for each question without an answer.
        title: a heading chosen by the user.
        full: fold nothing away.
    """
    card = pocket_card(book, rules)
    sections = [section for section in _sections(documents, book) if section is not None]
    return kit.page(
        "report.html",
        title=" ".join(title.split()) or f"How to play {rules.name}, and what it pays",
        full=full,
        about=card.about,
        money=worth_of_a_unit() or "amounts in units of the stake",
        example=card.example,
        key=card.key,
        short=_short(documents, book),
        who=_who(documents, book),
        sections=sections,
        facts=compose.facts(documents, house),
        missing=missing,
        command=command,
    )


def _one(documents: Iterable[Document], kind: type) -> Any:
    return next((document for document in documents if isinstance(document, kind)), None)


_ORDERS: dict[Decision, str] = {
    "call": "Call by what they hold and threw",
    "challenge": "Answer a call by the caller’s cards",
    "lay": "Your first meld",
}


def _short(documents: Sequence[Document], book: Book) -> list[Order]:
    orders = [Order(order, headline(book, decision)) for decision, order in _ORDERS.items() if book.part(decision).rows]
    sessions = _one(documents, SessionsAnswer)
    if sessions is not None and sessions.worst.bankroll_95.mean is not None:
        worst = sessions.worst
        bring = f"{worth(mean_of(worst.bankroll_95)):,.0f} {unit_name()}"
        orders.append(
            Order(
                "Bring enough",
                f"Who plays like {worst.player} needs {bring} for 19 evenings of 20, {sessions.session} games each.",
            )
        )
    answer = _one(documents, WhatIfAnswer)
    if answer is not None:
        orders += _deal_order(answer, edge_now(answer, _one(documents, PayoutsAnswer)))
    return orders


def edge_now(answer: WhatIfAnswer, paid_out: PayoutsAnswer | None) -> float:
    """The dealer's edge as the rules are: that of the payouts of the same players, which are of more games."""
    if paid_out is not None and paid_out.players == answer.players and len(paid_out.variants) == 1:
        return mean_of(paid_out.variants[0].edge)
    return mean_of(answer.changes[0].effect("dealer_edge").before)


def _deal_order(answer: WhatIfAnswer, now: float) -> list[Order]:
    fairer = [change for change in _ladder(answer) if abs(_after(change, now)) < abs(now)]
    if not fairer:
        return []
    best = min(fairer, key=lambda change: abs(_after(change, now)))
    more = "more" if now > 0 else "less"
    return [
        Order(
            "Make dealing fairer",
            f"As it is, the dealer makes {_plain(now)} {unit_name()} a game {more} than the others between "
            f"{seated(answer.players)}. "
            f"With the rule “{plain(best, answer.knobs)}” it is {_plain(_after(best, now))}.",
        )
    ]


def _after(change: ChangeAnswer, now: float) -> float:
    """The dealer's edge after a change: that of now, and the difference that the change makes on equal deals."""
    return now + mean_of(change.effect("dealer_edge").diff)


def _plain(units: float) -> str:
    return f"{abs(worth(units)):,.1f}"


def _who(documents: Sequence[Document], book: Book) -> list[str]:
    answer = _one(documents, SessionsAnswer) or _one(documents, PayoutsAnswer)
    decisions = (
        "Decisions: the strongest player of this program, every choice played to the end both ways in "
        f"{book.made.games:,} games at each table. Strangers play like itself; those who seldom challenge accept fewer "
        "than 1 call in 3."
    )
    texts = [decisions]
    if answer is not None:
        names = [bot.player for bot in answer.bots]
        says = {bot.player: _lower(bot.summary.rstrip(".")) for bot in answer.bots}
        says |= {name: person.does for name, person in PEOPLE.items()}
        texts.append("Money: " + "; ".join(f"{name} ({says[name]})" for name in dict.fromkeys(names)) + ".")
    discards = _one(documents, DiscardsAnswer)
    if discards is not None and (answer is None or discards.players != answer.players):
        texts.append(f"Discards: {seated(discards.players)}.")
    return [*texts, "± is half a 95 % interval."]


def _sections(documents: Sequence[Document], book: Book) -> Iterable[Section | None]:
    whose = _whose(documents)
    yield _call(book, whose)
    yield _challenge(book, whose)
    yield _meld(book, whose)
    yield _sunog(_one(documents, SunogAnswer))
    yield _discards(_one(documents, DiscardsAnswer))
    yield _money(_one(documents, PayoutsAnswer), _one(documents, SessionsAnswer))
    yield _changes(_one(documents, WhatIfAnswer), _one(documents, PayoutsAnswer))
    yield _best(_one(documents, ComparisonAnswer))


# --- the book ---


def _whose(documents: Sequence[Document]) -> str:
    """Whose numbers the sections of the book show: not those of the players named in the command."""
    answer = _one(documents, SessionsAnswer) or _one(documents, PayoutsAnswer)
    others = "" if answer is None else f", not from games of {seated(answer.players)}"
    return f"From the book of the rules{others}."


def _call(book: Book, whose: str) -> Section | None:
    table = call_table(book, all_rows=True)
    if not table.rows:
        return None
    blocks = [row for row in book.call.rows if row.habit == "players" and row.rivals[0] >= 2]
    inks = ["gain", "mid", "loss"] if len(blocks) == 3 else ["gain"] * len(blocks)
    rows = [*zip(blocks, inks, [False] * len(blocks), strict=True)]
    rows += [(row, "violet", True) for row in book.call.rows if row.habit == "seldom" and row.rivals[0] >= 2]
    names = [f"strangers, {row.mark}" if row.mark else "strangers" for row in table.rows[: len(blocks)]]
    key = [
        {"ink": ink, "dashed": dashed, "name": name}
        for (_, ink, dashed), name in zip(rows, [*names, "they seldom challenge"], strict=False)
    ]
    figures = {
        "limits": table,
        "panels": panels(book.call, rows),
        "lines": key,
        "gains": f"{unit_name().capitalize()} that a call gains over waiting",
        "counts": "by your count (both open)",
    }
    notes = [alone(book), price_words(book), whose]
    return Section(
        "call",
        "When do I call?",
        "Count the fewest cards in an open opponent’s hand, look at their last discards, call with at most the number.",
        figures,
        [text for text in notes if text],
        [_numbers(book.call, "call")],
    )


def _challenge(book: Book, whose: str) -> Section | None:
    table = challenge_table(book)
    if not table.rows:
        return None
    first = [row for row in book.challenge.rows if row.habit == "soundly"][:1]
    little = [row for row in book.challenge.rows if row.habit == "little"][:1]
    rows = [*((row, "gain", False) for row in first), *((row, "violet", True) for row in little)]
    key = [
        {"ink": "gain", "dashed": False, "name": "a stranger called"},
        {"ink": "violet", "dashed": True, "name": "calls only with little"},
    ]
    figures = {
        "limits": table,
        "panels": panels(book.challenge, rows, limits=first[0] if first else None),
        "lines": key,
        "gains": f"{unit_name().capitalize()} that a challenge gains over folding",
        "counts": "by your count",
    }
    return Section(
        "challenge",
        "A draw was called: do I challenge?",
        "Count the caller’s cards; challenge with at most the number below them.",
        figures,
        [whose],
        [_numbers(book.challenge, "challenge")],
    )


def _numbers(part: Part, name: str) -> Table:
    """Every limit, the counts at which the decision is close, and the number of decisions behind the limit."""
    rows = []
    columns = [f"{max(low, 1)}–{high}" if high < 13 else f"{max(low, 1)}+" for low, high in part.columns]
    for row in part.rows:
        for column, limit in zip(columns if len(row.cells) > 1 else [""], row.cells, strict=True):
            close = f"{limit.close[0]} to {limit.close[1]}" if limit.close else "–"
            most, least = ("–" if number is None else str(number) for number in (limit.most, limit.least))
            where = f"{row.rivals[0]}–{row.rivals[1]} · {row.thrown[0]}–{row.thrown[1]}"
            rows.append([row.habit, where, column, most, least, close, f"{limit.n:,}"])
    headings = ["habit", "rivals · discard", "cards", "at most", "at least", "close", "decisions"]
    return Table(f"{name}-limits", "Every limit", headings, rows, 2)


_HIGHEST_COUNT = 60


@dataclass(frozen=True)
class Panel:
    """Units by count for one column of a table of limits."""

    title: str
    paths: Sequence[dict[str, Any]]  # points, ink, dashed
    zero: float
    ticks: Sequence[tuple[float, str]]  # places down, texts
    limit: str
    limit_at: float  # place across; 0 without a limit


_P_LEFT, _P_RIGHT, _P_TOP, _P_BOTTOM = 28.0, 160.0, 26.0, 120.0


def panels(part: Part, rows: Sequence[tuple[Row, str, bool]], limits: Row | None = None) -> list[Panel]:
    """Small panels, one a column: what saying yes gains, by the own count. Empty if nothing was kept.

    Args:
        part: of the book.
        rows: rows to draw, each with its colour and whether its line is dashed.
        limits: the row whose limits are marked.
    """
    from reports.text.limits import column_names

    if part.statistic == "net" or not rows:
        return []
    every = [mean for row, _, _ in rows for limit in row.cells for _, mean, _ in limit.gains]
    if not every:
        return []
    low = max(-4.0, min(every))
    high = min(12.0, max(every))
    low = min(low, -1.0)
    high = max(high, 1.0)

    def across(count: float) -> float:
        return round(_P_LEFT + (_P_RIGHT - _P_LEFT) * min(count, _HIGHEST_COUNT) / _HIGHEST_COUNT, 1)

    def down(units: float) -> float:
        return round(_P_BOTTOM - (_P_BOTTOM - _P_TOP) * (min(max(units, low), high) - low) / (high - low), 1)

    found = []
    for place, title in enumerate(column_names(part)):
        paths = []
        for row, ink, dashed in rows:
            gains = row.cells[place if len(row.cells) > 1 else 0].gains
            points = [(across(count + 2.5), down(mean)) for count, mean, _ in gains if count + 2.5 <= _HIGHEST_COUNT]
            if len(points) > 1:
                there = " ".join(f"{x:g},{y:g}" for x, y in points)
                paths.append({"points": there, "ink": ink, "dashed": dashed})
        marked = None if limits is None else limits.cells[place if len(limits.cells) > 1 else 0].most
        shown = marked is not None and marked < _HIGHEST_COUNT
        ticks = [(down(value), f"{value:+.0f}".replace("-", MINUS)) for value in (low, high)]
        title = f"{title} cards" if place == 0 else title
        at = across(marked) if shown and marked is not None else 0.0
        found.append(Panel(title, paths, down(0.0), ticks, str(marked) if shown else "", at))
    return found


def _meld(book: Book, whose: str) -> Section | None:
    if not book.lay.rows or not book.worth:
        return None
    inks = {"strong": "gain", "regular": "plant", "seldom": "violet", "nearly_all": "grey"}
    tables = [table for table in inks if any(row.table == table for row in book.worth)]
    values = [mean_of(row.gain) for row in book.worth if row.gain.mean is not None]
    lowest = min([*values, 0.0])
    highest = max([*values, 0.0])
    low = lowest - 0.18 * (highest - lowest)
    high = highest + 0.14 * (highest - lowest)

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 1)

    rows = []
    names = {0: "nobody is open", 1: "one opponent is open", 2: "both are open"}
    for rivals, name in names.items():
        spots = []
        for table in tables:
            gain = next((row.gain for row in book.worth if (row.table, row.rivals) == (table, rivals)), None)
            if gain is None or gain.mean is None:
                continue
            ends = sorted((place(0.0), place(gain.mean)))
            side = f"left: {ends[1] + 1:.1f}%" if gain.mean >= 0 else f"right: {100 - ends[0] + 1:.1f}%"
            spots.append(Spot(ends[0], max(ends[1] - ends[0], 0.4), inks[table], _signed(gain), side))
        rows.append(SpotRow(name, spots))
    key = [{"ink": inks[table], "name": HABIT_WORDS[table], "dashed": False} for table in tables]
    numbers = Table(
        "first-meld",
        "What laying the first meld gains, units",
        ["table", "opponents open", "gain", "decisions"],
        [
            [HABIT_WORDS.get(row.table, row.table), str(row.rivals), earned(row.gain), f"{row.n:,}"]
            for row in book.worth
        ],
        2,
    )
    return Section(
        "lay",
        "The first meld: lay it or hold it?",
        headline(book, "lay"),
        {"meld": rows, "zero": place(0.0), "lines": key, "axis": f"{unit_name()} that laying it gains"},
        [whose],
        [numbers],
    )


def _signed(units: Estimate) -> str:
    value = worth(mean_of(units))
    text = f"{value:+.1f}".replace("-", MINUS)
    return "0" if text in ("+0.0", f"{MINUS}0.0") else text


# --- the players of the command ---


def _bars(rows: Sequence[tuple[str, float, str, str]], most: float = 66.0) -> list[BarRow]:
    """Bars of (label, value, printed value, note)."""
    longest = max((abs(value) for _, value, _, _ in rows), default=0.0) or 1.0
    return [
        BarRow(label, text, round(most * abs(value) / longest, 1), "loss", note) for label, value, text, note in rows
    ]


def _sunog(answer: SunogAnswer | None) -> Section | None:
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


def _discards(answer: DiscardsAnswer | None) -> Section | None:
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


_PART_INKS = {"base": "#1d5fa6", "sunog": "#b04c10", "bonus": "#3f7352", "sagasa": "#6b5a2a", "pot": "#40606e"}
_LAST_INK = "#6b3aa8"


def _money(payouts: PayoutsAnswer | None, sessions: SessionsAnswer | None) -> Section | None:
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
    small = [f"{part['name']} {part['value']}" for part in stack if not part["wide"]]
    figures = {"stack": stack, "narrow": small, "evenings": evenings[0], "zero": evenings[1], "games": sessions.session}
    return Section(
        "money",
        "What is paid, and what should I bring?",
        say,
        figures,
        [note],
        [*words(payouts).tables(payouts), *words(sessions).tables(sessions)],
    )


def evening_rows(sessions: SessionsAnswer) -> tuple[list[Evening], float]:
    """What an evening brings each player, and the place of zero."""
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


def _ladder(answer: WhatIfAnswer) -> list[ChangeAnswer]:
    """The changes with the largest effects on the dealer's edge, one for each rule."""
    found: dict[tuple[str, ...], ChangeAnswer] = {}
    by_name = {change.change: change for change in answer.changes}
    for row in sorted(answer.ranking, key=lambda row: -by_name[row.change].size("dealer_edge")):
        change = by_name[row.change]
        if not change.no_effect and change.effect("dealer_edge").certain:
            found.setdefault(tuple(change.knobs), change)
    return list(found.values())[:MAX_CHANGES]


def _changes(answer: WhatIfAnswer | None, paid_out: PayoutsAnswer | None) -> Section | None:
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
    most = max(found, key=lambda change: abs(mean_of(change.effect("dealer_edge").diff)))
    played = f"matches of {answer.match_games} games" if answer.match_games > 1 else "single games, without a jackpot"
    note = (
        f"{len(found)} of {len(answer.changes)} changes of one rule, the same cards for all, {played}, between "
        f"{seated(answer.players)}. Players keep their ways."
    )
    return Section(
        "changes",
        "What would a change of the rules do?",
        f"What changes the dealer’s edge most: {_lower(plain(most, answer.knobs))}.",
        {"ladder": bars, "axis": f"What the dealer makes more than the others, {unit_name()} a game"},
        [note],
        [_every_change(answer)],
    )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


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


def _best(answer: ComparisonAnswer | None) -> Section | None:
    if answer is None:
        return None
    longest = max(abs(mean_of(row.payout)) for row in answer.ranking) or 1.0
    bars = []
    for row in answer.ranking:
        value = worth(mean_of(row.payout))
        half = worth(row.payout.half_width or 0.0)
        note = f"± {half:.2f} · wins {share(row.wins)}, burned {share(row.sunog)}"
        label = f"{row.player}: {PEOPLE[row.player].does}" if row.player in PEOPLE else row.player
        ink = "gain" if value > 0 else "loss"
        text = f"{value:+.1f}".replace("-", MINUS)
        bars.append(BarRow(label, text, round(48 * abs(mean_of(row.payout)) / longest, 1), ink, note))
    best = answer.ranking[0]
    return Section(
        "best",
        "Who plays best?",
        f"{best.player} wins most: {_plain(mean_of(best.payout))} {unit_name()} a game.",
        {"few": bars},
        [f"{unit_name().capitalize()} a game, every seating of {seated(answer.players)}, {answer.deals:,} deals."],
        words(answer).tables(answer),
    )
