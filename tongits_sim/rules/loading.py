"""Loading rule sets: presets by name, files, and overrides of single knobs."""

import os
from collections.abc import Iterable
from pathlib import Path

from tongits_sim.any_game.knob import Value
from tongits_sim.any_game.rule_errors import RuleError, suggestion
from tongits_sim.any_game.rule_file import RuleFile, read_rule_file
from tongits_sim.rules.library import overlay, preset, preset_names
from tongits_sim.rules.ruleset import ALL_KNOBS, RuleSet

_MOST_BASES = 10

parse_override = ALL_KNOBS.parse_override


def load(spec: str | os.PathLike[str], overrides: Iterable[str] = ()) -> RuleSet:
    """The rules named by `spec`, with `overrides` of single knobs such as `"call.timing=end"`.

    `spec` is a preset, a preset with overlays (`"pagat+joker"`) or the path of a TOML file, which ends in `.toml` or
    contains a folder. The name of the rules is that of the preset, the file's `name`, or the file's stem; overrides are
    appended: `" with call.timing=end, ..."`. Of two overrides of one knob the later applies.

    Raises:
        RuleError: the rules do not exist or are invalid; there is no other error.
    """
    name, knobs = _resolve(spec)
    name, changes = ALL_KNOBS.override(name, [overrides] if isinstance(overrides, str) else overrides)
    return RuleSet.from_knobs(knobs | changes, name=name)


def _resolve(spec: str | os.PathLike[str]) -> tuple[str, dict[str, Value]]:
    """The name and the knobs of the rules named by `spec`."""
    if _is_path(spec):
        path = Path(spec)
        rule_file, knobs = _from_file(path, ())
        return rule_file.name or path.stem, knobs
    return _from_presets(os.fspath(spec))


def _is_path(spec: str | os.PathLike[str]) -> bool:
    text = os.fspath(spec)
    return not isinstance(spec, str) or text.lower().endswith(".toml") or "/" in text or os.sep in text


def _from_presets(spec: str) -> tuple[str, dict[str, Value]]:
    first, *rest = [part.strip() for part in spec.split("+")]
    for part in rest:
        if rest.count(part) > 1:
            raise RuleError(f"the overlay '{part}' is named twice: once is enough.")
    rule_file = preset(first)
    knobs = (_from_presets(rule_file.base)[1] if rule_file.base else {}) | rule_file.knobs
    for part in rest:
        knobs |= overlay(part).knobs
    return "+".join([first, *rest]), knobs


def _from_file(path: Path, above: tuple[Path, ...]) -> tuple[RuleFile, dict[str, Value]]:
    rule_file = _read(path)
    chain = (*above, path.resolve())
    if chain[-1] in above:
        raise RuleError(f"{path} is based on itself ({' -> '.join(each.name for each in chain)}): name another base.")
    if len(chain) > _MOST_BASES:
        raise RuleError(f"{path} is the base of a base more than {_MOST_BASES} deep: base the rules on a preset.")
    try:
        if _is_path(rule_file.base):
            knobs = _from_file(path.parent / rule_file.base, chain)[1]
        else:
            knobs = _from_presets(rule_file.base)[1] if rule_file.base else {}
    except RuleError as error:
        raise error if _is_path(rule_file.base) else RuleError(f"{path}: in base, {error}") from None
    return rule_file, knobs | rule_file.knobs


def _read(path: Path) -> RuleFile:
    try:
        return read_rule_file(path, ALL_KNOBS)
    except RuleError as error:
        hint = suggestion(path.stem, preset_names()) if str(error).startswith("there is no file") else ""
        raise RuleError(f"{error}{hint}") from None
