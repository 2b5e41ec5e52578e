"""Comparisons as a user asks for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyses.answers.comparison import ComparisonAnswer
from analyses.matchups import compare
from tests.designs.tournament.fields import compared, without_clock
from tongits_sim.errors import TongitsError
from tongits_sim.rules import load
from tongits_sim.run.answers import value
from tongits_sim.run.how import How


def test_workers_do_not_change_a_digit() -> None:
    options: dict[str, Any] = {"players": "greedy,caller,random", "games": 90, "baseline": "caller"}
    assert without_clock(compared(**options, workers=1).to_dict()) == without_clock(
        compared(**options, workers=2, block_deals=7).to_dict()
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"baseline": "miser"}, "not among the players"),
        ({"stop_at_width": 0.1, "monitor": True}, "not both"),
        ({"stop_at_width": -1.0}, "must be positive"),
        ({"players": "greedy"}, "2 to 40 players"),
        ({"games": "many"}, "the number of deals must be a whole number"),
        ({"wokers": 2}, "no option 'wokers'"),
    ],
)
def test_refuses_what_makes_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        compared(**options)


def test_deals_are_asked_in_many_ways() -> None:
    silent: Any = {"notice": lambda text: None, "workers": 1}
    first = compare("pagat", "greedy,random", 20, **silent).answer
    ways: list[dict[str, Any]] = [{"deals": "20"}, {"deals": 20.0}, {"deals": "0.02k"}, {"games": 20}]
    for way in ways:
        again = compare("pagat", "greedy,random", **way, **silent).answer
        assert (again.deals_asked, again.ranking) == (20, first.ranking)
    assert compare("pagat", "greedy,random", 20, how=How(**silent)).answer.ranking == first.ranking


def test_two_seeds_must_agree() -> None:
    document = compared("greedy,random", 300, confirm=True).to_dict()
    assert document["confirm"]["agreed"] == 1
    assert document["confirm"]["seed"] != document["seed"]
    assert document["pairs"][0]["verdict"] == "better"
    assert document["pairs"][0]["diff_confirm"] > 0


def test_luck_is_taken_out_and_what_was_paid_stays(tmp_path: Path) -> None:
    options: dict[str, Any] = {"players": "greedy,caller,random", "games": 60, "luck_corrected": True}
    answer, paid = compared(**options, workers=1).answer, compared("greedy,caller,random", 60).answer
    assert answer.luck is not None
    as_paid = {row.player: row.payout.mean for row in paid.ranking}
    ranked = {row.player: row for row in answer.ranking}
    for row in answer.luck.players:
        assert row.paid.mean == as_paid[row.player]
        assert ranked[row.player].payout.mean == pytest.approx(value(row.paid) - value(row.luck))
    for pair in answer.luck.pairs:
        corrected = answer.pair(pair.a, pair.b)
        assert corrected.diff.mean == pytest.approx(value(pair.paid) - value(pair.luck))
        assert corrected.a == pair.a
    assert ComparisonAnswer.from_dict(answer.to_dict()) == answer
    assert answer.channels == paid.channels
    again = compared(**options, workers=2, block_deals=7, out=tmp_path / "run").answer
    assert without_clock(again.to_dict()) == without_clock(answer.to_dict())
    assert without_clock(compared(**options, block_deals=7, out=tmp_path / "run", resume=True).to_dict()) == (
        without_clock(answer.to_dict())
    )
    with pytest.raises(TongitsError, match="luck_corrected is True there and nothing here"):
        compared("greedy,caller,random", 60, block_deals=7, out=tmp_path / "run", resume=True)


def test_luck_where_it_is_not_known() -> None:
    """Rules without shipped values are fitted; rules played for a score have no payouts to correct."""
    with pytest.raises(TongitsError, match="played for a score"):
        compare(load("pagat", ["match.progressive_target=100"]), "greedy,caller", 20, luck_corrected=True)
