"""The knobs and presets of the rules.

Names, permitted values and defaults are the program's; what a value means is the twin's own, and so are the presets,
transcribed from the rules.
"""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.naive.cards import Rules
from tongits_sim.knobs.knob import Choice
from tongits_sim.rules import KNOBS, RuleSet

CHOICES: dict[str, tuple[Any, ...]] = {
    name: tuple(value.value if isinstance(value, Choice) else value for value in knob.allowed)
    for name, knob in KNOBS.items()
    if knob.allowed
}
"""Knobs with named values."""

WHOLE = tuple(name for name, knob in KNOBS.items() if knob.kind == "whole" and not knob.allowed)
"""Knobs that are whole numbers, 0 or more."""

AMOUNTS = tuple(name for name, knob in KNOBS.items() if knob.kind == "units")
"""Knobs that are amounts in units, exact to a hundredth (R14.4)."""

SHARES = tuple(name for name, knob in KNOBS.items() if knob.kind == "share")
"""Knobs that are a share 0..1."""

DEFAULTS: dict[str, Any] = RuleSet().knobs()

PRESETS: dict[str, dict[str, Any]] = {
    "sjs": {
        "secrets.kinds": "set4_run",
        "call.timing": "end",
        "ties.stock_out": "most_recent_drawer",
        "bonus.ace": 1,
        "bonus.king": 1,
        "bonus.secret_set": 3,
        "bonus.secret_run": 3,
        "jackpot.seed": 3,
        "jackpot.add": 1,
    },
    "wikipedia": {
        "draw.take_discard": "extend_own",
        "secrets.privilege": "held",
        "response.order": "sequential",
        "ties.challengers": "last_challenger",
        "ties.three_way": "last_challenger",
        "tongits.spread": "any_player",
        "bonus.ace": 1,
        "bonus.secret_set": 3,
        "jackpot.seed": 2,
        "jackpot.add": 2,
        "jackpot.spread_takes": True,
    },
    "grokipedia": {
        "secrets.grants": "none",
        "secrets.saves_from_sunog": False,
        "response.needs": "open_only",
        "stock_out.eligible": "open_only",
        "pay.fold_if_challenged": 3,
        "bonus.ace": 1,
        "bonus.secret_set": 3,
        "bonus.secret_needs_tongits": True,
        "jackpot.seed": 2,
        "jackpot.add": 2,
    },
    "rulesofcards": {
        "deal.next_dealer": "rotate",
        "secrets.kinds": "none",
        "secrets.grants": "none",
        "secrets.saves_from_sunog": False,
        "call.needs": "any_table_meld",
        "call.block_opponent_sapaw": "off",
        "response.needs": "open_only",
        "showdown.who": "everyone",
        "showdown.hand_melds_count_zero": False,
        "tongits.hand_melds": False,
        "ties.call": "caller",
        "ties.challengers": "last_to_meld",
        "ties.three_way": "caller",
        "ties.stock_out": "last_to_meld",
        "stock_out.eligible": "open_only",
        "pay.mode": "deadwood_total",
        "pay.sunog_extra": 0,
    },
    "pagat": {
        "secrets.grants": "call_and_challenge",
        "call.block_own_sapaw": "own_meld",
        "pay.fold_if_challenged": 3,
        "bonus.ace": 1,
        "bonus.secret_set": 3,
        "jackpot.seed": 2,
        "jackpot.add": 2,
    },
    "online": {
        "secrets.kinds": "set4_run",
        "secrets.run_min": 5,
        "secrets.privilege": "held",
        "call.block_own_sapaw": "own_meld",
        "call.block_long_meld": True,
        "tongits.exit": "discard_last",
        "tongits.hand_melds": False,
        "pay.tongits": 0.40,
        "pay.fold": 0.20,
        "pay.fight_lost": 0.50,
        "pay.fold_if_challenged": 0.20,
        "pay.stock_out": 0.40,
        "pay.sunog_extra": 0.20,
        "bonus.ace": 0.20,
        "bonus.king": 0.20,
        "bonus.secret_set": 0.20,
        "bonus.secret_run": 0.20,
        "bonus.secret_once": True,
        "pot.ante": 1,
        "jackpot.seed": 0.10,
        "jackpot.add": 0.10,
        "fees.antes": 0.15,
    },
    "wars": {
        "secrets.kinds": "set4_run",
        "secrets.run_min": 5,
        "secrets.privilege": "held",
        "call.block_own_sapaw": "own_meld",
        "ties.challengers": "last_challenger",
        "ties.three_way": "last_challenger",
        "bonus.ace": 1,
        "bonus.secret_set": 3,
        "bonus.secret_run": 3,
        "jackpot.seed": 2,
        "jackpot.add": 2,
    },
    "casino_x": {
        "draw.take_discard": "extend_any",
        "secrets.kinds": "set4_run",
        "secrets.run_min": 5,
        "secrets.privilege": "held",
        "call.block_own_sapaw": "own_meld",
        "tongits.spread": "any_player",
        "pay.tongits": 2,
        "bonus.ace": 1,
        "bonus.king": 1,
        "bonus.secret_set": 1,
        "bonus.secret_run": 1,
        "jackpot.seed": 1,
        "jackpot.add": 1,
        "jackpot.spread_takes": True,
        "fees.winnings": 0.05,
    },
    "ecoins": {
        "discard.restriction": "not_sapawable",
        "melds.max_voluntary": 1,
        "secrets.kinds": "set4_run",
        "secrets.run_min": 5,
        "secrets.privilege": "held",
        "secrets.sagasa": "pay",
        "call.block_own_sapaw": "own_meld",
        "ties.challengers": "last_challenger",
        "ties.three_way": "last_challenger",
        "ties.stock_out": "most_recent_drawer",
        "pay.fight_lost": 2,
        "pay.per_point": 0.10,
        "pay.sagasa": 1,
        "bonus.ace": 1,
        "bonus.secret_set": 3,
        "bonus.secret_run": 3,
        "jackpot.seed": 3,
        "jackpot.add": 1,
    },
}
"""Part 3: what each preset changes."""

PRESETS["pagat_reduced"] = PRESETS["pagat"] | {
    "pay.tongits": 2,
    "pay.fight_lost": 2,
    "pay.fold_if_challenged": 2,
    "bonus.secret_set": 2,
    "bonus.long_run": 2,
}

OVERLAYS: dict[str, dict[str, Any]] = {"joker": {"jokers.count": 2}, "progressive": {"match.progressive_target": 100}}
"""Part 3: changes laid over any preset, `pagat+joker`."""


def preset(name: str) -> dict[str, Any]:
    """Part 3: all knobs of a preset, or of a preset with overlays (`"pagat+joker"`); KeyError for an unknown name."""
    base, *overlays = name.split("+")
    knobs = DEFAULTS | PRESETS[base]
    for overlay in overlays:
        knobs |= OVERLAYS[overlay]
    return knobs


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def exact(value: Any) -> Fraction:
    """A JSON number as the fraction its decimal text says (0.1 is one tenth)."""
    return _of_text(str(value))


@lru_cache(maxsize=10_000)
def _of_text(text: str) -> Fraction:
    return Fraction(text)


def knob_problems(knobs: Rules) -> list[str]:
    """Part 2: no unknown knob, each with a value it may have, and no combination that is refused (R9.4)."""
    problems = [f"part 2: there is no knob {knob}" for knob in knobs if knob not in (*KNOBS, "payout")]
    problems += [
        f"part 2: {knob} cannot be {value!r}"
        for knob, value in knobs.items()
        if knob in KNOBS and not _allowed(knob, value)
    ]
    if not problems and _zero_count_fight_refused(knobs):
        problems.append("R9.4: call.zero_count_fight is refused where a hand of melds is already Tongits")
    return problems


def _allowed(knob: str, value: Any) -> bool:
    if knob in CHOICES:
        return any(value == choice and type(value) is type(choice) for choice in CHOICES[knob])
    if knob in WHOLE:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and KNOBS[knob].lowest <= value <= KNOBS[knob].highest
    if not is_number(value) or exact(value) < 0:
        return False
    return exact(value) <= 1 if knob in SHARES else (exact(value) * 100).denominator == 1


def _zero_count_fight_refused(knobs: Rules) -> bool:
    """R9.4: it needs `tongits.hand_melds = false`, exit `no_discard`, or a call before the last discard is made."""
    before_the_last_discard = knobs["call.timing"] == "after_draw" and knobs["tongits.exit"] == "discard_last"
    already_tongits = (
        knobs["tongits.hand_melds"] and knobs["tongits.exit"] != "no_discard" and not before_the_last_discard
    )
    return bool(knobs["call.zero_count_fight"] != "off" and already_tongits)
