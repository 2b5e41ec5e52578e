"""Loading rule sets: presets by name, TOML files, and overrides of single knobs."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from mahjong_sim.rules.ruleset import ALL_KNOBS, RuleSet
from tongits_sim.any_game.knob import Value
from tongits_sim.any_game.rule_errors import RuleError, either, shown, suggestion
from tongits_sim.any_game.rule_file import RuleFile, parse_rule_file, read_rule_file

PRESETS = ("visayan", "visayan_jokers", "visayan_doubles", "manila")
"""The names of all presets, as `load` takes them."""


def load(spec: str, overrides: Iterable[str] = ()) -> RuleSet:
    """The rules named by `spec`, with `overrides` of single knobs such as `"win.several=all"`.

    `spec` is a preset or the path of a TOML file, which ends in `.toml`. Overrides are appended to the name of the
    rules: `" with win.several=all, ..."`. Of two overrides of one knob the later applies.

    Raises:
        RuleError: the rules do not exist or are invalid.
    """
    if spec.lower().endswith(".toml"):
        rule_file = read_rule_file(Path(spec), ALL_KNOBS)
        name = rule_file.name or Path(spec).stem
    else:
        rule_file, name = preset(spec), spec
    knobs = _all_knobs(rule_file)
    name, changes = ALL_KNOBS.override(name, overrides)
    return RuleSet.from_knobs({**knobs, **changes}, name=name)


def preset_names() -> tuple[str, ...]:
    """The names of all presets, as `load` takes them."""
    return PRESETS


def overlay_names() -> tuple[str, ...]:
    """No preset of mahjong is changed by an overlay."""
    return ()


def preset_title(name: str) -> str:
    """The title of a preset. Raises RuleError."""
    return preset(name).title


def preset_summary(name: str) -> str:
    """A preset in a sentence or two. Raises RuleError."""
    return preset(name).summary


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


@cache
def _shipped(name: str) -> RuleFile:
    data = files("mahjong_sim.rules").joinpath("presets", f"{name}.toml").read_bytes()
    return parse_rule_file(data, f"{name}.toml", ALL_KNOBS)


def _all_knobs(rule_file: RuleFile) -> dict[str, Value]:
    base = _all_knobs(preset(rule_file.base)) if rule_file.base else {}
    return {**base, **rule_file.knobs}
