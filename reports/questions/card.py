"""The pocket card on a page: when to call, when to challenge, the first meld, and the cost of following it."""

from __future__ import annotations

from analyses.answers.card import CardAnswer
from analyses.words import Advice, Finding, Table
from reports.text.card import sheet


def title(answer: CardAnswer) -> str:
    """The heading over its numbers."""
    return "The pocket card"


def asked(answer: CardAnswer) -> str:
    """One line about what was played."""
    tables = ", ".join(answer.tables)
    return f"{answer.rules} · {answer.player} beside each table: {tables} · {answer.games:,} games · seed {answer.seed}"


def size(answer: CardAnswer) -> str:
    """How much was played."""
    return f"{answer.games:,} games"


def command_line(answer: CardAnswer) -> str:
    """The command that makes the same card."""
    return f"tongits card {answer.rules_option} --games {answer.games} --deals {answer.deals}"


def headline(answer: CardAnswer) -> str:
    """The cost of the card."""
    return sheet(answer).cost


def sentences(answer: CardAnswer) -> list[str]:
    """What its words mean."""
    return list(sheet(answer).small)


_ASKS = ("When do I call a draw?", "Somebody calls: do I challenge?", "When do I lay my first meld?")


def advice(answer: CardAnswer) -> list[Advice]:
    """Its lines, as answers to questions."""
    card, asks = sheet(answer), dict(zip(("call", "respond", "lay"), _ASKS, strict=True))
    asked = [question for decision, question in asks.items() if answer.of(decision)]
    rules = [Advice(question, "; ".join(part.lines)) for question, part in zip(asked, card.parts, strict=True)]
    return [*rules, *(Advice(f"{part.name.capitalize()}?", part.lines[0]) for part in card.turn)]


def pocket(answer: CardAnswer) -> list[Table]:
    """The card, to print."""
    card = sheet(answer)
    rows = [[part.name if place == 0 else "", line] for part in card.parts for place, line in enumerate(part.lines)]
    return [Table("card", card.title, ["", ""], rows, text=2, note=f"{card.cost} {' '.join(card.small)}")]


tables = pocket


def findings(answer: CardAnswer) -> list[Finding]:
    """None: the card is its own figure."""
    return []
