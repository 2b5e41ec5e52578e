"""The page of `tongits review`: one HTML file without dependencies, stepped through with the keyboard."""

from __future__ import annotations

import itertools
import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.money import in_money, unit_name, worth, worth_of_a_unit
from analyses.words import Table, earned
from reports.text.advice import position_words
from reports.text.console import csv_text
from reports.text.faces import Faces
from reports.text.language import page_said
from reports.text.review import about, cost, csv_rows, luck_words, player_sentence, tables, worse_tables
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import write_output, writing
from tongits_sim.run.numbers import MINUS, unbroken

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice

FORMS = (".html", ".json", ".csv")
VERDICT_WORDS = {
    "clear": "clear mistake",
    "likely": "likely a mistake",
    "close": "close, as good as the best",
    "best": "the best",
}
_RED = re.compile(r"(?:10|[A2-9JQK])[♦♥]")
_LARGEST, _MIN_GAMES = 5, 3
_WIDE, _HIGH = 600, 120  # size of the curve
_TEMPLATES = Path(__file__).parent.parent / "templates"


class ReviewFileError(TongitsError):
    """A review cannot be written to the file."""


def write_review(answer: ReviewAnswer, path: Path) -> None:
    """Write the review as HTML, JSON or CSV, by the suffix of the file. Raises ReviewFileError."""
    form = review_form(path)
    if form == ".json":
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False) + "\n"
    else:
        text = page_of(answer) if form == ".html" else csv_text(csv_rows(answer))
    with writing(path, ReviewFileError):
        write_output(path, text)


def review_form(path: Path) -> str:
    """The form that the suffix of a file means. Raises ReviewFileError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ReviewFileError(f"a review ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def page_of(answer: ReviewAnswer) -> str:
    frame = (_TEMPLATES / "review.html").read_text(encoding="utf-8")
    parts = {
        "css": (_TEMPLATES / "report.css").read_text(encoding="utf-8"),
        "title": escape(f"Review: {answer.file or 'recorded games'}"),
        "about": _text(f"Rules {answer.rules}; {_games_words(answer)}. {worth_of_a_unit()}"),
        "unit": escape(unit_name()),
        "players": "".join(f"<p>{_text(player_sentence(each))}</p>" for each in answer.players),
        "curve": _curve(answer),
        "largest": _largest(answer),
        "kinds": _table_html(next(each for each in tables(answer) if each.key == "kinds")),
        "choices": "".join(_choice(number, each, answer) for number, each in enumerate(answer.choices)),
        "luck": "".join(f"<p>{_text(f'{each.player}: {luck_words(each)}.')}</p>" for each in answer.players)
        + "".join(f'<p class="note">{_text(line)}</p>' for line in about(answer))
        + _games(answer),
    }
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    return page_said(frame)


def _games_words(answer: ReviewAnswer) -> str:
    return f"{answer.games} {'game' if answer.games == 1 else 'games'}"


def _largest(answer: ReviewAnswer) -> str:
    items, numbers = [], {id(each): number for number, each in enumerate(answer.choices)}
    for each in answer.mistakes()[:_LARGEST]:
        place = f'<a href="#c{numbers[id(each)]}">{_place(each)}</a> ({escape(each.player)})'
        items.append(f"<li>{place}: {_choice_html(each, answer)}</li>")
    return f'<ol class="largest">{"".join(items)}</ol>' if items else "<p>No clear mistake was found.</p>"


def _curve(answer: ReviewAnswer) -> str:
    """For each player, units lost by choices so far, game by game."""
    parts = []
    for each in answer.players:
        sums = [0.0, *itertools.accumulate(row.cost for row in answer.reviewed_games if row.player == each.player)]
        if len(sums) < _MIN_GAMES or not sums[-1]:
            continue
        points = " ".join(
            f"{_WIDE * at / (len(sums) - 1):.1f},{_HIGH * (1 - each / sums[-1]):.1f}" for at, each in enumerate(sums)
        )
        words = f"{each.player}: {cost(sums[-1])} {unit_name()} lost in {len(sums) - 1} games"
        parts.append(
            f'<figure><svg viewBox="-4 -4 {_WIDE + 8} {_HIGH + 8}" role="img" aria-label="{escape(words, quote=True)}">'
            f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/></svg>'
            f"<figcaption>{_text(words)}</figcaption></figure>"
        )
    return "".join(parts)


def _table_html(shown: Table) -> str:
    head = _row(*shown.headings, tag="th")
    rows = "".join(_row(*row) for row in shown.rows)
    return f'<div class="wide"><table class="games"><thead>{head}</thead><tbody>{rows}</tbody></table></div>'


def _text(text: str) -> str:
    """A sentence as HTML, with the worth of its units."""
    return escape(unbroken(in_money(text)))


def cards_html(text: str) -> str:
    """Text as HTML with the cards in it as signs, hearts and diamonds in red.

    >>> cards_html("discard 7c")
    'discard 7♣'
    """
    return _RED.sub(lambda card: f'<span class="red">{card[0]}</span>', Faces().in_text(_text(text)))


def _unit() -> str:
    return unit_name()[0].upper() + unit_name()[1:]


def _place(each: ReviewedChoice) -> str:
    return each.location[0].upper() + each.location[1:]


def _choice_html(each: ReviewedChoice, answer: ReviewAnswer) -> str:
    """A choice, the better choice, the price and the reason."""
    if each.best == each.action:
        return f"<b>{cards_html(each.action)}</b>; nothing looks better."
    price = earned(each.cost, sign=False)
    worse = f" (worse: {worse_tables(each, answer)})" if each.worse_at else ""
    better = f"better: {each.best}, by {price} {unit_name()}{worse}. {each.why[:1].upper()}{each.why[1:]}"
    again = " The same chance again: it counts once." if each.repeated else ""
    return f"<b>{cards_html(each.action)}</b>; {cards_html(better)}{again}"


def _row(*cells: str, tag: str = "td") -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _games(answer: ReviewAnswer) -> str:
    head = _row(
        "Game", "Player", "Result", "Luck-adjusted", f"{_unit()} lost", "Deal", "Stock", "Others' cards", tag="th"
    )
    rows = []
    for each in answer.reviewed_games:
        numbers = (each.result, each.adjusted, each.cost, each.deal_luck, each.draw_luck, each.opponents_luck)
        texts = ("?" if number is None else f"{worth(number):.2f}".replace("-", MINUS) for number in numbers)
        rows.append(_row(str(each.game), each.player, *texts))
    return f'<div class="wide"><table class="games"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _choice(number: int, each: ReviewedChoice, answer: ReviewAnswer) -> str:
    """One choice, with the attributes that the page's script filters by."""
    head = f"{_place(each)}: {each.player} · {each.decision} · {VERDICT_WORDS[each.verdict]}"
    lines = [
        f"<h3>{escape(head)}</h3>",
        *(f"<p>{cards_html(line)}</p>" for line in position_words(each.position)),
        f"<p>{_choice_html(each, answer)}</p>",
    ]
    data = (
        f'data-cost="{worth(each.counted_cost):.4f}" data-verdict="{each.verdict}" '
        f'data-player="{escape(each.player, quote=True)}"'
    )
    return f'<article id="c{number}" tabindex="-1" {data}>{"".join(lines)}</article>\n'
