"""The page of `tongits mahjong report`: what goes onto it, set by the parts that know no game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mahjong_sim.analyses.answers import QuestionAnswer
from mahjong_sim.questions import parts, words
from reports.page.appendix import Appendix
from reports.page.compose import HOW_TO_READ, Answer, Exhibit, Numbers, Page, Section
from reports.page.findings import Advice
from reports.page.render import page_html, write_pages
from reports.page.tables import Table

READERS = {
    "table": ("At the table", ("claims", "discards", "open", "hands")),
    "money": ("For whoever sets the house rules", ("mano", "payouts", "whatif")),
    "bots": ("The bots compared", ("simulate", "compare")),
}
"""Sections: their titles and questions."""
WORDS = {
    "table": [
        ("tiles from waiting", "how many tiles a hand lacks until one more would complete it"),
        ("chow, pung, kang", "a run of three; three and four equal tiles"),
        ("bahay", "a meld: five of them and a pair win"),
        ("siete pares", "seven pairs and a pung"),
    ],
    "money": [
        ("mano", "the dealer, who has the seventeenth tile and begins"),
        ("bunot", "a win by draw: all pay double"),
        ("jai alai", "a pot that the first with enough markers takes"),
    ],
    "bots": [("mano", "the dealer"), ("bunot", "a win by draw: all pay double")],
}


def page_of(answers: Sequence[QuestionAnswer], name: str = "") -> Page:
    """The page of some answers, in their order; `name` is its heading, if it has one of its own."""
    keys = {id(answer): f"run-{number}" for number, answer in enumerate(answers, start=1)}
    abouts = dict(zip(map(id, answers), told_apart(answers), strict=True))
    sections = []
    for reader, (title, names) in READERS.items():
        mine = [answer for each in names for answer in answers if answer.question == each]
        if mine:
            said = [
                Answer(Advice(each.asks, words(each).headline(each)), abouts[id(each)], keys[id(each)]) for each in mine
            ]
            figures = [
                Exhibit(f"{finding.key}-{keys[id(each)]}", abouts[id(each)], finding=finding)
                for each in mine
                for finding in words(each).findings(each)
            ]
            sections.append(Section(reader, title, said, WORDS[reader], figures))
    numbers = [_numbers(answer, keys[id(answer)], abouts[id(answer)]) for answer in answers]
    return Page(f"Mahjong under {_rules(answers)} rules", lead(answers), sections, numbers, appendix(answers), name)


def lead(answers: Sequence[QuestionAnswer]) -> list[str]:
    """What stands behind the page, and how to read it."""
    games = sum(answer.games for answer in answers)
    bots = ", ".join(dict.fromkeys(player for answer in answers for player in answer.players))
    behind = (
        f"{games:,} games of four computer players (bots: {bots}) stand behind this page, not counting "
        "branches. Every answer holds for these bots under these rules; against other players something else may be "
        "better."
    )
    return [behind, HOW_TO_READ]


def _rules(answers: Sequence[QuestionAnswer]) -> str:
    names = list(dict.fromkeys(answer.rules for answer in answers))
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def told_apart(answers: Sequence[QuestionAnswer]) -> list[str]:
    """Rules, players and seed of each answer, as far as the page has the question under several; else empty."""
    parts = []
    for answer in answers:
        same = [each for each in answers if each.question == answer.question]
        facts: dict[str, set[Any]] = {
            f"{answer.rules} rules": {each.rules for each in same},
            ", ".join(answer.players): {each.players for each in same},
            f"seed {answer.seed}": {each.seed for each in same},
        }
        parts.append(", ".join(fact for fact, values in facts.items() if len(values) > 1))
    return parts


def _numbers(answer: QuestionAnswer, key: str, about: str) -> Numbers:
    """All numbers of one answer."""
    presenter = words(answer)
    said = [presenter.headline(answer), *presenter.sentences(answer)]
    title = f"{answer.asks} ({about})" if about else answer.asks
    return Numbers(key, title, parts.asked(answer), said, tables_of(answer), [], answer)


def appendix(answers: Sequence[QuestionAnswer]) -> Appendix:
    """How the numbers were made: methods, bots, rules; and the commands that make them again."""
    methods = [[answer.question, key, text] for answer in answers for key, text in answer.method.items()]
    bots = {bot["player"]: bot for answer in answers for bot in answer.bots}
    bot_rows = [
        [label, ", ".join(f"{key} = {value:g}" for key, value in bot["params"].items()) or "none", str(bot["source"])]
        for label, bot in bots.items()
    ]
    tables = [
        Table("methods", "How each question was asked", ["Question", "", "How"], _once(methods), text=3),
        Table("bots", "Bots", ["Bot", "Numbers", "Digest of its program"], bot_rows, text=3),
        _knobs(answers),
    ]
    lines = [(answer.question, answer.command_line) for answer in answers if answer.command_line]
    return Appendix([table for table in tables if table.rows], lines)


def _once(rows: Sequence[list[str]]) -> list[list[str]]:
    """Rows without those that stand there already."""
    return [list(row) for row in dict.fromkeys(map(tuple, rows))]


def _knobs(answers: Sequence[QuestionAnswer]) -> Table:
    """Every knob of every set of rules on the page, a column each."""
    sets = {json.dumps(dict(answer.knobs), default=str): answer for answer in answers if answer.knobs}
    shown = list(sets.values())
    names = dict.fromkeys(name for answer in shown for name in answer.knobs)
    rows = [[name, *(f"{answer.knobs.get(name, '')}" for answer in shown)] for name in names]
    heads = [answer.rules for answer in shown] if len(shown) > 1 else ["Value"]
    return Table("knobs", "House rules, every knob", ["Knob", *heads], rows, text=1 + len(heads))


def html(answers: Sequence[QuestionAnswer], name: str = "") -> str:
    """The page as HTML that needs nothing else."""
    return page_html(page_of(answers, name), tables_of)


def tables_of(answer: QuestionAnswer) -> list[Table]:
    """All tables of an answer that have a row."""
    return [table for table in words(answer).tables(answer) if table.rows]


def write_page(answers: Sequence[QuestionAnswer], path: Path, name: str = "") -> None:
    """Write the answers as a page, as Markdown, JSON or CSV files, by the ending of the name. Raises ReportError."""
    write_pages(lambda: page_of(answers, name), answers, tables_of, path)
