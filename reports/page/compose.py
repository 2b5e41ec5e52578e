"""Composes one page of any mix of answers: the shortest answers first, then a section for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import tongits_sim.rules as tongits_rules
from analyses.answers.shared import Bot
from analyses.answers.whatif import WhatIfAnswer
from analyses.money import in_money, worth_of_a_unit
from analyses.presentation import Finding, Limits, Presenter, Screen, Table, join_and
from analyses.question_registry import presented
from analyses.whatif_metrics import plain
from reports.page.parts import lower_first
from reports.questions import Document, command_line, get, name_of, title_of, words
from tongits_sim.run.answers import as_json

if TYPE_CHECKING:
    from tongits_sim.knobs.house_rules import HouseRules, RulesModule


def facts(documents: Sequence[Document], house: RulesModule) -> list[Table]:
    """Tables about answers of one game, without empty tables."""
    return [table for table in (*rules(documents, house), bots(documents), versions(documents)) if table.rows]


def bots(documents: Sequence[Document]) -> Table:
    """Each bot with its parameters, once."""
    rows = {}
    for stored in (bot for answer in documents for bot in get(answer, "bots") or ()):
        bot = _bot(stored)
        if bot is not None:
            numbers = ", ".join(f"{name} = {value:g}" for name, value in bot.params.items())
            rows[bot.player, numbers, bot.source] = [bot.player, bot.summary, numbers, bot.source]
    note = "Bots with fixed habits, not people. Source: digest of the bot's code."
    return Table(
        "bots", "The players", ["player", "what it does", "parameters", "source"], list(rows.values()), 4, note
    )


def _bot(stored: Any) -> Bot | None:
    """A bot of an answer; None if a stored bot lacks its name or parameters."""
    if isinstance(stored, Bot):
        return stored
    return Bot.from_dict(stored) if isinstance(stored, Mapping) and {"player", "params"} <= stored.keys() else None


def rules(documents: Sequence[Document], house: RulesModule) -> list[Table]:
    """The first rules in plain words; of other rules the differences."""
    sets: dict[str, HouseRules] = {}
    for answer in documents:
        if knobs := get(answer, "knobs"):
            played = house.RuleSet.from_knobs(dict(knobs), name=get(answer, "rules") or get(answer, "base"))
            if not any(played.knobs() == known.knobs() for known in sets.values()):
                name = played.name if played.name not in sets else f"{played.name} ({len(sets) + 1})"
                sets[name] = played
    for name in dict.fromkeys(name for answer in documents for name in get(answer, "rule_sets", ())):
        if name not in sets and name in house.preset_names():
            sets[name] = house.load(name)
    if not sets:
        return []
    (first, base), *others = sets.items()
    rows = [[line.sentence, line.knob, str(line.value)] for line in house.describe(base)]
    names: dict[tuple[str, str, str], list[str]] = {}
    for name, other_rules in others:
        for line in house.diff(base, other_rules):
            names.setdefault((line.knob, str(line.b_value), line.b_sentence), []).append(name)
    differing = [[text, knob, value, ", ".join(by)] for (knob, value, text), by in sorted(names.items())]
    return [
        Table("rules", f"The rules: {first}", ["in words", "knob", "value"], rows, 3),
        Table("other-rules", "Other rules, where they differ", ["in words", "knob", "value", "rules"], differing, 4),
    ]


def versions(documents: Sequence[Document]) -> Table:
    """Each version of the program and of the software below it, once."""
    made_with = [{"tongits": get(answer, "version"), **as_json(get(answer, "versions") or {})} for answer in documents]
    rows = {
        (name, str(version)): [name, str(version)]
        for versions_of_answer in made_with
        for name, version in versions_of_answer.items()
        if version is not None
    }
    return Table("versions", "Versions", ["", "version"], list(rows.values()), 2)


COMMANDS = {"compare": 120, "whatif": 130, "simulate": 140, "tournament": 150, "try": 160}  # places on a page
SHORT = ("calls", "challenges", "lay", "payouts", "compare", "whatif")
"""The questions whose answers stand together at the top, in this order."""
MAX_SHORT = 5
MAX_JOBS = 20
"""Jobs of a batch with a section and a line at the top; more make a table."""
CONDITIONED = ("compare", "simulate", "whatif")
"""Answers that hold only between their own players; the sentence on a page says so."""
HOW_TO_READ = (
    "Played between computer players; amounts are in units, the chips of the house rules; ± is half a 95 % interval."
)


@dataclass(frozen=True)
class Section:
    """A question with the sentence that answers it, the tables of the first screen, a figure, and folded numbers."""

    key: str
    title: str
    heading: str
    sentence: str
    figure: Finding | None
    limits: list[Limits]  # of the first screen
    legend: list[str]  # what their numbers mean
    shown: list[Table]  # of the first screen
    more: list[Finding]
    tables: list[Table]
    about: list[str]
    command: str
    document: Document
    presenter: Any


@dataclass(frozen=True)
class Page:
    """The content of a page of HTML or Markdown. If `full`, nothing is folded away.

    The title of a page of one answer is the answer.
    """

    over: str  # above the title: the game, and of one answer the question
    title: str
    lead: list[str]
    short: list[tuple[str, str]]
    sections: list[Section]
    facts: list[Table]
    full: bool
    table: Table | None = None  # of a large batch a row for each answer, in place of the sections
    alone: str | None = None  # of one answer: what the title leaves out of its sentence


@dataclass(frozen=True)
class Subject:
    """The game that a page is about."""

    title: str
    house: RulesModule  # its house rules
    presenter_of: Callable[[Document], Presenter]  # shows an answer


TONGITS = Subject("Tongits", tongits_rules, words)


def compose(
    documents: Sequence[Document],
    missing: Sequence[str] = (),
    name: str = "",
    full: bool = False,
    subject: Subject = TONGITS,
) -> Page:
    """Compose a page of answers, in any order.

    Args:
        documents: stored answers.
        missing: a clause for each question without an answer.
        name: a heading chosen by the user.
        full: fold nothing away.
        subject: the game of the answers.
    """
    ordered = sorted(documents, key=page_order)
    every_figure = full or len(ordered) == 1
    sections = [
        _section(document, subject.presenter_of(document), f"answer-{number}", every_figure)
        for number, document in enumerate(ordered, start=1)
    ]
    lead = [f"{HOW_TO_READ} {worth_of_a_unit()}".strip(), *(f"Not on this page: {reason}." for reason in missing)]
    about = facts(ordered, subject.house)
    if len(sections) == 1 and not name.split():
        title, rest = _first_sentence(sections[0].sentence)
        over = f"{subject.title} · {sections[0].title}"
        return Page(over, title, lead, [], sections, about, full, alone=rest)
    title = " ".join(name.split()) or _title(subject.title, ordered)
    if len(sections) > MAX_JOBS and not full:
        return Page(subject.title, title, lead, [], [], about, full, _answers(sections))
    return Page(subject.title, title, lead, _short(sections), sections, about, full)


def _first_sentence(text: str) -> tuple[str, str]:
    """The first sentence without its full stop, and the others.

    >>> _first_sentence("Fewer calls are challenged: 26 % instead of 32 %. caller gains, hunter pays.")
    ('Fewer calls are challenged: 26 % instead of 32 %', 'caller gains, hunter pays.')
    """
    first, _, rest = text.partition(". ")
    return first.removesuffix("."), rest


def _answers(sections: Sequence[Section]) -> Table:
    """A table for many answers: what was asked, and the answer in a sentence."""
    rows = [[_changes_in_words(section.document, section.heading), _brief(section)] for section in sections]
    more = "All numbers of one: tongits status FOLDER"
    return Table("answers", f"{len(rows):,} answers", ["asked", "answer"], rows, 2, more)


def page_order(document: Document) -> int:
    """The place of an answer on a page."""
    question = presented(name_of(document))
    return COMMANDS.get(name_of(document), 1000) if question is None else question.page_order


def _section(document: Document, presenter: Any, key: str, every_figure: bool) -> Section:
    screen: Screen = presenter.screen(document)
    drawn: list[Finding] = [finding._replace(text=in_money(finding.text)) for finding in presenter.findings(document)]
    shown = [_rows_in_words(document, table) for table in screen.tables()]
    limits = [part for part in screen.body if isinstance(part, Limits)]
    tables = [replace(table, note=in_money(table.note)) for table in presenter.tables(document) if table.rows]
    about = presenter.about(document) if hasattr(presenter, "about") else []
    return Section(
        key=key,
        title=title_of(document, presenter),
        heading=screen.heading,
        sentence=in_money(_conditioned(document, _changes_in_words(document, screen.answer))),
        figure=drawn[0] if drawn else None,
        limits=limits,
        legend=[part.replace("   ", " · ") for part in screen.body if isinstance(part, str)] if limits else [],
        shown=shown or [_as_table(part) for part in limits] or tables[:1],
        more=drawn[1:] if every_figure else [],
        tables=[table for table in tables if table.rows not in [first_table.rows for first_table in shown]],
        about=[in_money(text) for text in (*screen.notes[:-1], *about)],
        command=command_line(document, presenter),
        document=document,
        presenter=presenter,
    )


def _as_table(limits: Limits) -> Table:
    """Limits without their colours."""
    width = len(limits.columns)
    rows: list[list[str]] = []
    for row in filter(None, limits.rows):
        cells = [text for text, _ in row.cells]
        label = row.label.strip() if cells or not rows else f"{row.label}:"
        rows.append([label, *cells, *[""] * (width - len(cells))])
    return Table("limits", limits.heading, ["", *limits.columns], rows)


def _conditioned(document: Document, sentence: str) -> str:
    """A sentence about an answer, after the players between whom it holds."""
    condition = _condition(document)
    if not condition:
        return sentence
    named = sentence.startswith(tuple(get(document, "players")))
    return condition + (sentence if named else lower_first(sentence))


def _condition(document: Document) -> str:
    """The beginning of a sentence that names the players of an answer; empty if the answer holds for
    any players.
    """
    players = list(dict.fromkeys(get(document, "players") or ()))
    if name_of(document) not in CONDITIONED or not 1 < len(players) <= 4:
        return ""
    return f"Between {join_and(players)}, "


def _short(sections: Sequence[Section]) -> list[tuple[str, str]]:
    """The most useful sentences of the sections, each with the key of its section. For a batch: a line for each job,
    headed by its rules and its table.
    """
    if len(sections) < 2:
        return []
    names = [name_of(section.document) for section in sections]
    if len(set(names)) < len(names):
        return [(section.key, _job_line(section)) for section in sections]
    first = [section for name in SHORT for section in sections if name_of(section.document) == name][:MAX_SHORT]
    return [(section.key, _brief(section)) for section in first]


def _job_line(section: Section) -> str:
    """The rules and the table of an answer, each once, with a changed rule in words; then the answer."""
    asked = " · ".join(section.heading.split(" · ")[:2])
    answer = _brief(section)
    if all(player in asked for player in get(section.document, "players") or ()):
        answer = answer.removeprefix(_condition(section.document))
    return f"{_changes_in_words(section.document, asked)}: {answer}"


def _changes_in_words(document: Document, text: str) -> str:
    """A text with changes of the rules in words in place of their knobs, the longest name first."""
    if isinstance(document, WhatIfAnswer):
        for change in sorted(document.changes, key=lambda each: -len(each.change)):
            words = plain(change, document.knobs)
            text = text.replace(change.change, f"“{words}”" if words != change.change else words)
    return text


def _rows_in_words(document: Document, table: Table) -> Table:
    """A table whose caption and rows name changes of the rules in words."""
    rows = [[_changes_in_words(document, row[0]).strip("“”"), *row[1:]] for row in table.rows]
    return replace(table, caption=_changes_in_words(document, table.caption).strip("“”"), rows=rows)


def _brief(section: Section) -> str:
    presenter = section.presenter
    return in_money(presenter.short(section.document)) if hasattr(presenter, "short") else section.sentence


def _title(game: str, documents: Sequence[Document]) -> str:
    sets = [get(document, "rule_sets") or [get(document, "rules") or get(document, "base")] for document in documents]
    named = sets[0] if len(sets) == 1 else [of_document[0] for of_document in sets if of_document]
    names = list(dict.fromkeys(named))
    if len(names) > 3:
        return f"{game} under {len(names)} sets of house rules"
    return f"{game} under {join_and(names)} rules"
