"""The question about sunog: its document."""

from __future__ import annotations

from typing import Any

import pytest

from analyses.question import inquiry
from analyses.sunog import SUNOG
from tongits_sim.run.how import How


def document(**given: Any) -> dict[str, Any]:
    """A small answer."""
    return SUNOG.ask(inquiry(SUNOG, how=How(workers=1), **({"games": 3000} | given)))


def test_turn_0_is_the_exact_probability() -> None:
    for row in document(games=200_000)["deals"]:
        assert row["exact"] == pytest.approx({12: 0.608699881695, 13: 0.707238621775}[row["cards"]])
        assert abs(row["z"]) < 4.5
        low, high = row["share_ci95"]
        assert low < row["share"] < high
        assert row["z"] == pytest.approx((row["share"] - row["exact"]) / ((high - low) / 2 / 1.96), rel=0.01)


def test_a_wrong_probability_would_be_seen() -> None:
    """With twice the jokers' chance of a meld the check has nothing to compare with, and says so."""
    rows = document(rules="pagat+joker")["deals"]
    assert all(row["exact"] is None and row["z"] is None for row in rows)
    assert rows[0]["share"] > 0.62


def test_the_clock_adds_up() -> None:
    found = document()
    for row in found["cells"]:
        ways = [row[name] for name in ("opened", "burned", "won", "spared", "waiting")]
        assert sum(ways) == pytest.approx(1)
        assert all(
            low <= share <= high for share, (low, high) in ((row[n], row[f"{n}_ci95"]) for n in ("opened", "burned"))
        )
    for kind, group in {(row["kind"], row["group"]) for row in found["cells"]}:
        mine = [row for row in found["cells"] if (row["kind"], row["group"]) == (kind, group)]
        assert [row["turn"] for row in mine] == list(range(len(mine)))
        for name in ("opened", "burned"):
            assert [row[name] for row in mine] == sorted(row[name] for row in mine)
        assert mine[0]["opened"] == 0
        assert mine[0]["burned_in_the_end"] == pytest.approx(mine[-1]["burned"])


def test_groups_share_out_the_hands() -> None:
    found = document()
    for kind in ("bot", "melds", "deadwood", "cards", "bot melds"):
        assert sum(row["players"] for row in found["groups"] if row["kind"] == kind) == 9000
    total, *bots = found["by_bot"]
    assert sum(row["burned"] for row in bots) / 3 == pytest.approx(total["burned"])
    assert sum(row["net"] for row in bots) == pytest.approx(0)
    assert total["losses"] == 6000


def test_the_same_bots_are_one_group() -> None:
    found = document(players="greedy,greedy,greedy")
    assert {row["kind"] for row in found["groups"]} == {"all", "melds", "deadwood", "cards"}
    assert [row["player"] for row in found["by_bot"]] == ["all"]
    two = document(players="greedy,hunter,greedy")
    assert [row["group"] for row in two["groups"] if row["kind"] == "bot"] == ["greedy", "hunter"]
