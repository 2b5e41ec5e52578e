"""The question about luck: edge from duplicates, sessions on other seeds, and bots whose answer is known."""

from __future__ import annotations

import functools
import math
from typing import Any

import pytest

from analyses.luck import LENGTHS, LUCK, chance, table_of
from analyses.question import QuestionError, inquiry
from strategies import load_players
from tests.designs.census.counting import census, counted
from tests.designs.tournament.fields import NULL_BOTS
from tongits_sim.run.how import How


def document(**given: Any) -> dict[str, Any]:
    """A small answer."""
    few = {"games": 18_000, "sessions": 200}
    return LUCK.ask(inquiry(LUCK, how=How(workers=1), **(few | given)))


@functools.cache
def example() -> dict[str, Any]:
    """One answer, for tests that only look at it."""
    return document()


def test_every_pair_has_its_better_bot_first() -> None:
    found = example()
    assert len(found["cells"]) == 3
    for cell in found["cells"]:
        assert cell["edge"] >= 0
        needed = (1.6448536 * cell["sd"] / cell["edge"]) ** 2
        assert cell["games_to_lead"] == math.ceil(needed) or cell["games_to_lead"] == pytest.approx(needed, rel=1e-5)
        low, high = cell["games_to_lead_ci95"]
        assert low <= cell["games_to_lead"] <= (high or math.inf)
        assert (high is None) == (cell["edge_ci95"][0] <= 0)
        assert cell["verdict"] == ("better" if cell["p_holm"] <= 0.05 else "inconclusive")


def test_sessions_are_played_on_other_seeds() -> None:
    found = example()
    assert found["other_seed"] != found["seed"]
    clear = min(found["cells"], key=lambda cell: cell["games_to_lead"])
    pair = [row for row in found["sessions"] if (row["a"], row["b"]) == (clear["a"], clear["b"])]
    assert [row["games"] for row in pair if row["games"] in LENGTHS] == list(LENGTHS)
    shares = [row["lead"] for row in sorted(pair, key=lambda row: row["games"])]
    assert shares[-1] > shares[0]
    for row in found["sessions"]:
        assert row["lead_ci95"][0] <= row["lead"] <= row["lead_ci95"][1]
        assert row["formula_ci95"][0] <= row["formula"] <= row["formula_ci95"][1]
    assert all(0 <= row["first"] <= 1 for row in found["first"])


def test_leads_are_turned_with_the_pair() -> None:
    """Named the other way round, the same two bots: the better one still comes first."""
    one, other = (document(players=f"{a},{b},{b}") for a, b in (("caller", "miser"), ("miser", "caller")))
    assert (one["cells"][0]["a"], one["cells"][0]["b"]) == (other["cells"][0]["a"], other["cells"][0]["b"])
    for found in (one, other):
        assert next(row["lead"] for row in found["sessions"] if row["games"] == 1000) > 0.5
        assert found["first"] == []


def test_the_edge_is_that_of_the_duplicate_matches() -> None:
    what = census("pagat", "caller,greedy,greedy", games=18_000, match_games=10, duplicate=True)
    direct = counted(what).money({"payout_0": 2, "payout_1": -1, "payout_2": -1}, {"games": 2})
    cell = document(players="caller,greedy")["cells"][0]
    assert cell["edge"] == pytest.approx(float(direct.estimate))
    assert cell["edge_ci95"] == pytest.approx([float(direct.low), float(direct.high)])


def test_bots_without_an_edge_are_undecided() -> None:
    found = document(players=",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2, 3)), games=5400)
    assert all(cell["verdict"] == "inconclusive" for cell in found["cells"])
    assert all(cell["sessions"] is None for cell in found["cells"])
    assert all(cell["games_to_lead_ci95"][1] is None for cell in found["cells"])


def test_too_long_sessions_are_not_played() -> None:
    found = document(most_games=10_000, players="hunter,greedy,folder")
    for cell in found["cells"]:
        fits = cell["verdict"] == "better" and 200 * -(-cell["games_to_lead"] // 10) * 10 <= 10_000
        assert (cell["sessions"] is not None) == fits
    assert any(cell["sessions"] is None for cell in found["cells"])


@pytest.mark.parametrize("players", ["greedy", "greedy,greedy,greedy", "greedy,greedy"])
def test_one_bot_has_nobody_to_lead(players: str) -> None:
    with pytest.raises(QuestionError, match="two or three bots"):
        table_of(tuple(load_players(players, None)))


def test_the_formula() -> None:
    assert chance(0.1, 2.0, 1082) == pytest.approx(0.95, abs=1e-4)
    assert chance(0.0, 2.0, 10) == 0.5


@pytest.mark.slow
def test_simulated_sessions_agree_with_the_formula() -> None:
    """Where a session has some hundred games; of a dozen skewed games the normal formula promises too much."""
    found = document(games=600_000, sessions=4000, players="greedy,defender,hunter")
    long = [cell for cell in found["cells"] if cell["sessions"] and cell["games_to_lead"] > 100]
    assert long
    for cell in long:
        assert cell["agrees"], cell
        assert cell["lead"] == pytest.approx(0.95, abs=0.02)
