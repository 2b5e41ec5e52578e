"""The engine's kernels as C functions, for another machine.

`compile/cross_compile.py` compiles them; their arguments are records and numbers only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from tongits_sim.cards import U
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.jit import c_kernel
from tongits_sim.compile.match_loop import MatchRange, Records
from tongits_sim.experiments.batch_kernel import TALLY_DTYPE, _play_game, play_matches
from tongits_sim.experiments.fork_branch import CONTROL_DTYPE, _resume
from tongits_sim.game import match as matches
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.bot_calls import PLAYERS_DTYPE
from tongits_sim.game.engine import advance, apply
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.rare_kernels import best_natural_bonus, best_wild_bonus, rearrange_wild
from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE
from tongits_sim.game.table_melds import add_meld
from tongits_sim.hands.melds import NO_MELD, meld_kind
from tongits_sim.rules.record import RULES_DTYPE
from tongits_sim.table.choices import CHOICE_DTYPE, MASK_DTYPE, OWN_DTYPE, begin_choice, choose, fill_mask
from tongits_sim.table.rollouts import ORDERS
from tongits_sim.table.world_kernel import Outcomes, play_worlds
from tongits_sim.table.worlds import MAX_ACTIONS, WORLDS_DTYPE, arrange_own

CHUNK = 16
"""Most worlds of a call of `advise`."""

OUTCOMES_DTYPE = np.dtype(
    [
        ("outcomes", "i8"),  # unused, gives the record a unique first name
        ("first", "i8"),  # number of the first world
        ("count", "i8"),  # number of worlds, at most `CHUNK`
        ("orders", "i8"),  # orders of each world's stock, at most `ORDERS`
        ("numbers", "i8", (CHUNK,)),
        ("weights", "f8", (CHUNK, ORDERS)),
        ("active", "i8", (MAX_ACTIONS,)),
        ("payout", "i4", (CHUNK, ORDERS, MAX_ACTIONS)),
        ("flags", "u1", (CHUNK, ORDERS, MAX_ACTIONS)),
    ],
    align=True,
)
"""`Outcomes` of some worlds (table/world_kernel.py) as a record."""

LAYOUTS: dict[str, np.dtype] = {
    "game": GAME_DTYPE,
    "view": VIEW_DTYPE,
    "match": MATCH_DTYPE,
    "result": RESULT_DTYPE,
    "rules": RULES_DTYPE,
    "log": LOG_DTYPE,
    "table": PLAYERS_DTYPE,
    "tally": TALLY_DTYPE,
    "own": OWN_DTYPE,
    "choice": CHOICE_DTYPE,
    "mask": MASK_DTYPE,
    "control": CONTROL_DTYPE,
    "worlds": WORLDS_DTYPE,
    "outcomes": OUTCOMES_DTYPE,
}
"""The records of the kernels, by name."""


class Export(NamedTuple):
    """A C function: its Python function, the types of its arguments (names of `LAYOUTS`, or numba types), and whether
    records never overlap.
    """

    kernel: Callable[..., Any]
    arguments: tuple[Any, ...]
    noalias: bool = False

    @property
    def signature(self) -> Any:
        """The numba signature; every function returns an int64."""
        kinds = (
            numba.from_dtype(LAYOUTS[argument]) if isinstance(argument, str) else argument
            for argument in self.arguments
        )
        return types.int64(*kinds)


@c_kernel
def _batch(game, view, rules, log, table, match, result, tally):
    """Play the matches of `table.block` into a tally."""
    block = table.block
    deals = MatchRange(block.of_seed, block.first, block.matches, block.games)
    records = Records(game, view, match, result, rules, log, table)
    play_matches(records, tally, deals, block.seatings[: block.n_seatings], block.rotate != 0)
    return np.int64(0)


@c_kernel
def _begin_match(match, seed, number, games):
    matches.begin_match(match, U(seed), U(number), games)
    return np.int64(0)


@c_kernel
def _deal(game, view, rules, match, log):
    matches.deal(game, view, rules, match, log)
    return np.int64(0)


@c_kernel
def _begin_dealt(game, view, rules, match, log):
    """Begin a game with hands (`game.dealt`) and stock already set."""
    matches.begin_dealt(game, view, rules, match, log)
    return np.int64(0)


@c_kernel
def _add_meld(game, view, rules, seat, faces, hidden):
    """Put a meld of natural cards on the table; 0 if the faces form no meld."""
    kind = meld_kind(U(faces), np.int64(rules.melds_ace_runs))
    if kind != NO_MELD:
        add_meld(game, view, rules, seat, np.int64(0) if hidden else kind, U(faces), U(faces), hidden != 0)
    return np.int64(kind)


@c_kernel
def _rearrange(game, rules, seat):
    rearrange(game, rules, seat)
    return np.int64(0)


@c_kernel
def _finish(game, view, rules, match, result):
    matches.finish(game, view, rules, match, result)
    return np.int64(0)


@c_kernel
def _advance(game, view, rules, log):
    return advance(game, view, rules, log)


@c_kernel
def _apply(game, view, rules, log, action):
    return np.int64(apply(game, view, rules, log, U(action)))


@c_kernel
def _ask(hook, view, params):
    """The action code of a hook, given its address."""
    action, _ = call_hook(hook, view, params)
    return np.int64(action)


@c_kernel
def _begin_choice(choice):
    begin_choice(choice)
    return np.int64(0)


@c_kernel
def _fill_mask(view, own, choice, out):
    fill_mask(view, own, choice, out)
    return np.int64(0)


@c_kernel
def _choose(view, own, choice, action):
    return choose(view, own, choice, action)


@c_kernel
def _arrange_own(game, view, rules, log, table, match, result, worlds):
    arrange_own(Records(game, view, match, result, rules, log, table), worlds)
    return np.int64(0)


@c_kernel
def _advise(game, view, rules, log, table, match, result, worlds, outcomes):
    """Play the active actions in some worlds of a position; 1, or 0 after a fault."""
    n, orders = outcomes.count, outcomes.orders
    for i in range(n):
        outcomes.numbers[i] = outcomes.first + i
        for order in range(orders):
            outcomes.weights[i, order] = 0.0
    some = Outcomes(
        outcomes.numbers[:n],
        outcomes.weights[:n, :orders],
        outcomes.active,
        outcomes.payout[:n, :orders],
        outcomes.flags[:n, :orders],
    )
    return np.int64(play_worlds(Records(game, view, match, result, rules, log, table), worlds, some))


_BOARD = ("game", "view", "rules", "log", "table")
_COLD = ("game", "rules", types.int64)

EXPORTS: dict[str, Export] = {
    "play_game": Export(_play_game, _BOARD, noalias=True),
    "resume": Export(_resume, (*_BOARD, "control"), noalias=True),
    "rearrange_wild": Export(rearrange_wild, _COLD),
    "best_natural_bonus": Export(best_natural_bonus, _COLD),
    "best_wild_bonus": Export(best_wild_bonus, _COLD),
    "batch": Export(_batch, (*_BOARD, "match", "result", "tally")),
    "begin_match": Export(_begin_match, ("match", types.int64, types.int64, types.int64)),
    "deal": Export(_deal, ("game", "view", "rules", "match", "log")),
    "begin_dealt": Export(_begin_dealt, ("game", "view", "rules", "match", "log")),
    "add_meld": Export(_add_meld, ("game", "view", "rules", types.int64, types.int64, types.int64)),
    "rearrange": Export(_rearrange, _COLD),
    "finish": Export(_finish, ("game", "view", "rules", "match", "result")),
    "advance": Export(_advance, ("game", "view", "rules", "log")),
    "apply": Export(_apply, ("game", "view", "rules", "log", types.int64)),
    "ask": Export(_ask, (types.int64, "view", types.int64)),
    "arrange_own": Export(_arrange_own, (*_BOARD, "match", "result", "worlds")),
    "advise": Export(_advise, (*_BOARD, "match", "result", "worlds", "outcomes")),
    "begin_choice": Export(_begin_choice, ("choice",)),
    "fill_mask": Export(_fill_mask, ("view", "own", "choice", "mask")),
    "choose": Export(_choose, ("view", "own", "choice", types.int64)),
}
"""The functions by name; functions that are called by address come first."""
