"""The page of `tongits review`: one HTML file that needs nothing else, stepped through with the keyboard."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.money import in_money, unit_name, worth, worth_of_a_unit
from reports.text.advice import position_words
from reports.text.console import csv_text
from reports.text.language import page_said
from reports.text.review import (
    against_words,
    belief_sentence,
    csv_rows,
    fields_words,
    luck_sentence,
    pair,
    player_sentence,
)
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import write_output, writing
from tongits_sim.run.numbers import MINUS, unbroken

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice

FORMS = (".html", ".json", ".csv")
VERDICT_WORDS = {"clear": "clear mistake", "close": "as good as the best", "undecided": "undecided", "best": "the best"}
_CARD = re.compile(r"\b([A2-9TJQK])([cdhs])\b")
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_TEMPLATES = Path(__file__).parent.parent / "templates"


class ReviewFileError(TongitsError):
    """A review that cannot be written."""


def write_review(answer: ReviewAnswer, path: Path) -> None:
    """Write the review as HTML, JSON or CSV, by the ending of the name. Raises ReviewFileError."""
    form = review_form(path)
    if form == ".json":
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False) + "\n"
    else:
        text = page_of(answer) if form == ".html" else csv_text(csv_rows(answer))
    with writing(path, ReviewFileError):
        write_output(path, text)


def review_form(path: Path) -> str:
    """The form of a review, from the ending of its name. Raises ReviewFileError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ReviewFileError(f"a review ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def page_of(answer: ReviewAnswer) -> str:
    """The page."""
    frame = (_TEMPLATES / "review.html").read_text(encoding="utf-8")
    parts = {
        "css": (_TEMPLATES / "report.css").read_text(encoding="utf-8"),
        "title": escape(f"Review: {answer.file or 'recorded games'}"),
        "about": _text(
            f"Rules {answer.rules}; rollouts against {against_words(answer)}; {answer.games} "
            f"{'game' if answer.games == 1 else 'games'}. {worth_of_a_unit()}"
        ),
        "unit": escape(unit_name()),
        "players": "".join(f"<p>{_text(player_sentence(each))}</p>" for each in answer.players),
        "largest": _largest(answer),
        "kinds": f'{_kinds(answer)}<p class="note">{_text(belief_sentence(answer))}</p>',
        "choices": "".join(_choice(number, each) for number, each in enumerate(answer.choices)),
        "luck": f"<p>{_text(luck_sentence(answer))}</p>{_games(answer)}",
    }
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    return page_said(frame)


def _largest(answer: ReviewAnswer) -> str:
    items = []
    for number in answer.largest:
        each = answer.choices[number]
        where = f'<a href="#c{number}">{_place(each)}</a> ({escape(each.player)})'
        items.append(
            f"<li>{where}: {_choice_html(each)}{f'<br>{_text(fields_words(each))}' if each.fields else ''}</li>"
        )
    return f'<ol class="largest">{"".join(items)}</ol>' if items else "<p>No clear mistake was found.</p>"


def _text(text: str) -> str:
    """A sentence as HTML, with the worth of its units."""
    return escape(unbroken(in_money(text)))


def cards_html(text: str) -> str:
    """Text as HTML with the cards in it as signs, hearts and diamonds in red.

    >>> cards_html("discard 7c")
    'discard 7♣'
    """

    def sign(match: re.Match[str]) -> str:
        card = f"{match[1]}{_SIGNS[match[2]]}"
        return f'<span class="red">{card}</span>' if match[2] in "dh" else card

    return _CARD.sub(sign, _text(text))


def _unit() -> str:
    return unit_name()[0].upper() + unit_name()[1:]


def _place(each: ReviewedChoice) -> str:
    return each.place[0].upper() + each.place[1:]


def _choice_html(each: ReviewedChoice) -> str:
    """The choice, and the better one."""
    better = f"better: {each.best}, by {pair(each.lost)} units" if each.best != each.action else "nothing looks better"
    return f"<b>{cards_html(each.action)}</b>; {cards_html(better)}."


def _row(*cells: str, tag: str = "td") -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _kinds(answer: ReviewAnswer) -> str:
    groups = []
    for each in answer.players:
        rows = [f'<tr><th colspan="4" scope="rowgroup">{escape(each.player)}</th></tr>']
        rows += [
            _row(kind.kind, str(kind.choices), str(kind.mistakes), pair(kind.lost, in_table=True))
            for kind in each.kinds
            if kind.choices or kind.mistakes
        ]
        rows.append(_row("all", str(each.choices), str(each.mistakes), pair(each.lost, in_table=True)))
        groups.append(f"<tbody>{''.join(rows)}</tbody>")
    head = _row("Kind", "Real choices", "Clear mistakes", f"{_unit()} lost", tag="th")
    return f'<div class="wide"><table><thead>{head}</thead>{"".join(groups)}</table></div>'


def _games(answer: ReviewAnswer) -> str:
    head = _row(
        "Game", "Player", "Result", "Luck-adjusted", f"{_unit()} lost", "Deal", "Stock", "Others' cards", tag="th"
    )
    rows = []
    for each in answer.reviewed_games:
        numbers = (each.result, each.adjusted, each.lost, each.deal, each.stock, each.others)
        texts = ("?" if number is None else f"{worth(number):.2f}".replace("-", MINUS) for number in numbers)
        rows.append(_row(str(each.game), each.player, *texts))
    return f'<div class="wide"><table class="games"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div>'


def _choice(number: int, each: ReviewedChoice) -> str:
    """One choice, with the attributes that the page's script filters by."""
    head = f"{_place(each)}: {each.player} · {each.kind} · {VERDICT_WORDS[each.verdict]}"
    lines = [
        f"<h3>{escape(head)}</h3>",
        *(f"<p>{cards_html(line)}</p>" for line in position_words(each.position)),
        f"<p>{_choice_html(each)}</p>",
    ]
    if each.fields:
        lines.append(f"<p>{_text(fields_words(each))}</p>")
    lost = worth(each.lost.mean or 0.0)
    data = f'data-lost="{lost:.4f}" data-verdict="{each.verdict}" data-player="{escape(each.player, quote=True)}"'
    return f'<article id="c{number}" tabindex="-1" {data}>{"".join(lines)}</article>\n'
