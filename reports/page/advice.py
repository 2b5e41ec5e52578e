"""The first screen: a question in a player's words, the answer in a sentence, and its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.question import Reader
from analyses.registry import presented
from analyses.words import Advice
from reports.questions import Document, game_of, get, name_of, words

READERS: tuple[Reader, ...] = ("player", "designer", "bots")
"""Readers of an answer, in the order of a page: players at the table, designers of house rules, people who compare
bots.
"""
PLAYER, DESIGNER, BOTS = READERS
COMMANDS: dict[str, tuple[Reader, int]] = {
    "card": ("player", 10),
    "whatif": ("designer", 130),
    "tournament": ("designer", 150),
}
"""Reader and place of the answers of commands, as `Question` has them; all others are for people who compare bots."""


def reader(answer: Document, page: Sequence[Document] = ()) -> Reader:
    """The reader an answer is for, on a page of these answers.

    Where the page gives advice against unknown people, advice against particular bots is for those who compare bots: a
    player gets one advice, not two.
    """
    return "bots" if superseded(answer, page) else _reader_and_place(answer)[0]


def _reader_and_place(answer: Document) -> tuple[Reader, int]:
    """The reader and the place of an answer, from its question or command."""
    name = name_of(answer)
    question = presented(name, game_of(answer))
    return COMMANDS.get(name, ("bots", 1000)) if question is None else (question.reader, question.place)


def superseded(answer: Document, page: Sequence[Document]) -> bool:
    """Whether an answer is about particular bots, and another on the page answers it for the strongest one."""
    question = get(answer, "question")
    if question is None or get(answer, "against") is not None:
        return False
    if _on_a_card(answer, page):
        return True
    return any(get(other, "question") == question and get(other, "against") is not None for other in page)


def _on_a_card(answer: Document, page: Sequence[Document]) -> bool:
    """Whether a card on the page answers the same question."""
    question = get(answer, "question")
    return question in ("calls", "challenges") and any(get(other, "command") == "card" for other in page)


def place(answer: Document, page: Sequence[Document] = ()) -> tuple[int, int]:
    """The position of an answer on a page of these answers: section, then order within it."""
    return READERS.index(reader(answer, page)), _reader_and_place(answer)[1]


def advice(answer: Document, page: Sequence[Document] = ()) -> list[Advice]:
    """The advice of an answer on a page of these answers; its headline if its question has none. Empty where a card on
    the page gives the same advice.
    """
    if get(answer, "against") is not None and _on_a_card(answer, page):
        return []  # the card is the short form of its chart
    if superseded(answer, page):
        return [
            each._replace(asks=f"Against these bots: {each.asks[:1].lower()}{each.asks[1:]}") for each in advice(answer)
        ]
    question = words(answer)
    if hasattr(question, "advice"):
        items: list[Advice] = question.advice(answer)
        return items
    asks = get(answer, "asks") or str(get(answer, "question") or get(answer, "command")).capitalize()
    return [Advice(asks, question.headline(answer))]
