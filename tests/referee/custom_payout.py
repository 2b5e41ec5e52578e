"""A payout of one's own, asked in plain Python with what the referee knows of the end of a game."""

import math
from itertools import pairwise
from types import FunctionType, SimpleNamespace
from typing import Any

from tests.naive import Rules, is_joker
from tests.referee.state import State
from tongits_sim.game.state import ENDINGS
from tongits_sim.rules.custom_payout import load_payout

RANKS = "A23456789TJQK"
SUITS = "cdhs"


def amounts(state: State, result: Any, wins: int, jackpot: int, usual: list[int]) -> list[int]:
    """Hundredths that the payout of the rules gives each seat; `usual`: those of the knobs."""
    function = load_payout(str(state.rules["payout"])).function
    assert function is not None
    units = [amount / 100 for amount in usual] + [0.0]
    in_plain_python(function)(game_of(state, result, wins, jackpot), units)
    exact = [math.floor(amount * 100 + 0.5) for amount in units]
    assert sum(exact) == 0
    return exact[:3]


def in_plain_python(function: Any) -> Any:
    """A copy of a payout as plain Python, with the compiled functions of its file that it calls."""
    names = dict(function.__globals__)
    for name, value in names.items():
        if hasattr(value, "py_func"):
            names[name] = FunctionType(value.py_func.__code__, names, name, value.py_func.__defaults__)
    return FunctionType(function.__code__, names, function.__name__, function.__defaults__)


def game_of(state: State, result: Any, wins: int, jackpot: int) -> SimpleNamespace:
    called = state.caller is not None
    others = [called and seat != state.caller for seat in range(3)]
    own = [cards_of(state, seat) for seat in range(3)]
    game = SimpleNamespace(
        ending=ENDINGS.index(result.ending),
        winner=-1 if result.winner is None else result.winner,
        caller=-1 if state.caller is None else state.caller,
        dealer=state.dealer,
        turns=state.turn,
        number=state.number,
        challenged=[int(others[seat] and seat in result.fought) for seat in range(3)],
        folded=[int(others[seat] and seat not in result.fought) for seat in range(3)],
        counts=result.counts,
        burned=[bool(flag) for flag in result.burned],
        cards=[sum(1 << 16 * SUITS.index(suit) + RANKS.index(rank) for rank, suit in map(tuple, card)) for card in own],
        open_melds=[len(state.open_melds(seat)) for seat in range(3)],
        melds=[sum(meld.owner == seat for meld in state.melds) for seat in range(3)],
        secret_sets=[secret_sets(state, seat) for seat in range(3)],
        secret_runs=[secret_runs(state, seat) for seat in range(3)],
        sapaws=[sum(sapaw.seat == seat for sapaw in state.sapaws) for seat in range(3)],
        wins=wins,
        pot=3 * float(state.rules["pot.ante"]),
        jackpot=jackpot / 100,
    )
    for name, rank in (("aces", "A"), ("kings", "K"), ("queens", "Q"), ("jacks", "J")):
        setattr(game, name, [sum(card[0] == rank for card in cards) for cards in own])
    if result.ending in ("tongits", "spread"):
        game.melds[result.winner] += state.shown
    return game


def cards_of(state: State, seat: int) -> list[str]:
    """Natural cards in the seat's hand, and natural cards that the seat put into its own melds."""
    laid = [shown for meld in state.melds if meld.owner == seat for shown in meld.shown]
    cards = [*state.hands[seat], *(shown.card for shown in laid if shown.seat == seat)]
    return [card for card in cards if not is_joker(card)]


def held(state: State, seat: int) -> list[str]:
    return [card for card in state.hands[seat] if not is_joker(card) and card not in state.taken]


def secret_sets(state: State, seat: int) -> int:
    ranks = [card[0] for card in held(state, seat)]
    laid = sum(meld.kind == "set" for meld in state.laid_secrets(seat))
    return laid + sum(ranks.count(rank) == 4 for rank in RANKS)


def secret_runs(state: State, seat: int) -> int:
    laid = sum(meld.kind == "run" for meld in state.laid_secrets(seat))
    return laid + sum(stretches(held(state, seat), suit, state.rules) for suit in SUITS)


def stretches(cards: list[str], suit: str, rules: Rules) -> int:
    line = [rank + suit in cards for rank in RANKS + "A"]
    line[0] = line[0] and rules["melds.ace_runs"] != "high"
    line[13] = line[13] and rules["melds.ace_runs"] != "low"
    edges = [-1, *(place for place in range(14) if not line[place]), 14]
    return sum(after - before - 1 >= int(str(rules["secrets.run_min"])) for before, after in pairwise(edges))
