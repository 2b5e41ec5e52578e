"""The book of a preset comes with the program; that of other rules is made once and kept."""

from pathlib import Path
from typing import Any

import pytest

from strategies.book import find, make
from strategies.book.find import book_of, known, text_of
from strategies.book.limits import Book
from strategies.book.shipped import PRESETS, read, shipped
from strategies.book.tables import BOTS
from tongits_sim.rules import RuleSet, load, preset_names


@pytest.mark.parametrize("name", [*preset_names(), "pagat+joker"])
def test_every_preset_has_its_book(name: str, tmp_path: Path) -> None:
    book = shipped(load(name))
    assert book is not None
    assert book.digest == load(name).digest()
    assert {price.table for price in book.price} == set(BOTS)
    file = tmp_path / "book.json"
    file.write_text(text_of(book), encoding="utf-8")
    assert read(file) == book == read(PRESETS / f"{name}.json")


def test_other_rules_get_a_book_at_the_first_ask_and_keep_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(find, "_place", lambda rules: tmp_path / "books" / f"{rules.digest()}.json")
    own = load("pagat", ["pay.fold=2"])
    asked = list[RuleSet]()

    def few(rules: RuleSet, told: Any = None) -> Book:
        asked.append(rules)
        return made(rules, games=300, deals=0)

    made = make.make
    monkeypatch.setattr(make, "make", few)
    assert known(own) is None
    book = book_of(own)
    assert (book.digest, book.made.games) == (own.digest(), 300)
    assert book_of(own) == book == known(own)
    assert asked == [own]
    file = tmp_path / "books" / f"{own.digest()}.json"
    file.write_text(file.read_text(encoding="utf-8")[:100], encoding="utf-8")  # as after a full disk
    assert known(own) is None


def test_a_book_is_the_same_for_the_same_seed() -> None:
    one, other = (make.make(load("pagat"), "pagat", games=400, deals=0, seed=seed) for seed in (3, 3))
    assert one.call == other.call
    assert one.challenge == other.challenge
    assert one.call != make.make(load("pagat"), "pagat", games=400, deals=0, seed=4).call
