"""A quiz at the terminal: a position, its choices, and after the answer the value of each."""

from __future__ import annotations

import datetime as dt
import random
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from analyses.quiz import QuizItem
from analyses.words.stake import in_money, worth
from reports.play.boxes import DAYS, Progress
from reports.play.faces import Faces
from reports.play.news import narrate, news_since
from reports.play.screen import COLUMNS, Setting, table_lines, table_sentences
from reports.play.talk import Talk
from reports.text.language import said
from tongits_sim.live.sight import sight_of, told_on


@dataclass
class Score:
    """The score of a round: questions answered, answered right, and units lost by the others."""

    answered: int = 0
    right: int = 0
    lost: float = 0.0


class Trainer:
    """Asks questions.

    Attributes:
        talk: the terminal.
        faces: how cards are written.
        progress: the file of answers; None notes none.
        score: so far.
    """

    def __init__(self, talk: Talk, faces: Faces, progress: Progress | None, today: dt.date) -> None:
        """A trainer.

        Args:
            talk: the terminal.
            faces: how to write cards.
            progress: the file of answers; None notes none.
            today: the date.
        """
        self.talk = talk
        self.faces = faces
        self.progress = progress
        self.today = today
        self.score = Score()

    def ask(self, items: Sequence[QuizItem]) -> None:
        """Ask these questions. Raises EOFError at the end of the input, or when the person stops."""
        for number, item in enumerate(items, start=1):
            texts = [*(choice.text for choice in item.choices), *item.others()]
            order = _shuffle(item.name, len(texts))
            menu = self._menu([self.faces.in_text(texts[choice]) for choice in order])
            self._show(item, number, len(items), len(menu))
            self.talk.say(*menu)
            self._judge(item, order, order[self._read_choice(len(order))], texts)
            if number < len(items):
                self._wait()

    def _menu(self, texts: Sequence[str]) -> list[str]:
        """The actions with their numbers, in as many columns as fit."""
        columns, _ = self.talk.size
        cells = [f"  {place:2}  {said(text)}" for place, text in enumerate(texts, start=1)]
        wide, across = max(map(len, cells)), 1
        if self.faces.style != "words":
            across = max(1, max(min(columns, COLUMNS), 40) // wide)
        down = -(-len(cells) // across)
        rows = (cells[row::down] for row in range(down))
        return ["".join(f"{cell:<{wide}}" for cell in row).rstrip() for row in rows]

    def _show(self, item: QuizItem, number: int, of: int, actions: int) -> None:
        """Show the position as its seat sees it, above so many lines of actions."""
        board = item.board()
        events = told_on(board)
        sight = sight_of(board, events)
        names = tuple(item.game["players"])
        setting = Setting(item.rules, int(item.game["game"]) + 1, names, ("", "", ""))
        news = narrate(events, news_since(events, sight.me), sight.me, self.faces)
        self.talk.clear()
        if self.faces.style == "words":
            self.talk.say(f"Question {number} of {of}.", *table_sentences(sight, setting, self.faces, news))
        else:
            columns, lines = self.talk.size
            room = lines - actions - 1
            self.talk.say(*table_lines(sight, setting, self.faces, news, columns, room))
        self.talk.say(f"Question {number} of {of}: what do you do?")

    def _read_choice(self, number: int) -> int:
        """The person's choice, from 0. Raises EOFError."""
        while True:
            text = self.talk.ask("> ").strip().lower()
            if text.isdecimal() and 1 <= int(text[:4]) <= number:
                return int(text) - 1
            if text in ("q", "quit", "exit"):
                raise EOFError
            self.talk.say(f"Type a number from 1 to {number}, or q to stop.")

    def _judge(self, item: QuizItem, order: Sequence[int], chosen: int, texts: Sequence[str]) -> None:
        """Print whether the answer was right, and the value of each choice."""
        right, best = item.right(chosen), item.choices[0]
        choice = item.choices[min(chosen, len(item.choices) - 1)]
        self.score.answered += 1
        self.score.right += right
        self.score.lost += 0.0 if right else -choice.behind
        valued = chosen < len(item.choices)
        why = (
            f"{choice.text}: {choice.why}" if valued else f"{texts[chosen]} is worth less than all that is listed here."
        )
        cost = f"{'' if valued else 'at least '}{-choice.behind:.2f} units"
        verdict = "Right." if right else f"No, that costs {cost}. {self.faces.in_text(why)}"
        self._say(f"{verdict} {self.faces.in_text(item.advice)} {self.faces.in_text(best.why)}")
        if item.note:
            self._say(self.faces.in_text(item.note))
        for place, number in sorted(enumerate(order, start=1), key=lambda pair: pair[1])[: len(item.choices)]:
            each = item.choices[number]
            ev, low, high = (worth(amount) for amount in (each.ev, each.ev_low, each.ev_high))
            text = f"{self.faces.in_text(each.text)}: {ev:+.2f} ({low:+.2f} to {high:+.2f})"
            self._say(f"  {place}  {text}, wins {100 * each.win:.0f} %")
        if self.progress is not None:
            card = self.progress.answered(item.name, right, self.today)
            days = DAYS[card.box] if right else 1
            self._say(f"It comes back in {days} day{'' if days == 1 else 's'}.")

    def _wait(self) -> None:
        if self.talk.redraws and self.talk.ask("Enter: next question, q: stop > ").strip().lower() in ("q", "quit"):
            raise EOFError

    def _say(self, text: str) -> None:
        columns, _ = self.talk.size
        text = said(in_money(text))
        indent = " " * (len(text) - len(text.lstrip()) + 3) if text.startswith(" ") else ""
        self.talk.say(
            *textwrap.wrap(text, max(min(columns, COLUMNS), 40), subsequent_indent=indent, break_on_hyphens=False)
        )


def _shuffle(name: str, count: int) -> list[int]:
    """The actions of a question in an order that reveals nothing, the same each time."""
    order = list(range(count))
    random.Random(name).shuffle(order)
    return order
