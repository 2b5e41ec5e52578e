"""The knobs and presets of the rules, transcribed from docs/reference/rules.md on their own account."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.naive.cards import Rules

BOOL = (False, True)

CHOICES: dict[str, tuple[Any, ...]] = {
    "deal.next_dealer": ("winner", "rotate", "random"),
    "deal.dealer_may_lay_first": BOOL,
    "jokers.count": (0, 1, 2),
    "jokers.max_per_meld": (1, 2),
    "jokers.block_secret_bonus": BOOL,
    "melds.ace_runs": ("low", "high", "both"),
    "draw.take_discard": ("new_meld", "extend_own", "extend_any", "free"),
    "discard.restriction": ("any", "not_sapawable"),
    "sapaw.targets": ("any", "opponents"),
    "sapaw.before_open": BOOL,
    "sapaw.saves_from_sunog": BOOL,
    "secrets.kinds": ("none", "set4", "set4_run"),
    "secrets.run_min": (4, 5),
    "secrets.privilege": ("laid", "held"),
    "secrets.grants": ("none", "challenge", "call_and_challenge"),
    "secrets.saves_from_sunog": BOOL,
    "secrets.sagasa": ("off", "pay"),
    "call.timing": ("start", "end"),
    "call.needs": ("open_meld", "any_table_meld", "nothing"),
    "call.block_opponent_sapaw": ("off", "since_last_turn", "rest_of_game"),
    "call.block_own_sapaw": ("off", "own_meld", "any_meld"),
    "call.block_long_meld": BOOL,
    "call.zero_count_fight": ("off", "only_at_zero", "pays_double"),
    "response.needs": ("open_or_secret", "open_only", "nothing"),
    "response.order": ("simultaneous", "sequential"),
    "showdown.who": ("caller_and_challengers", "everyone"),
    "showdown.hand_melds_count_zero": BOOL,
    "ties.call": ("challenger", "caller"),
    "ties.challengers": ("right_of_caller", "last_challenger", "last_to_meld"),
    "ties.three_way": ("right_of_caller", "last_challenger", "caller", "last_to_meld"),
    "ties.stock_out": ("last_drawer_then_right", "most_recent_drawer", "last_to_meld"),
    "stock_out.moment": ("after_turn", "failed_draw"),
    "stock_out.eligible": ("open_or_secret", "open_only", "all"),
    "stock_out.nobody_eligible": ("all_compete", "void"),
    "tongits.exit": ("any", "discard_last", "no_discard"),
    "tongits.hand_melds": BOOL,
    "tongits.spread": ("off", "player_in_turn", "any_player"),
    "pay.mode": ("flat", "deadwood_total", "deadwood_diff"),
    "bonus.secret_once": BOOL,
    "bonus.secret_needs_tongits": BOOL,
    "bonus.card_scope": ("hand_and_own_melds", "hand_only"),
    "bonus.meld_scope": ("concealed", "any_own"),
    "jackpot.streak": (2, 3),
    "jackpot.spread_takes": BOOL,
}
"""Knobs with named values."""

WHOLE = ("jokers.points", "melds.max_voluntary", "call.meld_age", "match.progressive_target")
"""Knobs that are whole numbers, 0 or more."""

AMOUNTS = (
    "pay.tongits",
    "pay.fold",
    "pay.fight_lost",
    "pay.fold_if_challenged",
    "pay.stock_out",
    "pay.sunog_extra",
    "pay.per_point",
    "pay.sagasa",
    "bonus.ace",
    "bonus.king",
    "bonus.secret_set",
    "bonus.secret_run",
    "bonus.long_run",
    "pot.ante",
    "jackpot.seed",
    "jackpot.add",
    "jackpot.second_hit_extra",
)
"""Knobs that are amounts in units, exact to a hundredth (R14.4)."""

SHARES = ("fees.antes", "fees.winnings")
"""Knobs that are a share 0..1."""

KNOBS = (*CHOICES, *WHOLE, *AMOUNTS, *SHARES)

LATER: dict[str, tuple[int, Any]] = {}
"""Knobs that came after the first version of the rules: with which version, and what records of earlier ones mean."""
VERSION = max((1, *(since for since, _ in LATER.values())))

DEFAULTS: dict[str, Any] = {
    "deal.next_dealer": "winner",
    "deal.dealer_may_lay_first": True,
    "jokers.count": 0,
    "jokers.points": 10,
    "jokers.max_per_meld": 1,
    "jokers.block_secret_bonus": True,
    "melds.ace_runs": "low",
    "melds.max_voluntary": 0,
    "draw.take_discard": "new_meld",
    "discard.restriction": "any",
    "sapaw.targets": "any",
    "sapaw.before_open": True,
    "sapaw.saves_from_sunog": False,
    "secrets.kinds": "set4",
    "secrets.run_min": 4,
    "secrets.privilege": "laid",
    "secrets.grants": "challenge",
    "secrets.saves_from_sunog": True,
    "secrets.sagasa": "off",
    "call.timing": "start",
    "call.needs": "open_meld",
    "call.meld_age": 1,
    "call.block_opponent_sapaw": "since_last_turn",
    "call.block_own_sapaw": "off",
    "call.block_long_meld": False,
    "call.zero_count_fight": "off",
    "response.needs": "open_or_secret",
    "response.order": "simultaneous",
    "showdown.who": "caller_and_challengers",
    "showdown.hand_melds_count_zero": True,
    "ties.call": "challenger",
    "ties.challengers": "right_of_caller",
    "ties.three_way": "right_of_caller",
    "ties.stock_out": "last_drawer_then_right",
    "stock_out.moment": "after_turn",
    "stock_out.eligible": "open_or_secret",
    "stock_out.nobody_eligible": "all_compete",
    "tongits.exit": "any",
    "tongits.hand_melds": True,
    "tongits.spread": "off",
    "pay.mode": "flat",
    "pay.tongits": 3,
    "pay.fold": 1,
    "pay.fight_lost": 3,
    "pay.fold_if_challenged": 1,
    "pay.stock_out": 1,
    "pay.sunog_extra": 1,
    "pay.per_point": 0,
    "pay.sagasa": 0,
    "bonus.ace": 0,
    "bonus.king": 0,
    "bonus.secret_set": 0,
    "bonus.secret_run": 0,
    "bonus.long_run": 0,
    "bonus.secret_once": False,
    "bonus.secret_needs_tongits": False,
    "bonus.card_scope": "hand_and_own_melds",
    "bonus.meld_scope": "concealed",
    "pot.ante": 0,
    "jackpot.seed": 0,
    "jackpot.add": 0,
    "jackpot.streak": 2,
    "jackpot.second_hit_extra": 0,
    "jackpot.spread_takes": False,
    "fees.antes": 0,
    "fees.winnings": 0,
    "match.progressive_target": 0,
}

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
    """Whether the value is a JSON number."""
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def exact(value: Any) -> Fraction:
    """A JSON number as the fraction its decimal text says (0.1 is one tenth)."""
    return _of_text(str(value))


@lru_cache(maxsize=10_000)
def _of_text(text: str) -> Fraction:
    return Fraction(text)


def knob_problems(knobs: Rules) -> list[str]:
    """Part 2: every knob there, no other, each with a value it may have, and no combination that is refused (R9.4)."""
    problems = [f"part 2: knob {knob} is missing" for knob in KNOBS if knob not in knobs]
    problems += [f"part 2: there is no knob {knob}" for knob in knobs if knob not in KNOBS]
    problems += [
        f"part 2: {knob} cannot be {value!r}"
        for knob, value in knobs.items()
        if knob in KNOBS and not _allowed(knob, value)
    ]
    if not problems and _zero_count_fight_refused(knobs):
        problems.append("R9.4: call.zero_count_fight is refused where a hand of melds is already Tongits")
    return problems


def _allowed(knob: str, value: Any) -> bool:
    """Part 2: whether the knob may have the value."""
    if knob in CHOICES:
        return any(value == choice and type(value) is type(choice) for choice in CHOICES[knob])
    if knob in WHOLE:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not is_number(value) or exact(value) < 0:
        return False
    return exact(value) <= 1 if knob in SHARES else (exact(value) * 100).denominator == 1


def _zero_count_fight_refused(knobs: Rules) -> bool:
    """R9.4: it needs `tongits.hand_melds = false` or exit `no_discard`."""
    already_tongits = knobs["tongits.hand_melds"] and knobs["tongits.exit"] != "no_discard"
    return bool(knobs["call.zero_count_fight"] != "off" and already_tongits)
