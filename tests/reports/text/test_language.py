import itertools
import random
import re
from contextlib import suppress

import pytest

from analyses.book.words import line
from reports.play.matches import Quit
from reports.play.orders import _SIDES as SIDES
from reports.play.orders import WORDS as ORDERS
from reports.play.session import Session
from reports.text.language import LANGUAGES, book, language_of, speaking, usual_language
from strategies.book.limits import HABITS, Decision, Facts
from strategies.book.shipped import PRESETS, read
from tests.playing import command
from tests.reports.play.persons import Person, a_table, by_chance
from tests.table.people import a_match

ENGLISH = re.compile(r"\b(the|you|your|with|is|are|and|of|discards|takes|draws|lays|card)\b")
OTHERS = [name for name in LANGUAGES if name != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_is_told_and_played_in_it(language: str) -> None:
    match = a_match("pagat", games=2)
    orders = iter(["tulong", "why", "nonsense", "iskor", "tinapon", "bawi", "lihim", "sapaw X1"])
    play = by_chance(match, random.Random(5), 2)

    def types(screen: str, prompt: str) -> str | None:
        return next(orders, None) or play(screen, prompt) if prompt == "> " else play(screen, prompt)

    with speaking(language):
        person = Person(types, plain=True)
        with suppress(Quit):
            Session(a_table(match, person, "words")).play()
    told = person.all.splitlines()
    assert len(told) > 100
    assert not [line for line in told if ENGLISH.search(line)]


@pytest.mark.parametrize("language", OTHERS)
def test_words_for_orders_mean_orders(language: str) -> None:
    assert set(book(language).orders.values()) <= {*ORDERS, *SIDES}
    assert not set(book(language).orders) & {*ORDERS, *SIDES}


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert usual_language() == "en"
    for text, language in (("fil_PH.UTF-8", "tl"), ("tl", "tl"), ("en_US.UTF-8", "en"), ("C", "en")):
        monkeypatch.setenv("LANG", text)
        assert usual_language() == language
    assert language_of("fr") == ""
    code, _, err = command("advise", "--hand", "7h", "--lang", "fr")
    assert code == 2
    assert "choose en or tl" in " ".join(err.split())


@pytest.mark.parametrize("rules", sorted(path.stem for path in PRESETS.glob("*.json")))
@pytest.mark.parametrize("language", OTHERS)
def test_the_line_of_the_book_is_said_in_it(language: str, rules: str) -> None:
    of_rules = read(PRESETS / f"{rules}.json")
    decisions: tuple[Decision, ...] = ("call", "challenge", "lay")
    places = itertools.product((0, 1, 2), (1, 5, 9, 13), (1, 7, 10), (0, 20, 70))
    facts = [Facts(rivals, cards, thrown, count, 45) for rivals, cards, thrown, count in places]
    says = {line(of_rules, *asked) for asked in itertools.product(decisions, facts, HABITS)} - {""}
    assert says
    missed: list[str] = []
    for text in says:
        for shown in (f"The book: {text}.", f"The book says {text}; here not."):
            book(language).translate(shown, missed.append)
    ranks = r"\b(A|\d+)–(\d+|K)\b"
    assert not [part for part in missed if re.search(r"[a-z]", re.sub(ranks, "", part))]
