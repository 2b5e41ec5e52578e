"""Sets of kinds, a bit each: of which a hand has at least one, two, three and four tiles; and reads by address.

Large tables are read through their addresses: passing an array to a function costs more than a lookup.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.compile.intrinsics import intrinsic, ir, types
from tongits_sim.compile.jit import inline_njit

_I64 = ir.IntType(64)
_I8 = ir.IntType(8)
U = np.uint64


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
        builder.call(prefetch, [place, *(ir.Constant(number, argument) for argument in (0, 3, 1))])
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
    place = U(kind)
    unit = U(1)
    two = ((once >> place) & unit) + ((twice >> place) & unit)
    return np.int64(two + ((thrice >> place) & unit) + ((all_four >> place) & unit))


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
