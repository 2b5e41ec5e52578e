"""The first screen: a question in a player's words, the answer in a sentence, and its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence

from reports.page.findings import Advice
from reports.questions import Document, get, words

PLAYER, DESIGNER, BOTS = "player", "designer", "bots"
"""Readers of an answer: players at the table, designers of house rules, people who compare bots."""

READERS = {
    "calls": PLAYER,
    "challenges": PLAYER,
    "sunog": PLAYER,
    "discards": PLAYER,
    "exposure": PLAYER,
    "styles": PLAYER,
    "claims": PLAYER,
    "knowing": PLAYER,
    "sessions": PLAYER,
    "payouts": DESIGNER,
    "fees": DESIGNER,
    "whatif": DESIGNER,
    "luck": DESIGNER,
    "tournament": DESIGNER,
}
"""The reader of each question, in the order of the page; all others are for people who compare bots."""


def reader(answer: Document, page: Sequence[Document] = ()) -> str:
    """The reader an answer is for, on a page of these answers.

    Where the page says what to do against people one does not know, what is best against particular bots is for those
    who compare bots: a player is not told two things at once.
    """
    if superseded(answer, page):
        return BOTS
    return READERS.get(get(answer, "question", ""), BOTS)


def superseded(answer: Document, page: Sequence[Document]) -> bool:
    """Whether an answer is about particular bots, and another one on the page asks the same of a solved player."""
    question = get(answer, "question")
    if question is None or get(answer, "against") is not None:
        return False
    return any(get(other, "question") == question and get(other, "against") is not None for other in page)


def place(answer: Document, page: Sequence[Document] = ()) -> tuple[int, int]:
    """The position of an answer on a page of these answers: section, then order within it."""
    order = list(READERS)
    question = get(answer, "question", "")
    section = (PLAYER, DESIGNER, BOTS).index(reader(answer, page))
    return section, order.index(question) if question in order else len(order)


def advice(answer: Document, page: Sequence[Document] = ()) -> list[Advice]:
    """The advice of an answer on a page of these answers; its headline if its question has none."""
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
