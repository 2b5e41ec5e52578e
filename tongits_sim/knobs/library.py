"""Reads files of house rules, and the library of presets and overlays."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from tongits_sim.knobs.house_rules import HouseRules, KnobList
from tongits_sim.knobs.knob import Knob, RuleError, Value, either, suggestion
from tongits_sim.run.arguments import public
from tongits_sim.run.files import FileError, parse_toml
from tongits_sim.run.numbers import abbreviated

MAX_BYTES = 1_000_000
"""Largest size of a rules file."""

_MAX_LETTERS = 1000
_TEXTS = ("base", "name", "title", "summary")


@dataclass(frozen=True)
class RuleFile:
    """The content of a rules file; missing texts are empty, missing knobs come from the base."""

    base: str = ""
    name: str = ""
    title: str = ""
    summary: str = ""
    knobs: dict[str, Value] = field(default_factory=dict)


def read_rule_file(path: Path, all_knobs: KnobList) -> RuleFile:
    """Read a rules file of a game. Raises RuleError: the file cannot be read or is not a valid rules file."""
    where = str(path).encode("utf-8", "backslashreplace").decode()
    try:
        if path.is_dir():
            raise RuleError(f"{where} is a folder: name a TOML file of rules in it.")
        if not path.exists():
            raise RuleError(f"there is no file {where}.")
        if not path.is_file():
            raise RuleError(f"{where} is not an ordinary file: save the rules in one.")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RuleError(f"{abbreviated(where)} cannot be read: {why}.") from None
    if len(data) > MAX_BYTES:
        raise RuleError(f"{where} is larger than {MAX_BYTES} bytes: a file of rules holds only knobs and their values.")
    return parse_rule_file(data, where, all_knobs)


def parse_rule_file(data: bytes, where: str, all_knobs: KnobList) -> RuleFile:
    """Parse a rules file and check every knob. Raises RuleError, whose message names `where` the text came from."""
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
                if name in all_knobs.outside and isinstance(value, str):
                    value = os.path.join(os.path.dirname(where), value)  # noqa: PTH118, PTH120  (a file beside this one)
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
    """Pairs (knob name, value) of all three spellings: `[call]` with `timing`, `call.timing` or `"call.timing"`."""
    groups = [group.title() for group in all_knobs.groups]
    pairs: list[tuple[str, object]] = []
    for key, value in tables.items():
        if not isinstance(value, dict) or key in all_knobs.knobs or key in _TEXTS:
            pairs.append((key, value))
        elif key in groups:
            pairs += [(f"{key}.{inner}", item) for inner, item in value.items()]
        elif value:
            pairs += [(f"{key}.{next(iter(value))}", None)]
        else:
            raise RuleError(f"unknown group of knobs {abbreviated(key)}.{all_knobs.known_groups(key)}")
    return pairs


def _find(name: str, all_knobs: KnobList) -> Knob:
    """Find a knob; the error for an unknown name also suggests the texts of a file, such as `base`."""
    near = suggestion(name, _TEXTS) if "." not in name and name not in all_knobs.knobs else ""
    if near:
        raise RuleError(f"unknown key {abbreviated(name)}.{near}")
    return all_knobs.find(name)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise RuleError(f"{name} must be text in quotes, not {abbreviated(value)}.")
    if not value.strip() or not value.isprintable() or len(value) > _MAX_LETTERS:
        raise RuleError(f"{name} must be one line of 1 to {_MAX_LETTERS} letters, not {abbreviated(value)}.")
    return value.strip()


Rules = TypeVar("Rules", bound=HouseRules)
_MAX_BASES = 10


class RuleLibrary(Generic[Rules]):
    """The rule sets of a game, from TOML files in the folders `presets` and `overlays` of a package."""

    def __init__(
        self, package: str, rules: type[Rules], presets: tuple[str, ...], overlays: tuple[str, ...] = ()
    ) -> None:
        """package: holds the folders; overlays modify a preset: `pagat+joker`."""
        self._package, self._rules, self._presets, self._overlays = package, rules, presets, overlays
        self._rule_file = cache(self._read_shipped)

    @public
    def load(self, spec: str | os.PathLike[str], overrides: Iterable[str] = ()) -> Rules:
        """Load rules, and change single knobs by `overrides` such as `"call.timing=end"`.

        `spec` is a preset, a preset with overlays (`"pagat+joker"`) or the path of a TOML file, which ends in `.toml`
        or contains a folder. The rules are named after the preset, the file's `name` or its stem, and the overrides: `"
        with call.timing=end, ..."`. The later of two overrides of a knob applies. Raises RuleError, and no other error:
        the rules do not exist or are invalid.
        """
        name, knobs = self._resolve(spec)
        name, changes = self._rules.ALL.override(name, [overrides] if isinstance(overrides, str) else overrides)
        return self._rules.from_knobs(knobs | changes, name=name)

    @public
    def preset_names(self) -> tuple[str, ...]:
        """The names that `load` takes without a file: `pagat`, `sjs`."""
        return self._presets

    @public
    def overlay_names(self) -> tuple[str, ...]:
        """Overlays modify a preset: `pagat+joker`; most games have none."""
        return self._overlays

    def preset_title(self, name: str) -> str:
        """The title of a preset or an overlay. Raises RuleError."""
        return self._file_named(name).title

    def preset_summary(self, name: str) -> str:
        """A preset or an overlay in a sentence or two. Raises RuleError."""
        return self._file_named(name).summary

    def presets(self) -> dict[str, dict[str, Value]]:
        """The knobs of every preset, by its name."""
        return {name: self.load(name).knobs() for name in self._presets}

    def text(self, name: str) -> str:
        """The text of a file of the library."""
        from importlib.resources import files

        return files(self._package).joinpath(name).read_text(encoding="utf-8")

    def preset(self, name: str) -> RuleFile:
        """The file of a preset. Raises RuleError, which lists the presets and suggests the nearest."""
        if name in self._presets:
            return self._rule_file("presets", name)
        if name in self._overlays:
            raise RuleError(f"'{name}' is an overlay: lay it over a preset, as in '{self._presets[0]}+{name}'.")
        hint = suggestion(name, self._presets)
        if "," in name:
            hint = " Rules come first, then the players."
        raise RuleError(
            f"unknown preset {abbreviated(name)}.{hint} The presets are {either(self._presets)}; a "
            "file of rules ends in "
            ".toml."
        )

    def overlay(self, name: str) -> RuleFile:
        """The file of an overlay. Raises RuleError, which lists the overlays and suggests the nearest."""
        overlays = self._overlays
        if name in overlays:
            return self._rule_file("overlays", name)
        if name in self._presets:
            raise RuleError(f"'{name}' is a preset, not an overlay: only {either(overlays)} can stand after a '+'.")
        raise RuleError(
            f"unknown overlay {abbreviated(name)}.{suggestion(name, overlays)} The overlays are {either(overlays)}."
        )

    def _file_named(self, name: str) -> RuleFile:
        return self.overlay(name) if name in self._overlays else self.preset(name)

    def _read_shipped(self, folder: str, name: str) -> RuleFile:
        from importlib.resources import files  # a third of the time to import a game's rules

        data = files(self._package).joinpath(folder, f"{name}.toml").read_bytes()
        return parse_rule_file(data, f"{folder}/{name}.toml", self._rules.ALL)

    def _resolve(self, spec: str | os.PathLike[str]) -> tuple[str, dict[str, Value]]:
        """The name and the knobs of the rules named by `spec`."""
        if _is_path(spec):
            path = Path(spec)
            rule_file, knobs = self._from_file(path, ())
            return rule_file.name or path.stem, knobs
        return self._from_presets(os.fspath(spec))

    def _from_presets(self, spec: str) -> tuple[str, dict[str, Value]]:
        first, *rest = [part.strip() for part in spec.split("+")] if self._overlays else [spec]
        for part in rest:
            if rest.count(part) > 1:
                raise RuleError(f"the overlay '{part}' is named twice: once is enough.")
        rule_file = self.preset(first)
        knobs = (self._from_presets(rule_file.base)[1] if rule_file.base else {}) | rule_file.knobs
        for part in rest:
            knobs |= self.overlay(part).knobs
        return "+".join([first, *rest]), knobs

    def _from_file(self, path: Path, above: tuple[Path, ...]) -> tuple[RuleFile, dict[str, Value]]:
        rule_file = self._read(path)
        if not rule_file.base and not rule_file.knobs:
            raise RuleError(f'{path} sets no rule: name the rules it starts from, such as base = "{self._presets[0]}".')
        chain = (*above, path.resolve())
        if chain[-1] in above:
            names = " -> ".join(preset.name for preset in chain)
            raise RuleError(f"{path} is based on itself ({names}): name another base.")
        if len(chain) > _MAX_BASES:
            raise RuleError(f"{path} is the base of a base more than {_MAX_BASES} deep: base the rules on a preset.")
        try:
            if _is_path(rule_file.base):
                knobs = self._from_file(path.parent / rule_file.base, chain)[1]
            else:
                knobs = self._from_presets(rule_file.base)[1] if rule_file.base else {}
        except RuleError as error:
            raise error if _is_path(rule_file.base) else RuleError(f"{path}: in base, {error}") from None
        return rule_file, knobs | rule_file.knobs

    def _read(self, path: Path) -> RuleFile:
        try:
            return read_rule_file(path, self._rules.ALL)
        except RuleError as error:
            hint = suggestion(path.stem, self._presets) if str(error).startswith("there is no file") else ""
            raise RuleError(f"{error}{hint}") from None


def _is_path(spec: str | os.PathLike[str]) -> bool:
    text = os.fspath(spec)
    return not isinstance(spec, str) or text.lower().endswith(".toml") or "/" in text or os.sep in text
