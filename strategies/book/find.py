"""Finds the book of a rule set: shipped with the program, read from the cache, or made when it is first needed."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategies.book.limits import Book
from strategies.book.shipped import read, shipped
from tongits_sim.run.answers import AnswerError
from tongits_sim.run.compiling import silent

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

_FOLDER = "books"
_MAKERS = (
    "make.py",
    "tables.py",
    "margin.py",
    "fork_gains.py",
    "book_form.py",
    "forms.toml",
    "grid.py",
    "standing.py",
    "fit.py",
    "limits.py",
)
"""The files that decide the numbers of a book."""


_UNWRITTEN: dict[str, Book] = {}
"""Books that this process made and could not keep, by the digest of their rules."""


def book_of(rules: RuleSet, notice: Notice = silent) -> Book:
    """The book of a rule set: shipped, from the cache, or made now.

    Args:
        rules: the house rules.
        notice: called with a sentence if the book has to be made.
    """
    return known(rules) or _made(rules, notice)


def known(rules: RuleSet) -> Book | None:
    """The book of a rule set if it need not be made: it comes with the program or was made before."""
    return shipped(rules) or _cached(rules) or _UNWRITTEN.get(rules.digest())


def text_of(book: Book) -> str:
    """A book as JSON, a line for each row, so that changes can be read."""
    document = book.to_dict()
    lines = [f' "{key}": {_lines(value)}' for key, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(value: Any) -> str:
    def short(part: Any) -> str:
        return json.dumps(part, separators=(",", ":"))

    if isinstance(value, dict) and "rows" in value:
        rows = ",\n  ".join(short(row) for row in value["rows"])
        head = {key: part for key, part in value.items() if key != "rows"}
        return f'{short(head)[:-1]},"rows":[\n  {rows}]}}'
    if isinstance(value, list):
        return "[\n  " + ",\n  ".join(short(part) for part in value) + "]"
    return short(value)


@functools.cache
def program() -> str:
    """Digest of everything that decides the games of a book: engine, bots, trees, form. Sixteen hex digits."""
    from strategies.book.tables import BOTS, OWN
    from tongits_sim.experiments.samples import SampleJob
    from tongits_sim.players import load_player
    from tongits_sim.rules import load

    players = [load_player(bot) for bot in (OWN, *BOTS.values())]
    job = SampleJob(load("pagat"), (players[0],) * 3)
    digest = hashlib.sha256(job.program().encode())
    for player in players:
        digest.update(player.digest().encode())
    for name in _MAKERS:
        digest.update(Path(__file__).with_name(name).read_bytes())
    return digest.hexdigest()[:16]


def _cached(rules: RuleSet) -> Book | None:
    try:
        return read(_place(rules))
    except (OSError, ValueError, AnswerError):  # no book, or an incomplete file
        return None


def _made(rules: RuleSet, notice: Notice) -> Book:
    from strategies.book.make import make

    book = make(rules, told=lambda text: notice(f"{text} ...\n"))
    place = _place(rules)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_suffix(".new")
        beside.write_text(text_of(book), encoding="utf-8")
        beside.replace(place)
    except OSError:
        _UNWRITTEN[rules.digest()] = book
        notice("The book cannot be kept, so the next program makes it again.\n")
    return book


def _place(rules: RuleSet) -> Path:
    from tongits_sim.compile.cache_dirs import cache_base

    return cache_base() / _FOLDER / f"{rules.digest()}-{program()}.json"
