"""Engines with inlined bots write only those private fields of a view that the names in the bots' code call for."""

from typing import Any

import numpy as np
import pytest

from strategies import greedy, load_player, names
from strategies.helpers import lay_next
from tongits_sim.compile.fields_read import may_read
from tongits_sim.compile.match_loop import guarded_call
from tongits_sim.experiments.batch_kernel import new_table
from tongits_sim.experiments.specialised_engines import PLAY, engine_for
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import ask_bot
from tongits_sim.game.engine import PRIVATE_FIELDS
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER, DECISIONS, VIEW_DTYPE, new_record
from tongits_sim.rules import load
from tongits_sim.rules.record import rules_record

RULES = ("pagat", "sjs+joker", "rulesofcards")
INLINED = [bot for bot in names() if engine_for(PLAY, rules_record(load("pagat")), [load_player(bot)] * 3).bots[0]]


@pytest.mark.parametrize("bot", INLINED)
def test_fields_that_no_hook_reads_change_no_answer(bot: str) -> None:
    player = load_player(bot)
    read = [may_read([getattr(player.strategy.hooks, decision)], PRIVATE_FIELDS) for decision in DECISIONS]
    assert any(len(fields) < len(PRIVATE_FIELDS) for fields in read)
    garbled = new_record(VIEW_DTYPE)
    asked = np.zeros(len(DECISIONS), np.int64)
    for rules in RULES:
        board = Board(load(rules))
        table = new_table()
        params = player.params(load(rules))
        table["hooks"] = player.addresses()
        table["params"] = params.ctypes.data
        board.game.chance[:] = player.strategy.uses_random
        for match in range(6):
            board.begin_match(1, match, 1)
            board.deal()
            while (decision := board.advance()) != DECISION_OVER:
                seat = np.int64(board.view.me)
                action, reason = ask_bot(table[0], board.view, seat, np.int64(decision))
                garbled[0] = board.view
                for field in set(PRIVATE_FIELDS) - read[decision]:
                    garbled[field] = 0x5A5A
                assert ask_bot(table[0], garbled[0], seat, np.int64(decision)) == (action, reason)
                asked[decision] += 1
                assert board.apply(action) == 0
    assert asked[DECISION_DISCARD] > 50


@pytest.mark.parametrize(
    ("function", "fields"),
    [
        (greedy.call, {"count"}),
        (lay_next, {"hand", "sets", "runs"}),  # by functions that it calls
        (guarded_call, set(PRIVATE_FIELDS)),  # copies the view as a whole
        (lambda view, params: view.count, set(PRIVATE_FIELDS)),  # a user's
    ],
)
def test_names_in_code_tell_what_is_read(function: Any, fields: set[str]) -> None:
    assert may_read([function], PRIVATE_FIELDS) == fields
