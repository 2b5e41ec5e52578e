"""Games with forks played without a stop: what a branch copies, and the words that choose alternatives."""

from __future__ import annotations

import numpy as np

from tests.designs.forks.forking import forks
from tongits_sim.cards import U
from tongits_sim.designs.forks.layout import STOP_NEVER
from tongits_sim.designs.forks.straight import alternative_words, fork_off
from tongits_sim.designs.forks.worker import Worker
from tongits_sim.game.engine import PHASE_ASKED
from tongits_sim.game.past import PAST_FIELDS
from tongits_sim.game.state import NOBODY, VIEW_DTYPE

FIELDS = VIEW_DTYPE.names or ()
assert VIEW_DTYPE.fields is not None
RULES_AT = VIEW_DTYPE.fields["rules"][1]
ACTION = 0x1234


def scrambled() -> Worker:
    """A worker whose game, view and match hold random bytes, but for the rules in its view."""
    worker = Worker(forks("call"))
    rng = np.random.default_rng(5)
    for record in (worker._game, worker.view, worker._match):
        size = RULES_AT if record is worker.view else record.nbytes
        record.view(np.uint8)[:size] = rng.integers(1, 256, size, np.uint8)
    return worker


def test_a_branch_is_a_copy_that_waits_for_its_action() -> None:
    worker = scrambled()
    worker._match["last_game"] = 1
    branch = worker.state["branch"]
    fork_off(worker.records, worker.state[0]["branch"], U(ACTION))
    game = worker._game.copy()
    game["phase"] = PHASE_ASKED
    assert branch["game"].tobytes() == game.tobytes()
    assert branch["match"].tobytes() == worker._match.tobytes()
    for name in FIELDS:
        same = branch["seen"][name].tobytes() == worker.view[name].tobytes()
        assert same == (name not in PAST_FIELDS), name
    assert not any(branch["seen"][name].any() for name in PAST_FIELDS)
    steer = branch["steer"][0]
    assert (steer["stop"], steer["pending"], steer["action"]) == (STOP_NEVER, 1, ACTION)
    assert (steer["rule_seat"], steer["hold_seat"]) == (NOBODY, NOBODY)


def test_in_a_match_of_several_games_it_remembers_those_before() -> None:
    worker = scrambled()
    worker._match["last_game"] = 2
    fork_off(worker.records, worker.state[0]["branch"], U(ACTION))
    seen = worker.state["branch"]["seen"]
    assert all(seen[name].tobytes() == worker.view[name].tobytes() for name in FIELDS)


def test_every_game_chooses_its_alternatives_by_words_of_its_own() -> None:
    match = Worker(forks("discard"))._match
    words = set()
    for seed, number, game in ((1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)):
        match["seed"], match["match"], match["game"] = seed, number, game
        words.add(int(getattr(alternative_words, "py_func", alternative_words)(match[0])))
    assert len(words) == 4
