"""Comparisons as a user asks for them."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

import pytest

from analyses.matchups import compare
from tests.designs.tournament.fields import compared, without_clock
from tongits_sim.errors import TongitsError
from tongits_sim.run.how import How


def test_workers_do_not_change_a_digit() -> None:
    options: dict[str, Any] = {"players": "greedy,caller,random", "games": 90, "baseline": "caller"}
    assert without_clock(compared(**options, workers=1).to_dict()) == without_clock(
        compared(**options, workers=2, block_deals=7).to_dict()
    )


def test_json_has_what_was_promised() -> None:
    document = compared(games=40, baseline="greedy").to_dict()
    assert {"command", "rules", "deals", "seed", "ranking", "pairs", "variance_reduction"} <= set(document)
    assert (document["command"], document["rules"], document["deals"], document["seed"]) == ("compare", "pagat", 40, 1)
    wanted = (
        "player payout_mean payout_ci95 diff_to_best diff_to_best_ci95 diff_to_baseline diff_to_baseline_ci95 "
        "verdict_vs_baseline win_rate sunog_rate"
    )
    assert all(set(wanted.split()) <= set(row) for row in document["ranking"])
    assert all({"a", "b", "diff", "ci95", "p_holm", "verdict"} <= set(row) for row in document["pairs"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"baseline": "miser"}, "not among the players"),
        ({"stop_at_width": 0.1, "monitor": True}, "not both"),
        ({"stop_at_width": -1.0}, "must be positive"),
        ({"players": "greedy"}, "2 to 40 players"),
        ({"games": "many"}, "the number of deals must be a whole number"),
        ({"wokers": 2}, "no option 'wokers'"),
    ],
)
def test_refuses_what_makes_no_sense(options: dict[str, Any], said: str) -> None:
    with pytest.raises(TongitsError, match=said):
        compared(**options)


def test_deals_are_asked_in_many_ways() -> None:
    silent: Any = {"notice": lambda text: None, "workers": 1}
    first = compare("pagat", "greedy,random", 20, **silent).answer
    for deals in ("20", 20.0, "0.02k"):
        again = compare("pagat", "greedy,random", deals=deals, **silent).answer
        assert (again.deals_asked, again.ranking) == (20, first.ranking)
    assert compare("pagat", "greedy,random", games=20, **silent).answer.ranking == first.ranking
    how = How(workers=1, notice=lambda text: None)
    assert compare("pagat", "greedy,random", 20, how=how).answer.ranking == first.ranking


def test_two_seeds_must_agree() -> None:
    document = compared("greedy,random", 300, confirm=True).to_dict()
    assert document["confirm"]["agreed"] == 1
    assert document["confirm"]["seed"] != document["seed"]
    assert document["pairs"][0]["verdict"] == "better"
    assert document["pairs"][0]["diff_confirm"] > 0


def test_other_packages_offer_names_here() -> None:
    import tongits_sim as ts

    if not list(entry_points(group="tongits_sim.api")):
        pytest.skip("the program is not installed")
    assert ts.compare is compare
