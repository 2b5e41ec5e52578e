"""Queries all melds on the table at once, by vector instructions."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from tongits_sim.cards import U
from tongits_sim.compile.intrinsics import intrinsic, ir, types
from tongits_sim.game.state import MAX_MELDS

if numba.config.DISABLE_JIT:

    def melds_fitted(view: Any, cards: np.uint64) -> np.uint64:
        """The numbers of the melds to which one of `cards` (mask) may be added, as a set of bits (uint64)."""
        return U(sum(1 << number for number in range(MAX_MELDS) if view.meld_fits[number] & cards))

    def long_melds(view: Any, owner: int) -> np.uint64:
        """The numbers of an owner's melds of four cards or more, as a set of bits (uint64)."""
        sizes = zip(view.meld_owner, view.meld_size, strict=True)
        return U(sum(1 << number for number, (whose, size) in enumerate(sizes) if whose == owner and size >= 4))
else:

    @intrinsic
    def melds_fitted(typingctx, view, cards):
        """The numbers of the melds to which one of `cards` (mask) may be added, as a set of bits (uint64).

        It reads all places without a branch, because fits beyond the melds are 0.
        """

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            byte = ir.IntType(8).as_pointer()
            start = signature.args[0].offset("meld_fits")
            numbers = ir.Constant(word, 0)
            for first, width in ((0, 8), (8, 8), (16, 2)):
                kind = ir.VectorType(word, width)
                place = ir.Constant(word, start + 8 * first)
                place = builder.gep(builder.bitcast(args[0], byte), [place])
                fits = builder.load(builder.bitcast(place, kind.as_pointer()), align=8)
                many = ir.Constant(kind, ir.Undefined)
                for lane in range(width):
                    many = builder.insert_element(many, args[1], ir.Constant(ir.IntType(32), lane))
                hits = builder.icmp_unsigned("!=", builder.and_(fits, many), ir.Constant(kind, None))
                bits = builder.zext(builder.bitcast(hits, ir.IntType(width)), word)
                numbers = builder.or_(numbers, builder.shl(bits, ir.Constant(word, first)))
            return numbers

        return types.uint64(view, types.uint64), codegen

    @intrinsic
    def long_melds(typingctx, view, owner):
        """The numbers of an owner's (int64) melds of four cards or more, as a set of bits (uint64).

        The sizes of a `VIEW` beyond its melds are 0.
        """

        def codegen(context, builder, signature, args):
            word = ir.IntType(64)
            byte = ir.IntType(8)
            lanes = 32  # the end cuts off what lies behind the places
            kind = ir.VectorType(byte, lanes)

            def every(field):
                place = ir.Constant(word, signature.args[0].offset(field))
                place = builder.gep(builder.bitcast(args[0], byte.as_pointer()), [place])
                return builder.load(builder.bitcast(place, kind.as_pointer()), align=1)

            mine = builder.insert_element(ir.Constant(kind, ir.Undefined), builder.trunc(args[1], byte), word(0))
            mine = builder.shuffle_vector(
                mine, ir.Constant(kind, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), lanes), None)
            )
            hits = builder.and_(
                builder.icmp_signed("==", every("meld_owner"), mine),
                builder.icmp_signed(">=", every("meld_size"), ir.Constant(kind, [4] * lanes)),
            )
            bits = builder.zext(builder.bitcast(hits, ir.IntType(lanes)), word)
            return builder.and_(bits, ir.Constant(word, (1 << MAX_MELDS) - 1))

        return types.uint64(view, types.int64), codegen
