"""The question about payouts: its document, against records, a simulation, and rules whose answer is known."""

from __future__ import annotations

from typing import Any

import pytest

from analyses.payouts import LISTS, PAYOUTS
from analyses.question import inquiry
from tests.designs.census.counting import census, counted
from tests.playing import job, play
from tongits_sim.designs.batch.job import JobError
from tongits_sim.rules import load
from tongits_sim.run.how import How


def document(*rules: str, **given: Any) -> dict[str, Any]:
    """A small answer."""
    sets = [load(name) for name in rules or ("pagat", "rulesofcards", "casino_x")]
    return PAYOUTS.ask(inquiry(PAYOUTS, rule_sets=sets, how=How(workers=1), **({"games": 3000, "session": 20} | given)))


def test_every_set_of_rules_has_its_rows() -> None:
    found = document()
    assert found["rule_sets"] == ["pagat", "rulesofcards", "casino_x"]
    for name in LISTS:
        wanted = ["pagat", "casino_x"] if name == "jackpots" else found["rule_sets"]
        assert list(dict.fromkeys(row["rules"] for row in found[name])) == wanted, name
    assert found["games_played"] == 9000


def test_parts_and_places_add_up() -> None:
    found = document()
    for variant in found["variants"]:
        mine = [row for row in found["parts"] if row["rules"] == variant["rules"]]
        nets = {row["place"]: row["payout"] for row in found["places"] if row["rules"] == variant["rules"]}
        assert sum(row["dealer"] for row in mine) == pytest.approx(variant["dealer"])
        assert sum(row["last"] for row in mine) == pytest.approx(nets["last"])
        house = -variant["kept_by_the_house"]
        assert nets["dealer"] + nets["right of the dealer"] + nets["last"] == pytest.approx(house)
        assert sum(nets[f"seat {seat}"] for seat in range(3)) == pytest.approx(house)
        by_ending = [row for row in found["endings"] if row["rules"] == variant["rules"]]
        assert sum(row["share"] for row in by_ending) == pytest.approx(1)
        assert sum(row["share"] for row in found["histogram"] if row["rules"] == variant["rules"]) == pytest.approx(1)


def test_numbers_are_those_of_a_simulation() -> None:
    found = document("sjs")
    other = play(job("sjs", "greedy,greedy,greedy", 3000, match_games=20)).to_dict()
    row = found["variants"][0]
    assert row["dealer"] == pytest.approx(other["dealer_summary"]["payout_mean"])
    assert row["dealer_ci95"] == pytest.approx(other["dealer_summary"]["payout_ci95"])
    assert row["payout_sd"] == pytest.approx(other["players_summary"][0]["payout_sd"])
    assert {each["ending"]: each["share"] for each in found["endings"]} == pytest.approx(other["endings"])


def test_ruin_is_counted_and_falls_with_the_bankroll() -> None:
    found = document("pagat", bankroll=(5.0, 20.0, 60.0, 10**6), games=6000)
    ruined = [row["ruined"] for row in found["ruin"]]
    assert ruined[:3] == sorted(ruined[:3], reverse=True)
    assert ruined[3] is None
    assert [row["bankroll"] for row in found["ruin"][:3]] == [5, 20, 60]
    direct = counted(census("pagat", "greedy,greedy,greedy", games=6000, match_games=20)).ruined(2000)
    assert ruined[1] == float(direct.estimate)
    for row in found["ruin"][:3]:
        # No edge, so Brownian motion is near; it looks between games too, and so lies above.
        assert row["ruined"] - 0.05 < row["brownian"] < row["ruined"] + 0.15
        assert row["unlimited_at_most"] > 0.9


def test_a_jackpot_loses_nothing() -> None:
    row = document("pagat", games=6000)["jackpots"][0]
    assert row["staked"] == 6
    assert row["size"] * row["hits"] == pytest.approx(row["staked"] * (1 - row["returned"]))
    assert row["games_between"] == pytest.approx(1 / row["hits"])
    longer = document("pagat", games=6000, session=300)["jackpots"][0]
    assert longer["returned"] < row["returned"]


def test_intervals_widen_by_the_match() -> None:
    """What chains within a match is one observation: a session cannot be cut into games."""
    one, other = (document("pagat", games=6000, session=session)["jackpots"][0] for session in (6000, 20))
    assert one["hits_ci95"] is None or one["hits_ci95"][1] - one["hits_ci95"][0] > 0
    assert other["hits_ci95"][0] < other["hits"] < other["hits_ci95"][1]


def test_games_for_a_score_have_no_payouts() -> None:
    with pytest.raises(JobError, match="played for a score"):
        document("pagat+progressive")


def test_progress_runs_on_over_all_rules() -> None:
    told: list[tuple[int, int]] = []
    sets = [load("pagat"), load("online")]
    how = How(workers=1, progress=lambda done, total: told.append((done, total)))
    PAYOUTS.ask(inquiry(PAYOUTS, rule_sets=sets, games=600, session=20, how=how))
    assert told == sorted(told)
    assert told[-1] == (1200, 1200)
