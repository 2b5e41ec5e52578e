"""The question about payouts: its document, against records, a simulation, and rules whose answer is known."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from analyses.answers.flat import value
from analyses.answers.payouts import PayoutsAnswer, of_arm
from analyses.payouts import LISTS, PAYOUTS
from analyses.question import inquiry
from tests.designs.census.counting import census, counted
from tests.playing import job, play
from tongits_sim.any_game.jobs import JobError
from tongits_sim.rules import load
from tongits_sim.run.how import How


def document(*rules: str, **options: Any) -> PayoutsAnswer:
    """A small answer."""
    sets = [load(name) for name in rules or ("pagat", "rulesofcards", "casino_x")]
    return PAYOUTS.ask(
        inquiry(PAYOUTS, rule_sets=sets, how=How(workers=1), **({"games": 3000, "session": 20} | options))
    )


def test_every_set_of_rules_has_its_rows() -> None:
    answer = document()
    assert answer.rule_sets == ("pagat", "rulesofcards", "casino_x")
    for name in LISTS:
        wanted = ("pagat", "casino_x") if name == "jackpots" else answer.rule_sets
        assert tuple(dict.fromkeys(row.rules for row in getattr(answer, name))) == wanted, name
    assert answer.games_played == 9000


def test_parts_and_places_add_up() -> None:
    answer = document()
    for variant in answer.variants:
        mine = of_arm(answer.parts, variant)
        nets = {row.place: value(row.payout) for row in of_arm(answer.places, variant)}
        assert sum(value(row.dealer) for row in mine) == pytest.approx(variant.dealer.mean)
        assert sum(value(row.last) for row in mine) == pytest.approx(nets["last"])
        house = -variant.fees
        assert nets["dealer"] + nets["right of the dealer"] + nets["last"] == pytest.approx(house)
        assert sum(nets[f"seat {seat}"] for seat in range(3)) == pytest.approx(house)
        assert sum(value(row.share) for row in of_arm(answer.endings, variant)) == pytest.approx(1)
        assert sum(row.share for row in of_arm(answer.histogram, variant)) == pytest.approx(1)


def test_shares_of_what_a_game_moves_count_the_same_money_on_both_sides() -> None:
    answer = document("pagat", "rulesofcards", "online")
    for variant in answer.variants:
        parts = {row.part: row for row in of_arm(answer.parts, variant)}
        moved = {part: value(row.moved) for part, row in parts.items() if part != "fees"}
        assert value(variant.moved) == pytest.approx(sum(moved.values()))
        assert variant.dealer_of_moved.mean == pytest.approx(value(variant.dealer) / sum(moved.values()))
        without = value(variant.dealer) - value(parts["jackpot"].dealer)
        assert variant.dealing_of_moved.mean == pytest.approx(without / (sum(moved.values()) - moved["jackpot"]))
        shares = [value(each) for each in (variant.dealer_of_moved, variant.right_of_moved, variant.last_of_moved)]
        assert sum(shares) == pytest.approx(3 * variant.fair_of_moved)
    pagat, rulesofcards, online = answer.variants
    assert value(pagat.moved) > value(pagat.dealer) / 0.6, "without the jackpot the dealer would take two thirds"
    assert rulesofcards.dealer_of_moved == rulesofcards.dealing_of_moved
    assert pagat.fair_of_moved == 0 > online.fair_of_moved


def test_numbers_are_those_of_a_simulation() -> None:
    answer = document("sjs")
    other = play(job("sjs", "greedy,greedy,greedy", 3000, match_games=20)).to_dict()
    row = answer.variants[0]
    assert row.dealer.mean == pytest.approx(other["dealer_summary"]["payout_mean"])
    assert row.dealer.ci95 == pytest.approx(tuple(other["dealer_summary"]["payout_ci95"]))
    assert row.payout_sd == pytest.approx(other["players_summary"][0]["payout_sd"])
    assert {each.ending: each.share.mean for each in answer.endings} == pytest.approx(other["endings"])


def test_ruin_is_counted_and_falls_with_the_bankroll() -> None:
    answer = document("pagat", bankroll=(5.0, 20.0, 60.0, 10**6), games=6000)
    *ruined, unknown = [row.ruined for row in answer.ruin]
    shares = [value(share) for share in ruined]
    assert shares == sorted(shares, reverse=True)
    assert unknown.mean is None
    assert [row.bankroll for row in answer.ruin[:3]] == [5, 20, 60]
    direct = counted(census("pagat", "greedy,greedy,greedy", games=6000, match_games=20)).ruined(2000)
    assert shares[1] == float(direct.estimate)
    for row, share in zip(answer.ruin, shares, strict=False):
        # No edge, so Brownian motion is near; it looks between games too, and so lies above.
        assert share - 0.05 < row.brownian < share + 0.15


def test_without_a_gain_everybody_is_ruined_some_day() -> None:
    """Three copies of a bot gain nothing together: the bound is 1 to the last digit, whatever adds up the histogram."""
    for row in document("pagat", "rulesofcards", "online", "sjs").ruin:
        assert row.unlimited_at_most == 1.0


def test_a_jackpot_loses_nothing() -> None:
    row = document("pagat", games=6000).jackpots[0]
    assert row.staked.mean == 6
    assert value(row.size) * value(row.hits) == pytest.approx(value(row.staked) * (1 - value(row.returned)))
    assert row.games_between.mean == pytest.approx(1 / value(row.hits))
    longer = document("pagat", games=6000, session=300).jackpots[0]
    assert value(longer.returned) < value(row.returned)


def test_intervals_widen_by_the_match() -> None:
    """What chains within a match is one observation: a session cannot be cut into games."""
    one, other = (document("pagat", games=6000, session=session).jackpots[0].hits for session in (6000, 20))
    assert one.ci95 is None or one.ci95[1] - one.ci95[0] > 0
    assert other.ci95 is not None
    assert other.ci95[0] < value(other) < other.ci95[1]


def test_games_for_a_score_have_no_payouts() -> None:
    with pytest.raises(JobError, match="played for a score"):
        document("pagat+progressive")


def test_progress_runs_on_over_all_rules() -> None:
    progress: list[tuple[int, int]] = []
    sets = [load("pagat"), load("online")]
    how = How(workers=1, progress=lambda done, total: progress.append((done, total)))
    PAYOUTS.ask(inquiry(PAYOUTS, rule_sets=sets, games=600, session=20, how=how))
    assert progress == sorted(progress)
    assert progress[-1] == (1200, 1200)


def test_json_is_read_back_as_it_was() -> None:
    answer = document()
    stored = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    again = PayoutsAnswer.from_dict(stored)
    assert again == replace(answer, options=stored["options"])
    assert again.to_dict() == stored
    assert stored["places"][3]["win"] is stored["places"][3]["win_ci95"] is None
