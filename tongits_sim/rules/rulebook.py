"""The rulebook: R1 to R16 in prose for people who play, each rule with its knobs.

The text stands in `rulebook.md` beside this module; `docs/rulebook.md` is that text with the knobs filled in
(`python -m tongits_sim.rules book docs/rulebook.md`). What a message cites, such as R9.2, `rule` finds.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib.resources import files

from tongits_sim.any_game.knob import Knob, Value
from tongits_sim.any_game.rule_errors import RuleError, shown
from tongits_sim.rules.library import preset_names
from tongits_sim.rules.loading import load
from tongits_sim.rules.ruleset import KNOBS

MARK = "<!-- knobs -->"
"""Where the knobs of a rule stand in its text."""

_CHAPTER = re.compile(r"^## (R\d+) (.+)$", re.MULTILINE)
_PART = re.compile(r"^\*\*(R\d+\.\d+) (.+?)\.\*\* ", re.MULTILINE)
_NUMBER = re.compile(r"[rR]?(\d+)(?:\.(\d+))?")


@dataclass(frozen=True)
class Rule:
    """A rule, or a numbered part of one.

    Attributes:
        number: `R9`, or `R9.2`.
        title: a few words.
        text: its paragraphs as Markdown; of a rule also its parts, sources and what is disputed.
    """

    number: str
    title: str
    text: str

    @property
    def knobs(self) -> list[Knob]:
        """The knobs that vary it, those of its parts among them, in the order of the rules' knob table."""
        return [knob for knob in KNOBS.values() if f"{home(knob)}.".startswith(f"{self.number}.")]

    @property
    def plain(self) -> str:
        """The text without Markdown, a line a paragraph."""
        text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", self.text.replace(MARK, "")).replace("**", "").replace("`", "")
        text = re.sub(r"(?<!\w)\*([^*\n]+)\*(?!\w)", r"\1", text)
        return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def home(knob: Knob) -> str:
    """The number of the one rule under which a knob stands: the first that it names."""
    return knob.rule.partition(",")[0]


@functools.cache
def rules() -> dict[str, Rule]:
    """Every rule and every numbered part, by number, in the order of the book."""
    pieces = _CHAPTER.split(_text().partition("\n## Sources\n")[0])[1:]
    by_number: dict[str, Rule] = {}
    for number, title, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        by_number[number] = Rule(number, title, text.strip())
        parts = _PART.split(text.partition(MARK)[0])[1:]
        for inner, heading, words in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            by_number[inner] = Rule(inner, heading, words.strip())
    return by_number


def rule(number: str) -> Rule:
    """The rule of a number as messages cite it: `R9`, `R9.2`, also `9.2`.

    Raises:
        RuleError: there is no such rule.
    """
    match = _NUMBER.fullmatch(number.strip())
    if match is not None:
        name = f"R{int(match[1])}" + (f".{int(match[2])}" if match[2] else "")
        if name in rules():
            return rules()[name]
        parts = [each for each in rules() if each.startswith(f"R{int(match[1])}.")]
        if parts:
            raise RuleError(f"there is no rule {name}; the numbered parts of R{int(match[1])} are {', '.join(parts)}.")
    raise RuleError(f"there is no rule {shown(number)}; the rules are R1 to R16, and parts such as R9.2.")


def book() -> str:
    """The whole book as Markdown, with the knobs of every rule."""
    pieces = _CHAPTER.split(_text())
    text = pieces[0]
    for number, title, chapter in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        lines = "".join(_entry(knob) for knob in rules()[number].knobs)
        text += f"## {number} {title}{chapter.replace(MARK, lines.strip())}"
    return text


def _entry(knob: Knob) -> str:
    """A knob in a line: what it decides, its default, and the presets that differ."""
    others: dict[Value, list[str]] = {}
    for name, knobs in _presets().items():
        value = knobs[knob.name]
        if value != knob.default:
            others.setdefault(value, []).append(f"`{name}`")
    parts = [f"`{knob.text(value)}` in {', '.join(names)}" for value, names in others.items()]
    presets = "; ".join(parts) if parts else "the same in every preset"
    return f"* `{knob.name}` ({knob.rule}): {knob.title}. Default `{knob.text(knob.default)}`; {presets}.\n"


@functools.cache
def _presets() -> dict[str, dict[str, Value]]:
    return {name: load(name).knobs() for name in preset_names()}


@functools.cache
def _text() -> str:
    return files("tongits_sim.rules").joinpath("rulebook.md").read_text(encoding="utf-8")
