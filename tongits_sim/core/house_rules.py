"""House rules as values: all knobs of a game, and the base of its rule sets."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

import numpy as np

from tongits_sim.core.knobs import Choice, Group, Kind, Knob, RuleError, Value, either, shown, suggestion


class KnobList:
    """All knobs of a game.

    Attributes:
        groups: the knob groups, in the order of the rules.
        knobs: every knob by its name, in that order.
    """

    def __init__(self, groups: tuple[type[Group], ...], example: str, listing: str) -> None:
        """Collect the knobs of the groups.

        Args:
            groups: the knob groups, in the order of the rules.
            example: a change of a knob, for messages: `call.timing=end`.
            listing: the command that lists the knobs, for messages.
        """
        self.groups = groups
        self.knobs: dict[str, Knob] = {knob.name: knob for group in groups for knob in group.knobs()}
        self._example = example
        self._listing = listing

    @property
    def newest(self) -> int:
        """The current version of the rules: the last that added a knob.

        A file with every knob of its rules (a game record, the manifest of a run) stays readable when a house rule is
        added (`HouseRules.stored`): `since` is the version that added the new knob, `absent` its value in older rules.
        """
        return max(knob.since for knob in self.knobs.values())

    def find(self, name: object) -> Knob:
        """The knob called `name`.

        Raises:
            RuleError: there is none; the message suggests the nearest.
        """
        if not isinstance(name, str):
            knob = self._example.partition("=")[0]
            raise RuleError(f"a knob is named by text such as '{knob}', not by {shown(name)}.")
        if name in self.knobs:
            return self.knobs[name]
        group, dot, rest = name.partition(".")
        inside = [knob for knob in self.knobs if knob.startswith(group + ".")]
        if inside and not dot:
            raise RuleError(f"{shown(name)} is a group of knobs, not a knob: name {either(inside)}.")
        same = [knob for knob in self.knobs if knob.partition(".")[2] == (rest or group)]
        near = suggestion(name, same) or (f" Did you mean '{same[0]}'?" if same else "")
        hint = near or (self._in_group(group, rest, inside) if inside else suggestion(name, self.knobs))
        if not hint:
            hint = f" The knobs of {group} are {either(inside)}." if inside else self.known_groups(group)
        raise RuleError(f"unknown knob {shown(name)}.{hint}")

    @staticmethod
    def _in_group(group: str, rest: str, inside: Sequence[str]) -> str:
        """A hint for an unknown knob of a group: the one with the nearest name in it, if any is near."""
        near = suggestion(rest, [knob.partition(".")[2] for knob in inside])
        return near.replace("'", f"'{group}.", 1)

    def known_groups(self, group: str) -> str:
        """A hint for an unknown group: the group with the nearest name, or all groups."""
        titles = [each.title() for each in self.groups]
        return suggestion(group, titles) or f" The groups of knobs are {either(titles)}; '{self._listing}' lists all."

    def parse_override(self, text: str) -> tuple[str, Value]:
        """The knob and the value of `"knob=value"`.

        Raises:
            RuleError: there is no such knob, or it has no such value.
        """
        name, equals, value = text.partition("=")
        if not equals:
            raise RuleError(f"{shown(text)} changes nothing: write knob=value, such as {self._example}.")
        knob = self.find(name.strip())
        return knob.name, knob.parse(value)

    def override(self, name: str, overrides: Iterable[str]) -> tuple[str, dict[str, Value]]:
        """The name of rules with some knobs changed (`pagat with call.timing=end`), and the values of those knobs.

        Of two overrides of one knob the later applies.

        Raises:
            RuleError: there is no such knob, or it has no such value.
        """
        changes = dict(self.parse_override(text) for text in overrides)
        if changes:
            name += (", " if " with " in name else " with ") + ", ".join(
                f"{knob}={self.find(knob).text(value)}" for knob, value in changes.items()
            )
        return name, changes


class HouseRules:
    """The base of a game's rule sets: a frozen dataclass of a name and one frozen group for each part of the game."""

    ALL: ClassVar[KnobList]
    name: str

    def __post_init__(self) -> None:
        for group in self.ALL.groups:
            if not isinstance(getattr(self, group.title()), group):
                raise RuleError(f"the group {group.title()} of a rule set must be an instance of {group.__name__}.")

    def knobs(self) -> dict[str, Value]:
        """Every knob with its value, as plain bool, int, float or str, in the order of the rules."""
        values: dict[str, Value] = {}
        for name in self.ALL.knobs:
            group, _, knob = name.partition(".")
            value = getattr(getattr(self, group), knob)
            values[name] = value.value if isinstance(value, Choice) else value
        return values

    def differing(self) -> dict[str, Value]:
        """The knobs that tell these rules from others: all but later ones at the value that means "as before".

        A house rule that is added to the program thus changes nothing that was made for rules without it.
        """
        known = self.ALL.knobs
        return {
            name: value for name, value in self.knobs().items() if known[name].since == 1 or value != known[name].absent
        }

    def digest(self) -> str:
        """Digest of `differing`, sixteen hex digits: the same for the same rules under another name."""
        text = json.dumps(self.differing(), sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def changed(self, settings: Iterable[str]) -> Self:
        """The rules with some knobs changed, `"call.timing=end"`. Raises RuleError."""
        name, changes = self.ALL.override(self.name, settings)
        return self.from_knobs({**self.knobs(), **changes}, name=name)

    @classmethod
    def stored(cls, knobs: Mapping[str, object], *, name: str, version: int | None = None) -> Self:
        """The rules of a stored file: the knobs it states, and later knobs at their value for older rules.

        Args:
            knobs: the knobs as stored, by name.
            name: the name of the rules.
            version: the version of the rules in the file; None if unknown, in which case every knob added after the
                first version may be absent.

        Raises:
            RuleError: the version or a knob is unknown, a knob is not of that version, a knob of that version is
                missing, or values are invalid.
        """
        known = cls.ALL.knobs
        newest = cls.ALL.newest
        if version is not None and not 1 <= version <= newest:
            raise RuleError(
                f"the rules are of version {version}, this program knows versions up to {newest}: use a newer one."
            )
        early = [each for each in knobs if version is not None and cls.ALL.find(each).since > version]
        if early:
            raise RuleError(
                f"{early[0]} came with version {known[early[0]].since} of the rules, these are of version {version}."
            )
        missing = [each for each, knob in known.items() if each not in knobs and knob.since <= (version or 1)]
        if missing:
            raise RuleError(f"the list of knobs lacks {', '.join(missing[:5])}{', ...' if missing[5:] else ''}.")
        later = {each: knob.absent for each, knob in known.items() if each not in knobs}
        return cls.from_knobs({**knobs, **later}, name=name)

    @classmethod
    def from_knobs(cls, mapping: Mapping[str, object], *, name: str = "custom") -> Self:
        """The rules with these knobs and defaults for the rest.

        Raises:
            RuleError: a knob is unknown, or a value is invalid.
        """
        chosen: dict[str, dict[str, object]] = {group.title(): {} for group in cls.ALL.groups}
        for full in mapping:
            group, _, knob = cls.ALL.find(full).name.partition(".")
            chosen[group][knob] = mapping[full]
        groups = {group.title(): group(**chosen[group.title()]) for group in cls.ALL.groups}
        return cls(name, **groups)  # type: ignore[call-arg]


_TYPES: dict[Kind, type[np.generic]] = {
    "choice": np.int8,
    "flag": np.int8,
    "whole": np.int32,
    "units": np.int64,
    "share": np.int64,
}


def rules_dtype(knobs: Mapping[str, Knob]) -> np.dtype:
    """The layout of a game's rules: one field per knob (`call_timing`).

    Choices as their position among the knob's values and flags in int8, whole numbers in int32, money in int64
    hundredths of a unit, shares in int64 millionths.
    """
    return np.dtype([(knob.field_name, _TYPES[knob.kind]) for knob in knobs.values()], align=True)


def filled_record(rules: HouseRules, dtype: np.dtype) -> np.recarray:
    """The rules as a recarray of length 1 of the game's layout; its fields are also attributes."""
    record = np.zeros(1, dtype).view(np.recarray)
    for name, value in rules.knobs().items():
        knob = rules.ALL.knobs[name]
        record[knob.field_name] = knob.encode(value)
    return record


Rules = TypeVar("Rules", bound=HouseRules)


class Line(NamedTuple):
    """A knob of a rule set, its value as text and its meaning at the table."""

    knob: str
    value: str
    sentence: str


class Change(NamedTuple):
    """A knob that differs between two rule sets: both values and their meaning."""

    knob: str
    a_value: str
    b_value: str
    a_sentence: str
    b_sentence: str


class RuleWords(Generic[Rules]):
    """Explains the rule sets of a game."""

    def __init__(self, all_knobs: KnobList, idle: tuple[tuple[str, Callable[[Rules], bool], str], ...]) -> None:
        """State which knobs have no effect under which rules.

        Args:
            all_knobs: the game's knobs.
            idle: names of knobs (`pay.*` for a whole group), the rules under which they have no effect, and why.
        """
        self._knobs = all_knobs.knobs
        self._idle = idle

    def describe(self, rules: Rules) -> list[Line]:
        """Every knob of the rules in plain words, in the order of the rules.

        For a knob without effect under these rules the sentence gives the reason.
        """
        return [self._line(rules, name) for name in self._knobs]

    def diff(self, a: Rules, b: Rules) -> list[Change]:
        """The knobs that differ between `a` and `b`, in the order of the rules; names are ignored."""
        left, right = a.knobs(), b.knobs()
        lines = [(self._line(a, name), self._line(b, name)) for name in self._knobs if left[name] != right[name]]
        return [Change(one.knob, one.value, two.value, one.sentence, two.sentence) for one, two in lines]

    def idle_reason(self, rules: Rules, name: str) -> str:
        """Why the knob has no effect under these rules; empty if it has an effect."""
        for names, holds, reason in self._idle:
            if (name in names.split() or name.partition(".")[0] + ".*" in names.split()) and holds(rules):
                return reason
        return ""

    def _line(self, rules: Rules, name: str) -> Line:
        knob, value = self._knobs[name], rules.knobs()[name]
        reason = self.idle_reason(rules, name)
        return Line(name, knob.text(value), knob.sentence(value) + (f" (No effect here: {reason}.)" if reason else ""))
