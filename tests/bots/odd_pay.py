"""A payout that looks at everything it is given, each thing with a weight of its own."""

from __future__ import annotations

import numpy as np

from tongits_sim.payout import CHALLENGE, DRAW, HOUSE, SPREAD, STOCK_OUT, TONGITS, VOID

PRIME = np.uint64(97)


def everything(game, units):
    """Every field changes what is paid, to the next seat and to the house"""
    common = game.turns + 2 * game.number + 3 * game.wins + int(50 * game.pot) + int(25 * game.jackpot)
    common += 7 * game.dealer + 11 * game.caller + 13 * game.winner
    for seat in range(3):
        pays = common + game.counts[seat] + 17 * game.burned[seat] + 19 * game.challenged[seat] + 23 * game.folded[seat]
        pays += 29 * game.aces[seat] + 31 * game.kings[seat] + 37 * game.queens[seat] + 41 * game.jacks[seat]
        pays += 43 * game.melds[seat] + 47 * game.open_melds[seat] + 53 * game.sapaws[seat]
        pays += 59 * game.secret_sets[seat] + 61 * game.secret_runs[seat] + int(np.uint64(game.cards[seat]) % PRIME)
        if game.ending == TONGITS or game.ending == SPREAD:
            pays += 67
        elif game.ending == DRAW or game.ending == CHALLENGE:
            pays += 71 * (1 + game.ending)
        elif game.ending == STOCK_OUT or game.ending == VOID:
            pays += 73 * game.ending
        units[seat] -= pays / 100
        units[(seat + 1) % 3] += (pays - pays // 3) / 100
        units[HOUSE] += pays // 3 / 100
