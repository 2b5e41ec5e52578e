"""The facts that the book asks about a position are those that its bot sees, in games of several rule sets."""

import random

import pytest

from analyses.book.at_position import book_line, book_order, facts_of
from analyses.book.words import limit_text
from strategies.book.hooks import facts_of as seen_by_the_bot
from strategies.book.limits import Decision
from strategies.book.shipped import PRESETS, read
from strategies.registry import load_players
from tests.table.games import house
from tongits_sim.records.write import play_records
from tongits_sim.table.position import Position, position_of
from tongits_sim.table.recorded import board_at, choices_of

DECISION: dict[str, Decision] = {"call": "call", "respond": "challenge", "lay": "lay"}


@pytest.mark.parametrize("rules", ["pagat", "sjs", "wikipedia", "rulesofcards", "pagat+joker"])
def test_a_position_has_the_facts_that_the_bot_sees(rules: str) -> None:
    checked: dict[Decision, int] = dict.fromkeys(DECISION.values(), 0)
    for record in play_records(house(rules), load_players("expert,greedy,caller"), 12, 5):
        for choice in choices_of(record):
            decision = DECISION.get(choice.position.decision)
            if decision is None:
                continue
            board = board_at(record, choice.move, choice.position.decision)
            facts = facts_of(position_of(board, house(rules)))
            seen = seen_by_the_bot(board.view, decision)
            if rules != "wikipedia":  # there a responder knows the other answer, and the book does not ask for it
                assert facts.rivals == seen.rivals
            assert (facts.cards, facts.thrown, facts.count) == (seen.cards, seen.thrown, seen.count)
            assert facts.expected == seen.expected
            checked[decision] += 1
    assert checked["call"] > 5


def some_position(decision: str) -> Position:
    for record in play_records(house("pagat"), load_players("expert,greedy,caller"), 40, 6):
        found = [choice.position for choice in choices_of(record) if choice.position.decision == decision]
        if found:
            return random.Random(1).choice(found)
    raise AssertionError(decision)


def test_a_line_of_the_book_names_the_limit_and_the_count() -> None:
    book = read(PRESETS / "pagat.json")
    called = some_position("respond")
    text = book_line(book, called, ["challenge", "fold"])
    assert text.startswith(("The book: challenge (the caller holds", "The book: fold (the caller holds"))
    assert f"you count {called.shown}" in text
    answer = book.answer("challenge", "strong", facts_of(called))
    other = "fold" if answer else "challenge"
    assert book_line(book, called, ["challenge", "fold"], other).endswith("; here not.")
    limit = book.limit("challenge", "strong", facts_of(called))
    assert limit is not None
    cards = "1 card" if facts_of(called).cards == 1 else f"{facts_of(called).cards} cards"
    orders = {"never": "do not challenge", "any": "challenge with any count"}
    asked = orders.get(limit_text(limit), f"challenge with at most {limit_text(limit)}")
    assert book_order(book, called, ["challenge", "fold"]) == f"if the caller holds {cards}, {asked}"
    discard = some_position("discard")
    assert (book_line(book, discard, ["discard"]), book_order(book, discard, ["discard"])) == ("", "")
