"""What a word of a command line may become: presets with overlays, knobs with values, bots with parameters, rules.

Light: nothing here imports numpy or a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
    """`group.`, then `knob=`, then the values: every value of a choice, those in use of an amount."""
    from tongits_sim.rules.ruleset import GROUPS, KNOBS

    name, equals, _ = word.partition("=")
    if equals:
        return _starting(word, [f"{name}={value}" for value in _values(name)])
    if "." not in word:
        groups = _starting(word, [f"{group.title()}." for group in GROUPS])
        return groups if len(groups) != 1 else setting(groups[0])
    names = _starting(word, KNOBS)
    return (
        [f"{each}=" for each in names] if len(names) > 1 else [text for each in names for text in setting(f"{each}=")]
    )


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
    from reports.commands.bot_sources import parameters, registered

    alias, equals, spec = word.partition("=")
    if equals and "(" not in alias:
        return [f"{alias}={each}" for each in player(spec) if each != FILE] or [FILE]
    name, bracket, inside = word.partition("(")
    if not bracket:
        return _starting(word, registered()) or [FILE]
    before, comma, last = inside.rpartition(",")
    start = f"{name}({before}{comma}"
    names = {part.partition("=")[0].strip() for part in before.split(",")}
    params = [each for each in parameters(name) if each.name not in names]
    typed, equals, _ = last.strip().partition("=")
    chosen = [each for each in params if (each.name == typed if equals else each.name.startswith(typed))]
    if len(chosen) > 1:
        return [f"{start}{each.name}=" for each in chosen]
    values = [(each.name, value) for each in chosen for value in (each.default, each.low, each.high)]
    return _starting(word, dict.fromkeys(f"{start}{name}={value:g})" for name, value in values))


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


BY_METAVAR: dict[str, Callable[[str], list[str]]] = {
    "RULES": rules,
    "[KNOB]": knob,
    "KNOB=VALUE": setting,
    **dict.fromkeys(("PLAYER", "STAND-IN", "BOT", "STRATEGY", "NAME=SPEC"), player),
    **dict.fromkeys(("A,B,C", "A,B", "A,B,...", "A B [C ...]", "BOTS"), players),
    **dict.fromkeys(("FILE", "[FILE]", "FILE.py", "FILE.py:NAME"), file),
    "RULE": rule,
    "FORMAT": tournament,
    "LANGUAGE": language,
}
"""What the value of an option or argument may be, by its metavar; other values are click's to complete, or nobody's."""


def _starting(word: str, texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.startswith(word)]
