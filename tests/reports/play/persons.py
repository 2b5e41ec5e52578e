"""A person for tests: types what a function says, and remembers what was on the screen."""

import io
import random
import re
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from typing import Any

from reports.play.session import Session, Table
from reports.play.talk import Complete, Talk
from reports.text.faces import Faces
from reports.text.terminal import safe
from tests.table.people import a_match, legal_events, order_of
from tongits_sim.table.live_match import LiveMatch

CARD = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]|X[12]")


class Person(Talk):
    """Answers with what `types` says; `screens` holds what was printed before each answer."""

    def __init__(
        self, types: Callable[[str, str], str | None], plain: bool = False, size: tuple[int, int] = (80, 24)
    ) -> None:
        super().__init__(plain)
        self.redraws = not plain
        self.types = types
        self.screens: list[str] = []
        self.prompts: list[str] = []
        self._size = size
        self._printed = io.StringIO()

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def clear(self) -> None:
        self._printed = io.StringIO()

    def say(self, *lines: str) -> None:
        with redirect_stdout(self._printed):
            super().say(*lines)

    def quote(self, *lines: str) -> None:
        with redirect_stdout(self._printed):
            super().quote(*lines)

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        self.screens.append(self._printed.getvalue())
        self.prompts.append(prompt)
        typed = self.types(self.screens[-1], prompt)
        if typed is None:
            raise EOFError
        self._printed.write(f"{prompt}{safe(typed)}\n")
        return typed

    @property
    def all(self) -> str:
        return "\n".join([*self.screens, self._printed.getvalue()])


def by_chance(match: LiveMatch, chance: random.Random, games: int = 1) -> Callable[[str, str], str | None]:
    played = [0]

    def types(_screen: str, prompt: str) -> str | None:
        if prompt.startswith("Next game"):
            played[0] += 1
            return "" if played[0] < games else "quit"
        if "y/N" in prompt:
            return "y"
        events = legal_events(match)
        calm = [event for event in events if event["act"] != "call"] or events
        return order_of(chance.choice(calm))

    return types


def scripted(*lines: str) -> Callable[[str, str], str | None]:
    left = list(lines)
    return lambda _screen, _prompt: left.pop(0) if left else None


def a_table(match: LiveMatch, person: Person, faces: str = "signs", **more: Any) -> Table:
    return Table(match, person, Faces(faces), **more)


def sit_down(*lines: str, rules: str = "pagat", seed: int = 1, **more: Any) -> tuple[Person, Session]:
    person = Person(scripted(*lines))
    session = Session(a_table(a_match(rules, seed=seed), person, **more))
    with suppress(EOFError):
        session.play()
    return person, session
