"""Copying and comparing whole records, for forks and for the check that a user bot does not change its view."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


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
