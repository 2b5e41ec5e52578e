"""The house rules of a game that nobody plays, of three knobs: what every game shares knows no other."""

# ruff: noqa: RUF009 - the groups are frozen

from dataclasses import dataclass
from typing import ClassVar

from tongits_sim.knobs.house_rules import HouseRules, KnobList
from tongits_sim.knobs.knob import Choice, Group, choice, flag, units


class Side(Choice):
    """Which side a coin must show."""

    HEADS = "heads", "Heads wins."
    TAILS = "tails", "Tails wins."


@dataclass(frozen=True)
class CoinToss(Group):
    """The toss."""

    side: Side = choice(Side.HEADS, "C1", "Which side wins")
    twice: bool = flag(False, "C1", "Whether a coin is tossed twice", yes="Two tosses.", no="One toss.")


@dataclass(frozen=True)
class Stake(Group):
    """The money."""

    ante: float = units(0.25, "C2", "What each stakes", "Each stakes {}.", zero="Nobody stakes.")


ALL = KnobList((CoinToss, Stake), example="coin_toss.side=tails", listing="tongits coins")


@dataclass(frozen=True)
class CoinRules(HouseRules):
    """House rules of tossing coins."""

    ALL: ClassVar[KnobList] = ALL

    name: str = "custom"
    coin_toss: CoinToss = CoinToss()
    stake: Stake = Stake()
