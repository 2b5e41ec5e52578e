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


def reader(document: Document) -> str:
    """Whom an answer is for."""
    return READERS.get(get(document, "question", ""), BOTS)


def place(document: Document) -> tuple[int, int]:
    """Where an answer stands on the page."""
    order = list(READERS)
    question = get(document, "question", "")
    section = (PLAYER, DESIGNER, BOTS).index(reader(document))
    return section, order.index(question) if question in order else len(order)


def advice(document: Document) -> list[Advice]:
    """What an answer says first."""
    shown = words(document)
    if hasattr(shown, "advice"):
        found: list[Advice] = shown.advice(document)
        return found
    asks = get(document, "asks") or str(get(document, "question") or get(document, "command")).capitalize()
    return [Advice(asks, shown.answer(document))]
