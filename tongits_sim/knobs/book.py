"""A rulebook explains the numbered rules of a game to players, and lists the knobs that vary each rule.

The text is Markdown. Each rule is a chapter (`## R9 The call`). A numbered part is a paragraph with a bold beginning
(`**R9.2 What the caller needs.** ...`). `MARK` is replaced by the rule's knobs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tongits_sim.knobs.knob import Knob, RuleError, Value
from tongits_sim.run.numbers import abbreviated, number_word

if TYPE_CHECKING:
    from tongits_sim.knobs.house_rules import Change, HouseRules, RulesModule

MARK = "<!-- knobs -->"
"""Replaced by the knobs of a rule."""


@dataclass(frozen=True)
class Rule:
    """A rule, or a numbered part of one."""

    number: str  # `R9`, or `R9.2`
    title: str  # a few words
    text: str  # paragraphs as Markdown; a whole rule also has its parts, sources and disputes
    knobs: tuple[Knob, ...]  # the knobs that vary the rule or its parts, in the order of the knob table

    @property
    def plain(self) -> str:
        """The text without Markdown, a line for each paragraph."""
        text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", self.text.replace(MARK, "")).replace("**", "").replace("`", "")
        text = re.sub(r"(?<!\w)\*([^*\n]+)\*(?!\w)", r"\1", text)
        return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def home(knob: Knob) -> str:
    """The number of the rule under which the book lists a knob: the first number that the knob names."""
    return knob.rule.partition(",")[0]


def varies(knob: Knob, number: str) -> bool:
    """Whether a knob varies a rule or a part of the rule."""
    return any(f"{part}.".startswith(f"{number}.") for part in knob.rule.split(", "))


class Rulebook:
    """The rules in words: a numbered chapter each, with its knobs and their values under the presets."""

    def __init__(
        self,
        letter: str,
        text: Callable[[], str],
        knobs: Mapping[str, Knob],
        presets: Callable[[], Mapping[str, Mapping[str, Value]]],
    ) -> None:
        """letter: `R` for rules that are numbered R1, R2, ..."""
        self._letter = letter
        self._text = functools.cache(text)
        self._knobs = knobs
        self._presets = functools.cache(presets)
        self._chapter = re.compile(rf"^## ({letter}\d+) (.+)$", re.MULTILINE)
        self._part = re.compile(rf"^\*\*({letter}\d+\.\d+) (.+?)\.\*\* ", re.MULTILINE)
        self._number = re.compile(rf"[{letter}{letter.lower()}]?(\d+)(?:\.(\d+))?")

    @functools.cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule and numbered part, in the order of the book."""
        pieces = self._chapter.split(self._text().partition("\n## Sources\n")[0])[1:]
        by_number: dict[str, Rule] = {}
        for number, title, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
            by_number[number] = self._rule(number, title, text)
            parts = self._part.split(text.partition(MARK)[0])[1:]
            for inner, heading, words in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
                by_number[inner] = self._rule(inner, heading, words)
        return by_number

    def rule(self, number: str) -> Rule:
        """Find a rule by its number: `R9`, `R9.2`, also `9.2`. Raises RuleError."""
        match = self._number.fullmatch(number.strip())
        if match is not None:
            chapter = f"{self._letter}{int(match[1])}"
            name = chapter + (f".{int(match[2])}" if match[2] else "")
            if name in self.rules:
                return self.rules[name]
            parts = [rule for rule in self.rules if rule.startswith(f"{chapter}.")]
            if parts:
                raise RuleError(f"there is no rule {name}; the numbered parts of {chapter} are {', '.join(parts)}.")
        chapters = [rule for rule in self.rules if "." not in rule]
        example = next((f", and parts such as {rule}" for rule in reversed(self.rules) if "." in rule), "")
        raise RuleError(
            f"there is no rule {abbreviated(number)}; the rules are {chapters[0]} to {chapters[-1]}{example}."
        )

    def book(self) -> str:
        """The whole book as Markdown, with the knobs of every rule."""
        pieces = self._chapter.split(self._text())
        text = pieces[0]
        for number, title, chapter in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            own = (knob for knob in self.rules[number].knobs if home(knob).partition(".")[0] == number)
            lines = "".join(map(self._entry, own))
            text += f"## {number} {title}{chapter.replace(MARK, lines.strip())}"
        return text

    def _rule(self, number: str, title: str, text: str) -> Rule:
        knobs = tuple(knob for knob in self._knobs.values() if varies(knob, number))
        return Rule(number, title, text.strip(), knobs)

    def _entry(self, knob: Knob) -> str:
        """Describe a knob in a line: its purpose, its default, and the presets with another value."""
        others: dict[Value, list[str]] = {}
        for name, knobs in self._presets().items():
            value = knobs[knob.name]
            if value != knob.default:
                others.setdefault(value, []).append(f"`{name}`")
        parts = [f"`{knob.text(value)}` in {', '.join(names)}" for value, names in others.items()]
        presets = "; ".join(parts) if parts else "the same in every preset"
        return f"* `{knob.name}` ({knob.rule}): {knob.title}. Default `{knob.text(knob.default)}`; {presets}.\n"


MAX_NAMED = 2
_USUAL = ("pagat", "visayan")
"""The usual presets."""


def nearest(house: RulesModule, rules: HouseRules) -> tuple[str, list[Change]]:
    """The preset that differs in the fewest knobs, and the differences. If several do, prefer the usual preset."""
    found = ((name, house.diff(house.load(name), rules)) for name in house.preset_names())
    return min(found, key=lambda preset: (len(preset[1]), preset[0] not in _USUAL))


def at_table(house: RulesModule, rules: HouseRules, most: int = MAX_NAMED) -> str:
    """House rules in a sentence, with at most `most` differences from a preset; empty if their name says it all.

    >>> from tongits_sim import rules
    >>> at_table(rules, rules.RuleSet.from_knobs(rules.load("sjs").knobs() | {"call.meld_age": 2}, name="ours"))
    "ours: sjs, but the meld a call rests on must have been laid at least 2 of the caller's own turns ago."
    """
    base = rules.name.partition(" with ")[0].partition("+")[0]
    if base in house.preset_names():
        return ""
    preset, changes = nearest(house, rules)
    if not changes:
        return f"{rules.name}: {preset} as it is."
    said = [_clause(change.b_sentence) for change in changes[:most]]
    left = len(changes) - len(said)
    if left:
        said.append(f"{number_word(left)} more rule{'s differ' if left > 1 else ' differs'}")
    return f"{rules.name}: {preset}, but {'; '.join(said)}."


def _clause(sentence: str) -> str:
    """Turn a sentence into a clause."""
    text = sentence.partition(" (No effect here")[0].rstrip(".")
    return text if text.startswith("Tongits") else text[0].lower() + text[1:]
