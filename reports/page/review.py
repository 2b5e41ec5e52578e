"""The page of `tongits review`: a lesson.

The page begins with the result, the value of the cards, and the phases in which units were lost. Then it shows the
costliest choices, each with its table and its actions side by side.
"""

from __future__ import annotations

import itertools
import json
import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from analyses.answers.review import ENOUGH
from analyses.money import unit_name, worth, worth_of_a_unit
from analyses.presentation import Table
from reports.page import kit
from reports.page.felt import Felt, felt_of
from reports.page.kit import Tile
from reports.page.parts import BarRow
from reports.text.console import csv_text
from reports.text.deeds import did, do
from reports.text.review import about, cost, csv_rows, habit_words, tables
from reports.web.hand_link import PAGE, hand_link
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import write_output, writing
from tongits_sim.run.numbers import MINUS, number_word, percent

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice, ReviewedDecision, ReviewedGame, ReviewedPlayer

FORMS = (".html", ".json", ".csv")
MAX_LESSONS = 6
_MIN_GAMES = 3
"""Fewer games make no graph."""


class ReviewFileError(TongitsError):
    """A review cannot be written to the file."""


@dataclass(frozen=True)
class Action:
    """An action of a choice, with a bar: how much it is worth below the best."""

    text: str
    wide: float
    kind: str  # best, you, or empty
    value: str


@dataclass(frozen=True)
class Lesson:
    """A mistake: the table as the player saw it, the cost, and the values of the other actions."""

    title: str
    price: str
    felt: Felt
    actions: Sequence[Action]
    says: str
    again: str  # the command that asks about the position
    link: str  # opens the position in the phone page; empty if the page is not known, or cannot show it
    key: str


@dataclass(frozen=True)
class Graph:
    """An evening, game by game, drawn for one width."""

    wide: int
    high: int
    lines: Sequence[dict[str, Any]]  # points, ink, dashed
    labels: Sequence[dict[str, Any]]  # x, y, text, ink, bold, anchor
    ticks: Sequence[tuple[float, str]]
    games: Sequence[tuple[float, str, str, bool]]  # place, number, cost, whether it is the costliest
    dearest: tuple[float, float, float]  # left, width, height of its ground
    left: int
    right: int
    zero: float
    dots: Sequence[tuple[float, float]]
    says: str
    kind: str


@dataclass(frozen=True)
class Evening:
    """What a player did in the games."""

    player: str
    tiles: Sequence[Tile]
    order: str
    graphs: Sequence[Graph]
    kinds: Sequence[BarRow]
    habits: Sequence[str]


def write_review(answer: ReviewAnswer, path: Path) -> None:
    """Write the review as HTML, JSON or CSV, by the suffix of the file. Raises ReviewFileError."""
    form = review_form(path)
    if form == ".json":
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False) + "\n"
    else:
        phone = PAGE if (path.parent / PAGE).is_file() else ""
        text = page_of(answer, phone) if form == ".html" else csv_text(csv_rows(answer))
    with writing(path, ReviewFileError):
        write_output(path, text)


def review_form(path: Path) -> str:
    """The form that the suffix of a file means. Raises ReviewFileError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ReviewFileError(f"a review ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def page_of(answer: ReviewAnswer, phone: str = "") -> str:
    """The review as HTML. `phone`: address of the phone page, in which lessons can be tried again; empty: unknown."""
    games = "one game" if answer.games == 1 else f"{number_word(answer.games)} games"
    reviewed = [player.player for player in answer.players]
    others = [habits.player for habits in answer.habits if habits.player not in reviewed]
    against = f" · the others: {', '.join(others)}" if others else ""
    who = " and ".join(reviewed)
    lead = f"{games[0].upper()}{games[1:]} under {answer.rules} · {who}{against}. {worth_of_a_unit()}"
    return kit.page(
        "review.html",
        title=_headline(answer),
        lead=lead.strip(),
        evenings=[_evening(answer, player) for player in answer.players],
        lessons=lessons_of(answer, phone=phone),
        choices=_choices(answer),
        tables=[table for table in tables(answer) if table.rows],
        about=about(answer),
        unit=unit_name(),
    )


def _signed(units: float) -> str:
    """An amount with its sign: `+2.2`, `−13`, `0`; tenths only below ten."""
    value = worth(units)
    places = 1 if abs(value) < 10 and round(value, 1) != round(value) else 0
    text = f"{worth(units):+,.{places}f}".replace("-", MINUS)
    return "0" if text.lstrip(f"+{MINUS}") in ("0", "0.0") else text


def _lost(units: float) -> str:
    """Units lost: `−2.2`, `0`."""
    text = cost(units)
    return f"{MINUS}{text}" if text.strip("0.") else "0"


def _headline(answer: ReviewAnswer) -> str:
    """The headline: the value of the cards dealt and drawn, and the result; of bad cards that lost, the choices."""
    if len(answer.players) != 1:
        return "What the choices cost"
    player = answer.players[0]
    won = _won(answer, player)
    if won is None or player.luck is None:
        return "What your choices cost" if player.player == "you" else "What the choices cost"
    if player.luck > 0:
        return "Good cards, and a win" if won > 0 else "Good cards, given away"
    if won > 0:
        return "Bad cards, and a win"
    return "Bad cards, and dear choices" if player.mistakes else "Bad cards, played well"


def _rows(answer: ReviewAnswer, player: ReviewedPlayer) -> list[ReviewedGame]:
    return [row for row in answer.reviewed_games if row.player == player.player]


def _won(answer: ReviewAnswer, player: ReviewedPlayer) -> float | None:
    results = [row.result for row in _rows(answer, player) if row.result is not None]
    return sum(results) if results else None


def _evening(answer: ReviewAnswer, player: ReviewedPlayer) -> Evening:
    """The part of the page about a player."""
    rows = _rows(answer, player)
    unit = unit_name()
    won = _won(answer, player)
    tiles = []
    if won is not None:
        tiles.append(Tile(_signed(won), f"{unit} won"))
    if player.luck is not None:
        tiles.append(Tile(_signed(player.luck), f"{unit} the cards were worth"))
    tiles.append(Tile(_lost(player.cost), f"{unit} the choices cost", bad=bool(player.cost)))
    if player.accuracy is not None:
        right = round(player.accuracy * player.choices)  # a chance missed again is wrong again, but one mistake
        more = f"{right} of {player.choices} choices not clearly wrong"
        tiles.append(Tile(percent(player.accuracy, 0), "accuracy", more))
    known = [row for row in rows if row.result is not None and row.adjusted is not None]
    graphs = [_graph(known, 840, 250, "desk-only"), _graph(known, 390, 250, "phone-only")]
    habits = [_sentence(habit_words(own)) for own in answer.habits if own.player == player.player]
    mistakes = [mistake for mistake in answer.mistakes() if mistake.player == player.player and by_book(mistake)]
    orders = list(dict.fromkeys(mistake.next_time for mistake in mistakes if mistake.next_time))
    habits += [f"Next time: {'; '.join(orders[:3])}."] if orders else []
    if player.games < ENOUGH:
        habits.append(f"Too few games to say what a game costs: {ENOUGH} would do.")
    name = player.player if len(answer.players) > 1 else ""
    return Evening(
        name,
        tiles,
        _order(answer, player),
        graphs if len(known) >= _MIN_GAMES else [],
        _kinds(player),
        habits,
    )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


_ORDERS = {
    "challenge": ("Challenge more", "Challenge less", "answers to a call"),
    "call": ("Call more", "Call less", "chances to call"),
    "lay": ("Lay more", "Hold more", "melds to lay"),
    "sapaw": ("Add more cards to melds", "Add fewer cards to melds", "chances to add a card"),
    "draw": ("Take more discards", "Take fewer discards", "draws"),
    "discard": ("Throw with more care", "Throw with more care", "discards"),
}
_YES = {"challenge": "challenge", "call": "call", "lay": "lay", "sapaw": "sapaw", "draw": "take", "discard": "discard"}


def _order(answer: ReviewAnswer, player: ReviewedPlayer) -> str:
    """The advice for the most expensive kind of mistake, as one order."""
    wrong = [row for row in player.decisions if row.mistakes]
    if not wrong:
        return "No choice was clearly wrong."
    worst = max(wrong, key=lambda row: row.cost)
    found = [
        mistake
        for mistake in answer.mistakes()
        if mistake.player == player.player and mistake.decision == worst.decision
    ]
    more = sum(mistake.best.startswith(_YES[worst.decision]) for mistake in found) * 2 >= len(found)
    orders = _ORDERS[worst.decision]
    lost = f"{cost(worst.cost)} {unit_name()}"
    if worst.choices == 1:
        return f"{orders[0 if more else 1]}: the only choice of this kind was clearly wrong; it cost {lost}."
    count = f"{number_word(worst.mistakes)} of {number_word(worst.choices)}"
    verb, they = ("was", "it") if worst.mistakes == 1 else ("were", "together they")
    return f"{orders[0 if more else 1]}: {count} {orders[2]} {verb} clearly wrong; {they} cost {lost}."


def _kinds(player: ReviewedPlayer) -> list[BarRow]:
    """A bar for each kind of choice that cost something, the most expensive first."""
    rows: list[ReviewedDecision] = sorted((row for row in player.decisions if row.cost > 0), key=lambda row: -row.cost)
    longest = max((row.cost for row in rows), default=1.0)
    return [
        BarRow(
            row.decision,
            cost(row.cost),
            round(42 * row.cost / longest, 1),
            "loss",
            f"{row.mistakes} of {row.choices} clearly wrong",
        )
        for row in rows
    ]


class _Line(NamedTuple):
    """A line of the graph."""

    name: str
    ink: str  # the name of its colour
    values: Sequence[float]  # units before the first game and after each


def _graph(rows: Sequence[ReviewedGame], wide: int, high: int, kind: str) -> Graph:
    """Result and cards so far, game by game."""
    results = [0.0, *itertools.accumulate(row.result or 0.0 for row in rows)]
    cards = [0.0, *itertools.accumulate((row.result or 0.0) - (row.adjusted or 0.0) for row in rows)]
    left, right, top, bottom = 46, 14, 18, 44
    low = min([*results, *cards])
    most = max([*results, *cards])
    room = 0.08 * (most - low) or 1.0  # a flat line has room too
    low -= room
    most += room

    def across(game: float) -> float:
        return round(left + (wide - left - right) * game / max(len(rows), 1), 1)

    def down(units: float) -> float:
        return round(top + (high - top - bottom) * (most - units) / (most - low), 1)

    dearest = max(range(len(rows)), key=lambda at: rows[at].cost, default=0)
    step = max(1, round(len(rows) / (wide / 45)))
    games = [
        (across(at + 0.5), str(row.game), _lost(row.cost), at == dearest)
        for at, row in enumerate(rows)
        if at % step == 0 or at == dearest
    ]
    step_units = _round_step((most - low) / 4)
    ticks_units = [step_units * at for at in range(math.ceil(low / step_units), math.floor(most / step_units) + 1)]
    ticks = [(down(value), _signed(value)) for value in ticks_units]
    result_line = _Line("result", "gain", results)
    cards_line = _Line("cards alone", "soft", cards)
    upper, lower = (cards_line, result_line) if cards[-1] > results[-1] else (result_line, cards_line)
    # A label stands at the right end, clear of its line: above the highest point of the upper line, below the lowest of
    # the lower one, over the width of the label.
    under_label = [game for game in range(len(rows) + 1) if across(len(rows)) - across(game) <= _LABEL_WIDE]
    first = max(under_label[0] - 1, 0)
    y_upper = max(min(down(value) for value in upper.values[first:]) - 8, 12.0)
    y_lower = min(max(down(value) for value in lower.values[first:]) + 18, high - bottom - 4.0)
    labels: list[dict[str, Any]] = [
        {"x": across(len(rows)), "y": y, "text": f"{line.name} {_signed(line.values[-1])}", "ink": line.ink}
        for line, y in ((upper, y_upper), (lower, y_lower))
    ]
    price = f"game {rows[dearest].game} was dearest: {cost(rows[dearest].cost)}" if rows else ""
    return Graph(
        wide=wide,
        high=high,
        lines=[
            {"points": _points(cards, across, down), "ink": cards_line.ink, "dashed": True},
            {"points": _points(results, across, down), "ink": result_line.ink, "dashed": False},
        ],
        labels=labels,
        ticks=ticks,
        games=games,
        dearest=(across(dearest), round(across(dearest + 1) - across(dearest), 1), high - top - bottom),
        left=left,
        right=wide - right,
        zero=down(0.0),
        dots=[(across(at + 1), down(value)) for at, value in enumerate(results[1:])],
        says=price,
        kind=kind,
    )


_LABEL_WIDE = 130
"""Width of a label of the evening, in units of its drawing."""


def _round_step(units: float) -> float:
    """A round distance of lines, at least as large: 1, 2 or 5 with zeros."""
    power = 10.0 ** math.floor(math.log10(max(units, 0.1)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= units or step == 10)


def _points(values: Sequence[float], across: Callable[[float], float], down: Callable[[float], float]) -> str:
    """The points of a line as SVG has them."""
    return " ".join(f"{across(at):g},{down(value):g}" for at, value in enumerate(values))


def lessons_of(answer: ReviewAnswer, most: int = MAX_LESSONS, phone: str = "") -> list[Lesson]:
    """The most expensive choices, clear mistakes first; `phone`: the address of the phone page, as for `page_of`."""
    found = answer.mistakes()
    others = [
        choice for choice in answer.choices if choice.counted_cost > 0 and choice not in found and not choice.repeated
    ]
    dearest = [*found, *sorted(others, key=lambda choice: -choice.counted_cost)][:most]
    return [_lesson(number, choice, answer, phone) for number, choice in enumerate(dearest, start=1)]


def _lesson(number: int, choice: ReviewedChoice, answer: ReviewAnswer, phone: str) -> Lesson:
    several = len(answer.players) > 1
    who = choice.player if several else "you"
    best = do(choice.best)
    title = f"{number} · Game {choice.game}: {who} {did(choice.action)}. {best[0].upper()}{best[1:]}."
    price = f"{cost(choice.counted_cost)} {unit_name()}"
    why = f"{choice.why[:1].upper()}{choice.why[1:]}".rstrip(".")
    says = " ".join(filter(None, [book_says(choice), f"{why}." if why else ""]))
    again = ""
    if answer.file and ", " not in answer.file and not choice.line:
        again = f"tongits advise --record {shlex.quote(answer.file)} --game {choice.game} --move {choice.move}"
    part = hand_link(choice.position, answer.knobs) if phone else ""
    link = f"{phone}{part}" if part else ""
    actions = actions_of(choice, who)
    return Lesson(title, price, felt_of(choice.position), actions, says, again, link, f"lesson-{number}")


_YES_WORDS = ("call", "challenge", "lay")


def by_book(choice: ReviewedChoice) -> bool:
    """Whether the better action is what the book says."""
    says = choice.book.removeprefix("The book: ")
    return bool(says) and says.startswith(_YES_WORDS) == choice.best.startswith(_YES_WORDS)


def book_says(choice: ReviewedChoice) -> str:
    """The line of the book. If the better action departs from the book, the sentence says so."""
    if not choice.book or by_book(choice):
        return choice.book
    return f"The book says {choice.book.removeprefix('The book: ').rstrip('.')}; here not."


def actions_of(choice: ReviewedChoice, who: str = "you") -> list[Action]:
    """The actions of a choice with their bars, the best first."""
    behind = [(estimate.action, estimate.behind.mean or 0.0) for estimate in choice.actions]
    low = min((value for _, value in behind), default=0.0)
    found = []
    for action, value in behind:
        own = action == choice.action
        first = action == choice.best
        wide = 18 + 70 * (value - low) / (-low or 1.0)
        text = f"{who}: {do(action)}" if own else do(action)
        kind = "best" if first else "you" if own else ""
        number = "best" if first else _lost(-value)
        found.append(Action(text, round(wide), kind, number))
    return found


def _choices(answer: ReviewAnswer) -> Table:
    """Every real choice."""
    rows = []
    for choice in answer.choices:
        if choice.had_choice:
            price = cost(choice.counted_cost) if choice.counted_cost else ""
            better = "" if choice.best == choice.action else do(choice.best)
            place = str(choice.line or choice.move)
            rows.append([str(choice.game), place, choice.player, did(choice.action), better, choice.verdict, price])
    headings = ["game", "move", "player", "did", "better", "", unit_name()]
    return Table("choices", f"All {len(rows)} choices", headings, rows, 6)
