"""House rules as values: the knobs of a game and the base class of its rule sets."""

import functools
import hashlib
import json
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.knobs.knob import Choice, Group, Knob, RuleError, Value, either, suggestion
from tongits_sim.run.numbers import abbreviated


class KnobList:
    """All knobs of a game.

    Attributes:
        knobs: every knob by its name, in the order of the groups.
    """

    def __init__(
        self, groups: tuple[type[Group], ...], example: str, listing: str, outside: tuple[Knob, ...] = ()
    ) -> None:
        """Collect the knobs of the groups.

        Args:
            example: a change of a knob, for messages: `call.timing=end`.
            listing: the command that lists the knobs, for messages.
            outside: knobs outside the groups, such as a custom payout. Rules list them only if set.
        """
        self.groups = groups
        self.outside: dict[str, Knob] = {knob.name: knob for knob in outside}
        self.knobs: dict[str, Knob] = {knob.name: knob for group in groups for knob in group.knobs()}
        self._example = example
        self._listing = listing

    def find(self, name: object) -> Knob:
        """Find a knob. Raises RuleError: the knob does not exist; the message suggests the nearest."""
        if not isinstance(name, str):
            knob = self._example.partition("=")[0]
            raise RuleError(f"a knob is named by text such as '{knob}', not by {abbreviated(name)}.")
        if name in self.knobs or name in self.outside:
            return self.knobs.get(name) or self.outside[name]
        group, dot, rest = name.partition(".")
        inside = [knob for knob in self.knobs if knob.startswith(group + ".")]
        if inside and not dot:
            raise RuleError(f"{abbreviated(name)} is a group of knobs, not a knob: name {either(inside)}.")
        same = [knob for knob in self.knobs if knob.partition(".")[2] == (rest or group)]
        near = suggestion(name, same) or (f" Did you mean '{same[0]}'?" if same else "")
        hint = near or (self._in_group(group, rest, inside) if inside else suggestion(name, self.knobs))
        if not hint:
            hint = f" The knobs of {group} are {either(inside)}." if inside else self.known_groups(group)
        raise RuleError(f"unknown knob {abbreviated(name)}.{hint}")

    @staticmethod
    def _in_group(group: str, rest: str, inside: Sequence[str]) -> str:
        """A hint for an unknown knob: the nearest name in its group, if a name is near."""
        near = suggestion(rest, [knob.partition(".")[2] for knob in inside])
        return near.replace("'", f"'{group}.", 1)

    def known_groups(self, group: str) -> str:
        """A hint for an unknown group: the nearest name, or all groups."""
        titles = [group.title() for group in self.groups]
        return suggestion(group, titles) or f" The groups of knobs are {either(titles)}; '{self._listing}' lists all."

    def parse_override(self, text: str) -> tuple[str, Value]:
        """Parse `"knob=value"`. Raises RuleError: the knob is unknown or the value invalid."""
        name, equals, value = text.partition("=")
        if not equals:
            raise RuleError(f"{abbreviated(text)} changes nothing: write knob=value, such as {self._example}.")
        knob = self.find(name.strip())
        return knob.name, knob.parse(value)

    def override(self, name: str, overrides: Iterable[str]) -> tuple[str, dict[str, Value]]:
        """Return the new name of changed rules (`pagat with call.timing=end`) and the changed values.

        If a knob is changed twice, the later value applies. Raises RuleError: a knob is unknown or a value invalid.
        """
        changes = dict(self.parse_override(text) for text in overrides)
        if changes:
            name += (", " if " with " in name else " with ") + ", ".join(
                f"{knob}={self.find(knob).text(value)}" for knob, value in changes.items()
            )
        return name, changes


class HouseRules:
    """The base of a game's rule sets: a frozen dataclass of a name and frozen groups of knobs."""

    ALL: ClassVar[KnobList]
    name: str

    def __post_init__(self) -> None:
        for group in self.ALL.groups:
            if not isinstance(getattr(self, group.title()), group):
                raise RuleError(f"the group {group.title()} of a rule set must be an instance of {group.__name__}.")

    def knobs(self) -> dict[str, Value]:
        """Every knob with its value, as bool, int, float or str, in the order of the rules; then set knobs outside the
        groups. The dictionary is the caller's own.
        """
        return dict(self._values)

    @functools.cached_property
    def _values(self) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for name in self.ALL.knobs:
            group, _, knob = name.partition(".")
            value = getattr(getattr(self, group), knob)
            values[name] = value.value if isinstance(value, Choice) else value
        return values | {name: getattr(self, name) for name in self.ALL.outside if getattr(self, name)}

    def digest(self) -> str:
        """Digest of the values that are not the default, sixteen hex digits. It ignores the name.

        So a new knob whose default keeps the old play changes no digest.
        """
        known = {name: knob.default for name, knob in self.ALL.knobs.items()}
        values = {name: value for name, value in self.knobs().items() if value != known.get(name)}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

    def changed(self, settings: Iterable[str]) -> Self:
        """The rules after changes such as `"call.timing=end"`. Raises RuleError."""
        name, changes = self.ALL.override(self.name, settings)
        return self.from_knobs({**self.knobs(), **changes}, name=name)

    @classmethod
    def from_knobs(cls, mapping: Mapping[str, object], *, name: str = "custom") -> Self:
        """Rules from knobs by name, as records, runs and reports store them.

        An absent knob has its default, which plays as before there was the knob: so what older versions stored stays
        readable. Raises RuleError: a knob is unknown, or a value is invalid.
        """
        chosen: dict[str, dict[str, object]] = {group.title(): {} for group in cls.ALL.groups}
        outside: dict[str, Value] = {}
        for full in mapping:
            found = cls.ALL.find(full)
            if found.name in cls.ALL.outside:
                outside[found.name] = found.check(mapping[full])
                continue
            group, _, knob = found.name.partition(".")
            chosen[group][knob] = mapping[full]
        groups: dict[str, object] = {group.title(): group(**chosen[group.title()]) for group in cls.ALL.groups}
        return cls(name, **groups, **outside)  # type: ignore[call-arg]


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
    """Explains the rule sets of a game in sentences."""

    def __init__(
        self,
        all_knobs: KnobList,
        idle: tuple[tuple[str, Callable[[Rules], bool], str], ...],
        weighty: tuple[str, ...] = (),
    ) -> None:
        """State which knobs have no effect under which rules.

        Args:
            idle: names of knobs (`pay.*` for a whole group), the rules under which they have no effect, and why.
            weighty: groups of knobs, from those that change a game most; other groups follow.
        """
        self._weighty = {group: place for place, group in enumerate(weighty)}
        self._knobs = all_knobs.knobs
        self._outside = all_knobs.outside
        self._idle = idle

    def describe(self, rules: Rules) -> list[Line]:
        """Every knob of the rules in plain words, in the order of the rules.

        For a knob without effect under these rules the sentence gives the reason.
        """
        return [self._line(rules, name) for name in rules.knobs()]

    def diff(self, a: Rules, b: Rules) -> list[Change]:
        """The knobs that differ between `a` and `b`; the names of the rules are ignored.

        First come knobs outside the groups, such as a custom payout, then the knobs that change a game most. Knobs
        without effect under one of the rules follow, and knobs without effect under both come last.
        """
        left = a.knobs()
        right = b.knobs()
        names = [name for name in (*self._outside, *self._knobs) if left.get(name) != right.get(name)]
        names.sort(key=lambda name: self._weight(a, b, name))
        lines = [(self._line(a, name), self._line(b, name)) for name in names]
        return [Change(old.knob, old.value, new.value, old.sentence, new.sentence) for old, new in lines]

    def _weight(self, a: Rules, b: Rules, name: str) -> tuple[int, bool, int]:
        idle = bool(self.idle_reason(a, name)) + bool(self.idle_reason(b, name))
        group = self._weighty.get(name.partition(".")[0], len(self._weighty))
        return idle, name not in self._outside, group

    def idle_reason(self, rules: Rules, name: str) -> str:
        """Why the knob has no effect under these rules; empty if it has an effect."""
        for names, holds, reason in self._idle:
            if (name in names.split() or name.partition(".")[0] + ".*" in names.split()) and holds(rules):
                return reason
        return ""

    def _line(self, rules: Rules, name: str) -> Line:
        knob = self._knobs.get(name) or self._outside[name]
        value = rules.knobs().get(name, knob.default)
        reason = self.idle_reason(rules, name)
        return Line(name, knob.text(value), knob.sentence(value) + (f" (No effect here: {reason}.)" if reason else ""))


def rules_option(rules: HouseRules, load: Callable[[str, list[str]], HouseRules]) -> str:
    """`--rules pagat --set call.timing=end`, derived from the rules' name; for a rules file only the name."""
    base, _, changes = rules.name.partition(" with ")
    settings = changes.split(", ") if changes else []
    option = " ".join(["--rules", shlex.quote(base), *(f"--set {shlex.quote(change)}" for change in settings)])
    try:
        same = load(base, settings).knobs() == rules.knobs()
    except TongitsError:
        same = False
    return option if same else f"--rules {shlex.quote(rules.name)}"


class RulesModule(Protocol):
    """The interface of a module of house rules, such as `tongits_sim.rules`; `Any` stands for the module's own
    `RuleSet`.

    Attributes:
        KNOBS: every knob by its name.
        RuleSet: the class of rule sets.
        load: reads rules from a preset, a preset with overlays, or a file.
        preset_names, overlay_names: names that `load` takes.
        preset_title, preset_summary: a preset or an overlay in words.
        describe: every knob of some rules in words.
        diff: the knobs that differ between two rule sets.
    """

    @property
    def KNOBS(self) -> Mapping[str, Knob]: ...  # noqa: N802

    @property
    def RuleSet(self) -> Any: ...  # noqa: N802

    @property
    def load(self) -> Callable[..., Any]: ...

    @property
    def preset_names(self) -> Callable[[], Sequence[str]]: ...

    @property
    def overlay_names(self) -> Callable[[], Sequence[str]]: ...

    @property
    def preset_title(self) -> Callable[[str], str]: ...

    @property
    def preset_summary(self) -> Callable[[str], str]: ...

    @property
    def describe(self) -> Callable[[Any], list[Line]]: ...

    @property
    def diff(self) -> Callable[[Any, Any], list[Change]]: ...
