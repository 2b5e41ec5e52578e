"""The page of `tongits mahjong report`: what goes onto it, set by the parts that know no game."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mahjong_sim.analyses.answers import QuestionAnswer
from mahjong_sim.questions import parts, words
from reports.page.appendix import Appendix
from reports.page.compose import HOW_TO_READ, Answer, Exhibit, Numbers, Page, Section
from reports.page.findings import Advice
from reports.page.render import page_html
from reports.page.tables import Table
from tongits_sim.folders.files import write_output

READERS = {
    "table": ("At the table", ("claims", "discards", "open", "hands")),
    "money": ("For whoever sets the house rules", ("mano", "payouts")),
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
}


def page_of(answers: Sequence[QuestionAnswer], name: str = "") -> Page:
    """The page of some answers; `name` is its heading, if it has one of its own."""
    first = answers[0]
    keys = {answer.question: f"run-{number}" for number, answer in enumerate(answers, start=1)}
    by_name = {answer.question: answer for answer in answers}
    sections = []
    for reader, (title, names) in READERS.items():
        mine = [by_name[each] for each in names if each in by_name]
        if mine:
            said = [Answer(Advice(each.asks, words(each).headline(each)), "", keys[each.question]) for each in mine]
            figures = [
                Exhibit(f"{finding.key}-{keys[each.question]}", "", finding=finding)
                for each in mine
                for finding in words(each).findings(each)
            ]
            sections.append(Section(reader, title, said, WORDS[reader], figures))
    games = sum(answer.games for answer in answers)
    bots = ", ".join(dict.fromkeys(first.players))
    behind = (
        f"{games:,} games and deals of four computer players (bots: {bots}) stand behind this page, branches not "
        "counted. Every answer holds for these bots under these rules; against other players something else may be "
        "better."
    )
    lead = [behind, HOW_TO_READ]
    numbers = [_numbers(answer, keys[answer.question]) for answer in answers]
    return Page(f"Mahjong under {first.rules} rules", lead, sections, numbers, appendix(answers), name)


def _numbers(answer: QuestionAnswer, key: str) -> Numbers:
    """All numbers of one answer."""
    presenter = words(answer)
    said = [presenter.headline(answer), *presenter.sentences(answer)]
    return Numbers(key, answer.asks, parts.asked(answer), said, presenter.tables(answer), [], answer)


def appendix(answers: Sequence[QuestionAnswer]) -> Appendix:
    """How the numbers were made: methods, bots, rules; and the commands that make them again."""
    methods = [[answer.question, key, text] for answer in answers for key, text in answer.method.items()]
    bots = {bot["player"]: bot for answer in answers for bot in answer.bots}
    bot_rows = [
        [label, ", ".join(f"{key} = {value:g}" for key, value in bot["params"].items()) or "none", str(bot["source"])]
        for label, bot in bots.items()
    ]
    knobs = [[name, f"{value}"] for name, value in answers[0].knobs.items()]
    tables = [
        Table("methods", "How each question was asked", ["Question", "", "How"], methods, text=3),
        Table("bots", "Bots", ["Bot", "Numbers", "Digest of its program"], bot_rows, text=3),
        Table("knobs", "House rules, every knob", ["Knob", "Value"], knobs, text=2),
    ]
    return Appendix(tables, [(answer.question, answer.command_line) for answer in answers])


def html(answers: Sequence[QuestionAnswer], name: str = "") -> str:
    """The page as HTML that needs nothing else."""
    page = page_of(answers, name)
    return page_html(page, {each.key: _files(each.document, each.key) for each in page.numbers})


def _files(answer: Any, key: str) -> list[dict[str, str]]:
    """Every number of an answer as files that lie in the page itself."""
    whole = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    files = [("all numbers", f"{key}.json", "application/json", whole)]
    files += [
        (table.caption.lower(), f"{key}-{table.key}.csv", "text/csv", table.csv())
        for table in words(answer).tables(answer)
    ]
    return [
        {"what": what, "name": name, "href": f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"}
        for what, name, kind, text in files
    ]


def write_page(answers: Sequence[QuestionAnswer], path: Path, name: str = "") -> None:
    """Write the page to a file. Raises FileError where that cannot be."""
    write_output(path, html(answers, name))
