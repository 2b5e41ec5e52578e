"""Explains every knob in plain words, and the differences between two rule sets."""

from collections.abc import Callable

from tongits_sim.knobs.house_rules import RuleWords
from tongits_sim.rules.ending_knobs import CallNeeds, ShowdownWho, Spread
from tongits_sim.rules.money_knobs import PayMode
from tongits_sim.rules.play_knobs import Sagasa, SecretKinds
from tongits_sim.rules.ruleset import ALL_KNOBS, RuleSet

_SECRETS = (
    "secrets.run_min secrets.privilege secrets.grants secrets.saves_from_sunog jokers.block_secret_bonus"
    " bonus.secret_set bonus.secret_run bonus.secret_once bonus.secret_needs_tongits bonus.meld_scope"
)

_IDLE: tuple[tuple[str, Callable[[RuleSet], bool], str], ...] = (
    (
        "pay.* bonus.* pot.* jackpot.* fees.*",
        lambda rules: rules.match.progressive_target > 0,
        "the match is played for a score, not for money",
    ),
    (
        "jokers.points jokers.max_per_meld jokers.block_secret_bonus",
        lambda rules: rules.jokers.count == 0,
        "there are no jokers",
    ),
    ("jokers.max_per_meld", lambda rules: rules.jokers.count == 1, "there is only one joker"),
    (_SECRETS, lambda rules: rules.secrets.kinds == SecretKinds.NONE, "there are no secrets"),
    (
        "secrets.run_min bonus.secret_run",
        lambda rules: rules.secrets.kinds == SecretKinds.SET4,
        "a run is not a secret",
    ),
    ("call.meld_age", lambda rules: rules.call.needs != CallNeeds.OPEN_MELD, "the caller needs no open meld"),
    ("response.order", lambda rules: rules.showdown.who == ShowdownWho.EVERYONE, "nobody is asked"),
    (
        "pay.tongits pay.fold pay.fight_lost pay.fold_if_challenged pay.stock_out pay.per_point",
        lambda rules: rules.pay.mode != PayMode.FLAT,
        "losers pay by their count",
    ),
    ("pay.sagasa", lambda rules: rules.secrets.sagasa == Sagasa.OFF, "sagasa is not paid"),
    ("fees.antes", lambda rules: rules.pot.ante == 0, "there is no ante"),
    (
        "jackpot.second_hit_extra",
        lambda rules: rules.jackpot.streak != 3,
        "the jackpot does not need three wins",
    ),
    ("jackpot.spread_takes", lambda rules: rules.tongits.spread == Spread.OFF, "there is no spread"),
    (
        "jackpot.streak jackpot.spread_takes",
        lambda rules: not (rules.jackpot.seed or rules.jackpot.add or rules.jackpot.second_hit_extra),
        "there is no jackpot",
    ),
)

_WEIGHTY = (
    "match",
    "call",
    "tongits",
    "draw",
    "jokers",
    "pay",
    "showdown",
    "secrets",
    "response",
    "bonus",
    "melds",
    "sapaw",
    "discard",
    "stock_out",
    "ties",
    "jackpot",
    "pot",
    "fees",
    "deal",
)
"""Groups of rules, from those that change a game most."""

WORDS = RuleWords(ALL_KNOBS, _IDLE, _WEIGHTY)
describe, diff = WORDS.describe, WORDS.diff
idle_reason = WORDS.idle_reason
