"""The page of `tongits report`: how to play under some house rules, and what they pay.

Limits come from the book of the rules, money from the players named in the command.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import tongits_sim.rules as house
from analyses.answers.whatif import WhatIfAnswer
from analyses.book.screens import headline
from analyses.money import unit_name, worth, worth_of_a_unit
from analyses.presentation import seated
from analyses.questions.discards import DiscardsAnswer
from analyses.questions.payouts import PayoutsAnswer
from analyses.questions.sessions import SessionsAnswer
from analyses.questions.sunog import SunogAnswer
from reports.page import compose, kit
from reports.page.book_sections import call_section, challenge_section, first_meld_section
from reports.page.changes_section import changes_section, deal_order, edge_now
from reports.page.parts import Order, Section, lower_first
from reports.page.people import PEOPLE
from reports.page.played_sections import best_section, discards_section, money_section, sunog_section
from reports.text.card import pocket_card
from tongits_sim.run.answers import mean_of

if TYPE_CHECKING:
    from reports.questions import Document
    from strategies.book.limits import Book, Decision
    from tongits_sim.rules import RuleSet

Kind = TypeVar("Kind")


def report_html(
    documents: Sequence[Document],
    book: Book,
    rules: RuleSet,
    command: str,
    missing: Sequence[str],
    title: str = "",
    full: bool = False,
) -> str:
    """The page.

    Args:
        documents: answers about the rules, of the players named in the command; any may be missing.
        book: the book of the rules.
        rules: the rules.
        command: asks everything again.
        missing: a clause for each question without an answer.
        title: a heading chosen by the user.
        full: fold nothing away.
    """
    card = pocket_card(book, rules)
    sections = [section for section in _sections(documents, book) if section is not None]
    return kit.page(
        "report.html",
        title=" ".join(title.split()) or f"How to play {rules.name}, and what it pays",
        full=full,
        about=card.about,
        money=worth_of_a_unit() or "amounts in units of the stake",
        example=card.example,
        key=card.key,
        short=_short(documents, book),
        who=_who(documents, book),
        sections=sections,
        facts=compose.facts(documents, house),
        missing=missing,
        command=command,
    )


def _first(documents: Iterable[object], kind: type[Kind]) -> Kind | None:
    """The first of the documents that is of a kind."""
    return next((document for document in documents if isinstance(document, kind)), None)


_ORDERS: dict[Decision, str] = {
    "call": "Call by what they hold and threw",
    "challenge": "Answer a call by the caller’s cards",
    "lay": "Your first meld",
}


def _short(documents: Sequence[Document], book: Book) -> list[Order]:
    orders = [Order(order, headline(book, decision)) for decision, order in _ORDERS.items() if book.part(decision).rows]
    sessions = _first(documents, SessionsAnswer)
    if sessions is not None and sessions.worst.bankroll_95.mean is not None:
        worst = sessions.worst
        bring = f"{worth(mean_of(worst.bankroll_95)):,.0f} {unit_name()}"
        orders.append(
            Order(
                "Bring enough",
                f"{bring} last {worst.player} through 19 of 20 evenings of {sessions.session} games.",
            )
        )
    answer = _first(documents, WhatIfAnswer)
    if answer is not None:
        orders += deal_order(answer, edge_now(answer, _first(documents, PayoutsAnswer)))
    return orders


def _who(documents: Sequence[Document], book: Book) -> list[str]:
    answer = _first(documents, SessionsAnswer) or _first(documents, PayoutsAnswer)
    decisions = (
        "Decisions: the strongest player of this program, every choice played to the end both ways in "
        f"{book.made.games:,} games at each table. Strangers play like itself; those who seldom challenge accept fewer "
        "than 1 call in 3."
    )
    texts = [decisions]
    if answer is not None:
        names = [bot.player for bot in answer.bots]
        says = {bot.player: lower_first(bot.summary.rstrip(".")) for bot in answer.bots}
        says |= {name: person.does for name, person in PEOPLE.items()}
        texts.append("Money: " + "; ".join(f"{name} ({says[name]})" for name in dict.fromkeys(names)) + ".")
    discards = _first(documents, DiscardsAnswer)
    if discards is not None and (answer is None or discards.players != answer.players):
        texts.append(f"Discards: {seated(discards.players)}.")
    return [*texts, "± is half a 95 % interval."]


def _sections(documents: Sequence[Document], book: Book) -> Iterable[Section | None]:
    whose = _whose(documents)
    yield call_section(book, whose)
    yield challenge_section(book, whose)
    yield first_meld_section(book, whose)
    yield sunog_section(_first(documents, SunogAnswer))
    yield discards_section(_first(documents, DiscardsAnswer))
    yield money_section(_first(documents, PayoutsAnswer), _first(documents, SessionsAnswer))
    yield changes_section(_first(documents, WhatIfAnswer), _first(documents, PayoutsAnswer))
    yield best_section(_first(documents, SessionsAnswer))


def _whose(documents: Sequence[Document]) -> str:
    """Whose numbers the sections of the book show: not those of the players named in the command."""
    answer = _first(documents, SessionsAnswer) or _first(documents, PayoutsAnswer)
    others = "" if answer is None else f", not from games of {seated(answer.players)}"
    return f"From the book of the rules{others}."
