"""What hands at rest wait for: noted after each turn, so that an offered tile is looked up and not examined."""

from __future__ import annotations

from mahjong_sim.game.state import moves_of, tables_of, wild_moves_of
from mahjong_sim.game.wall import U, bit, held_by, keys_by
from mahjong_sim.hands.distance import is_win, shanten
from mahjong_sim.hands.outlook import UNKNOWN, helping, helping_with_jokers, lacks, lacks_with_jokers
from mahjong_sim.tiles import COPIES, PLAIN
from tongits_sim.compile.jit import inline_njit, njit


@inline_njit
def rest(game, view, seat):
    """Note the kinds that would complete a hand at rest.

    A tile brings a hand nearer by one at most, so a far hand is not examined again before enough tiles have come.
    """
    game.waits[seat] = U(0)
    if game.far[seat] > 0:
        return
    if game.jokers[seat] == 0:
        moves, at, own, melds = moves_of(view), keys_by(game, seat), held_by(game, seat), view.n_melds[seat]
        away = lacks(moves, at, own, melds)
        if away != UNKNOWN:
            game.far[seat] = away - 1
            if away == 1:
                game.waits[seat] = helping(moves, at, own, melds)[1]
            return
    elif _rest_with_jokers(game, view, seat):
        return
    _rest_tile_by_tile(game, view, seat)


@njit
def _rest_with_jokers(game, view, seat):
    """As `rest`, for hands with jokers; returns whether the tables know their distance."""
    moves, at, own = wild_moves_of(view), keys_by(game, seat), held_by(game, seat)
    jokers, melds = game.jokers[seat], view.n_melds[seat]
    away = lacks_with_jokers(moves, at, own, jokers, melds)
    if away == UNKNOWN:
        return False
    game.far[seat] = away - 1
    if away == 1:
        game.waits[seat] = helping_with_jokers(moves, at, own, jokers, melds)[1]
    return True


@njit
def _rest_tile_by_tile(game, view, seat):
    """As `rest`, for hands with nearly all tiles of one suit."""
    waits = U(0)
    tables = tables_of(view)
    counts, jokers, melds = game.counts[seat], game.jokers[seat], view.n_melds[seat]
    game.far[seat] = shanten(tables, counts, jokers, melds)
    if game.far[seat] <= 0:
        for kind in range(PLAIN):
            if counts[kind] < COPIES:
                counts[kind] += 1
                if is_win(tables, counts, jokers, melds):
                    waits |= bit(kind)
                counts[kind] -= 1
    game.waits[seat] = waits


@inline_njit
def complete(game, view, seat):
    """Whether the seat in turn holds a complete hand."""
    if game.rested and game.drawn != view.joker_kind:
        return game.waits[seat] & bit(game.drawn) != U(0)
    if game.jokers[seat] == 0:
        away = lacks(moves_of(view), keys_by(game, seat), held_by(game, seat), view.n_melds[seat])
        if away != UNKNOWN:
            return away == 0
    return is_win(tables_of(view), game.counts[seat], game.jokers[seat], view.n_melds[seat])
