"""Random streams and 64-bit sets."""

from __future__ import annotations

import numba
import numpy as np

from tongits_sim.compile.intrinsics import has_quick_deposit, intrinsic, ir, types
from tongits_sim.compile.jit import inline_njit

U = np.uint64
GOLDEN = U(0x9E37_79B9_7F4A_7C15)
_M1 = U(0xBF58_476D_1CE4_E5B9)
_M2 = U(0x94D0_49BB_1331_11EB)


@inline_njit
def mix(x):
    """SplitMix64's finalizer: a bijection of uint64 whose every output bit depends on every input bit."""
    x = (x ^ (x >> U(30))) * _M1
    x = (x ^ (x >> U(27))) * _M2
    return x ^ (x >> U(31))


@inline_njit
def stream(seed, match, game, purpose):
    """The first state (uint64) of the stream of a purpose in a game; all arguments uint64."""
    return game_stream(match_key(seed, match), game, purpose)


@inline_njit
def match_key(seed, match):
    """The key (uint64) of all streams of a match; both arguments uint64."""
    return mix(mix(seed + GOLDEN) ^ (match + GOLDEN))


@inline_njit
def game_stream(key, game, purpose):
    """`stream`, if the match's key is known."""
    # `purpose` enters twice: game * GOLDEN + purpose alone may be equal for two games and two purposes.
    return mix(mix(key ^ (game * GOLDEN + purpose)) + purpose)


if numba.config.DISABLE_JIT:

    def popcount(mask: np.uint64) -> int:
        """Number of set bits."""
        return int(mask).bit_count()

    def lowest(mask: np.uint64) -> int:
        """Index of the lowest set bit; 64 for an empty mask."""
        value = int(mask)
        return (value & -value).bit_length() - 1 if value else 64

    def highest(mask: np.uint64) -> int:
        """Index of the highest set bit; -1 for an empty mask."""
        return int(mask).bit_length() - 1

    def high_product(word: np.uint64, bound: np.uint64) -> np.uint64:
        """The upper 64 bits of a word times a bound below 2**32: a number below the bound."""
        return np.uint64(int(word) * int(bound) >> 64)
else:

    @intrinsic
    def popcount(typingctx, mask):
        """Number of set bits (int64)."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def lowest(typingctx, mask):
        """Index of the lowest set bit (int64); 64 for an empty mask."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), codegen

    @intrinsic
    def highest(typingctx, mask):
        """Index of the highest set bit (int64); -1 for an empty mask."""

        def codegen(context, builder, signature, args):
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.uint64), codegen

    @intrinsic
    def high_product(typingctx, word, bound):
        """The upper 64 bits (uint64) of a word times a bound (both uint64, bound < 2**32): a number below the bound."""

        def whole(context, builder, signature, args):
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        def by_halves(context, builder, signature, args):
            # WebAssembly has no 128-bit product. Neither product of a half with the bound exceeds 64 bits.
            word, bound = args
            half = ir.Constant(ir.IntType(64), 32)
            lower = builder.mul(builder.and_(word, ir.Constant(ir.IntType(64), 0xFFFF_FFFF)), bound)
            upper = builder.mul(builder.lshr(word, half), bound)
            return builder.lshr(builder.add(upper, builder.lshr(lower, half)), half)

        return types.uint64(types.uint64, types.uint64), whole if has_quick_deposit() else by_halves
