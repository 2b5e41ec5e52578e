"""A set of house rules as a value: `RuleSet`, and the list of all knobs."""

# ruff: noqa: RUF009 - the groups are frozen

from collections.abc import Mapping
from dataclasses import dataclass

from mahjong_sim.rules.money import Doubles, Hand, Instant, JaiAlai, Pay
from mahjong_sim.rules.play import (
    Claim,
    Concealed,
    Deal,
    First,
    Honours,
    Joker,
    Quick,
    Sagasa,
    Secret,
    Tiles,
    Wait,
    Wall,
    Win,
)
from tongits_sim.rules.errors import RuleError, either, shown, suggestion
from tongits_sim.rules.group import Group
from tongits_sim.rules.knob import Choice, Knob, Value

GROUPS: tuple[type[Group], ...] = (
    *(Tiles, Wall, Deal, Claim, Secret, Sagasa, First, Win),
    *(Hand, Quick, Concealed, Wait, Pay, Instant, Doubles, Joker, JaiAlai),
)
"""The knob groups, in the order of the rules."""

KNOBS: dict[str, Knob] = {knob.name: knob for group in GROUPS for knob in group.knobs()}
"""Every knob by its name."""


@dataclass(frozen=True)
class RuleSet:
    """House rules: a name and one frozen group for each part of the game, `rules.win.several`.

    Raises:
        RuleError: a value is invalid, or rules contradict each other.
    """

    name: str = "custom"
    tiles: Tiles = Tiles()
    wall: Wall = Wall()
    deal: Deal = Deal()
    claim: Claim = Claim()
    secret: Secret = Secret()
    sagasa: Sagasa = Sagasa()
    first: First = First()
    win: Win = Win()
    hand: Hand = Hand()
    quick: Quick = Quick()
    concealed: Concealed = Concealed()
    wait: Wait = Wait()
    pay: Pay = Pay()
    instant: Instant = Instant()
    doubles: Doubles = Doubles()
    joker: Joker = Joker()
    jai_alai: JaiAlai = JaiAlai()

    def __post_init__(self) -> None:
        for group in GROUPS:
            if not isinstance(getattr(self, group.title()), group):
                raise RuleError(f"the group {group.title()} of a rule set must be an instance of {group.__name__}.")
        if self.tiles.honours == Honours.FLOWERS and (self.first.beauty or self.first.news):
            raise RuleError(
                "where winds and dragons are flowers (tiles.honours = flowers) there is no beauty and no NEWS: set "
                "first.beauty and first.news to false."
            )
        if self.jai_alai.markers < 1:
            raise RuleError("jai_alai.markers must be at least 1.")

    def knobs(self) -> dict[str, Value]:
        """Every knob with its value, as plain bool, int, float or str."""
        values: dict[str, Value] = {}
        for name in KNOBS:
            group, _, knob = name.partition(".")
            value = getattr(getattr(self, group), knob)
            values[name] = value.value if isinstance(value, Choice) else value
        return values

    @classmethod
    def from_knobs(cls, mapping: Mapping[str, object], *, name: str = "custom") -> "RuleSet":
        """The rules with these knobs and defaults for the rest.

        Raises:
            RuleError: a knob is unknown, or a value is invalid.
        """
        chosen: dict[str, dict[str, object]] = {group.title(): {} for group in GROUPS}
        for full in mapping:
            group, _, knob = find(full).name.partition(".")
            chosen[group][knob] = mapping[full]
        groups = {group.title(): group(**chosen[group.title()]) for group in GROUPS}
        return cls(name, **groups)  # type: ignore[arg-type]


def find(name: str) -> Knob:
    """The knob called `name`, such as `win.several`.

    Raises:
        RuleError: there is none; the message suggests the nearest.
    """
    if name in KNOBS:
        return KNOBS[name]
    group, dot, rest = name.partition(".")
    inside = [knob for knob in KNOBS if knob.startswith(group + ".")]
    if inside and not dot:
        raise RuleError(f"{shown(name)} is a group of knobs, not a knob: name {either(inside)}.")
    same = [knob for knob in KNOBS if knob.partition(".")[2] == (rest or group)]
    hint = f" Did you mean '{same[0]}'?" if same else suggestion(name, KNOBS)
    raise RuleError(f"unknown knob {shown(name)}.{hint} For a list: tongits mahjong rules visayan")
