"""Payouts of one's own: copy this file, change it, and let it pay. What `game` and `units` are: tongits_sim/payout.py.

tongits simulate --set payout=docs/examples/my_pay.py:caller_pays_double
tongits simulate --rules docs/examples/home_table.toml --match-games 20
"""

from __future__ import annotations

from tongits_sim.compile.jit import njit
from tongits_sim.payout import CHALLENGE, HOUSE, STOCK_OUT

BASE, STEP = 2, 1  # units for the first win, and more for each further one in a row
EACH_MELD = 0.50


def wins_in_a_row(game, units):
    """Each loser pays 2 for the first win and 1 more for each win in a row"""
    for seat in range(3):
        if game.winner >= 0:
            units[seat] = (BASE + STEP * (game.wins - 1)) * (2 if seat == game.winner else -1)


def caller_pays_double(game, units):
    """A caller who loses pays double"""
    if game.caller >= 0 and game.winner != game.caller:
        units[game.winner] -= units[game.caller]
        units[game.caller] *= 2


def burned_pays_both(game, units):
    """A burned loser pays both others what the winner is paid"""
    for seat in range(3):
        if game.burned[seat]:
            other = 3 - seat - game.winner
            units[other] -= units[seat]
            units[seat] *= 2


def several_melds(game, units):
    """Each loser pays 0.50 for every meld of the winner beyond the second"""
    if game.winner >= 0:
        bonus = EACH_MELD * max(0, game.melds[game.winner] - 2)
        for seat in range(3):
            units[seat] += 2 * bonus if seat == game.winner else -bonus


def face_cards(game, units):
    """Each loser pays 1 for every queen and jack of the winner, and one tenth of what is won is the house's"""
    if game.winner >= 0:
        for seat in range(3):
            cards = game.queens[game.winner] + game.jacks[game.winner]
            units[seat] += 2 * cards if seat == game.winner else -cards
        units[HOUSE] = round(units[game.winner] * 10) / 100
        units[game.winner] -= units[HOUSE]


def secrets_both_ways(game, units):
    """A loser who holds a secret set is paid 1 by each of the others"""
    for seat in range(3):
        if seat != game.winner and game.secret_sets[seat] > 0:
            units[seat] += 3
            for other in range(3):
                units[other] -= 1


def tie_pays_nobody(game, units):
    """Nobody pays if the lowest count is tied"""
    if tied(game) > 1:
        for seat in range(3):
            units[seat] = 0


def tie_is_split(game, units):
    """Who ties with the winner does not pay, and is given half of what the third one pays"""
    if tied(game) > 1:
        for seat in range(3):
            if seat != game.winner and as_low(game, seat):
                units[game.winner] += units[seat]
                units[seat] = round(50 * units[game.winner]) / 100
                units[game.winner] -= units[seat]


@njit
def as_low(game, seat):
    """Whether a seat compared its hand, and has the winner's count"""
    called = game.ending == CHALLENGE and (seat == game.caller or game.challenged[seat] != 0)
    ran_out = game.ending == STOCK_OUT and game.burned[seat] == 0
    return (called or ran_out) and game.counts[seat] == game.counts[game.winner]


@njit
def tied(game):
    """How many seats have the lowest count; 0 where hands were not compared"""
    return as_low(game, 0) + as_low(game, 1) + as_low(game, 2)
