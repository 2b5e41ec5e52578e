"""The job says what is shown to whom, and refuses what cannot be played."""

from __future__ import annotations

import pytest

from tests.designs.knowing.shown import knowing
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.knowing.job import SHOWN, Arm
from tongits_sim.designs.thinking.layout import KNOWS_HANDS, KNOWS_STOCK


def test_what_is_shown_are_bits() -> None:
    assert [Arm(each, ("call",)).knows for each in SHOWN] == [0, KNOWS_HANDS, KNOWS_STOCK, KNOWS_HANDS | KNOWS_STOCK]


@pytest.mark.parametrize("wrong", [("stock", ()), ("stock", ("deal",)), ("deck", ("call",))])
def test_an_arm_that_means_nothing_is_refused(wrong: tuple[str, tuple[str, ...]]) -> None:
    with pytest.raises(JobError):
        Arm(*wrong)


def test_a_score_is_no_gain() -> None:
    with pytest.raises(JobError, match="played for a score"):
        knowing(rules="pagat+progressive")


def test_the_manifest_says_what_decides() -> None:
    one, other = knowing().manifest(), knowing("both").manifest()
    assert {name for name in one if one[name] != other[name]} == {"arms"}
    assert one["arms"][0][0] == "hands"


def test_blocks_cover_the_deals() -> None:
    blocks = list(knowing(games=100).blocks(30))
    assert [(block.first, block.matches) for block in blocks] == [(0, 30), (30, 30), (60, 30), (90, 10)]
    assert {block.matches for block in knowing(games=100_000).blocks()} == {50}
    assert max(block.matches for block in knowing(games=160).blocks()) == 10
