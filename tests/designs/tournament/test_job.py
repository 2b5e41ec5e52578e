"""Fields as values."""

from __future__ import annotations

import pytest

from tests.designs.tournament.fields import field
from tongits_sim.any_game.jobs import JobError


def test_blocks_cover_the_deals() -> None:
    what = field(deals=100)
    blocks = list(what.blocks(30))
    assert [(block.number, block.first, block.matches) for block in blocks] == [
        (0, 0, 30),
        (1, 30, 30),
        (2, 60, 30),
        (3, 90, 10),
    ]
    assert sum(block.matches for block in what.blocks()) == 100
    assert what.games == 600


def test_a_player_named_twice_gets_a_number() -> None:
    assert field("greedy,greedy,caller,greedy").labels == ("greedy", "greedy #2", "caller", "greedy #3")


@pytest.mark.parametrize(
    ("players", "rules", "changes", "message"),
    [
        ("greedy", "pagat", {}, "needs 2 to 40 players, not 1"),
        ("greedy,caller", "pagat+progressive", {}, "played for a score"),
        ("greedy,caller", "pagat", {"seed": -1}, "seed"),
        ("greedy,caller", "pagat", {"deals": 0}, "games"),
        ("greedy,caller", "pagat", {"deals": 10**12, "match_games": 1}, "cannot be summed exactly"),
    ],
)
def test_refuses_what_cannot_be_played(players: str, rules: str, changes: dict[str, int], message: str) -> None:
    with pytest.raises(JobError, match=message):
        field(players, rules=rules, **changes)
