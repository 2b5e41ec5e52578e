"""The page of `tongits review`: one HTML file that needs nothing else, stepped through with the keyboard."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from reports.text.advice import position_words
from reports.text.review import against_words, luck_sentence, mistake_sentence, pair, player_sentence
from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError, write_output

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice

FORMS = (".html", ".json", ".csv")
_TEMPLATES = Path(__file__).parent.parent / "templates"


class ReviewFileError(TongitsError):
    """A review that cannot be written."""


def write_review(answer: ReviewAnswer, path: Path) -> None:
    """Write the review as HTML, JSON or CSV, by the ending of the name. Raises ReviewFileError."""
    form = review_form(path)
    text = page_of(answer) if form == ".html" else json_of(answer) if form == ".json" else csv_of(answer)
    try:
        write_output(path, text)
    except (FileError, OSError) as error:
        raise ReviewFileError(f"cannot write {path}: {error}") from None


def review_form(path: Path) -> str:
    """In which form a review is written. Raises ReviewFileError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ReviewFileError(f"a review ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def json_of(answer: ReviewAnswer) -> str:
    """The answer as JSON."""
    return json.dumps(answer.to_dict(), indent=1, ensure_ascii=False) + "\n"


def csv_of(answer: ReviewAnswer) -> str:
    """A line for each choice."""
    import csv
    import io

    from reports.text.review import csv_rows

    rows, out = csv_rows(answer), io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["game"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def page_of(answer: ReviewAnswer) -> str:
    """The page."""
    css = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    frame = (_TEMPLATES / "review.html").read_text(encoding="utf-8")
    parts = {
        "css": css,
        "title": escape(f"Review: {answer.file or 'recorded games'}"),
        "about": escape(f"Rules {answer.rules}; rollouts against {against_words(answer)}; {answer.games} games."),
        "players": "".join(f"<p>{escape(player_sentence(each))}</p>" for each in answer.players),
        "largest": _largest(answer),
        "kinds": _kinds(answer),
        "choices": "".join(_choice(number, each) for number, each in enumerate(answer.choices)),
        "luck": f"<p>{escape(luck_sentence(answer))}</p>{_games(answer)}",
    }
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    return frame


def _largest(answer: ReviewAnswer) -> str:
    items = [
        f'<li><a href="#c{number}">{escape(mistake_sentence(answer.choices[number]))}</a></li>'
        for number in answer.largest
    ]
    return f"<ol>{''.join(items)}</ol>" if items else "<p>No clear mistake was found.</p>"


def _row(*cells: str, tag: str = "td") -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _kinds(answer: ReviewAnswer) -> str:
    rows = [_row("Player", "Kind", "Real choices", "Clear mistakes", "Units lost", tag="th")]
    for each in answer.players:
        rows += [
            _row(each.player, kind.kind, str(kind.choices), str(kind.mistakes), pair(kind.lost))
            for kind in each.kinds
            if kind.choices or kind.mistakes
        ]
        rows.append(_row(each.player, "all", str(each.choices), str(each.mistakes), pair(each.lost)))
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _games(answer: ReviewAnswer) -> str:
    rows = [
        _row("Game", "Player", "Result", "Deal", "Stock", "Others' cards", "Luck-adjusted", "Lost by choices", tag="th")
    ]
    for each in answer.reviewed_games:
        numbers = (each.result, each.deal, each.stock, each.others, each.adjusted, each.lost)
        rows.append(_row(str(each.game), each.player, *(f"{number:.2f}" for number in numbers)))
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _choice(number: int, each: ReviewedChoice) -> str:
    """One choice, with what the page's script filters by."""
    better = "nothing looks better" if each.best == each.action else f"better: {each.best}, by {pair(each.lost)} units"
    lines = [
        f"<h3>Game {each.game}, move {each.move}: {escape(each.player)} · {each.kind} · {each.verdict}</h3>",
        *(f"<p>{escape(line)}</p>" for line in position_words(each.position)),
        f"<p><b>{escape(each.action)}</b>; {escape(better)}.</p>",
    ]
    if each.fields:
        lines.append(f"<p>{escape(mistake_sentence(each))}</p>")
    lost = each.lost.mean or 0.0
    data = f'data-lost="{lost:.4f}" data-verdict="{each.verdict}" data-player="{escape(each.player, quote=True)}"'
    return f'<article id="c{number}" tabindex="-1" {data}>{"".join(lines)}</article>\n'
