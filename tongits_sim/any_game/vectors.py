"""Rows of sums, int64 side by side, added to and copied as vectors.

The compiler does so only where it knows that two arrays do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from tongits_sim.compile.intrinsics import cgutils, intrinsic, ir, types

_WIDTH = 8  # words of a vector
_WORD = ir.IntType(64)

if numba.config.DISABLE_JIT:

    def prefetch(matrix: Any, row: Any, column: int) -> None:
        """Ask for an element of a matrix that is going to be written; here it is where it is."""

    def copy_to_row(matrix: Any, row: Any, values: Any, count: int) -> None:
        """Copy the first `count` of some values onto those of a row.

        Args:
            matrix: int64, its rows side by side.
            row: the number of the row.
            values: int64, side by side.
            count: how many of them.
        """
        matrix[row, :count] = values[:count]

    def add_to_row(matrix: Any, row: Any, values: Any, count: int) -> None:
        """Add the first `count` of some values to those of a row.

        Args:
            matrix: int64, its rows side by side.
            row: the number of the row.
            values: int64, side by side.
            count: how many of them.
        """
        matrix[row, :count] += values[:count]

    def add_moments(matrix: Any, row: Any, values: Any, count: int) -> None:
        """Add `count` values v, then v[0] * v, then v * v to a row of three times as many.

        Args:
            matrix: int64, its rows side by side.
            row: the number of the row.
            values: int64, side by side.
            count: how many of them.
        """
        first = values[:count]
        for part, each in enumerate((first, first[0] * first, first * first)):
            matrix[row, part * count : (part + 1) * count] += each
else:

    @intrinsic
    def prefetch(typingctx, matrix, row, column):
        """Ask for an element of a matrix that is going to be written, so that it is in the nearest cache by then."""

        def codegen(context, builder, signature, args):
            kind = signature.args[0]
            array = context.make_array(kind)(context, builder, args[0])
            place = cgutils.get_item_pointer(context, builder, kind, array, args[1:])
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.VoidType(), [pointer, *[number] * 3]), "llvm.prefetch.p0i8"
            )
            builder.call(function, [builder.bitcast(place, pointer), number(1), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(matrix, types.int64, types.int64), codegen

    @intrinsic(prefer_literal=True)
    def copy_to_row(typingctx, matrix, row, values, count):
        """Copy the first `count` (literal) of some values onto those of a row."""

        def store(builder, pointer, first, value, at):
            builder.store(value, pointer(at), align=8)

        return _by_vectors(matrix, values, count, store)

    @intrinsic(prefer_literal=True)
    def add_to_row(typingctx, matrix, row, values, count):
        """Add the first `count` (literal) of some values to those of a row."""

        def store(builder, pointer, first, value, at):
            _add(builder, pointer(at), value)

        return _by_vectors(matrix, values, count, store)

    @intrinsic(prefer_literal=True)
    def add_moments(typingctx, matrix, row, values, count):
        """Add `count` (literal) values v, then v[0] * v, then v * v to a row of three times as many."""

        def store(builder, pointer, first, value, at):
            factor = ir.Constant(value.type, ir.Undefined)
            for number in range(value.type.count):
                factor = builder.insert_element(factor, first, ir.IntType(32)(number))
            for part, each in enumerate((value, builder.mul(value, factor), builder.mul(value, value))):
                _add(builder, pointer(part * count.literal_value + at), each)

        return _by_vectors(matrix, values, count, store)


def _add(builder: Any, place: Any, value: Any) -> None:
    builder.store(builder.add(builder.load(place, align=8), value), place, align=8)


def _by_vectors(matrix: Any, values: Any, count: Any, store: Callable[..., None]) -> Any:
    """What an intrinsic gives that does something with a row of a matrix and each vector of some values.

    Args:
        matrix: numba type of a matrix of int64, its rows side by side.
        values: likewise of an array.
        count: likewise of a literal, the number of values.
        store: does it, given a builder, a function from a place in the row to a pointer of the vector's type, the
            first value, the vector and its place.
    """
    if not isinstance(count, types.IntegerLiteral):
        return None

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, numbers = signature.args[0], signature.args[2]
        array = context.make_array(kinds)(context, builder, args[0])
        row = cgutils.get_item_pointer(context, builder, kinds, array, [args[1], _WORD(0)])
        source = context.make_array(numbers)(context, builder, args[2]).data
        first = builder.load(source)
        at = 0
        for width in (_WIDTH, 1):
            kind = ir.VectorType(_WORD, width).as_pointer()

            def pointer(place: int, base: Any = row, kind: Any = kind) -> Any:
                return builder.bitcast(builder.gep(base, [_WORD(place)]), kind)

            while count.literal_value - at >= width:
                store(builder, pointer, first, builder.load(pointer(at, source), align=8), at)
                at += width
        return context.get_dummy_value()

    return types.void(matrix, types.int64, values, count), codegen
