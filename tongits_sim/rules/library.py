"""The rule sets that come with the toolkit: presets and overlays, as TOML files beside this module."""

from functools import cache

from tongits_sim.any_game.rule_errors import RuleError, either, shown, suggestion
from tongits_sim.any_game.rule_file import RuleFile, parse_rule_file
from tongits_sim.rules.ruleset import ALL_KNOBS

_PRESETS = (
    *("sjs", "wikipedia", "grokipedia", "rulesofcards", "pagat", "pagat_reduced"),
    *("online", "wars", "casino_x", "ecoins"),
)
_OVERLAYS = ("joker", "progressive")


def preset_names() -> tuple[str, ...]:
    """The names of all presets, as `load` takes them."""
    return _PRESETS


def overlay_names() -> tuple[str, ...]:
    """The names of all overlays, which modify a preset: `pagat+joker`."""
    return _OVERLAYS


def preset_title(name: str) -> str:
    """The title of a preset or an overlay.

    Raises:
        RuleError: there is none of that name.
    """
    return _file_named(name).title


def preset_summary(name: str) -> str:
    """A preset or an overlay in a sentence or two.

    Raises:
        RuleError: there is none of that name.
    """
    return _file_named(name).summary


def preset(name: str) -> RuleFile:
    """The file of a preset.

    Raises:
        RuleError: there is none of that name; the text lists the presets and suggests the nearest.
    """
    if name in _PRESETS:
        return _rule_file("presets", name)
    if name in _OVERLAYS:
        raise RuleError(f"'{name}' is an overlay: lay it over a preset, as in 'pagat+{name}'.")
    hint = suggestion(name, _PRESETS)
    raise RuleError(
        f"unknown preset {shown(name)}.{hint} The presets are {either(_PRESETS)}; a file of rules ends in .toml."
    )


def overlay(name: str) -> RuleFile:
    """The file of an overlay.

    Raises:
        RuleError: there is none of that name; the text lists the overlays and suggests the nearest.
    """
    if name in _OVERLAYS:
        return _rule_file("overlays", name)
    if name in _PRESETS:
        raise RuleError(f"'{name}' is a preset, not an overlay: only {either(_OVERLAYS)} can stand after a '+'.")
    raise RuleError(
        f"unknown overlay {shown(name)}.{suggestion(name, _OVERLAYS)} The overlays are {either(_OVERLAYS)}."
    )


def _file_named(name: str) -> RuleFile:
    return overlay(name) if name in _OVERLAYS else preset(name)


@cache
def _rule_file(folder: str, name: str) -> RuleFile:
    from importlib.resources import files  # costs a third of this package's import

    data = files("tongits_sim.rules").joinpath(folder, f"{name}.toml").read_bytes()
    return parse_rule_file(data, f"{folder}/{name}.toml", ALL_KNOBS)
