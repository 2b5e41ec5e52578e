"""The first screen: a question in a player's words, the answer in a sentence, and its uncertainty."""

from __future__ import annotations

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
    "payouts": DESIGNER,
    "whatif": DESIGNER,
    "luck": DESIGNER,
}
"""The reader of each question, in the order of the page; all others are for people who compare bots."""


def reader(answer: Document) -> str:
    """The reader an answer is for."""
    return READERS.get(get(answer, "question", ""), BOTS)


def place(answer: Document) -> tuple[int, int]:
    """The position of an answer on the page: section, then order within it."""
    order = list(READERS)
    question = get(answer, "question", "")
    section = (PLAYER, DESIGNER, BOTS).index(reader(answer))
    return section, order.index(question) if question in order else len(order)


def advice(answer: Document) -> list[Advice]:
    """The advice of an answer; its headline if its question has none."""
    question = words(answer)
    if hasattr(question, "advice"):
        items: list[Advice] = question.advice(answer)
        return items
    asks = get(answer, "asks") or str(get(answer, "question") or get(answer, "command")).capitalize()
    return [Advice(asks, question.headline(answer))]
