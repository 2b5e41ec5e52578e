"""Completions of the words of a command line: presets with overlays, knobs with values, bots with parameters, rules.

Completion must be fast, so this module imports no numpy, and a bot only to complete its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

FILE = "\0file"
"""Leaves the completion of file names to the shell."""


class Vocabulary(NamedTuple):
    """The modules whose names complete the words of a command line, imported when a word is completed."""

    rules: str
    rulebook: str
    bots: str


def rules(where: Vocabulary, word: str) -> list[str]:
    """Presets; after a `+`, more overlays; else a TOML file."""
    names = import_module(where.rules)
    before, plus, _ = word.rpartition("+")
    if plus:
        return _matches(word, [f"{before}+{name}" for name in names.overlay_names() if name not in before.split("+")])
    return _matches(word, names.preset_names()) or [FILE]


def knob(where: Vocabulary, word: str) -> list[str]:
    """Groups of knobs; after a `.`, the knobs."""
    knobs = import_module(where.rules).KNOBS
    groups = dict.fromkeys(name.partition(".")[0] for name in knobs)
    return _matches(word, knobs if "." in word else groups)


def setting(where: Vocabulary, word: str) -> list[str]:
    """Knobs with their values: all values of a choice; for an amount, the values of the presets."""
    name, equals, _ = word.partition("=")
    names = [name] if equals else _matches(name, import_module(where.rules).KNOBS)
    return _matches(word, [f"{knob_name}={value}" for knob_name in names for value in _values(where, knob_name)])


def _values(where: Vocabulary, name: str) -> list[str]:
    house = import_module(where.rules)
    if name not in house.KNOBS:
        return []
    knob = house.KNOBS[name]
    presets = map(house.load, house.preset_names())
    used = knob.allowed or (knob.default, *(preset.knobs()[name] for preset in presets))
    return list(dict.fromkeys(knob.text(value) for value in used))


def player(where: Vocabulary, word: str) -> list[str]:
    """Bots; inside brackets their parameters, each with its default and its bounds; else a file with bots."""
    registry = import_module(where.bots)
    bots = registry.names()
    alias, equals, spec = word.partition("=")
    if equals and "(" not in alias:
        return [f"{alias}={text}" for text in player(where, spec) if text != FILE] or [FILE]
    name, bracket, inside = word.partition("(")
    if not bracket:
        return _matches(word, bots) or [FILE]
    if name not in bots:
        return []
    before, comma, _ = inside.rpartition(",")
    named = {part.partition("=")[0].strip() for part in before.split(",")}
    params = [param for param in registry.strategy(name).params if param.name not in named]
    values = [(param.name, value) for param in params for value in (param.default, param.low, param.high)]
    return _matches(word, dict.fromkeys(f"{name}({before}{comma}{param}={value:g})" for param, value in values))


def players(where: Vocabulary, word: str) -> list[str]:
    """Bots for the last spec of a list; a comma inside brackets does not separate specs."""
    depth, cut = 0, 0
    for at, letter in enumerate(word):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            cut = at + 1
    return [text if text == FILE else word[:cut] + text for text in player(where, word[cut:])]


def rule(where: Vocabulary, word: str) -> list[str]:
    """The numbers of the rulebook."""
    return _matches(word.upper(), import_module(where.rulebook).BOOK.rules)


def tournament(word: str) -> list[str]:
    """The formats of tournaments that ship; else a TOML file."""
    from analyses.tournament import plan_names

    return _matches(word, plan_names()) or [FILE]


def language(word: str) -> list[str]:
    """The languages of `--lang`."""
    from reports.text.language import LANGUAGES

    return _matches(word, LANGUAGES)


def file(_word: str) -> list[str]:
    """Leave the completion to the shell, which completes names of files."""
    return [FILE]


class Word(click.ParamType[str]):
    """A text with known completions, for shells.

    Args:
        name: its metavar.
        candidates: the completions of an unfinished word.
    """

    def __init__(self, name: str, candidates: Callable[[str], list[str]]) -> None:
        self.name = name
        self.candidates = candidates

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        texts = self.candidates(incomplete)
        return [CompletionItem(incomplete, type="file") if text == FILE else CompletionItem(text) for text in texts]


Words = Mapping[str, Word]
"""Types of words by their metavar, see `words_of`."""


@cache
def words_of(where: Vocabulary) -> dict[str, Word]:
    """Types of options and arguments, by their metavar."""
    lists = ("A,B,C", "A,B,C,D", "A,B", "A,B,...", "A B [C ...]", "BOTS")
    named: dict[str, Callable[[Vocabulary, str], list[str]]] = {
        "RULES": rules,
        "[KNOB]": knob,
        "KNOB=VALUE": setting,
        **dict.fromkeys(("PLAYER", "[BOT]", "STRATEGY", "NAME=SPEC"), player),
        **dict.fromkeys(lists, players),
        "RULE": rule,
    }
    others: dict[str, Callable[[str], list[str]]] = {
        **dict.fromkeys(("FILE", "[FILE]", "FILE.py:NAME"), file),
        "FORMAT": tournament,
        "LANGUAGE": language,
    }
    return {
        **{name: Word(name, partial(candidates, where)) for name, candidates in named.items()},
        **{name: Word(name, candidates) for name, candidates in others.items()},
    }


def _matches(word: str, texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.startswith(word)]


TONGITS = Vocabulary("tongits_sim.rules", "tongits_sim.rules.rulebook", "strategies.registry")
WORDS = words_of(TONGITS)
"""The types for the commands of Tongits."""
