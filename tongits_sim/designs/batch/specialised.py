"""`play_matches`, which plays a block of a batch, specialised for rules and bots (`designs/specialised.py`)."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.kernel_arguments import Deals, Records
from tongits_sim.designs.batch.kernel import play_dealt, play_matches, play_seated
from tongits_sim.designs.batch.tally import TALLY_DTYPE
from tongits_sim.designs.specialised import Text, house_rules, no_log
from tongits_sim.game.state import MATCH_DTYPE, RESULT_DTYPE
from tongits_sim.jit import c_kernel

GAMES = "tongits_sim.designs.batch.specialised:GAMING"
"""Plays the matches of `table.block`, deals and settles them: `table.games`."""


@c_kernel
def _games(game, view, rules, log, table, match, result, tally):
    records = Records(game, view, match, result, house_rules(), no_log(), table)
    block = table.block
    deals = Deals(block.of_seed, block.first, block.matches, block.games)
    play_matches(records, tally, deals, block.seatings[: block.n_seatings], block.rotate != 0)
    return np.int64(0)


GAMING = Text(_games, (MATCH_DTYPE, RESULT_DTYPE, TALLY_DTYPE), ((play_dealt, (), play_seated),))
