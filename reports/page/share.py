"""A picture of a hand to send: the choice, its cost, and the line of the book."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from analyses.money import terms, unit_name
from reports.page.felt import Felt, Seat, felt_of
from reports.page.picture import Picture, image, svg
from reports.page.review import Action, actions_of, book_says
from reports.text.deeds import did
from reports.text.faces import Faces
from reports.text.review import cost
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import replace_file

if TYPE_CHECKING:
    from analyses.answers.review import ReviewAnswer, ReviewedChoice
    from tongits_sim.records.schema import Record

FORMS = (".png", ".svg", ".pdf")
SIDE = 1080
INCHES = 3.6
"""At 300 dots an inch a PNG has as many pixels as the picture has units."""
_LEFT, _RIGHT = 60, 1020
_APART = 0.78
"""Distance of the cards of a long hand, as a share of their width."""


class ShareError(TongitsError):
    """A hand cannot be drawn."""


def check_path(path: Path) -> None:
    """Check the file name of a picture. Raises ShareError."""
    if path.suffix.lower() not in FORMS:
        raise ShareError(f"a hand is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, not as {path.name!r}")


def place_of(text: str) -> tuple[int, int]:
    """Game and move of `GAME.MOVE`. Raises ShareError."""
    game, dot, move = text.partition(".")
    if not (dot and game.isdigit() and move.isdigit()):
        raise ShareError(f"--share takes GAME.MOVE, such as 4.11, not {text!r}")
    return int(game), int(move)


def seats_at(record: Record, move: int) -> tuple[int, ...]:
    """The seat whose choice is at a move, from 1. Raises ShareError."""
    events = record["events"]
    if not 1 <= move <= len(events):
        raise ShareError(f"there is no move {move} in this game: it has {len(events)}")
    return (int(events[move - 1]["seat"]),)


def choice_at(answer: ReviewAnswer, game: int, move: int) -> ReviewedChoice:
    """The reviewed choice at a move. Raises ShareError."""
    found = next((choice for choice in answer.choices if (choice.game, choice.move) == (game, move)), None)
    if found is None:
        here = [choice.move for choice in answer.choices if choice.game == game]
        hint = f"; choices of game {game}: {', '.join(map(str, here[:12]))}" if here else ""
        raise ShareError(f"there is no choice at move {move} of game {game}{hint}")
    return found


def write(choice: ReviewedChoice, answer: ReviewAnswer, path: Path) -> None:
    """Raises ShareError for a name that fits no form, StoreError if the file cannot be written."""
    check_path(path)
    drawn = picture(choice, answer)
    form = path.suffix.lower()
    replace_file(path, svg(drawn).encode() if form == ".svg" else image(drawn, form[1:], INCHES))


def picture(choice: ReviewedChoice, answer: ReviewAnswer) -> Picture:
    """A square picture of a choice."""
    felt = felt_of(choice.position)
    action = Faces().in_text(did(choice.action))
    drawn = Picture(SIDE, SIDE, f"I {action}. {_price(choice)}")
    drawn.box(0, 0, SIDE, SIDE, "green")
    drawn.words(_LEFT, 82, "TONGITS", 34, "on-soft", bold=True, spacing=8)
    money = terms().money
    stake = "" if money is None else f" · {money.text(1, sign=False)} a unit"
    drawn.words(_RIGHT, 82, f"{answer.rules}{stake}", 28, "on-soft", anchor="end", room=600)
    drawn.words(_LEFT, 196, f"I {action}.", 84, "on", bold=True, room=_RIGHT - _LEFT)
    drawn.words(_LEFT, 282, _price(choice), 62, "called", bold=True, room=_RIGHT - _LEFT)
    for place, seat in enumerate(felt.seats):
        _seat(drawn, seat, _LEFT + place * 495)
    _hand(drawn, felt)
    _verdict(drawn, choice)
    return drawn


def _price(choice: ReviewedChoice) -> str:
    if choice.best == choice.action:
        return "Nothing is better."
    return f"It cost {cost(max(choice.cost.mean or 0.0, 0.0))} {unit_name()}."


def _seat(drawn: Picture, seat: Seat, x: float) -> None:
    drawn.box(x, 330, 465, 240, "seat", 24)
    drawn.words(x + 26, 376, seat.name, 30, "on", bold=True, room=200)
    open_melds = bool(seat.melds or seat.hidden)
    said = "called a draw" if seat.called else "open" if open_melds else "not open"
    drawn.words(x + 439, 376, said, 26, "called", bold=True, anchor="end", room=210)
    cards = [card for meld in seat.melds for card in meld]
    if cards:
        step = min(46.0, (413 - 64) / max(len(cards) - 1, 1))
        drawn.cards(x + 26, 396, 64, 88, cards, step)
    drawn.backs(x + 26, 500, 42, 56, seat.cards, min(26.0, 230 / max(seat.cards, 1)))
    drawn.words(x + 439, 538, f"{seat.cards} cards", 26, "on-soft", anchor="end")


def _hand(drawn: Picture, felt: Felt) -> None:
    drawn.words(_LEFT, 628, f"My hand: {felt.count} points", 34, "on", bold=True)
    offer = f"stock {felt.stock}" + (f" · last discard {Faces().card(felt.discard)}" if felt.discard else "")
    drawn.words(_RIGHT, 628, offer, 26, "on-soft", anchor="end", room=480)
    if not felt.hand:
        return
    wide = min(127.0, (_RIGHT - _LEFT) / (_APART * (len(felt.hand) - 1) + 1))  # a long hand in smaller cards
    step = min(119.0, (_RIGHT - _LEFT - wide) / max(len(felt.hand) - 1, 1))
    drawn.cards(_LEFT, 650, wide, 1.386 * wide, felt.hand, step)


def _verdict(drawn: Picture, choice: ReviewedChoice) -> None:
    """The line of the book, or the reason; then the best action and the action taken as bars."""
    why = choice.why.replace("you win", "the better play wins", 1)
    why = f"{why[:1].upper()}{why[1:]}".rstrip(".")
    says = Faces().in_text(book_says(choice) or (f"{why}." if why else ""))
    lines = textwrap.wrap(says, 56)[:2]
    y = 888.0 if len(lines) < 2 else 868.0
    for line in lines:
        drawn.words(_LEFT, y, line, 30, "on", bold=True, room=_RIGHT - _LEFT)
        y += 37
    y = max(y + 5, 930.0)
    bars = [action for action in actions_of(choice) if action.kind in ("best", "you")]
    for action in bars[:2]:
        _bar(drawn, action, y)
        y += 46
    drawn.words(_LEFT, 1052, _measured(choice), 24, "on-soft", room=640)
    drawn.words(_RIGHT, 1052, "tongits review", 26, "on-soft", bold=True, anchor="end")


def _bar(drawn: Picture, action: Action, y: float) -> None:
    wide = _RIGHT - _LEFT
    best = action.kind == "best"
    drawn.box(_LEFT, y - 22, wide, 40, "seat", 10)
    long = wide * (0.88 if best else 0.36)
    drawn.box(_LEFT, y - 22, long, 40, "yes-strong" if best else "called", 10)
    text = Faces().in_text(action.text.removeprefix("you: "))
    drawn.words(_LEFT + 16, y + 9, text, 26, "yes-ink" if best else "called-ink", bold=True, room=long - 32)
    drawn.words(_RIGHT - 16, y + 9, action.value, 26, "on", bold=True, anchor="end")


def _measured(choice: ReviewedChoice) -> str:
    half = choice.cost.half_width
    if half is None or not choice.worlds:
        return ""
    mean = cost(choice.cost.mean or 0.0)
    return f"{mean} ± {cost(half)} {unit_name()}, over {choice.worlds} ways to deal the hidden cards"
