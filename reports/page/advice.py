"""The first screen: a question as a player would put it, the answer in a sentence, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reports.text.numbers import amount, decimals, half_width

Document = Mapping[str, Any]

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


class Advice(NamedTuple):
    """An answer: what was asked, what to do or what is so, and how sure that is, each in plain words."""

    asks: str
    says: str
    sure: str = ""


def reader(document: Document) -> str:
    """Whom a document is for."""
    return READERS.get(document.get("question", ""), BOTS)


def place(document: Document) -> tuple[int, int]:
    """Where a document stands on the page."""
    order = list(READERS)
    question = document.get("question", "")
    section = (PLAYER, DESIGNER, BOTS).index(reader(document))
    return section, order.index(question) if question in order else len(order)


def advice(document: Document) -> list[Advice]:
    """What a document says first."""
    from reports.page.findings import headline
    from reports.questions import words

    if "question" not in document:
        return [_best(document, headline(document))]
    shown = words(document)
    if hasattr(shown, "advice"):
        found: list[Advice] = shown.advice(document)
        return found
    return [Advice(document.get("asks", document["question"].capitalize()), shown.answer(document))]


def _best(document: Document, told: str) -> Advice:
    """Who earns most, without the intervals where all is certain."""
    asks = "Which bot earns most?"
    best, *others = document["ranking"]
    mine = [row for row in document["pairs"] if best["player"] in (row["a"], row["b"])]
    if not mine or any(row["verdict"] == "inconclusive" for row in mine):
        return Advice(asks, told)
    closest = next(row for row in mine if others[0]["player"] in (row["a"], row["b"]))
    sign = 1 if closest["a"] == best["player"] else -1
    limits = sorted(sign * limit for limit in closest["ci95"])
    lead = units(sign * closest["diff"], limits)
    earns = units(best["payout_mean"], best["payout_ci95"])
    says = (
        f"{best['player']}: {earns.split(' (')[0]} a game, {lead.split(' (')[0].lstrip('+')} more than "
        f"{others[0]['player']}, the next."
    )
    return Advice(asks, says, f"It earns {earns} a game; its lead is {lead}. The same deals for all, in every seating.")


def units(value: float, limits: Sequence[float] | None) -> str:
    """An amount and its interval, to two decimals at most: `+0.24 units (95 % interval +0.16 to +0.32)`.

    >>> units(0.2412, [0.161, 0.321])
    '+0.24 units (95 % interval +0.16 to +0.32)'
    """
    width = half_width(limits)
    digits = min(2, decimals(width / 10)) if width else 2
    if limits is None:
        return f"{amount(value, digits)} units"
    return f"{amount(value, digits)} units (95 % interval {amount(limits[0], digits)} to {amount(limits[1], digits)})"


def per_cent(share: float, limits: Sequence[float] | None) -> str:
    """A share and its interval, to a tenth of a per cent at most: `67 % (95 % interval 66 % to 68 %)`.

    >>> per_cent(0.6661, [0.66, 0.672])
    '66.6 % (95 % interval 66.0 % to 67.2 %)'
    """
    width = half_width(limits)
    digits = 0 if width is not None and width > 0.01 else 1
    told = f"{100 * share:.{digits}f} %"
    if limits is None:
        return told
    return f"{told} (95 % interval {100 * limits[0]:.{digits}f} % to {100 * limits[1]:.{digits}f} %)"
