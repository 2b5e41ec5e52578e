"""A set of house rules as a value: `RuleSet`, the list of all knobs, and the rule sets by name."""

# ruff: noqa: RUF009 - the groups are frozen

from dataclasses import dataclass
from typing import ClassVar

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
from tongits_sim.any_game.group import Group
from tongits_sim.any_game.house_rules import HouseRules, KnobList
from tongits_sim.any_game.knob import Knob
from tongits_sim.any_game.rule_errors import RuleError
from tongits_sim.any_game.rule_library import RuleLibrary

GROUPS: tuple[type[Group], ...] = (
    *(Tiles, Wall, Deal, Claim, Secret, Sagasa, First, Win),
    *(Hand, Quick, Concealed, Wait, Pay, Instant, Doubles, Joker, JaiAlai),
)
"""The knob groups, in the order of the rules."""

ALL_KNOBS = KnobList(GROUPS, example="win.several=all", listing="tongits mahjong rules show visayan")
KNOBS: dict[str, Knob] = ALL_KNOBS.knobs
"""Every knob by its name."""

find = ALL_KNOBS.find


@dataclass(frozen=True)
class RuleSet(HouseRules):
    """House rules: a name and one frozen group for each part of the game, `rules.win.several`.

    Raises:
        RuleError: a value is invalid, or rules contradict each other.
    """

    ALL: ClassVar[KnobList] = ALL_KNOBS

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
        super().__post_init__()
        if self.tiles.honours == Honours.FLOWERS and (self.first.beauty or self.first.news):
            raise RuleError(
                "where winds and dragons are flowers (tiles.honours = flowers) there is no beauty and no NEWS: set "
                "first.beauty and first.news to false."
            )


PRESETS = ("visayan", "visayan_jokers", "visayan_doubles", "manila")
"""The names of all presets, TOML files in `presets`; `load` also takes files of one's own."""

LIBRARY = RuleLibrary("mahjong_sim.rules", RuleSet, PRESETS)
load, preset = LIBRARY.load, LIBRARY.preset
preset_names, preset_title, preset_summary = LIBRARY.preset_names, LIBRARY.preset_title, LIBRARY.preset_summary
overlay_names = LIBRARY.overlay_names
