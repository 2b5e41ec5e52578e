"""The parts of a payout that are in proportion to one amount of the rules, and their size in every game.

For given play a payout is a sum of such parts: an amount times a whole number that depends on the game alone. The
numbers come from the engine's own settlement: every game is settled once more under rules in which only that amount is
paid, one unit of it (`Job.also`). Three amounts need care.

* Bonuses for secrets and long runs go by the dearest arrangement of the winner's hand, so that their sum is not in
  proportion to each of them, but it is to all of them together: they are one part, with a factor as its amount.
* A jackpot that nobody has seeded stays empty: the later stakes count only where the first is more than nothing.
* Fees are rounded to a hundredth of a unit in each game. They are in proportion to the winnings wherever no such
  rounding happens, as with whole units and whole percents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules import KNOBS, RuleSet

if TYPE_CHECKING:
    import numpy as np


MELDS, POINTS, SAGASA = "bonus.melds", "points", "pay.sagasa"
SEED, ADD = "jackpot.seed", "jackpot.add"
FEES = ("fees.antes", "fees.winnings")
_BASE = ("pay.tongits", "pay.fold", "pay.fight_lost", "pay.fold_if_challenged", "pay.stock_out", "pay.per_point")
_MELD_KNOBS = ("bonus.secret_set", "bonus.secret_run", "bonus.long_run")
_BOOKED = {
    **dict.fromkeys(_BASE, "base"),
    "pay.sunog_extra": "sunog",
    "bonus.ace": "bonus",
    "bonus.king": "bonus",
    MELDS: "bonus",
    "jackpot.second_hit_extra": "bonus",
    SAGASA: "sagasa",
    "pot.ante": "pot",
    SEED: "jackpot",
    ADD: "jackpot",
}
_FEE = {"base": "winnings", "sunog": "winnings", "bonus": "winnings", "pot": "antes"}
AMOUNTS = (*(name for name in _BOOKED if name != MELDS), *_MELD_KNOBS)
"""Every knob that is an amount."""


class ExploreError(TongitsError):
    """Rules that cannot be explored."""


@dataclass(frozen=True)
class Part:
    """A part of a payout.

    Attributes:
        name: the knob with the amount that it is in proportion to; `MELDS` or `POINTS` if that is no single knob.
        title: its name for people.
        booked: the part of a payout that it belongs to: base, sunog, bonus, sagasa, pot, jackpot.
        fee: the fee taken of it where it is won: winnings, antes, or empty.
        amount: the amount under the rules played, units; of `MELDS` and `POINTS` the factor 1.
        unit: the worth of a coefficient of 1 at an amount of 1, units.
        knobs: the knobs that it stands for, with their values at an amount of 1.
    """

    name: str
    title: str
    booked: str
    fee: str
    amount: float
    unit: float
    knobs: Mapping[str, float]

    @property
    def movable(self) -> bool:
        """Whether its amount can be changed."""
        return bool(self.knobs)


def parts_of(rules: RuleSet) -> tuple[Part, ...]:
    """The parts of a payout under these rules.

    Raises:
        ExploreError: the rules are played for a score.
    """
    if rules.match.progressive_target > 0:
        raise ExploreError(f"{rules.name} is played for a score, not for money: there is nothing to explore")
    knobs = rules.knobs()
    flat, parts = rules.pay.mode == "flat", []
    if not flat and rules.secrets.sagasa == "pay" and knobs[SAGASA]:
        raise ExploreError(f"{rules.name} pays by points and pays for sagasa too, which cannot be told apart here")
    for name, booked in _BOOKED.items():
        if name == MELDS:
            paid = {knob: float(knobs[knob]) for knob in _MELD_KNOBS if knobs[knob]}
            if paid:
                title = "Bonuses for secrets and long runs, times"
                parts.append(Part(MELDS, title, booked, _FEE[booked], 1.0, 0.01, paid))
        elif name == SAGASA:
            if flat and knobs[name]:
                parts.append(Part(name, KNOBS[name].title, booked, "", float(knobs[name]), 1.0, {name: 1.0}))
        elif flat or name not in _BASE:
            fee = _FEE.get(booked, "")
            parts.append(Part(name, KNOBS[name].title, booked, fee, float(knobs[name]), 1.0, {name: 1.0}))
    if not flat:
        parts.append(Part(POINTS, "One unit a point", "base", _FEE["base"], 1.0, 0.01, {}))
    return tuple(parts)


def left_out(rules: RuleSet) -> tuple[str, ...]:
    """Amounts that cannot be changed, each with the reason, as sentences."""
    knobs, said = rules.knobs(), []
    if rules.pay.mode != "flat":
        said.append(f"Losers pay by points (pay.mode={rules.pay.mode}), so the flat base payments mean nothing.")
    if not any(knobs[name] for name in _MELD_KNOBS):
        said.append(
            "No bonus for secrets or long runs is paid, and which of them a hand holds depends on what each is worth."
        )
    elif sum(bool(knobs[name]) for name in _MELD_KNOBS) > 1:
        said.append(
            "Bonuses for secrets and long runs move together: a hand is arranged for the largest sum of them, which is "
            "in proportion to all of them, not to each."
        )
    if rules.secrets.sagasa == "pay" and not knobs[SAGASA]:
        said.append("Nothing is paid for sagasa, and how often there is one is counted only where it is paid.")
    return tuple(said)


def probes(rules: RuleSet, parts: Sequence[Part]) -> tuple[RuleSet, ...]:
    """Rules that differ in payments only: first with none at all, then for each part with that alone at an amount of 1.

    The jackpot's later stakes are paid together with its first.
    """
    return tuple(paying(rules, alone) for alone in ({}, *(_alone(part) for part in parts)))


def _alone(part: Part) -> dict[str, float]:
    if part.name in (POINTS, SAGASA):
        return {}
    return dict(part.knobs) | ({SEED: 1.0} if part.name == ADD else {})


def paying(rules: RuleSet, amounts: Mapping[str, float]) -> RuleSet:
    """The rules with these amounts, all others and the fees being nothing."""
    nothing = dict.fromkeys((*AMOUNTS, *FEES), 0.0)
    return RuleSet.from_knobs(rules.knobs() | nothing | dict(amounts), name=f"{rules.name}, some payments")


def coefficients(parts: Sequence[Part], rows: Mapping[str, np.ndarray]) -> np.ndarray:
    """The size of every part at an amount of 1, in its `unit`: int64[n, k, parts].

    Args:
        parts: the parts.
        rows: payouts under `probes`, `also_0`, ..: int64[n, k] hundredths.

    Raises:
        ExploreError: a payout is not in proportion to an amount.
    """
    import numpy as np

    nothing = rows["also_0"]
    units = np.zeros((*nothing.shape, len(parts)), np.int64)
    numbers = {part.name: number for number, part in enumerate(parts, 1)}
    for number, part in enumerate(parts, 1):
        if part.name == POINTS:
            payouts, whole = nothing, 1
        elif part.name == SAGASA:
            payouts, whole = nothing, round(100 * part.amount)
        else:
            without = rows[f"also_{numbers[SEED]}"] if part.name == ADD else nothing
            payouts, whole = rows[f"also_{number}"] - without, round(100 * part.unit)
        units[..., number - 1] = payouts // whole
        if (payouts % whole).any():
            raise ExploreError(f"what {part.name} pays is not in proportion to its amount")
    return units


@dataclass(frozen=True)
class Feature:
    """A part, or the part as won or lost: fees are taken of winnings. `side`: won, lost, both."""

    part: int
    side: str


def features(parts: Sequence[Part]) -> tuple[Feature, ...]:
    """The features of a payout: it is the sum of each with its weight."""
    sides = [("won", "lost") if part.fee else ("both",) for part in parts]
    return tuple(Feature(number, side) for number, each in enumerate(sides) for side in each)


def split(parts: Sequence[Part], values: np.ndarray) -> np.ndarray:
    """From coefficients of parts to coefficients of features: float64[n, k, features], whole numbers."""
    import numpy as np

    columns: dict[str, Any] = {
        "won": lambda x: np.maximum(x, 0),
        "lost": lambda x: np.minimum(x, 0),
        "both": lambda x: x,
    }
    chosen = [columns[each.side](values[..., each.part]) for each in features(parts)]
    return np.stack(chosen, axis=-1).astype(np.float64)
