"""A set of house rules as a value: `RuleSet`, the list of all knobs, and the rule sets by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from mahjong_sim.rules import play_knobs
from mahjong_sim.rules.money_knobs import Doubles, Hand, Instant, JaiAlai, Pay
from tongits_sim.knobs.house_rules import HouseRules, KnobList, RuleWords
from tongits_sim.knobs.knob import Group, Knob, RuleError
from tongits_sim.knobs.library import RuleLibrary

# ruff: noqa: RUF009 - the groups are frozen


GROUPS: tuple[type[Group], ...] = (
    play_knobs.Tiles,
    play_knobs.Wall,
    play_knobs.Deal,
    play_knobs.Claim,
    play_knobs.Secret,
    play_knobs.Sagasa,
    play_knobs.First,
    play_knobs.Win,
    Hand,
    play_knobs.Quick,
    play_knobs.Concealed,
    play_knobs.Wait,
    Pay,
    Instant,
    Doubles,
    play_knobs.Joker,
    JaiAlai,
)
"""The knob groups, in the order of the rules."""

ALL_KNOBS = KnobList(GROUPS, example="win.several=all", listing="tongits mahjong rules show visayan")
KNOBS: dict[str, Knob] = ALL_KNOBS.knobs
"""Every knob by its name."""


@dataclass(frozen=True)
class RuleSet(HouseRules):
    """House rules: a name and one frozen group for each part of the game, `rules.win.several`.

    Raises:
        RuleError: a value is invalid, or rules contradict each other.
    """

    ALL: ClassVar[KnobList] = ALL_KNOBS

    name: str = "custom"
    tiles: play_knobs.Tiles = play_knobs.Tiles()
    wall: play_knobs.Wall = play_knobs.Wall()
    deal: play_knobs.Deal = play_knobs.Deal()
    claim: play_knobs.Claim = play_knobs.Claim()
    secret: play_knobs.Secret = play_knobs.Secret()
    sagasa: play_knobs.Sagasa = play_knobs.Sagasa()
    first: play_knobs.First = play_knobs.First()
    win: play_knobs.Win = play_knobs.Win()
    hand: Hand = Hand()
    quick: play_knobs.Quick = play_knobs.Quick()
    concealed: play_knobs.Concealed = play_knobs.Concealed()
    wait: play_knobs.Wait = play_knobs.Wait()
    pay: Pay = Pay()
    instant: Instant = Instant()
    doubles: Doubles = Doubles()
    joker: play_knobs.Joker = play_knobs.Joker()
    jai_alai: JaiAlai = JaiAlai()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tiles.honours == play_knobs.Honours.FLOWERS and (self.first.beauty or self.first.news):
            raise RuleError(
                "where winds and dragons are flowers (tiles.honours = flowers) there is no beauty and no NEWS: set "
                "first.beauty and first.news to false."
            )


PRESETS = ("visayan", "visayan_declared", "visayan_jokers", "visayan_doubles", "visayan_jai_alai", "manila")
"""The names of all presets, TOML files in `presets`; `load` also takes files of one's own."""

LIBRARY = RuleLibrary("mahjong_sim.rules", RuleSet, PRESETS)
load, preset = LIBRARY.load, LIBRARY.preset
preset_names, preset_title, preset_summary = LIBRARY.preset_names, LIBRARY.preset_title, LIBRARY.preset_summary
overlay_names = LIBRARY.overlay_names


_FLOWERS = 8

_IDLE: tuple[tuple[str, Callable[[RuleSet], bool], str], ...] = (
    ("joker.copies", lambda rules: not rules.joker.play, "there are no jokers"),
    ("doubles.factor", lambda rules: not rules.doubles.play, "the opening roll does not count"),
    (
        "jai_alai.growth jai_alai.markers jai_alai.bunot_markers",
        lambda rules: not rules.jai_alai.share,
        "there is no pot",
    ),
    ("instant.many_flowers_from", lambda rules: not rules.instant.many_flowers, "many flowers earn nothing"),
    (
        "instant.many_flowers instant.many_flowers_from",
        lambda rules: rules.tiles.honours == play_knobs.Honours.PLAY and rules.instant.many_flowers_from > _FLOWERS,
        "there are eight flowers",
    ),
    (
        "wait.single wait.stack wait.declared",
        lambda rules: not (rules.hand.back_to_back or rules.hand.single_wait or rules.hand.paninigit),
        "no wait is paid",
    ),
    (
        "instant.beauty instant.news",
        lambda rules: rules.tiles.honours == play_knobs.Honours.FLOWERS,
        "winds and dragons are flowers",
    ),
    ("instant.beauty", lambda rules: not rules.first.beauty, "there is no beauty"),
    ("instant.news", lambda rules: not rules.first.news, "there is no NEWS"),
    ("first.discards", lambda rules: not (rules.first.beauty or rules.first.news), "there is no beauty and no NEWS"),
    ("concealed.discard concealed.secret", lambda rules: not rules.hand.concealed, "a concealed hand adds nothing"),
    ("quick.discards quick.counts", lambda rules: not rules.hand.quick, "a quick win adds nothing"),
    ("hand.seven_pairs win.equal_pairs", lambda rules: not rules.win.seven_pairs, "seven pairs do not win"),
)

WORDS = RuleWords(ALL_KNOBS, _IDLE)
describe, diff = WORDS.describe, WORDS.diff
