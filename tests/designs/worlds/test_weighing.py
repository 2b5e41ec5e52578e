"""How much choices tell: factors by decision, and the last discards of each player."""

from __future__ import annotations

from tests.designs.worlds.scenes import some
from tongits_sim.designs.worlds.weighing import Weighing
from tongits_sim.game.log import ACT_DISCARD
from tongits_sim.game.state import DECISIONS


def test_factors_stand_in_the_order_of_decisions() -> None:
    weighing = Weighing(call=0.5, discard=0.25)
    assert dict(zip(DECISIONS, weighing.factors, strict=True))["call"] == 0.5
    assert weighing.factors[DECISIONS.index("discard")] == 0.25


def test_the_last_discards_count() -> None:
    position, _ = some("pagat", 30)
    rows = position.past.rows
    for discards in (0, 1, 2):
        first = Weighing(discards=discards).discards_from(position)
        counted = sum(head & 255 == int(ACT_DISCARD) for head, _, _ in rows[first:])
        assert counted == min(3 * discards, sum(head & 255 == int(ACT_DISCARD) for head, _, _ in rows))
    assert Weighing(discards=100).discards_from(position) == 0


def test_says_what_is_used() -> None:
    position, _ = some("pagat", 30)
    assert "and every discard" in Weighing().sentences(position)[0]
    assert "the last 2 discards of each" in Weighing(discards=2).sentences(position)[0]
    assert "discard of" not in Weighing(discards=0).sentences(position)[0]
