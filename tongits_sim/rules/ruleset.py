"""`RuleSet`, a set of house rules as a value, and the list of all knobs."""

# ruff: noqa: RUF009 - the groups are frozen

from dataclasses import dataclass
from typing import ClassVar, Literal

from tongits_sim.knobs.house_rules import HouseRules, KnobList
from tongits_sim.knobs.knob import Group, Knob, RuleError
from tongits_sim.rules.custom_payout import PAYOUT, Payout
from tongits_sim.rules.ending_knobs import (
    Call,
    CallTiming,
    Response,
    Showdown,
    StockOut,
    Ties,
    Tongits,
    TongitsExit,
    ZeroCountFight,
)
from tongits_sim.rules.money_knobs import Bonus, Fees, Jackpot, Match, Pay, Pot
from tongits_sim.rules.play_knobs import Deal, Discard, Draw, Jokers, Melds, Sapaw, Secrets

GROUPS: tuple[type[Group], ...] = (
    Deal,
    Jokers,
    Melds,
    Draw,
    Discard,
    Sapaw,
    Secrets,
    Call,
    Response,
    Showdown,
    Ties,
    StockOut,
    Tongits,
    Pay,
    Bonus,
    Pot,
    Jackpot,
    Fees,
    Match,
)
"""The knob groups, in the order of the rules' knob table."""

ALL_KNOBS = KnobList(GROUPS, example="call.timing=end", listing="tongits rules knobs", outside=(PAYOUT,))
KNOBS: dict[str, Knob] = ALL_KNOBS.knobs
"""Every knob by its name, in the order of the rules' knob table."""

find = ALL_KNOBS.find


@dataclass(frozen=True)
class RuleSet(HouseRules):
    """House rules: a name and one frozen group for each part of the game, `rules.call.timing`.

    Rule sets are equal if names and knobs are equal; they can be hashed and pickled.

    Raises:
        RuleError: a value is invalid, or knobs contradict each other (R9.4).
    """

    ALL: ClassVar[KnobList] = ALL_KNOBS

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
    payout: Payout | Literal[""] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.payout and self.match.progressive_target > 0:
            raise RuleError("a progressive match is played for a score, so it has no payout: leave payout out.")
        if self.call.zero_count_fight != ZeroCountFight.OFF and self._melded_hand_is_tongits():
            raise RuleError(
                f"call.zero_count_fight = {self.call.zero_count_fight} means nothing if a hand of melds already is"
                " Tongits (R9.4): add tongits.hand_melds = false or tongits.exit = no_discard, or set it to off."
            )

    def _melded_hand_is_tongits(self) -> bool:
        """R8.2: whether nobody can call with a hand of melds, because it has won before."""
        before_the_discard = self.call.timing == CallTiming.AFTER_DRAW and self.tongits.exit == TongitsExit.DISCARD_LAST
        return self.tongits.hand_melds and self.tongits.exit != TongitsExit.NO_DISCARD and not before_the_discard
