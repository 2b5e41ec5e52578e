"""The rare, large kernels, compiled once and called through their address: hands with jokers, and a winner's held
bonus.

Compiled into every function that might need them they would be optimised again and again, and make the engine's
first compilation
several times longer. A `GAME` record carries their addresses; 0 where the rules can never ask.
"""

from __future__ import annotations

import functools

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tongits_sim import jit


@functools.cache
def address(name: str) -> int:
    """Address of a kernel of coldkernels.py, compiled now if it is not cached."""
    from tongits_sim.game import cold_bodies

    signature = types.int64(cold_bodies.GAME, cold_bodies.RULES, types.int64)
    return jit.c_address(signature, getattr(cold_bodies, name), engine=True)


@intrinsic
def call_cold(typingctx, address, game, rules, argument):
    """Call the cold kernel at `address` with a game, its rules and a whole number; returns its int64."""

    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [args[1].type, args[2].type, word])
        function = builder.inttoptr(args[0], kind.as_pointer())
        return builder.call(function, list(args[1:]))

    return types.int64(types.int64, game, rules, types.int64), codegen
