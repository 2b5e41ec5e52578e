from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from tests.game.past_twin import FIELDS, remembered, shown
from tests.table.games import house
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.game.board import Board
from tongits_sim.game.match_history import BLUFF_ABOVE, PAST_FIELDS
from tongits_sim.game.state import VIEW_DTYPE
from tongits_sim.records.write import Bots, chain_of, record_of, rules_sheet
from tongits_sim.rules import preset_names

LENGTH = 12
PLAYERS = "random,caller,greedy(challenge_at=70)"


def fields(view: Any) -> dict[str, Any]:
    return {name: np.array(view[name]).tolist() for name in PAST_FIELDS}


def matches(rules: str, players: str = PLAYERS, number: int = 3, length: int = LENGTH) -> Iterator[list[Any]]:
    """Matches played on one board: of each, for every game, what is remembered in it and its record."""
    chosen = house(rules)
    bots = [load_player(name) for name in players.split(",")]
    job = BatchJob(chosen, (bots[0], bots[1], bots[2]), number * length, 3, length)
    board = Board(chosen)
    table = Bots(job)
    sheet = rules_sheet(chosen)
    for match in range(number):
        board.begin_match(job.seed, match, length)
        games = []
        while not board.match.over:
            before = chain_of(board)
            table.play(board, (0, 1, 2))
            past = fields(board.view)
            board.finish()
            games.append((past, record_of(board, sheet, list(job.labels), before)))
        yield games


def test_the_fields_are_those_of_the_view() -> None:
    assert tuple(name for name in VIEW_DTYPE.names or () if name.startswith("past_")) == PAST_FIELDS
    assert set(PAST_FIELDS) == {"past_games", *FIELDS}
    assert load_player("bluffer").parameters()["call_at"] == BLUFF_ABOVE


@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+progressive", "pagat!after_draw"])
def test_a_game_remembers_what_all_saw_of_those_before(rules: str) -> None:
    seen = 0
    for games in matches(rules):
        public = [shown(record) for _, record in games]
        assert not {"hands", "stock"} & set().union(*public)
        for number, (past, _) in enumerate(games):
            assert past == remembered(public[:number]), f"game {number}"
        seen += len(games) - 1
    assert seen >= 3


@pytest.mark.parametrize("rules", ["pagat", "rulesofcards"])
def test_there_is_something_to_remember(rules: str) -> None:
    total = dict.fromkeys(FIELDS, 0)
    for games in matches(rules, number=8):
        for name in FIELDS:
            total[name] += sum(games[-1][0][name])
    asked = {"past_challenges", "past_folds"}
    unseen = asked if rules == "rulesofcards" else set()  # there everybody compares and nobody is asked
    assert {name for name, value in total.items() if value == 0} == unseen
    assert total["past_bluffs"] < total["past_shown"] <= total["past_calls"] <= total["past_call_turns"]


def test_matches_of_one_game_remember_nothing() -> None:
    for games in matches("pagat", number=4, length=1):
        assert len(games) == 1
        assert not any(np.any(value) for value in games[0][0].values())
