"""The shuffle, the wall, draws and flowers (V3, V4), with random streams of `tongits_sim/compile/bits.py`.

A number below n is the upper part of the product of n and 53 random bits, so probabilities differ by at most 2**-53.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import (
    ACT_BACK,
    ACT_DRAW,
    ACT_FLOWER,
    ACT_INDICATOR,
    FROM_BACK,
    FROM_WALL,
    HAND,
    NO_TILE,
    NOTHING,
    PART_FLOWERS,
    SEATS,
    write,
)
from mahjong_sim.hands.kinds import held_often, one_less, one_more
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.hands.outlook import WEIGHTS, keys_of
from mahjong_sim.rules.record import JOKER_COPIES_ONE, TILES_HONOURS_FLOWERS
from mahjong_sim.tiles import COPIES, FLOWERS, KINDS, SUITED, TILES
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import inline_njit, njit

U = np.uint64

WALL = U(0x3A51_0001)
WORDS = U(0x3A51_0002)
FIRST_MANO = U(0x3A51_0003)
DICE = U(0x3A51_0004)


@inline_njit
def below(word, bound):
    """A number 0 .. bound - 1 (int64) from a random word (uint64); bound: int64 below 1024."""
    return np.int64(((word >> U(11)) * U(bound)) >> U(53))


@njit
def shuffle(wall, state):
    """Put the 144 tiles into `wall` (int8[144]) in random order; state: the start of a stream.

    Each place, from the last down, swaps with itself or an earlier place (Fisher and Yates).
    """
    place = 0
    for kind in range(34):
        for _ in range(4):
            wall[place] = kind
            place += 1
    for kind in range(34, 42):
        wall[place] = kind
        place += 1
    for last in range(TILES - 1, 0, -1):
        state += GOLDEN
        drawn = below(mix(state), np.int64(last + 1))
        tile = wall[last]
        wall[last] = wall[drawn]
        wall[drawn] = tile


ONE = U(1)
ONE_JOKER = np.int64(1)


@inline_njit
def bit(kind):
    """The bit (uint64) of a kind below 64."""
    return ONE << U(kind)


@inline_njit
def gain(game, view, rules, seat, tile):
    """Add a tile to a hand, as a joker if the tile is a joker (V12)."""
    game.far[seat] -= 1
    if tile == view.joker_kind and (rules.joker_copies != JOKER_COPIES_ONE or game.jokers[seat] == 0):
        game.jokers[seat] += 1
        return
    game.counts[seat, tile] += 1
    game.keys[seat, tile // RANKS] += WEIGHTS[tile]
    _hold(game, seat, one_more(held_by(game, seat), bit(tile)))


@inline_njit
def lose(game, view, seat, tile):
    """Remove a tile from a hand: a plain one before a joker of its kind."""
    if game.counts[seat, tile] == 0 and tile == view.joker_kind:
        game.jokers[seat] -= 1
        return
    game.counts[seat, tile] -= 1
    game.keys[seat, tile // RANKS] -= WEIGHTS[tile]
    _hold(game, seat, one_less(held_by(game, seat), bit(tile)))


@inline_njit
def keys_by(game, seat):
    """The keys of the four groups of a hand, for the functions of `hands`."""
    return game.keys[seat, 0], game.keys[seat, 1], game.keys[seat, 2], game.keys[seat, 3]


@inline_njit
def held_by(game, seat):
    """The kinds with at least one, two, three and four tiles in a hand, without jokers."""
    return game.held[seat, 0], game.held[seat, 1], game.held[seat, 2], game.held[seat, 3]


@inline_njit
def _hold(game, seat, held):
    game.held[seat, 0], game.held[seat, 1], game.held[seat, 2], game.held[seat, 3] = held


@njit
def _take_stock(game, seat):
    """Set the keys and the kinds held of a hand from its counts."""
    counts = game.counts[seat]
    game.keys[seat, 0], game.keys[seat, 1], game.keys[seat, 2], game.keys[seat, 3] = keys_of(counts)
    _hold(game, seat, held_often(counts))


@inline_njit
def see(view, tile):
    """Count a tile that all see on the table."""
    view.seen[tile] += 1
    seen = view.seen_often
    seen[0], seen[1], seen[2], seen[3] = one_more((seen[0], seen[1], seen[2], seen[3]), bit(tile))


@inline_njit
def count_in_hand(game, view, seat, tile):
    """The number of tiles of a kind in a hand, jokers of that kind included (int64)."""
    own = np.int64(game.counts[seat, tile])
    return own + game.jokers[seat] if tile == view.joker_kind else own


@inline_njit
def pay_each(game, part, seat, cents):
    """Each other player pays a seat at once (V11)."""
    for player in range(SEATS):
        game.instant[part, player] += 3 * cents if player == seat else -cents


@inline_njit
def show_flower(game, view, rules, log, seat, tile):
    """Put a flower into a seat's row (V4)."""
    write(log, ACT_FLOWER, seat, NOTHING, tile)
    view.flowers[seat, view.n_flowers[seat]] = tile
    view.n_flowers[seat] += 1
    see(view, tile)
    many = view.n_flowers[seat] >= rules.instant_many_flowers_from
    if many and rules.instant_many_flowers > 0 and game.paid_many[seat] == 0:
        game.paid_many[seat] = 1
        pay_each(game, PART_FLOWERS, seat, rules.instant_many_flowers)


@inline_njit
def draw(game, view, rules, log, seat, from_back):
    """Draw a tile, from the front or the back, and replace flowers from the back (V3, V4).

    Returns the tile, now in the hand; NO_TILE if the wall is empty.
    """
    game.source = FROM_BACK if from_back else FROM_WALL
    while view.wall_left > 0:
        view.wall_left -= 1
        if game.source == FROM_BACK:
            game.back -= 1
            tile = np.int64(game.wall[game.back])
            write(log, ACT_BACK, seat, NOTHING, tile)
        else:
            tile = np.int64(game.wall[game.front])
            game.front += 1
            write(log, ACT_DRAW, seat, NOTHING, tile)
        if tile < game.first_bonus:
            gain(game, view, rules, seat, tile)
            game.drawn = tile
            return tile
        show_flower(game, view, rules, log, seat, tile)
        game.source = FROM_BACK
    game.drawn = NO_TILE
    return NO_TILE


@njit
def deal_tiles(game, view, rules, log, state):
    """Shuffle the wall with a stream that starts at `state`, deal, replace flowers, choose the joker (V3, V4, V12).

    The caller has set mano and the dice, and cleared the table.
    """
    shuffle(game.wall, state)
    for place in range(TILES):
        game.deck[place] = game.wall[place]
    deal_wall(game, view, rules, log)


@njit
def deal_wall(game, view, rules, log):
    """Deal the tiles of `game.wall` in order: 17 to mano, 16 to each other seat in turn."""
    game.first_bonus = SUITED if rules.tiles_honours == TILES_HONOURS_FLOWERS else FLOWERS
    game.front = SEATS * HAND + 1
    game.back = TILES
    view.wall_left = TILES - game.front - np.int64(rules.wall_dead_tiles)
    place = 0
    for step in range(SEATS):
        seat = (view.mano + step) & 3
        flowers = 0
        for _ in range(HAND + 1 if step == 0 else HAND):
            tile = np.int64(game.wall[place])
            if tile < game.first_bonus:
                game.counts[seat, tile] += 1
            else:
                flowers += 1
            place += 1
        game.flowers_at_deal[seat] = flowers
        if flowers == 0:
            pay_each(game, PART_FLOWERS, seat, rules.instant_no_flowers)
    for seat in range(SEATS):
        _take_stock(game, seat)
    _replace_flowers(game, view, rules, log)
    if rules.joker_play:
        _choose_joker(game, view, rules, log)


@inline_njit
def _replace_flowers(game, view, rules, log):
    """V4: mano replaces all flowers from the back, repeatedly, then each other seat in turn."""
    place = 0
    for step in range(SEATS):
        seat = (view.mano + step) & 3
        for _ in range(HAND + 1 if step == 0 else HAND):
            tile = np.int64(game.wall[place])
            if tile >= game.first_bonus:
                show_flower(game, view, rules, log, seat, tile)
            place += 1
        for _ in range(game.flowers_at_deal[seat]):
            draw(game, view, rules, log, seat, True)
    game.drawn = NO_TILE


@inline_njit
def _choose_joker(game, view, rules, log):
    """V12: two dice count along the flower wall. The first suited tile from there is shown and leaves the wall.

    Its other copies are jokers, also in the hands.
    """
    place = game.back - (game.joker_dice // 6 + game.joker_dice % 6 + 2)
    while game.wall[place] >= SUITED:
        place -= 1
    kind = np.int64(game.wall[place])
    write(log, ACT_INDICATOR, view.mano, NOTHING, kind)
    for later in range(place, game.back - 1):
        game.wall[later] = game.wall[later + 1]
    game.back -= 1
    view.wall_left -= 1
    see(view, kind)
    view.joker_kind = kind
    for seat in range(SEATS):
        jokers = np.int64(game.counts[seat, kind])
        if rules.joker_copies == JOKER_COPIES_ONE:
            jokers = min(jokers, ONE_JOKER)
        game.jokers[seat] = jokers
        game.counts[seat, kind] -= jokers
        _take_stock(game, seat)


@njit
def throw_dice(word):
    """Two dice from a random word (uint64): 6 * first + second, each from 0 (int64)."""
    return 6 * below(mix(word), np.int64(6)) + below(mix(word + GOLDEN), np.int64(6))


@njit
def clear_hands(game, view):
    """Take all tiles off the table."""
    for seat in range(SEATS):
        for kind in range(KINDS):
            game.counts[seat, kind] = 0
        game.jokers[seat] = 0
        game.pungs[seat] = 0
        game.waits[seat] = 0
        game.paid_many[seat] = 0
        for number in range(view.n_flowers[seat]):
            view.flowers[seat, number] = 0
        view.n_flowers[seat] = 0
    for kind in range(KINDS):
        view.seen[kind] = 0
    for number in range(COPIES):
        view.seen_often[number] = 0
