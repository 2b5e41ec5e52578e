"""Completions of the words of a command line: presets with overlays, knobs with values, bots with parameters, rules.

Completion must be fast, so this module imports no numpy, and a bot only to complete its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from strategies.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

FILE = "\0file"
"""Leaves the completion of file names to the shell."""


def rules(game: Game, word: str) -> list[str]:
    """Presets; after a `+`, more overlays; else a TOML file."""
    names = game.rules
    before, plus, _ = word.rpartition("+")
    if plus:
        return _matches(word, [f"{before}+{name}" for name in names.overlay_names() if name not in before.split("+")])
    return _matches(word, names.preset_names()) or [FILE]


def knob(game: Game, word: str) -> list[str]:
    """Groups of knobs; after a `.`, the knobs."""
    knobs = game.rules.KNOBS
    groups = dict.fromkeys(name.partition(".")[0] for name in knobs)
    return _matches(word, knobs if "." in word else groups)


def setting(game: Game, word: str) -> list[str]:
    """Knobs with their values: all values of a choice; for an amount, the values of the presets."""
    name, equals, _ = word.partition("=")
    names = [name] if equals else _matches(name, game.rules.KNOBS)
    return _matches(word, [f"{each}={value}" for each in names for value in _values(game, each)])


def _values(game: Game, name: str) -> list[str]:
    if name not in game.rules.KNOBS:
        return []
    knob = game.rules.KNOBS[name]
    presets = map(game.rules.load, game.rules.preset_names())
    used = knob.allowed or (knob.default, *(preset.knobs()[name] for preset in presets))
    return list(dict.fromkeys(knob.text(value) for value in used))


def player(game: Game, word: str) -> list[str]:
    """Bots; inside brackets their parameters, each with its default and its bounds; else a file with bots."""
    bots = game.bots.names()
    alias, equals, spec = word.partition("=")
    if equals and "(" not in alias:
        return [f"{alias}={each}" for each in player(game, spec) if each != FILE] or [FILE]
    name, bracket, inside = word.partition("(")
    if not bracket:
        return _matches(word, bots) or [FILE]
    if name not in bots:
        return []
    before, comma, _ = inside.rpartition(",")
    named = {part.partition("=")[0].strip() for part in before.split(",")}
    params = [each for each in game.bots.strategy(name).params if each.name not in named]
    values = [(each.name, value) for each in params for value in (each.default, each.low, each.high)]
    return _matches(word, dict.fromkeys(f"{name}({before}{comma}{each}={value:g})" for each, value in values))


def players(game: Game, word: str) -> list[str]:
    depth, cut = 0, 0
    for at, letter in enumerate(word):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            cut = at + 1
    return [each if each == FILE else word[:cut] + each for each in player(game, word[cut:])]


def rule(game: Game, word: str) -> list[str]:
    """The numbers of the rulebook."""
    return _matches(word.upper(), game.rulebook.BOOK.rules)


def tournament(word: str) -> list[str]:
    """The formats of tournaments that ship; else a TOML file."""
    from analyses.tournaments import plan_names

    return _matches(word, plan_names()) or [FILE]


def language(word: str) -> list[str]:
    from reports.text.language import LANGUAGES

    return _matches(word, LANGUAGES)


def file(_word: str) -> list[str]:
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

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        texts = self.candidates(incomplete)
        return [CompletionItem(incomplete, type="file") if each == FILE else CompletionItem(each) for each in texts]


def seats_metavar(game: Game) -> str:
    """The metavar of a list of one player for each seat: `A,B,C`."""
    return ",".join("ABCDEF"[: game.seats])


@cache
def words_of(game: Game) -> dict[str, Word]:
    """Types of options and arguments of a game's commands, by their metavar."""
    lists = (seats_metavar(game), "A,B", "A,B,...", "A B [C ...]", "BOTS")
    of_game: dict[str, Callable[[Game, str], list[str]]] = {
        "RULES": rules,
        "[KNOB]": knob,
        "KNOB=VALUE": setting,
        **dict.fromkeys(("PLAYER", "[BOT]", "STRATEGY", "NAME=SPEC"), player),
        **dict.fromkeys(lists, players),
        "RULE": rule,
    }
    of_any: dict[str, Callable[[str], list[str]]] = {
        **dict.fromkeys(("FILE", "[FILE]", "FILE.py:NAME"), file),
        "FORMAT": tournament,
        "LANGUAGE": language,
    }
    return {
        **{name: Word(name, partial(candidates, game)) for name, candidates in of_game.items()},
        **{name: Word(name, candidates) for name, candidates in of_any.items()},
    }


def _matches(word: str, texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.startswith(word)]


WORDS = words_of(TONGITS)
"""The types for the commands of Tongits."""
