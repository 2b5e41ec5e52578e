"""A TOML file of house rules: the knobs it sets, its base and its name."""

from dataclasses import dataclass, field
from pathlib import Path

from tongits_sim.any_game.house_rules import KnobList
from tongits_sim.any_game.knob import Knob, Value
from tongits_sim.any_game.rule_errors import RuleError, shown, suggestion
from tongits_sim.folders.files import FileError, parse_toml

MOST_BYTES = 1_000_000
"""Largest size of a rules file."""

_MOST_LETTERS = 1000
_TEXTS = ("base", "name", "title", "summary")


@dataclass(frozen=True)
class RuleFile:
    """The content of a rules file; missing texts are empty, missing knobs are taken from the base."""

    base: str = ""
    name: str = ""
    title: str = ""
    summary: str = ""
    knobs: dict[str, Value] = field(default_factory=dict)


def read_rule_file(path: Path, all_knobs: KnobList) -> RuleFile:
    """Read a rules file of the game that has these knobs.

    Raises:
        RuleError: the file cannot be read or is not a valid rules file.
    """
    where = str(path).encode("utf-8", "backslashreplace").decode()
    try:
        if path.is_dir():
            raise RuleError(f"{where} is a folder: name a TOML file of rules in it.")
        if not path.exists():
            raise RuleError(f"there is no file {where}.")
        if not path.is_file():
            raise RuleError(f"{where} is not an ordinary file: save the rules in one.")
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RuleError(f"{shown(where)} cannot be read: {why}.") from None
    if len(data) > MOST_BYTES:
        raise RuleError(
            f"{where} is larger than {MOST_BYTES} bytes: a file of rules holds only knobs and their values."
        )
    return parse_rule_file(data, where, all_knobs)


def parse_rule_file(data: bytes, where: str, all_knobs: KnobList) -> RuleFile:
    """Parse the text of a rules file of the game that has these knobs, and check every one.

    Raises:
        RuleError: the text is not a valid rules file; the message names `where` it came from.
    """
    tables = _parse(data, where)
    texts: dict[str, str] = {}
    knobs: dict[str, Value] = {}
    try:
        for name, value in _flat(tables, all_knobs):
            if name in _TEXTS:
                texts[name] = _text(name, value)
            else:
                knob = _find(name, all_knobs)
                if name in knobs:
                    raise RuleError(f"{name} is set twice: keep one.")
                knobs[name] = knob.check(value)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    return RuleFile(**texts, knobs=knobs)


def _parse(data: bytes, where: str) -> dict[str, object]:
    try:
        return parse_toml(data)
    except FileError as error:
        raise RuleError(f"{where} {str(error).removeprefix('it ')}.") from None


def _flat(tables: dict[str, object], all_knobs: KnobList) -> list[tuple[str, object]]:
    """Pairs of knob name and value, however written: `[call]` with `timing`, `call.timing` or `"call.timing"`."""
    groups = [group.title() for group in all_knobs.groups]
    pairs: list[tuple[str, object]] = []
    for key, value in tables.items():
        if not isinstance(value, dict) or key in all_knobs.knobs or key in _TEXTS:
            pairs.append((key, value))
        elif key in groups:
            pairs += [(f"{key}.{inner}", each) for inner, each in value.items()]
        elif value:
            pairs += [(f"{key}.{next(iter(value))}", None)]
        else:
            raise RuleError(f"unknown group of knobs {shown(key)}.{all_knobs.known_groups(key)}")
    return pairs


def _find(name: str, all_knobs: KnobList) -> Knob:
    """The knob called `name`; the error for an unknown one also suggests `base`, `name` and the other texts."""
    near = suggestion(name, _TEXTS) if "." not in name and name not in all_knobs.knobs else ""
    if near:
        raise RuleError(f"unknown key {shown(name)}.{near}")
    return all_knobs.find(name)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{name} must be text in quotes, not {shown(value)}.")
    if not value.strip() or not value.isprintable() or len(value) > _MOST_LETTERS:
        raise RuleError(f"{name} must be one line of 1 to {_MOST_LETTERS} letters, not {shown(value)}.")
    return value.strip()
