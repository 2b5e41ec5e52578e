"""The pocket card on a page: when to call, when to fight, and the cost of following it."""

from __future__ import annotations

import shlex

from analyses.answers.card import CardAnswer
from analyses.words import Advice, Finding, Table
from reports.text.card import sheet
from tongits_sim.run.numbers import known


def title(answer: CardAnswer) -> str:
    """The heading over its numbers."""
    return "The pocket card"


def asked(answer: CardAnswer) -> str:
    """One line about what was played."""
    return f"card · three {answer.player} · rules {answer.rules} · {answer.deals:,} deals · seed {answer.seed}"


def size(answer: CardAnswer) -> str:
    """How much was played."""
    return f"{answer.deals:,} deals"


def command_line(answer: CardAnswer) -> str:
    """The command that makes the same card."""
    played = f"--against {shlex.quote(answer.player)} --games {answer.games} --deals {answer.deals}"
    return f"tongits card {answer.rules_option} {played}"


def headline(answer: CardAnswer) -> str:
    """The cost of the card."""
    return (
        f"Who calls and fights by the card and else plays like {answer.player} loses {_cost(answer)} units a game "
        f"beside two {answer.player}."
    )


def sentences(answer: CardAnswer) -> list[str]:
    """Its other cost, and its limits."""
    return [
        f"Who plays its cards by it too loses {_whole_cost(answer)}.",
        (
            "A row averages over positions that it does not tell apart: where many of them have another answer it says "
            "to ask, and of any position tongits advise says more."
        ),
    ]


def advice(answer: CardAnswer) -> list[Advice]:
    """The rules of thumb, for the first screen."""
    price = f"Following it costs {_cost(answer)} units a game."
    turn = sheet(answer).parts[-1]
    laid = "By your count, and by who has one on the table: see the card."
    first = (
        [Advice("When do I lay my first meld?", laid, f"Playing the cards by it too costs {_whole_cost(answer)}.")]
        if answer.lays
        else []
    )
    return [
        Advice("When do I call a draw?", "By your count, their cards and what they threw: see the card.", price),
        Advice("When do I fight a call?", "By your count, the caller's cards and last discard: see the card.", price),
        *first,
        *(Advice(f"{name}?", says) for name, says in turn.rows),
    ]


def pocket(answer: CardAnswer) -> list[Table]:
    """Calls, fights and the first meld, to print."""
    card = sheet(answer)
    return [
        Table(f"card-{place}", part.heading, list(part.heads), [list(row) for row in part.rows], note=card.small[0])
        for place, part in enumerate(card.parts[:-1])
    ]


tables = pocket


def findings(answer: CardAnswer) -> list[Finding]:
    """None: the card is its own figure."""
    return []


def _whole_cost(answer: CardAnswer) -> str:
    return f"{known(answer.cost_all.mean, answer.cost_all.ci95).lstrip('+')} units a game"


def _cost(answer: CardAnswer) -> str:
    return known(answer.cost.mean, answer.cost.ci95).lstrip("+")
