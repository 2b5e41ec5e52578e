"""A whole game on a page: two players get a card of one suit each, and may draw others from the stock; the higher wins.

Its definition is all that it has: what plays, compares, changes rules, resumes and shows it serves any game.
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import numpy as np

from tongits_sim.bots.bot_list import BotList
from tongits_sim.bots.player import BaseHooks, BasePlayer, BaseStrategy, BoundedParam
from tongits_sim.compile.bits import GOLDEN, game_stream, match_key, mix
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import POSITION_FIELDS, Records, TableKernels, ask, note_fault, predicate
from tongits_sim.core.counts import Column, Counts
from tongits_sim.core.game import BotsOfGame, Game, GameKernels, RulesOfGame
from tongits_sim.knobs.fields import filled_record, rules_dtype
from tongits_sim.knobs.house_rules import HouseRules, KnobList, RuleWords
from tongits_sim.knobs.knob import Group, RuleError, integer, units

SEATS, CARDS = 2, 13
U = np.uint64


@dataclass(frozen=True)
class Draw(Group):
    """Drawing (T1)."""

    most: int = integer(1, "T1", "How often a player may draw", "A player may draw {} times.", highest=5)


@dataclass(frozen=True)
class Pay(Group):
    """Payment (T2)."""

    stake: float = units(1, "T2", "What the loser pays", "The loser pays {}.", zero="Nobody pays.")


ALL_KNOBS = KnobList((Draw, Pay), example="draw.most=2", listing="the page itself")
KNOBS = ALL_KNOBS.knobs


@dataclass(frozen=True)
class RuleSet(HouseRules):
    ALL: ClassVar[KnobList] = ALL_KNOBS

    name: str = "plain"
    draw: Draw = Draw()
    pay: Pay = Pay()


def load(spec: str, overrides: Iterable[str] = ()) -> RuleSet:
    """The one preset, with changes."""
    name, changes = ALL_KNOBS.override(spec, overrides)
    if spec not in preset_names():
        raise RuleError(f"unknown preset {spec!r}; the only one is plain")
    return RuleSet.from_knobs(changes, name=name)


def preset_names() -> tuple[str, ...]:
    return ("plain",)


describe, diff = RuleWords[RuleSet](ALL_KNOBS, ()).describe, RuleWords[RuleSet](ALL_KNOBS, ()).diff


RULES = rules_dtype(KNOBS)
GAME = np.dtype([("tiny_game", "i8"), ("deck", "i8", CARDS), ("hands", "i8", SEATS)])
VIEW = np.dtype([("tiny_me", "i8"), ("decision", "i8"), ("card", "i8"), ("drawn", "i8"), ("word", "u8")])
MATCH = np.dtype([("tiny_key", "u8"), ("game", "i8"), ("last_game", "i8"), ("over", "i8")])
RESULT = np.dtype([("tiny_drawn", "i8"), ("payout", "i8", SEATS), ("wins", "i8", SEATS)])
BY_SLOT = [(name, "i8", SEATS) for name in ("params", "chance", "check_view", "seating", "fault_seating")]
PLAYERS_DTYPE = np.dtype(
    [("tiny_table", "i8"), ("hooks", "i8", (SEATS, 1)), *BY_SLOT, *POSITION_FIELDS, ("view_backup", VIEW)]
)
DECISIONS = ("draw",)
REASONS = {1: ("T1", "an answer is 1, to draw, or 0")}


@inline_njit
def seat(records, seatings, k):
    for place in range(SEATS):
        records.table.seating[place] = seatings[k, place]


@inline_njit
def begin(records, deals, number):
    match = records.match
    match.tiny_key, match.game, match.last_game, match.over = match_key(deals.seed, U(number)), 0, deals.games, 0


@njit
def play(records, to):
    """Deal a game, ask both players, and pay."""
    game, view, match, result, rules, _, table = records
    stream = game_stream(match.tiny_key, U(match.game), U(1))
    for card in range(CARDS):  # shuffled from the inside
        other = np.int64(mix(stream + U(card) * GOLDEN) % U(card + 1))
        game.deck[card] = game.deck[other]
        game.deck[other] = card + 1
    top, result.tiny_drawn = SEATS, 0
    for place in range(SEATS):
        slot = table.seating[place]
        view.tiny_me, view.decision, view.card, view.drawn = place, 0, game.deck[place], 0
        while view.drawn < rules.draw_most:
            view.word = mix(stream ^ U(100 + top)) if table.chance[slot] else U(0)
            answer, reason = ask(
                table.hooks[slot, 0], view, table.params[slot], table.check_view[slot], table.view_backup
            )
            if reason == 0 and answer > U(1):
                reason = np.int64(1)
            if reason != 0:
                note_fault(table, place, 0, reason)
                return False
            if answer == U(0):
                break
            view.card, view.drawn, top = game.deck[top], view.drawn + 1, top + 1
        game.hands[place] = view.card
        result.tiny_drawn += view.drawn
    winner = 0 if game.hands[0] > game.hands[1] else 1
    for place in range(SEATS):
        result.wins[place] = place == winner
        result.payout[place] = rules.pay_stake if place == winner else -rules.pay_stake
    match.game += 1
    match.over = match.game >= match.last_game
    return True


TABLE = TableKernels(seat, begin, play)


@njit
def count(tally, records):
    """Count the cards drawn, and the first seat's wins."""
    tally.now[3 * SEATS] += records.result.tiny_drawn
    tally.now[3 * SEATS + 1] += records.result.wins[0]


COUNTS = Counts(
    seats=SEATS,
    add=count,
    own=(Column("drawn", "number", 10), Column("first_wins", "share")),
    measures={"drawn": "cards drawn", "first_wins": "games that the first seat wins"},
    payments=("pay",),
)


def new_records(rules: RuleSet) -> Records:
    layouts = (GAME, VIEW, MATCH, RESULT, RULES, np.dtype([("tiny_log", "i8")]), PLAYERS_DTYPE)
    game, view, match, result, _, log, table = (np.zeros(1, each).view(np.recarray) for each in layouts)
    return Records(game, view, match, result, filled_record(rules, RULES), log, table)


def asked(view: Any) -> tuple[int, int]:
    """Whose turn it is; there is one decision."""
    return int(view["tiny_me"]), 0


def failure(code: int, decision: str) -> str:
    return predicate(code, decision, REASONS)


def largest_payment(rules: RuleSet) -> float:
    """What the loser pays."""
    return rules.pay.stake


def effective(rules: RuleSet) -> Mapping[str, Any]:
    return rules.knobs()


@dataclass(frozen=True)
class Hooks(BaseHooks):
    """The one decision."""

    draw: Any


class Strategy(BaseStrategy):
    """A way of playing."""


class Player(BasePlayer):
    """A strategy with its number."""

    VIEW = VIEW
    LOADER = f"{__name__}:load_player"


@njit
def by_count(view, params):
    """Draw while the card is below a number."""
    return U(view.card < params.below)


@njit
def by_chance(view, params):
    return view.word & U(1)


STEADY = Strategy(
    "steady", "Draws by a number.", Hooks(by_count), (BoundedParam("below", 7, 1, 14, "the least card that is kept"),)
)
CHANCE = Strategy("random", "Draws by chance.", Hooks(by_chance), uses_random=True)
BOTS: BotList[Player] = BotList(
    {"steady": f"{__name__}:STEADY", "random": f"{__name__}:CHANCE"}, __name__, "this page", "steady(below=5)"
)
names, strategy, bots_in = BOTS.names, BOTS.strategy, BOTS.bots_in
load_player, load_players = BOTS.load_player, BOTS.load_players


class Tiny(Game):
    """The game of this page."""

    name = "tiny"
    title = "Tiny"
    command = "tongits tiny"
    seats = SEATS
    default_rules = "plain"
    default_players = "steady,random"
    sources = ("tests/tiny_game.py",)
    writes_records = False

    @property
    def rules(self) -> RulesOfGame:
        return cast("RulesOfGame", sys.modules[__name__])

    @property
    def bots(self) -> BotsOfGame:
        return cast("BotsOfGame", sys.modules[__name__])

    @property
    def playing(self) -> GameKernels:
        return cast("GameKernels", sys.modules[__name__])


TINY = Tiny()
