"""Other languages for people who read. A phrasebook translates English sentences where they are shown.

Answers, records and JSON stay English, as they stay in units if sentences give money. A phrasebook is a TOML file of
`reports/languages`. `[phrases]` maps English phrases to translations; the longest phrase that fits counts. `[orders]`
has the words for orders at the table, `[card]` the words of the pocket card. A phrase may have gaps: `{x}` and `{x2}`
for words up to a stop, `{w}` for a name with a capital, `{n}` for a number. Text in a gap is translated too. `(s)` is
an optional ending. A phrase whose key has a small letter also fits a capital, and its translation then begins with a
capital.
"""

from __future__ import annotations

import contextlib
import functools
import html
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "languages"
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.toml")))
"""Names as in HTML."""
_ALIKE = {"fil": "tl"}
HOLE = "\ue001"
"""Fits every gap: a test writes it in place of an unknown value."""

_GAPS = {
    "n": rf"(?:[^\W\d_]?[+−-]?\d+(?:,\d{{3}})*(?:\.\d+)?(?: ± [\d.]*\d)?|{HOLE})",
    "w": rf"[A-Z]\w*|{HOLE}",
    "x": r"(?:[^.;:!?\n]|[.:](?=[\w/]))+?",
}
_ENGLISH = re.compile(
    r"(?i)(?<![\w/.-])(the|of|is|are|was|were|with|that|this|it|an?|in|by|from|not|no|each|every|wrote)(?![\w/♣♦♥♠–-])"
)
_GAP = re.compile(r"\{(\w+)\}|(\((?:s|es)\))")
_NODES = re.compile(r"(?s)(<(script|style|svg)\b.*?</\2>|<[^>]*>)")
_SPOKEN = re.compile(r'\b(aria-label|alt|title|placeholder)="([^"]*)"')


@dataclass(frozen=True)
class Phrase:
    """A phrase of a phrasebook.

    Attributes:
        pattern: matches the English phrase.
        needs: a text that occurs in every match, for a quick test.
        says: the translation, with the names of gaps.
        capital: whether the phrase begins with a capital or a gap.
    """

    pattern: re.Pattern[str]
    needs: str
    says: str
    capital: bool


@dataclass(frozen=True)
class Book:
    """A language."""

    name: str  # as in HTML
    phrases: tuple[Phrase, ...]  # the longest first
    orders: Mapping[str, str]  # the words for orders at the table, with the English ones
    card: Mapping[str, str]  # words of the pocket card, by key

    def translate(self, text: str, missed: Callable[[str], object] | None = None) -> str:
        """Translate a text. `missed` is called with every part without a translation."""
        for phrase in self.phrases:
            if phrase.needs in text and (found := phrase.pattern.search(text)):
                gaps = {name: self.translate(text, missed) for name, text in found.groupdict().items()}
                said = phrase.says.format(**gaps)
                if found[0][0].isupper() != phrase.capital and found[0][0].isalpha():
                    said = (said[0].lower() if phrase.capital else said[0].upper()) + said[1:]
                before, after = text[: found.start()], text[found.end() :]
                return f"{self.translate(before, missed)}{said}{self.translate(after, missed)}"
        if missed is not None:
            missed(text)
        return text

    @functools.cached_property
    def quick(self) -> Callable[[str], str]:
        """`translate` with a cache. A text stays English if any English word in it has no translation."""

        @functools.lru_cache(4096)
        def says(text: str) -> str:
            missed: list[str] = []
            said = self.translate(text, missed.append)
            return text if any(map(_ENGLISH.search, missed)) else said

        return says


_NOW: ContextVar[Book | None] = ContextVar("language", default=None)


@functools.cache
def book(name: str) -> Book:
    """The phrasebook of a language; English has none."""
    words = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    longest_first = sorted(words["phrases"].items(), key=lambda pair: -len(_GAP.sub("  ", pair[0])))
    return Book(name, tuple(_phrase(*pair) for pair in longest_first), words["orders"], words["card"])


def _phrase(english: str, said: str) -> Phrase:
    literals, at, pattern = [], 0, ""
    for gap in _GAP.finditer(english):
        literal = english[at : gap.start()]
        literals.append(literal)
        name = gap[1]
        pattern += re.escape(literal)
        pattern += f"(?P<{name}>{_GAPS[name[0]]})" if name else rf"(?:e?s|{HOLE})?"
        at = gap.end()
    literals.append(english[at:])
    pattern += re.escape(english[at:])
    if english[0].isalpha():
        pattern = f"[{english[0].lower()}{english[0].upper()}]{pattern[1:]}"
        literals[0] = literals[0][1:]
    before = r"(?<![\w./-])" if english[0].isalnum() or english[0] == "{" else ""
    open_end = english.endswith("}") and english[english.rindex("{") + 1] == "x"
    after = (
        r"(?=[.:](?![\w/])|[;!?\n]|,? *$)"
        if open_end
        else r"(?!\w|[._]\w)"
        if english[-1].isalnum() or english[-1] in "})"
        else ""
    )
    return Phrase(re.compile(before + pattern + after), max(literals, key=len), said, not english[0].islower())


@contextlib.contextmanager
def speaking(name: str) -> Iterator[None]:
    """A context in which text is shown in a language."""
    token = _NOW.set(None if name == ENGLISH else book(name))
    try:
        yield
    finally:
        _NOW.reset(token)


def spoken() -> str:
    """The name of the language that is shown now."""
    now = _NOW.get()
    return ENGLISH if now is None else now.name


def translate(text: str) -> str:
    """The text in the language that is shown now; what its phrasebook lacks stays English."""
    now = _NOW.get()
    return text if now is None else now.quick(text)


def card_words() -> Mapping[str, str]:
    """The words of the pocket card in the current language; empty for English."""
    now = _NOW.get()
    return {} if now is None else now.card


def orders() -> Mapping[str, str]:
    """The words for orders in the current language, with the English word of each."""
    now = _NOW.get()
    return {} if now is None else now.orders


def page_said(page: str) -> str:
    """Translate an HTML page; scripts and drawings stay unchanged."""
    now = _NOW.get()
    if now is None:
        return page
    parts = _NODES.split(page)
    texts = [html.escape(now.quick(html.unescape(text)), quote=False) for text in parts[::3]]
    tags = [
        _SPOKEN.sub(_spoken, tag) if name is None else tag for tag, name in zip(parts[1::3], parts[2::3], strict=True)
    ]
    whole = "".join(part for pair in zip(texts, [*tags, ""], strict=True) for part in pair)
    return whole.replace('<html lang="en">', f'<html lang="{now.name}">', 1)


def _spoken(found: re.Match[str]) -> str:
    return f'{found[1]}="{html.escape(translate(html.unescape(found[2])))}"'


def usual_language() -> str:
    """The language of LC_ALL, LC_MESSAGES or LANG if it has a phrasebook; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if text := os.environ.get(name, ""):
            return language_of(text) or ENGLISH
    return ENGLISH


def language_of(text: str) -> str:
    """The language that `tl`, `fil` or `tl_PH.UTF-8` names; empty for an unknown language."""
    short = re.split(r"[_.@-]", text.strip().lower())[0]
    found = _ALIKE.get(short, short)
    return found if found in LANGUAGES else ""
