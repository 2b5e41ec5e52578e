"""Words of a command line: presets with overlays, knobs with values, bots with parameters, rules; what each may become.

Light: nothing here imports numpy or a bot, but for the parameters of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click
from click.shell_completion import CompletionItem

LANGUAGES = ("en", "tl")
FILE = "\0file"
"""The one candidate of a word that names a file: the shell knows the files."""


def rules(word: str) -> list[str]:
    """Presets, and after a `+` the overlays that are not there yet; else a TOML file."""
    from tongits_sim.rules.library import overlay_names, preset_names

    before, plus, _ = word.rpartition("+")
    if plus:
        return _starting(word, [f"{before}+{name}" for name in overlay_names() if name not in before.split("+")])
    return _starting(word, preset_names()) or [FILE]


def knob(word: str) -> list[str]:
    """Groups of knobs, and the knobs of the group that is typed."""
    from tongits_sim.rules.ruleset import GROUPS, KNOBS

    groups = [group.title() for group in GROUPS]
    return _starting(word, KNOBS if "." in word else groups)


def setting(word: str) -> list[str]:
    """Knobs with their values: every value of a choice, those in use of an amount."""
    from tongits_sim.rules.ruleset import KNOBS

    name, equals, _ = word.partition("=")
    names = [name] if equals else _starting(name, KNOBS)
    return _starting(word, [f"{each}={value}" for each in names for value in _values(each)])


def _values(name: str) -> list[str]:
    from tongits_sim.rules import load, preset_names
    from tongits_sim.rules.ruleset import KNOBS

    if name not in KNOBS:
        return []
    knob = KNOBS[name]
    used = knob.allowed or (knob.default, *(load(preset).knobs()[name] for preset in preset_names()))
    return list(dict.fromkeys(knob.text(value) for value in used))


def player(word: str) -> list[str]:
    """Bots; inside brackets their parameters, each with its default and its bounds; else a file with bots."""
    from strategies.registry import REGISTRY, strategy

    alias, equals, spec = word.partition("=")
    if equals and "(" not in alias:
        return [f"{alias}={each}" for each in player(spec) if each != FILE] or [FILE]
    name, bracket, inside = word.partition("(")
    if not bracket:
        return _starting(word, REGISTRY) or [FILE]
    if name not in REGISTRY:
        return []
    before, comma, _ = inside.rpartition(",")
    named = {part.partition("=")[0].strip() for part in before.split(",")}
    params = [each for each in strategy(name).params if each.name not in named]
    values = [(each.name, value) for each in params for value in (each.default, each.low, each.high)]
    return _starting(word, dict.fromkeys(f"{name}({before}{comma}{each}={value:g})" for each, value in values))


def players(word: str) -> list[str]:
    """The last of a list of bots."""
    depth, cut = 0, 0
    for at, letter in enumerate(word):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            cut = at + 1
    return [each if each == FILE else word[:cut] + each for each in player(word[cut:])]


def rule(word: str) -> list[str]:
    """The numbers of the rulebook."""
    from tongits_sim.rules.rulebook import BOOK

    return _starting(word.upper(), BOOK.rules)


def tournament(word: str) -> list[str]:
    """The formats of tournaments that ship; else a TOML file."""
    from analyses.tournaments import plan_names

    return _starting(word, plan_names()) or [FILE]


def language(word: str) -> list[str]:
    """The languages of a card."""
    return _starting(word, LANGUAGES)


def file(_word: str) -> list[str]:
    """A file."""
    return [FILE]


class Word(click.ParamType[str]):
    """A text of which is known what it may become; shells complete it.

    Args:
        name: its metavar.
        candidates: what an unfinished word may become.
    """

    def __init__(self, name: str, candidates: Callable[[str], list[str]]) -> None:
        self.name = name
        self.candidates = candidates

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, as it is."""
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """What the unfinished word may become."""
        found = self.candidates(incomplete)
        return [CompletionItem(incomplete, type="file") if each == FILE else CompletionItem(each) for each in found]


_CANDIDATES: dict[str, Callable[[str], list[str]]] = {
    "RULES": rules,
    "[KNOB]": knob,
    "KNOB=VALUE": setting,
    **dict.fromkeys(("PLAYER", "STAND-IN", "BOT", "STRATEGY", "NAME=SPEC"), player),
    **dict.fromkeys(("A,B,C", "A,B", "A,B,...", "A B [C ...]", "BOTS"), players),
    **dict.fromkeys(("FILE", "[FILE]", "FILE.py:NAME"), file),
    "RULE": rule,
    "FORMAT": tournament,
    "LANGUAGE": language,
}
WORDS = {name: Word(name, candidates) for name, candidates in _CANDIDATES.items()}
"""Types of options and arguments, by their metavar."""


def _starting(word: str, texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.startswith(word)]
