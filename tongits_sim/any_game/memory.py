"""Copying and comparing whole records, for forks and for the check that a user bot does not change its view; clearing
and copying parts of them; rows of sums as vectors."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WIDE = 64  # bytes


@intrinsic
def copy_record(typingctx, target, source):
    """Copy a record onto another of the same layout."""
    if not isinstance(target, types.Record) or target != source:
        return None

    def codegen(context, builder, signature, args):
        size = ir.Constant(ir.IntType(64), signature.args[0].size)
        pointer = ir.IntType(8).as_pointer()
        cgutils.raw_memcpy(
            builder, builder.bitcast(args[0], pointer), builder.bitcast(args[1], pointer), size, itemsize=1
        )
        return context.get_dummy_value()

    return types.void(target, source), codegen


@intrinsic
def same_record(typingctx, one, other):
    """Whether two records of the same layout hold the same bytes."""
    if not isinstance(one, types.Record) or one != other:
        return None

    def codegen(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.IntType(32), [pointer, pointer, word])
        compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        size = ir.Constant(word, signature.args[0].size)
        difference = builder.call(compare, [builder.bitcast(args[0], pointer), builder.bitcast(args[1], pointer), size])
        return builder.icmp_signed("==", difference, ir.Constant(ir.IntType(32), 0))

    return types.boolean(one, other), codegen


if numba.config.DISABLE_JIT:

    def prefetch(array: Any, row: int, column: int) -> None:
        """Ask for an element of a matrix that is going to be written; here it is where it is."""

    def add_to_row(matrix: Any, row: int, values: Any, count: int) -> None:
        """Add the first `count` of some values to those of a row."""
        matrix[row, :count] += values[:count]

    def copy_to_row(matrix: Any, row: int, values: Any, count: int) -> None:
        """Copy the first `count` of some values onto those of a row."""
        matrix[row, :count] = values[:count]

    def clear_fields(record: Any, first: str, last: str) -> None:
        """Set the fields of a record from `first` to `last` (names, in the order of the layout) to 0."""
        names = record.dtype.names
        for name in names[names.index(first) : names.index(last) + 1]:
            record[name] = np.zeros_like(record[name])

    def copy_fields(target: Any, source: Any, first: str, last: str) -> None:
        """Copy the fields from `first` to `last` (names, in the order of the layout) onto a record of that layout."""
        names = source.dtype.names
        for name in names[names.index(first) : names.index(last) + 1]:
            target[name] = source[name]
else:

    def _pieces(record, first, last):
        """Offset and width, in bytes, of pieces that cover the fields from `first` to `last` (literal names)."""
        names = sorted(record.fields, key=record.offset)
        after = names.index(last.literal_value) + 1
        at, end = record.offset(first.literal_value), record.offset(names[after]) if after < len(names) else record.size
        pieces = []
        for width in (_WIDE, 8, 1):
            while end - at >= width:
                pieces.append((at, width))
                at += width
        return pieces

    def _piece(builder, record, at, width):
        """Pointer to a piece of a record."""
        kind = ir.VectorType(ir.IntType(8), width) if width > 8 else ir.IntType(8 * width)
        base = builder.bitcast(record, ir.IntType(8).as_pointer())
        return builder.bitcast(builder.gep(base, [ir.Constant(ir.IntType(64), at)]), kind.as_pointer())

    def _by_vectors(builder, context, signature, args, added):
        """Store values (contiguous arrays of int64) into a row of a matrix, `added` to what is there or not."""
        matrices, _, arrays, count = signature.args
        matrix = context.make_array(matrices)(context, builder, args[0])
        row = cgutils.get_item_pointer(context, builder, matrices, matrix, [args[1], ir.IntType(64)(0)])
        values = context.make_array(arrays)(context, builder, args[2]).data
        at = 0
        for width in (_WIDE // 8, 1):
            kind = ir.VectorType(ir.IntType(64), width).as_pointer()
            while count.literal_value - at >= width:
                source, target = (
                    builder.bitcast(builder.gep(place, [ir.IntType(64)(at)]), kind) for place in (values, row)
                )
                value = builder.load(source, align=8)
                builder.store(builder.add(value, builder.load(target, align=8)) if added else value, target, align=8)
                at += width
        return context.get_dummy_value()

    @intrinsic(prefer_literal=True)
    def add_to_row(typingctx, matrix, row, values, count):
        """Add the first `count` (literal) of some values to those of a row; all int64, side by side."""
        if not isinstance(count, types.IntegerLiteral):
            return None

        def codegen(context, builder, signature, args):
            return _by_vectors(builder, context, signature, args, True)

        return types.void(matrix, types.int64, values, count), codegen

    @intrinsic(prefer_literal=True)
    def copy_to_row(typingctx, matrix, row, values, count):
        """Copy the first `count` (literal) of some values onto those of a row; all int64, side by side."""
        if not isinstance(count, types.IntegerLiteral):
            return None

        def codegen(context, builder, signature, args):
            return _by_vectors(builder, context, signature, args, False)

        return types.void(matrix, types.int64, values, count), codegen

    @intrinsic
    def prefetch(typingctx, array, row, column):
        """Ask for an element of a matrix that is going to be written, so that it is in the nearest cache by then."""

        def codegen(context, builder, signature, args):
            kind = signature.args[0]
            matrix = context.make_array(kind)(context, builder, args[0])
            place = cgutils.get_item_pointer(context, builder, kind, matrix, args[1:])
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.VoidType(), [pointer, *[number] * 3]), "llvm.prefetch.p0i8"
            )
            builder.call(function, [builder.bitcast(place, pointer), number(1), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), codegen

    @intrinsic(prefer_literal=True)
    def clear_fields(typingctx, record, first, last):
        """Set the fields of a record from `first` to `last` (literal names, in the order of the layout) to 0."""
        if not isinstance(record, types.Record) or not isinstance(first, types.StringLiteral):
            return None

        def codegen(context, builder, signature, args):
            # Written out, as one call to the C library takes longer than these stores.
            for at, width in _pieces(record, first, last):
                place = _piece(builder, args[0], at, width)
                builder.store(ir.Constant(place.type.pointee, None), place, align=1)
            return context.get_dummy_value()

        return types.void(record, first, last), codegen

    @intrinsic(prefer_literal=True)
    def copy_fields(typingctx, target, source, first, last):
        """Copy the fields from `first` to `last` (literal names, in the order of the layout) onto a record of that
        layout.
        """
        if not isinstance(target, types.Record) or target != source or not isinstance(first, types.StringLiteral):
            return None

        def codegen(context, builder, signature, args):
            for at, width in _pieces(source, first, last):
                value = builder.load(_piece(builder, args[1], at, width), align=1)
                builder.store(value, _piece(builder, args[0], at, width), align=1)
            return context.get_dummy_value()

        return types.void(target, source, first, last), codegen
