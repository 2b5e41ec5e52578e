"""The question about payouts: its document, against records, a simulation, and rules whose answer is known."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from analyses.question import inquiry
from analyses.questions import payouts as words
from analyses.questions.payouts import LISTS, PAYOUTS, Part, PayoutsAnswer, Variant, of_arm
from tests.designs.census.counting import census, counted
from tests.playing import job, play
from tongits_sim.any_game.jobs import JobError
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.how import How


def document(*rules: str, **options: Any) -> PayoutsAnswer:
    """A small answer."""
    sets = [load(name) for name in rules or ("pagat", "rulesofcards", "casino_x")]
    return PAYOUTS.ask(
        inquiry(PAYOUTS, rule_sets=sets, how=How(workers=1), **({"games": 3000, "session": 20} | options))
    )


def test_every_set_of_rules_has_its_rows() -> None:
    answer = document()
    for name in LISTS:
        wanted = ("pagat", "casino_x") if name == "jackpots" else ("pagat", "rulesofcards", "casino_x")
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
    assert row.dealer.mean == pytest.approx(other["dealer_summary"]["payout"]["mean"])
    assert row.dealer.ci95 == pytest.approx(tuple(other["dealer_summary"]["payout"]["ci95"]))
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


def test_games_for_a_score_have_no_payouts() -> None:
    with pytest.raises(JobError, match="played for a score"):
        document("pagat+progressive")


def variant(**changes: Any) -> Variant:
    """A variant in which all is 1 but what is said."""
    kinds: dict[str, Any] = {"str": "x", "int": 1, "float": 1.0, "Estimate": Estimate(1.0)}
    return replace(Variant(**{each.name: kinds[str(each.type)] for each in fields(Variant)}), **changes)


def test_fair_is_a_third_of_the_fees_below_zero() -> None:
    row = variant(moved=Estimate(10.0), kept_by_the_house=Estimate(0.6))
    assert row.fees == 0.6
    assert row.fair_of_moved == pytest.approx(-0.02)
    assert variant(kept_by_the_house=Estimate(0.0)).fair_of_moved == 0
    assert variant(moved=Estimate(0.0)).fair_of_moved == 0


def test_says_what_dealing_is_worth() -> None:
    answer = document()
    best = max(answer.variants, key=lambda row: row.dealer_of_moved.mean or 0.0)
    assert f"highest under {best.rules}" in words.headline(answer)
    alone = document("pagat")
    assert f"{words._net(alone.variants[0])} units" in words.headline(alone)
    assert not any("other rules" in advice.says for advice in words.advice(alone))
    fair, bring = words.advice(document("pagat", "sjs", "online"))
    assert fair.says.startswith("Under pagat")
    first, _, rest = bring.says.partition(" Under the other rules")
    assert not {"sjs", "online"} & set(first.split())
    assert "pagat" not in rest


def test_the_dealer_does_not_get_what_is_not_counted() -> None:
    """His share with the jackpot is of what moves with the jackpot: two thirds it was of the rest."""
    answer = document("pagat")
    share = round(100 * (answer.variants[0].dealer_of_moved.mean or 0))
    assert 25 < share < 45
    assert f"nets {share} % of the turnover" in words.advice(answer)[0].says


def test_fees_are_not_passed_over() -> None:
    """Where the house takes its part the others do not lose what the dealer nets, and 0 is not fair."""
    fees = document("online")
    sentences = " ".join(words.sentences(fees))
    variant = fees.variants[0]
    assert f"The house keeps {variant.fees:.2f} units a game under online" in sentences
    assert f"so a player loses {variant.fees / 3:.2f}" in sentences
    text = words.findings(fees)[0].text
    assert "the others lose" not in text
    assert "0 is fair" not in text
    assert "Where the house takes fees" in text
    none = document("pagat")
    assert "The house keeps" not in " ".join(words.sentences(none))
    assert words.findings(none)[0].text.endswith("What the dealer nets the others lose; 0 is fair.")
    assert words.findings(document("pagat", "online"))[0].text.endswith("under the others 0 is fair.")


def test_the_house_has_a_row_among_the_places() -> None:
    taxed, free = document("online"), document("pagat")
    (row,) = [row for row in taxed.places if row.place == "house"]
    assert row.payout.mean == pytest.approx(taxed.variants[0].fees)
    nets = sum(each.payout.mean or 0 for each in taxed.places if not each.place.startswith("seat"))
    assert nets == pytest.approx(0)
    assert not [row for row in free.places if row.place == "house"]
    parts = next(each for each in words.findings(taxed) if each.key == "parts")
    assert "The house takes out of all this (line above the bar): " in parts.text
    assert "House: its fees" in next(table for table in words.tables(taxed) if table.key == "places").note


def test_fairness_adds_up_to_what_the_house_keeps() -> None:
    answer = document()
    rows = words.net_points(answer)
    assert [row.place for row in rows if row.label == "rulesofcards"] == ["dealer", "right", "last"]
    pagat = {row.place: row.mean for row in rows if row.label == "pagat"}
    assert pagat["dealer"] + pagat["right"] + pagat["last"] == pytest.approx(0, abs=1e-9)
    assert pagat["dealing"] < pagat["dealer"]
    assert words.draw_fairness(rows).axes[0].get_xlabel()


def test_fair_is_what_is_left_when_the_house_has_its_part() -> None:
    rows = words.net_points(document("pagat", "online"))
    for rules in ("pagat", "online"):
        mine = {row.place: row for row in rows if row.label == rules}
        nets = sum(mine[place].mean for place in ("dealer", "right", "last"))
        assert mine["dealer"].fair == pytest.approx(nets / 3)
    at = [np.unique(np.asarray(line.get_xdata())).tolist() for line in words.draw_fairness(rows).axes[0].lines]
    assert at.count([mine["dealer"].fair]) == 1


def test_spread_holds_all_games() -> None:
    answer = document()
    rows = words.payout_bars(answer)
    for rules in answer.rule_sets:
        mine = [row for row in rows if row.label == rules]
        assert sum(row.share for row in mine) == pytest.approx(100)
        assert len(mine) <= 60
    assert len(words.draw_spreads(rows)) == len(answer.rule_sets)


def test_parts_of_the_payments_add_up() -> None:
    zero = Estimate(0.0)
    moved = {"base": 3.0, "sunog": 0.5, "sagasa": 0.0, "jackpot": 1.5}
    parts = [Part("pagat", "greedy", name, Estimate(each), zero, zero, zero) for name, each in moved.items()]
    rows = words.part_shares(replace(document("pagat", games=60), parts=tuple(parts)))
    assert [(row.part, row.share) for row in rows] == [("base", 60), ("sunog", 10), ("jackpot", 30)]
    axes = words.draw_parts(rows).axes[0]
    assert sum(bar.get_bbox().width for bar in axes.patches if isinstance(bar, Rectangle)) == 100


def test_fees_are_taken_out_of_what_is_paid_and_no_part_of_it() -> None:
    answer = document("casino_x", games=600)
    rows = words.part_shares(answer)
    assert sum(row.share for row in rows if row.part != "fees") == pytest.approx(100)
    (fees,) = [row.share for row in rows if row.part == "fees"]
    variant = answer.variants[0]
    assert fees == pytest.approx(100 * variant.fees / (variant.moved.mean or 1))
