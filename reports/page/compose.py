"""Composes one page of any mix of documents: answers first, figures, all numbers, one appendix.

A page has a section for each reader with something to read (players at the table, designers of house rules, people who
compare bots), then the numbers run by run, then the appendix.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyses.money import in_money, worth_of_a_unit
from analyses.words import Advice, Finding, Table, listed
from reports.page.advice import BOTS, DESIGNER, PLAYER, advice, place, reader, superseded
from reports.page.appendix import Appendix, appendix
from reports.questions import Document, game_of, get, name_of, words
from reports.questions.findings import dots
from reports.questions.presenting import presentation_of
from reports.questions.printing import asked as asked_of
from tongits_sim.run.numbers import number_word

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

TITLES = {
    PLAYER: "At the table",
    DESIGNER: "For whoever sets the house rules",
    BOTS: "The bots compared",
}
MAPS = {"chart": "cells", "table": "cells", "map": "cells", "ranks": "ranks"}
"""Figures that are maps, with the field of their answer that holds the cells."""
HOW_TO_READ = (
    "Amounts are in units, the stake in which the house rules count. A 95 % interval says how far chance may have "
    "moved a number: of twenty such intervals nineteen hold the true value. Where chance alone could explain a "
    "difference, the page says inconclusive."
)


@dataclass(frozen=True)
class Answer:
    """An answer on the first screen; `about`: its rules and players, where the page has several."""

    advice: Advice
    about: str
    link: str


@dataclass(frozen=True)
class Section:
    """The section of one reader: answers, then figures and short tables in their order."""

    reader: str
    title: str
    answers: list[Answer]
    words: list[tuple[str, str]]
    exhibits: list[Exhibit]


@dataclass(frozen=True)
class Exhibit:
    """A figure or a table on the page.

    Attributes:
        key: its id.
        about: its rules, players or seed, where another run has the same figure or table.
        finding, table: one of the two.
        note: why parts of a figure have no answer, and how many games would help.
    """

    key: str
    about: str
    finding: Finding | None = None
    table: Table | None = None
    note: str = ""

    @property
    def link(self) -> str:
        """The target of links to it."""
        return self.key if self.table is not None else f"{self.key}-figure"

    @property
    def title(self) -> str:
        """Its title."""
        return self.table.caption if self.table is not None else self.finding.title if self.finding else ""


@dataclass(frozen=True)
class Numbers:
    """All numbers of one run."""

    key: str
    title: str
    asked: str
    sentences: list[str]
    tables: list[Table]
    exhibits: list[Exhibit]
    document: Document


@dataclass(frozen=True)
class Page:
    """The content of a page of HTML or Markdown; `name`: the heading that the user chose, or empty.

    Unless it is `full`, all numbers are folded away, and not printed.
    """

    title: str
    lead: list[str]
    sections: list[Section]
    numbers: list[Numbers]
    appendix: Appendix
    name: str = ""
    full: bool = True


def compose(documents: Sequence[Document], missing: Sequence[str] = (), name: str = "", full: bool = True) -> Page:
    """The page of these documents, in any order.

    Figures that are details (`Finding.detail`) stand with the numbers of their run; unless the page is full so do all
    but the first of each document, or its first short table.

    Args:
        documents: stored answers.
        missing: what could not be answered, sentences.
        name: a heading chosen by the user.
        full: whether all figures are shown, not only the first of each document.
    """
    ordered = sorted(documents, key=lambda document: place(document, documents))
    game = game_of(ordered[0])
    keys = {id(document): f"run-{number}" for number, document in enumerate(ordered, start=1)}
    abouts: dict[int, str] = {}
    for who in TITLES:
        mine = [document for document in ordered if reader(document, documents) == who]
        abouts |= dict(zip(map(id, mine), differences(mine), strict=True))
    sections = []
    for who, title in TITLES.items():
        mine = [document for document in ordered if reader(document, documents) == who]
        if mine:
            answers = [_answer(each, text, keys, abouts) for each in mine for text in advice(each, documents)]
            shown = [(each, None if full else _most_exhibits(each, documents)) for each in mine]
            exhibits = [
                part for each, most in shown for part in _exhibits(each, keys[id(each)], abouts[id(each)])[:most]
            ]
            sections.append(Section(who, title, answers, _words(game, who, answers), exhibits))
    kept = [None if full else _most_exhibits(each, documents) for each in ordered]
    numbers = [_numbers(each, keys[id(each)], abouts[id(each)], most) for each, most in zip(ordered, kept, strict=True)]
    parts = list(zip(_names(ordered), ordered, strict=True))
    title, heading = _title(game, ordered), " ".join(name.split())
    return Page(title, _lead(ordered, missing), sections, numbers, appendix(parts, game), heading, full)


def differences(documents: Sequence[Document]) -> list[str]:
    """For each document its differences from the others: rules, players, and the seed where another document has the
    same question, rules and players; empty where there are none.
    """
    rules = [rules_words(document) for document in documents]
    players = [players_words(document) for document in documents]
    several_rules, several_players = len(set(rules)) > 1, len(set(players)) > 1
    labels = []
    alike = list(zip(map(name_of, documents), rules, players, strict=True))
    for document, same in zip(documents, alike, strict=True):
        seeds = {get(other, "seed") for other, kind in zip(documents, alike, strict=True) if kind == same}
        parts = [f"rules: {same[1]}"] * several_rules + [same[2]] * several_players
        parts += [f"seed {get(document, 'seed')}"] * (len(seeds) > 1)
        labels.append(" · ".join(parts))
    return labels


def rules_words(document: Document) -> str:
    """The rules of a document: their name, or how many."""
    names = get(document, "rule_sets") or [get(document, "rules") or get(document, "base")]
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} sets of house rules"


def players_words(document: Document) -> str:
    """The players in words."""
    names, presenter = list(get(document, "players")), words(document)
    if hasattr(presenter, "who"):
        return str(presenter.who(document))
    if len(names) > 1 and len(set(names)) == 1:
        return f"{number_word(len(names))} {names[0]}"
    return ", ".join(names) if len(names) <= 6 else f"{len(names)} bots"


def _words(game: Game, who: str, answers: Sequence[Answer]) -> list[tuple[str, str]]:
    """The words to explain: all of them to players, to designers of house rules those that their answers use."""
    presentation = presentation_of(game)
    if who == PLAYER:
        return list(presentation.words)
    text = " ".join(f"{each.advice.asks} {each.advice.says} {each.advice.sure}" for each in answers)
    known = presentation.rule_words if who == DESIGNER else ()
    return [row for row in known if re.search(rf"\b{row[0]}\b", text)]


def _names(documents: Sequence[Document]) -> list[str]:
    """A short name for each document: its question or command, and its differences from others of that name."""
    names = [name_of(document) for document in documents]
    labels = []
    for name, document in zip(names, documents, strict=True):
        same = [other for other, label in zip(documents, names, strict=True) if label == name]
        about = differences(same)[[other is document for other in same].index(True)]
        labels.append(f"{name} ({about})" if about else name)
    return labels


def _title(game: Game, documents: Sequence[Document]) -> str:
    names = dict.fromkeys(rules_words(document) for document in documents)
    sets = [name for name in names if "sets of" not in name] or list(names)
    if len(sets) > 3:
        return f"{game.title} under {len(sets)} sets of house rules"
    rule_names = listed(sets)
    return f"{game.title} under {rule_names}" + ("" if "sets of" in rule_names else " rules")


def _lead(documents: Sequence[Document], missing: Sequence[str]) -> list[str]:
    games = sum(games_played(document) for document in documents)
    names = dict.fromkeys(name for document in documents for name in get(document, "players"))
    who = ", ".join(names) if len(names) <= 6 else f"{len(names)} of them"
    if all(name_of(document) == "players" for document in documents):
        first = f"{_round(games)} recorded games stand behind this page; {who} says what it would have done there."
    else:
        first = (
            f"{_round(games)} games between computer players (bots: {who}) stand behind this page. Every answer holds "
            "for these bots under these rules; against other players something else may be better."
        )
    how = f"{HOW_TO_READ} {worth_of_a_unit()}".strip()
    return [first, how, *[f"Not on this page: {reason}." for reason in missing]]


def games_played(document: Document) -> int:
    """Games behind a document, branches of forks not counted."""
    games = get(document, "games_played")
    if games is not None:
        return int(games)
    changes = get(document, "changes")
    if changes is not None:
        deals = get(document, "deals") if get(document, "games") is None else get(document, "games")
        return int(deals * get(document, "match_games") * get(document, "seatings") * (1 + len(changes)))
    return int(get(document, "games"))


def _round(games: int) -> str:
    if games >= 999_500:
        return f"{games / 1e6:.3g} million"
    return f"{games:,}"


def _answer(document: Document, advice: Advice, keys: Mapping[int, str], abouts: Mapping[int, str]) -> Answer:
    priced = advice._replace(says=in_money(advice.says), sure=in_money(advice.sure))
    return Answer(priced, abouts[id(document)], keys[id(document)])


def _exhibits(document: Document, key: str, about: str) -> list[Exhibit]:
    """Short tables for use at the table, then figures."""
    presenter = words(document)
    pocket = presenter.pocket(document) if hasattr(presenter, "pocket") else []
    drawn = presenter.findings(document)
    exhibits = [Exhibit(f"{key}-pocket-{table.key}", about, table=_priced(table)) for table in pocket]
    figures = [_figure(document, each, key, about) for each in drawn if not each.detail]
    return [*figures[:1], *exhibits, *figures[1:]]


def _figure(document: Document, finding: Finding, key: str, about: str) -> Exhibit:
    """A figure, with a note on boxes of a map that have too few forks."""
    few = get(document, "min_forks")
    cells = get(document, MAPS.get(finding.key, ""), ())
    note = dots(cells, few, get(document, "games")) if few and cells else ""
    return Exhibit(f"{finding.key}-{key}", about, finding._replace(text=in_money(finding.text)), note=note)


def _priced(table: Table) -> Table:
    """A table whose note names the worth of its units."""
    return replace(table, note=in_money(table.note))


def _most_exhibits(document: Document, page: Sequence[Document]) -> int:
    """The number of figures and short tables of a document that a short page shows beside its answers."""
    return 0 if superseded(document, page) else 2 if name_of(document) == "card" else 1


def _numbers(document: Any, key: str, about: str, most: int | None) -> Numbers:
    presenter = words(document)
    if hasattr(presenter, "title"):
        title = str(presenter.title(document))
    else:
        title = get(document, "asks") or str(get(document, "question")).capitalize()
    priced = [in_money(text) for text in (presenter.headline(document), *presenter.sentences(document))]
    shown = _exhibits(document, key, about)
    rest = [] if most is None else shown[most:]
    pocket = {each.table.key for each in shown if each.table is not None}
    tables = [each.table for each in rest if each.table is not None]
    tables += [_priced(table) for table in presenter.tables(document) if table.key not in pocket]
    details = [_figure(document, each, key, "") for each in presenter.findings(document) if each.detail]
    details = [*(each for each in rest if each.finding is not None), *details]
    return Numbers(key, f"{title} ({about})" if about else title, asked_of(document), priced, tables, details, document)
