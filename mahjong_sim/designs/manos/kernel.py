"""Plays each deal four times: the hands stay with their seats, and each seat in turn is mano.

Mano's seventeenth tile is the first of the wall, so that the sixteen tiles of every seat and the rest of the wall are
the same four times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.designs.playing import TABLE, play_game
from mahjong_sim.game.match import deal_deck
from mahjong_sim.game.rng import DICE, WALL, WORDS, U, shuffle
from mahjong_sim.game.settle import settle
from mahjong_sim.game.state import HAND, SEATS
from mahjong_sim.game.tables import tables_of
from mahjong_sim.game.wall import throw_dice
from mahjong_sim.hands.distance import shanten
from mahjong_sim.tiles import KINDS, TILES
from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.streams import GOLDEN, game_stream, mix
from tongits_sim.jit import njit, outlined

OUT = ("payout", "won", "bunot", "shanten")
"""The results of a seat: cents; whether it won, and by draw; tiles away from waiting of its sixteen tiles as dealt."""

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
    """Tiles away from waiting of the sixteen tiles dealt to a seat, flowers counted as missing (int64)."""
    counts = np.zeros(KINDS, np.int8)
    for number in range(HAND * seat, HAND * (seat + 1)):
        if wall[number] < game.first_bonus:
            counts[wall[number]] += 1
    return shanten(tables_of(view), counts, _NO_JOKERS, _NO_MELDS)


class Manos(NamedTuple):
    """The arrays that deals are written to.

    Attributes:
        out: int64[deals, mano, seat, OUT]; a deal that a fault ended has -99 in its last place.
        now: int64[mano, seat, OUT], the present deal.
        wall: int8[144], scratch.
    """

    out: Any
    now: Any
    wall: Any


@njit
def play_mano(records, wall, mano, rows):
    """Play the deal in `wall` with one seat as mano; rows: int64[seat, OUT], written. False after a fault."""
    game, view, match, result, rules, log, table = records
    key = match.mahjong_key
    dice, words = game_stream(key, U(0), DICE), game_stream(key, U(0), WORDS)
    match.mano = mano
    lay(game, wall, mano)
    game.dice = throw_dice(dice)
    game.joker_dice = throw_dice(dice + GOLDEN + GOLDEN)
    for seat in range(SEATS):
        game.words[seat] = mix(words + U(seat))
    deal_deck(game, view, rules, match, log)
    if outlined(play_game, (game, view, rules, log, table)) != 0:
        return False
    settle(game, view, rules, result)
    for seat in range(SEATS):
        row = rows[seat]
        row[0] = result.payout[seat]
        row[1] = result.wins[seat] != 0
        row[2] = row[1] and result.mahjong_ending == 2
        row[3] = shanten_dealt(game, view, wall, seat)
    return True


@njit
def _play(records, to):
    """Play the deal with each seat in turn as mano; the match is over afterwards."""
    match = records.match
    shuffle(to.wall, game_stream(match.mahjong_key, U(0), WALL))
    for mano in range(SEATS):
        if not play_mano(records, to.wall, mano, to.now[mano]):
            return False
    match.over = 1
    return True


@njit
def _note_deal(records, to, at):
    to.out[at] = to.now


@njit
def _end(records, to, at, whole):
    if not whole:
        to.out[at, SEATS - 1, SEATS - 1, len(OUT) - 1] = -99


play_manos = match_loop(TABLE, _note_deal, play=_play, end=_end)
"""Plays deals into `Manos`."""
