"""Words of bits and bytes: sets of kinds, and distances of a group of tiles for every number of bahay.

Large tables are read through their addresses: passing an array to a function costs more than a lookup.

Distances of one group of tiles for every number of bahay, as the bytes of a word, and their sums over groups.

A *group* is a suit, or all dragons and winds. Its *distances* are the tiles that it lacks for s bahay, s = 0..5: byte s
of a uint64, without the eye (the pair) in one word and with it in another. The distances of two groups together are the
least sums over all ways to divide the bahay between them (a min-plus convolution); six bytes are added and compared at
a time.

A table packs both words of a group into one uint64: four bits a distance, without the eye from bit 0, with it from bit
32. So a distance above 15 becomes 15. That changes no total of a hand with thirteen tiles or more, or with bahay on the
table: such a hand is never 15 tiles away.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mahjong_sim.tiles import BAHAY
from tongits_sim.compile.intrinsics import intrinsic, ir, types
from tongits_sim.compile.jit import inline_njit, njit

_I64 = ir.IntType(64)
_I8 = ir.IntType(8)


@intrinsic
def small_at(typingctx, address):
    """The uint32 at an address, as an int64."""

    def codegen(context, builder, signature, args):
        place = builder.inttoptr(args[0], ir.IntType(32).as_pointer())
        return builder.zext(builder.load(place, align=4), _I64)

    return types.int64(types.int64), codegen


@intrinsic
def short_at(typingctx, address):
    """The uint16 at an address, as a uint64."""

    def codegen(context, builder, signature, args):
        place = builder.inttoptr(args[0], ir.IntType(16).as_pointer())
        return builder.zext(builder.load(place, align=2), _I64)

    return types.uint64(types.int64), codegen


@intrinsic
def word_at(typingctx, address):
    """The uint64 at an address."""

    def codegen(context, builder, signature, args):
        return builder.load(builder.inttoptr(args[0], _I64.as_pointer()), align=8)

    return types.uint64(types.int64), codegen


@intrinsic
def fetch(typingctx, address):
    """Tell the processor to prefetch an address, which need not be valid. Returns 0."""

    def codegen(context, builder, signature, args):
        place = builder.inttoptr(args[0], _I8.as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
        builder.call(prefetch, [place, *(ir.Constant(number, each) for each in (0, 3, 1))])
        return ir.Constant(_I64, 0)

    return types.int64(types.int64), codegen


@inline_njit
def one_more(held, mark):
    """`held_often` after a tile comes; mark: the bit of its kind."""
    once, twice, thrice, all_four = held
    return once | mark, twice | (once & mark), thrice | (twice & mark), all_four | (thrice & mark)


@inline_njit
def one_less(held, mark):
    """`held_often` after a tile goes; mark: the bit of its kind."""
    once, twice, thrice, all_four = held
    return once & ~(mark & ~twice), twice & ~(mark & ~thrice), thrice & ~(mark & ~all_four), all_four & ~mark


@inline_njit
def count_in(held, kind):
    """The number (int64) of tiles of a kind, from `held_often`."""
    once, twice, thrice, all_four = held
    place, one = np.uint64(kind), np.uint64(1)
    two = ((once >> place) & one) + ((twice >> place) & one)
    return np.int64(two + ((thrice >> place) & one) + ((all_four >> place) & one))


def _above(builder: Any, data: Any, first: int, lanes: int, bound: int) -> Any:
    """The bits (i64) of the bytes first .. first + lanes - 1 that are above `bound`."""
    vector = ir.VectorType(_I8, lanes)
    place = builder.gep(data, [ir.Constant(_I64, first)])
    held = builder.load(builder.bitcast(place, vector.as_pointer()), align=1)
    many = builder.icmp_unsigned(">", held, ir.Constant(vector, [bound] * lanes))
    word = builder.bitcast(many, ir.IntType(lanes))
    return builder.shl(builder.zext(word, _I64), ir.Constant(_I64, first))


@intrinsic
def held_often(typingctx, counts):
    """The kinds (bits, uint64) below 40 with at least one, two, three and four tiles in a vector int8[42]."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        data = builder.bitcast(array.data, _I8.as_pointer())
        words = [builder.or_(_above(builder, data, 0, 32, n), _above(builder, data, 32, 8, n)) for n in range(4)]
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(types.uint64, 4)(counts), codegen


@intrinsic
def write_counts(typingctx, counts, once, twice, thrice, all_four):
    """Write the number of tiles of each kind, from the sets of `held_often`, to a vector int8[42]. Returns 0."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        data = builder.bitcast(array.data, _I8.as_pointer())
        bytes_ = ir.VectorType(_I8, 64)
        total = ir.Constant(bytes_, [0] * 64)
        for word in args[1:]:
            total = builder.add(total, builder.zext(builder.bitcast(word, ir.VectorType(ir.IntType(1), 64)), bytes_))
        for first, lanes in (0, 32), (32, 8), (40, 2):
            places = ir.Constant(ir.VectorType(ir.IntType(32), lanes), list(range(first, first + lanes)))
            part = builder.shuffle_vector(total, total, places)
            place = builder.gep(data, [ir.Constant(_I64, first)])
            builder.store(part, builder.bitcast(place, part.type.as_pointer()), align=1)
        return ir.Constant(_I64, 0)

    return types.int64(counts, *[types.uint64] * 4), codegen


U = np.uint64
LANES = BAHAY + 1
MAX_DISTANCE = 15
"""The largest distance in a table; it stands for all larger ones too."""

ONES = U(0x010101010101)
HIGH = U(0x808080808080)
FAR = U(0x3F3F3F3F3F3F)
"""A distance that is never the least: more than four times `MAX_DISTANCE`."""

_BYTE = U(0xFF)
_WHOLE = U(0xFFFFFFFFFFFF)
_EYE = U(32)


@inline_njit
def lane(distances, bahay):
    """The distance to a number of bahay (int64)."""
    return np.int64((distances >> U(8 * bahay)) & _BYTE)


@inline_njit
def least(a, b):
    """The smaller of each two bytes, all below 128."""
    above = ((a | HIGH) - b) & HIGH
    mask = above - (above >> U(7))
    return a ^ ((a ^ b) & mask)


@inline_njit
def moved(distances, bahay):
    """The distances of a group that holds `bahay` more bahay: byte s is the former byte s - bahay."""
    shift = U(8 * bahay)
    return ((distances << shift) & _WHOLE) | (FAR & ((U(1) << shift) - U(1)))


@inline_njit
def together(a, a_eye, b, b_eye):
    """The distances of two groups together: (without the eye, with it)."""
    total = FAR
    total_eye = FAR
    for bahay in range(LANES):
        shift = U(8 * bahay)
        own = ((a >> shift) & _BYTE) * ONES
        own_eye = ((a_eye >> shift) & _BYTE) * ONES
        other = moved(b, bahay)
        total = least(total, other + own)
        total_eye = least(total_eye, least(moved(b_eye, bahay) + own, other + own_eye))
    return total, total_eye


@inline_njit
def lowered(distances, jokers):
    """The distances when `jokers` tiles stand for any missing ones."""
    return distances - least(distances, U(jokers) * ONES)


@inline_njit
def whole(a, a_eye, b, b_eye, bahay):
    """Tiles (int64) that two groups, which are the whole hand, lack for `bahay` bahay and the eye."""
    best = np.int64(99)
    for own in range(bahay + 1):
        best = min(best, lane(a, own) + lane(b_eye, bahay - own), lane(a_eye, own) + lane(b, bahay - own))
    return best


@njit
def packed(distances, distances_eye):
    """Both words in one uint64, a row of a table."""
    row = U(0)
    for bahay in range(LANES):
        shift = U(4 * bahay)
        row |= U(min(lane(distances, bahay), MAX_DISTANCE)) << shift
        row |= U(min(lane(distances_eye, bahay), MAX_DISTANCE)) << (shift + _EYE)
    return row


@inline_njit
def unpacked(row):
    """Both words of a row of a table: (without the eye, with it)."""
    return _spread(row & U(0xFFFFFF)), _spread(row >> _EYE)


@inline_njit
def _spread(nibbles):
    bits = (nibbles | (nibbles << U(16))) & U(0x0000FFFF0000FFFF)
    bits = (bits | (bits << U(8))) & U(0x00FF00FF00FF00FF)
    return (bits | (bits << U(4))) & U(0x0F0F0F0F0F0F0F0F)
