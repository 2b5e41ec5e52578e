"""Makes the record of a player who searches, for the rules of a table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tongits_sim.bots.tree_ensembles import LOWEST, fill_trees, unpacked
from tongits_sim.compile.source_dependencies import package_sources
from tongits_sim.compile.struct_copy import keep_alive
from tongits_sim.experiments import specialised_engines
from tongits_sim.experiments.batch_kernel import play_address
from tongits_sim.experiments.fork_branch import resume_address
from tongits_sim.experiments.forks import RESUME
from tongits_sim.experiments.specialised_engines import PLAY, engine_for
from tongits_sim.game.rare_kernels import new_game
from tongits_sim.game.state import DECISIONS, SEATS
from tongits_sim.rules.record import rules_record
from tongits_sim.table.card_locations import FEATURES, N_FEATURES, ODDS, PLACES
from tongits_sim.table.determinize import SEARCH_DTYPE
from tongits_sim.table.search import search_address

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player


_SHARED = (
    "tongits_sim/experiments/fork_branch.py",
    *(
        f"tongits_sim/table/{file}"
        for file in ("worlds.py", "determinize.py", "search.py", "card_locations.py", "search_memory.py")
    ),
)


@dataclass(frozen=True)
class SearchSettings:
    """How a player searches."""

    worlds: int = 64  # most worlds of a decision
    first_round_worlds: int = 8  # worlds of the first round
    attempts: int = 8  # deals tried for a world; 0: all deals are equally likely
    accept_z: float = 1.0  # an action is chosen if it leads the own action by this many standard errors
    drop_z: float = 1.0  # an action is dropped if it is this many standard errors behind the own action
    searched: tuple[str, ...] = DECISIONS  # the decisions to search at
    # by decision, the weight of a world for each choice that the field would not have made; default 1
    mismatch_weight: Mapping[str, float] = field(default_factory=dict)


def program() -> str:
    """Digest of the sources of a search."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    for name, path in package_sources(root):
        if name in _SHARED:
            digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


_FIELDS: dict[tuple[str, str, str], tuple[list[int], np.ndarray]] = {}


def _seat_of(player: Player, rules: RuleSet) -> tuple[list[int], np.ndarray]:
    """Addresses of a player's hooks, and its parameters. Cached for ever, because records hold the addresses."""
    key = (player.label, player.digest(), rules.digest())
    if key not in _FIELDS:
        _FIELDS[key] = player.addresses(), player.params(rules)
    return _FIELDS[key]


def new_search(rules: RuleSet, player: Player, settings: SearchSettings, trees: bytes = b"") -> np.ndarray:
    """A `SEARCH` record, as an array of length 1. Raises TongitsError.

    Args:
        rules: the house rules at the table.
        player: plays on in all seats; its answer stands if the search finds no better action. trees: the card model
        (`card_locations.py`); empty: all deals are equally likely.
    """
    addresses, params = _seat_of(player, rules)
    record = np.zeros(1, SEARCH_DTYPE)
    if player.strategy.scratch is not None:  # the player writes into its parameters, so each record needs its own
        params = params.copy()
        keep_alive(record, params)
    record["entry"] = search_address()
    for name in ("worlds", "first_round_worlds", "attempts", "accept_z", "drop_z"):
        record[name] = getattr(settings, name)
    record["first_round_worlds"] = min(settings.first_round_worlds, settings.worlds)
    record["searched"] = [name in settings.searched for name in DECISIONS]
    record["mismatch_weight"] = [settings.mismatch_weight.get(name, 1.0) for name in DECISIONS]
    if trees:
        record["card_model"], record["odds"] = 1, ODDS
        record["card_row"][0, N_FEATURES] = LOWEST
        fill_trees(record, unpacked(trees, PLACES, FEATURES), {}, N_FEATURES)
    table = record["table"]
    table["hooks"] = [addresses] * SEATS
    table["params"] = params.ctypes.data
    table["chance"] = player.strategy.uses_random
    table["seating"] = range(SEATS)
    house = rules_record(rules)
    table["play"] = specialised_engines.address(engine_for(PLAY, house, (player,) * SEATS)) or play_address()
    record["game"] = new_game(rules)
    record["branch"]["resume"] = (
        specialised_engines.address(engine_for(RESUME, house, (player,) * SEATS)) or resume_address()
    )
    return record
