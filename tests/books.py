"""Books of few games, for tests in which a bot goes by the book of any rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from strategies.book import find
from strategies.book.limits import Book
from strategies.book.make import make
from tongits_sim.rules import RuleSet

GAMES = 200


@contextmanager
def small_books() -> Iterator[dict[str, Book]]:
    """Inside, books of own rules are made of few games, and kept in the yielded dict, by the digest of the rules."""
    made: dict[str, Book] = {}

    def make_small(rules: RuleSet, notice: object) -> Book:
        return made.setdefault(rules.digest(), make(rules, games=GAMES, deals=0))

    with patch.object(find, "_cached", lambda rules: made.get(rules.digest())), patch.object(find, "_made", make_small):
        yield made
