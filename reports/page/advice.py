"""The first screen: a question as a player would put it, the answer in a sentence, and how sure it is."""

from __future__ import annotations

from reports.page.findings import Advice
from reports.questions import Document, get, words

PLAYER, DESIGNER, BOTS = "player", "designer", "bots"
"""Whom an answer is for: who sits at the table, who sets the house rules, who compares bots."""

READERS = {
    "calls": PLAYER,
    "challenges": PLAYER,
    "sunog": PLAYER,
    "discards": PLAYER,
    "exposure": PLAYER,
    "payouts": DESIGNER,
    "whatif": DESIGNER,
    "luck": DESIGNER,
}
"""The reader of each question, in the order of the page; those not named here are for who compares bots."""


def reader(answer: Document) -> str:
    """Whom an answer is for."""
    return READERS.get(get(answer, "question", ""), BOTS)


def place(answer: Document) -> tuple[int, int]:
    """Where an answer stands on the page."""
    order = list(READERS)
    question = get(answer, "question", "")
    section = (PLAYER, DESIGNER, BOTS).index(reader(answer))
    return section, order.index(question) if question in order else len(order)


def advice(answer: Document) -> list[Advice]:
    """What an answer says first."""
    question = words(answer)
    if hasattr(question, "advice"):
        items: list[Advice] = question.advice(answer)
        return items
    asks = get(answer, "asks") or str(get(answer, "question") or get(answer, "command")).capitalize()
    return [Advice(asks, question.headline(answer))]
