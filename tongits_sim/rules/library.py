"""The rule sets that come with the toolkit: presets, and overlays laid over them, as TOML files beside this module."""

from functools import cache

from tongits_sim.rules.errors import RuleError, either, shown, suggestion
from tongits_sim.rules.sheet import Sheet, read_sheet

_PRESETS = (
    *("sjs", "wikipedia", "grokipedia", "rulesofcards", "pagat", "pagat_reduced"),
    *("online", "wars", "casino_x", "ecoins"),
)
_OVERLAYS = ("joker", "progressive")


def preset_names() -> tuple[str, ...]:
    """The names of all presets, as `load` takes them."""
    return _PRESETS


def overlay_names() -> tuple[str, ...]:
    """The names of all overlays, which go over a preset: `pagat+joker`."""
    return _OVERLAYS


def preset_title(name: str) -> str:
    """What a preset or an overlay is called in print. Raises RuleError if there is none of that name."""
    return _known(name).title


def preset_summary(name: str) -> str:
    """What a preset or an overlay is, in a sentence or two. Raises RuleError if there is none of that name."""
    return _known(name).summary


def preset(name: str) -> Sheet:
    """The sheet of a preset. Raises RuleError with the list of presets, and what may have been meant."""
    if name in _PRESETS:
        return _sheet("presets", name)
    if name in _OVERLAYS:
        raise RuleError(f"'{name}' is an overlay: lay it over a preset, as in 'pagat+{name}'.")
    hint = suggestion(name, _PRESETS)
    raise RuleError(
        f"unknown preset {shown(name)}.{hint} The presets are {either(_PRESETS)}; a file of rules ends in .toml."
    )


def overlay(name: str) -> Sheet:
    """The sheet of an overlay. Raises RuleError with the list of overlays, and what may have been meant."""
    if name in _OVERLAYS:
        return _sheet("overlays", name)
    if name in _PRESETS:
        raise RuleError(f"'{name}' is a preset, not an overlay: only {either(_OVERLAYS)} can stand after a '+'.")
    raise RuleError(
        f"unknown overlay {shown(name)}.{suggestion(name, _OVERLAYS)} The overlays are {either(_OVERLAYS)}."
    )


def _known(name: str) -> Sheet:
    return overlay(name) if name in _OVERLAYS else preset(name)


@cache
def _sheet(folder: str, name: str) -> Sheet:
    from importlib.resources import files  # costs a third of this package's import

    data = files("tongits_sim.rules").joinpath(folder, f"{name}.toml").read_bytes()
    return read_sheet(data, f"{folder}/{name}.toml")
