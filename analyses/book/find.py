"""Finds the book of a rule set: it comes with the program, lies in the cache, or is made at the first ask."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategies.book.limits import Book
from strategies.book.shipped import read, shipped
from tongits_sim.run.answers import AnswerError

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

_FOLDER = "books"


def book_of(rules: RuleSet, told: Callable[[str], None] = lambda text: None) -> Book:
    """The book of a rule set.

    Args:
        told: hears about each step if the book has to be made.
    """
    return known(rules) or _made(rules, told)


def known(rules: RuleSet) -> Book | None:
    """The book of a rule set if it need not be made: it comes with the program or was made before."""
    return shipped(rules) or _cached(rules)


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
    """Digest of what decides the games of a book: the engine, the bots, their trees, the form. Sixteen hex digits."""
    from analyses.book import fit, make
    from analyses.opponents import OWN
    from tongits_sim.experiments.samples import SampleJob
    from tongits_sim.players import load_player
    from tongits_sim.rules import load

    players = [load_player(bot) for bot in (OWN, *make.BOTS.values())]
    job = SampleJob(load("pagat"), (players[0],) * 3)
    digest = hashlib.sha256(job.program().encode())
    for player in players:
        digest.update(player.digest().encode())
    for path in (Path(make.__file__), Path(fit.__file__), fit.FORMS):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cached(rules: RuleSet) -> Book | None:
    try:
        return read(_place(rules))
    except (OSError, ValueError, AnswerError):  # no book there, or the half of one
        return None


def _made(rules: RuleSet, told: Callable[[str], None]) -> Book:
    from analyses.book.make import make

    book = make(rules, told=told)
    place = _place(rules)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_suffix(".new")
        beside.write_text(text_of(book), encoding="utf-8")
        beside.replace(place)
    except OSError:
        told("The book cannot be kept, so it is made again at the next ask.")
    return book


def _place(rules: RuleSet) -> Path:
    from tongits_sim.compile.cache_dirs import cache_base

    return cache_base() / _FOLDER / f"{rules.digest()}-{program()}.json"
