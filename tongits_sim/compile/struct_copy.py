"""Intrinsics on records: copy and compare whole records (for forks, and to catch a bot that changes its view), clear or
copy some fields, publish a field to another thread.
"""

from __future__ import annotations

import weakref
from typing import Any

import numba
import numpy as np

from tongits_sim.compile.intrinsics import cgutils, intrinsic, ir, types

_WIDE = 64  # bytes
_FACTOR = 0x9E3779B97F4A7C15


@intrinsic
def copy_record(typingctx, target, source):
    """Copy a record onto a record of the same layout."""
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
def same_record(typingctx, first, second):
    """Whether two records of the same layout agree in every byte."""
    if not isinstance(first, types.Record) or first != second:
        return None

    def codegen(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.IntType(32), [pointer, pointer, word])
        compare = cgutils.get_or_insert_function(builder.module, kind, "memcmp")
        size = ir.Constant(word, signature.args[0].size)
        difference = builder.call(compare, [builder.bitcast(args[0], pointer), builder.bitcast(args[1], pointer), size])
        return builder.icmp_signed("==", difference, ir.Constant(ir.IntType(32), 0))

    return types.boolean(first, second), codegen


if numba.config.DISABLE_JIT:

    def publish(record: Any, field: str, number: int) -> None:
        """Set a field (name) of a record to an int64 that another thread reads while this one goes on."""
        record[field] = number

    def clear_fields(record: Any, first: str, last: str) -> None:
        """Set the fields of a record from `first` to `last` (names, in the order of the layout) to 0."""
        names = record.dtype.names
        for name in names[names.index(first) : names.index(last) + 1]:
            record[name] = np.zeros_like(record[name])

    def copy_fields(target: Any, source: Any, first: str, last: str) -> None:
        """Copy fields onto a record of the same layout."""
        names = source.dtype.names
        for name in names[names.index(first) : names.index(last) + 1]:
            target[name] = source[name]

    def mixed_fields(record: Any, first: str, last: str) -> int:
        """A number that differs if a field from `first` to `last` differs."""
        names = record.dtype.names
        fields = names[names.index(first) : names.index(last) + 1]
        return hash(tuple(np.asarray(record[name]).tobytes() for name in fields))
else:

    def _ends(record: Any, first: Any, last: Any) -> tuple[int, int]:
        """Where the bytes of the fields from `first` to `last` (literal names) begin and end."""
        names = sorted(record.fields, key=record.offset)
        after = names.index(last.literal_value) + 1
        return record.offset(first.literal_value), record.offset(names[after]) if after < len(names) else record.size

    def _pieces(record: Any, first: Any, last: Any) -> list[tuple[int, int]]:
        """Offset and width, in bytes, of pieces that cover the fields from `first` to `last` (literal names)."""
        at, end = _ends(record, first, last)
        pieces = []
        for width in (_WIDE, 8, 1):
            while end - at >= width:
                pieces.append((at, width))
                at += width
        return pieces

    def _piece(builder: Any, record: Any, at: int, width: int) -> Any:
        kind = ir.VectorType(ir.IntType(8), width) if width > 8 else ir.IntType(8 * width)
        base = builder.bitcast(record, ir.IntType(8).as_pointer())
        return builder.bitcast(builder.gep(base, [ir.Constant(ir.IntType(64), at)]), kind.as_pointer())

    @intrinsic(prefer_literal=True)
    def publish(typingctx, record, field, number):
        """Set a field (literal name) of a record to an int64 that another thread reads while this one goes on.

        The compiler may move a plain assignment to the end of a loop.
        """
        if not isinstance(record, types.Record) or not isinstance(field, types.StringLiteral):
            return None
        start = record.offset(field.literal_value)

        def codegen(context, builder, signature, args):
            place = builder.gep(
                builder.bitcast(args[0], ir.IntType(8).as_pointer()), [ir.Constant(ir.IntType(64), start)]
            )
            builder.store_atomic(args[2], builder.bitcast(place, ir.IntType(64).as_pointer()), "monotonic", 8)
            return context.get_dummy_value()

        return types.void(record, field, types.int64), codegen

    @intrinsic(prefer_literal=True)
    def clear_fields(typingctx, record, first, last):
        """Set the fields of a record from `first` to `last` (literal names, in the order of the layout) to 0."""
        if not isinstance(record, types.Record) or not isinstance(first, types.StringLiteral):
            return None

        def codegen(context, builder, signature, args):
            # Separate stores, because a call of the C library takes longer.
            for at, width in _pieces(record, first, last):
                place = _piece(builder, args[0], at, width)
                builder.store(ir.Constant(place.type.pointee, None), place, align=1)
            return context.get_dummy_value()

        return types.void(record, first, last), codegen

    @intrinsic(prefer_literal=True)
    def copy_fields(typingctx, target, source, first, last):
        """Copy the fields from `first` to `last` (literal names, in the order of the layout) onto a record of the same
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

    @intrinsic(prefer_literal=True)
    def mixed_fields(typingctx, record, first, last):
        """A uint64 that changes if a field from `first` to `last` (literal names, in the order of the layout) changes.

        Their bytes must be words of eight.
        """
        if not isinstance(record, types.Record) or not isinstance(first, types.StringLiteral):
            return None
        at, end = _ends(record, first, last)
        if (end - at) % 8:
            return None

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            mixed = ir.Constant(word, 0)
            for place in range(at, end, 8):
                value = builder.load(_piece(builder, args[0], place, 8), align=1)
                # An odd factor: a change of one word always changes the sum.
                mixed = builder.add(builder.mul(mixed, ir.Constant(word, _FACTOR)), value)
            return mixed

        return types.uint64(record, first, last), codegen


def keep_alive(owner: np.ndarray, *needed: Any) -> None:
    """Keep objects alive until `owner`, which holds their addresses, is freed."""
    weakref.finalize(owner, _release, needed)


def _release(needed: tuple[Any, ...]) -> None:
    """The call drops the references; nothing else to do."""
