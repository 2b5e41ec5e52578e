"""A set of house rules as a value: `RuleSet`, and the list of all knobs."""

# ruff: noqa: RUF009 - the groups are frozen

from collections.abc import Mapping
from dataclasses import dataclass

from tongits_sim.rules.endings import Call, Response, Showdown, StockOut, Ties, Tongits, TongitsExit, ZeroCountFight
from tongits_sim.rules.errors import RuleError, either, shown, suggestion
from tongits_sim.rules.group import Group
from tongits_sim.rules.knob import Choice, Knob, Value
from tongits_sim.rules.money import Bonus, Fees, Jackpot, Match, Pay, Pot
from tongits_sim.rules.play import Deal, Discard, Draw, Jokers, Melds, Sapaw, Secrets

GROUPS: tuple[type[Group], ...] = (
    *(Deal, Jokers, Melds, Draw, Discard, Sapaw, Secrets),
    *(Call, Response, Showdown, Ties, StockOut, Tongits),
    *(Pay, Bonus, Pot, Jackpot, Fees, Match),
)
"""The knob groups, in the order of the rules' knob table."""

KNOBS: dict[str, Knob] = {knob.name: knob for group in GROUPS for knob in group.knobs()}
"""Every knob by its name, in the order of the rules' knob table."""


@dataclass(frozen=True)
class RuleSet:
    """House rules: a name and one frozen group for each part of the game, `rules.call.timing`.

    Rule sets are equal if names and rules are; they can be hashed and pickled.

    Raises:
        RuleError: a value is invalid, or rules contradict each other (R9.4).
    """

    name: str = "custom"
    deal: Deal = Deal()
    jokers: Jokers = Jokers()
    melds: Melds = Melds()
    draw: Draw = Draw()
    discard: Discard = Discard()
    sapaw: Sapaw = Sapaw()
    secrets: Secrets = Secrets()
    call: Call = Call()
    response: Response = Response()
    showdown: Showdown = Showdown()
    ties: Ties = Ties()
    stock_out: StockOut = StockOut()
    tongits: Tongits = Tongits()
    pay: Pay = Pay()
    bonus: Bonus = Bonus()
    pot: Pot = Pot()
    jackpot: Jackpot = Jackpot()
    fees: Fees = Fees()
    match: Match = Match()

    def __post_init__(self) -> None:
        for group in GROUPS:
            if not isinstance(getattr(self, group.title()), group):
                raise RuleError(f"the group {group.title()} of a rule set must be an instance of {group.__name__}.")
        melded_hand_is_tongits = self.tongits.hand_melds and self.tongits.exit != TongitsExit.NO_DISCARD
        if self.call.zero_count_fight != ZeroCountFight.OFF and melded_hand_is_tongits:
            raise RuleError(
                f"call.zero_count_fight = {self.call.zero_count_fight} means nothing where a hand of melds already is"
                " Tongits (R9.4): add tongits.hand_melds = false or tongits.exit = no_discard, or set it to off."
            )

    def knobs(self) -> dict[str, Value]:
        """Every knob with its value, as plain bool, int, float or str, in the order of the rules' knob table."""
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


def find(name: object) -> Knob:
    """The knob called `name`, such as `call.timing`.

    Raises:
        RuleError: there is none; the message suggests the nearest.
    """
    if not isinstance(name, str):
        raise RuleError(f"a knob is named by text such as 'call.timing', not by {shown(name)}.")
    if name in KNOBS:
        return KNOBS[name]
    group, dot, rest = name.partition(".")
    inside = [knob for knob in KNOBS if knob.startswith(group + ".")]
    if inside and not dot:
        raise RuleError(f"{shown(name)} is a group of knobs, not a knob: name {either(inside)}.")
    same = [knob for knob in KNOBS if knob.partition(".")[2] == (rest or group)]
    hint = suggestion(name, same) or (f" Did you mean '{same[0]}'?" if same else suggestion(name, inside or KNOBS))
    if not hint:
        hint = f" The knobs of {group} are {either(inside)}." if inside else known_groups(group)
    raise RuleError(f"unknown knob {shown(name)}.{hint}")


def known_groups(group: str) -> str:
    """A hint for an unknown group: the group with the nearest name, or all groups."""
    titles = [each.title() for each in GROUPS]
    return suggestion(group, titles) or f" The groups of knobs are {either(titles)}; 'tongits rules knobs' lists all."
