"""Plays each deal four times: the hands stay with their seats, and each seat in turn is mano.

Mano's seventeenth tile is the first of the wall, so that the sixteen tiles of every seat and the rest of the wall are
the same four times.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.kernel import play_game, take_seats
from mahjong_sim.game.match import begin_match, deal_deck
from mahjong_sim.game.rng import DICE, WALL, WORDS, U, shuffle
from mahjong_sim.game.settle import settle
from mahjong_sim.game.state import HAND, SEATS
from mahjong_sim.game.tables import tables_of
from mahjong_sim.game.wall import throw_dice
from mahjong_sim.hands.distance import shanten
from mahjong_sim.tiles import KINDS, TILES
from tongits_sim.any_game.streams import GOLDEN, game_stream, mix
from tongits_sim.jit import njit, outlined

OUT = ("payout", "won", "bunot", "shanten")
"""What a seat brings: cents; whether it won, and by draw; tiles away from waiting of its sixteen tiles as dealt."""

_NO_JOKERS, _NO_MELDS = np.int64(0), np.int64(0)


@njit
def lay(game, wall, mano):
    """Lay a shuffled wall (int8[144]) out as a deck in which seat s gets tiles 16 s to 16 s + 15, and mano tile 64."""
    place = 0
    for step in range(SEATS):
        seat = (mano + step) & 3
        for number in range(HAND):
            game.deck[place] = wall[HAND * seat + number]
            place += 1
        if step == 0:
            game.deck[place] = wall[SEATS * HAND]
            place += 1
    for number in range(place, TILES):
        game.deck[number] = wall[number]


@njit
def shanten_dealt(game, view, wall, seat):
    """Tiles away from waiting of the sixteen tiles that a seat is dealt, flowers counted as missing (int64)."""
    counts = np.zeros(KINDS, np.int8)
    for number in range(HAND * seat, HAND * (seat + 1)):
        if wall[number] < game.first_bonus:
            counts[wall[number]] += 1
    return shanten(tables_of(view), counts, _NO_JOKERS, _NO_MELDS)


@njit
def play_manos(records, wall, deals, seatings, out):
    """Play the deals of a block; a deal that a fault ended has -99 in the last place of `out`.

    Args:
        records: `Records`.
        wall: int8[144], scratch.
        deals: `Deals`.
        seatings: int8[k, 4]; deal m is played in seating m mod k.
        out: int64[deals, mano, seat, OUT].
    """
    game, view, match, result, rules, log, table = records
    for number in range(deals.first, deals.first + deals.matches):
        at = number - deals.first
        out[at] = 0
        take_seats(game, table, seatings, number % seatings.shape[0])
        begin_match(match, deals.seed, U(number), np.int64(1))
        key = match.mahjong_key
        table.now_match = number
        shuffle(wall, game_stream(key, U(0), WALL))
        dice, words = game_stream(key, U(0), DICE), game_stream(key, U(0), WORDS)
        whole = True
        for mano in range(SEATS):
            match.mano = mano
            lay(game, wall, mano)
            game.dice = throw_dice(dice)
            game.joker_dice = throw_dice(dice + GOLDEN + GOLDEN)
            for seat in range(SEATS):
                game.words[seat] = mix(words + U(seat))
            deal_deck(game, view, rules, match, log)
            if outlined(play_game, (game, view, rules, log, table)) != 0:
                whole = False
                break
            settle(game, view, rules, result)
            table.now_games += 1
            for seat in range(SEATS):
                row = out[at, mano, seat]
                row[0] = result.payout[seat]
                row[1] = result.wins[seat] != 0
                row[2] = row[1] and result.mahjong_ending == 2
                row[3] = shanten_dealt(game, view, wall, seat)
        if not whole:
            out[at, SEATS - 1, SEATS - 1, len(OUT) - 1] = -99
