"""Loading rule sets: presets by name, TOML files, and overrides of single knobs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from mahjong_sim.rules.ruleset import KNOBS, RuleSet, find
from tongits_sim.folders.files import FileError, parse_toml
from tongits_sim.rules.errors import RuleError, either, shown, suggestion
from tongits_sim.rules.knob import Value

PRESETS = ("visayan", "visayan_jokers", "visayan_doubles", "manila")
"""The names of all presets, as `load` takes them."""

_TEXTS = ("base", "name", "title", "summary")
_MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class RuleFile:
    """The content of a rules file; missing texts are empty, missing knobs are taken from the base, a preset."""

    base: str = ""
    name: str = ""
    title: str = ""
    summary: str = ""
    knobs: Mapping[str, Value] = field(default_factory=dict)


def load(spec: str, overrides: Iterable[str] = ()) -> RuleSet:
    """The rules named by `spec`, with `overrides` of single knobs such as `"win.several=all"`.

    `spec` is a preset or the path of a TOML file, which ends in `.toml`. Overrides are appended to the name of the
    rules: `" with win.several=all, ..."`. Of two overrides of one knob the later applies.

    Raises:
        RuleError: the rules do not exist or are invalid.
    """
    if spec.lower().endswith(".toml"):
        rule_file = _read(Path(spec))
        name = rule_file.name or Path(spec).stem
    else:
        rule_file, name = preset(spec), spec
    knobs = _all_knobs(rule_file)
    changes = dict(_override(text) for text in overrides)
    if changes:
        name += " with " + ", ".join(f"{knob}={find(knob).text(value)}" for knob, value in changes.items())
    return RuleSet.from_knobs({**knobs, **changes}, name=name)


def preset(name: str) -> RuleFile:
    """The file of a preset.

    Raises:
        RuleError: there is none of that name; the text suggests the nearest.
    """
    if name not in PRESETS:
        hint = suggestion(name, PRESETS)
        raise RuleError(
            f"unknown preset {shown(name)}.{hint} The presets are {either(PRESETS)}; a file of rules ends in .toml."
        )
    return _shipped(name)


def parse_rule_file(data: bytes, where: str) -> RuleFile:
    """Parse the text of a rules file and check every knob.

    Raises:
        RuleError: the text is not a valid rules file; the message names `where` it came from.
    """
    try:
        tables = parse_toml(data)
    except FileError as error:
        raise RuleError(f"{where} {str(error).removeprefix('it ')}.") from None
    texts: dict[str, str] = {}
    knobs: dict[str, Value] = {}
    try:
        for key, value in tables.items():
            if key in _TEXTS:
                if not isinstance(value, str):
                    raise RuleError(f"{key} must be text in quotes, not {shown(value)}.")
                texts[key] = value
            elif isinstance(value, dict) and key not in KNOBS:
                if not value:
                    raise RuleError(f"the group {shown(key)} is empty.")
                knobs |= {f"{key}.{inner}": find(f"{key}.{inner}").check(each) for inner, each in value.items()}
            else:
                knobs[key] = find(key).check(value)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    return RuleFile(**texts, knobs=knobs)


@cache
def _shipped(name: str) -> RuleFile:
    return parse_rule_file(files("mahjong_sim.rules").joinpath("presets", f"{name}.toml").read_bytes(), f"{name}.toml")


def _all_knobs(rule_file: RuleFile) -> dict[str, Value]:
    base = _all_knobs(preset(rule_file.base)) if rule_file.base else {}
    return {**base, **rule_file.knobs}


def _override(text: str) -> tuple[str, Value]:
    name, equals, value = text.partition("=")
    if not equals:
        raise RuleError(f"{shown(text)} changes nothing: write knob=value, such as win.several=all.")
    knob = find(name.strip())
    return knob.name, knob.parse(value)


def _read(path: Path) -> RuleFile:
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RuleError(f"{path} cannot be read: {why}.") from None
    if len(data) > _MOST_BYTES:
        raise RuleError(
            f"{path} is larger than {_MOST_BYTES} bytes: a file of rules holds only knobs and their values."
        )
    return parse_rule_file(data, str(path))
