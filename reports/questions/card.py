"""Shows the pocket card on a page: when to call, challenge and lay the first meld, and the cost of the card."""

from __future__ import annotations

from analyses.answers.card import CardAnswer
from analyses.words import Finding, Screen, Table
from reports.text.card import sheet


def title(answer: CardAnswer) -> str:
    return "The pocket card"


def screen(answer: CardAnswer) -> Screen:
    beside = ", ".join(answer.tables)
    heading = f"{answer.rules} · {answer.player} beside {beside} · {answer.games:,} games · seed {answer.seed}"
    return Screen(heading, sheet(answer).cost, tables(answer), sheet(answer).small)


def command_line(answer: CardAnswer) -> str:
    return f"tongits card {answer.rules_option} --games {answer.games} --deals {answer.deals}"


def tables(answer: CardAnswer) -> list[Table]:
    card = sheet(answer)
    rows = [[part.name if place == 0 else "", line] for part in card.parts for place, line in enumerate(part.lines)]
    return [Table("card", card.title, ["", ""], rows, text=2, note=f"{card.cost} {' '.join(card.small)}")]


def findings(answer: CardAnswer) -> list[Finding]:
    """The card is its own figure."""
    return []
