import functools
from dataclasses import replace
from typing import Any

import pytest

from analyses.answers.whatif import WhatIfAnswer
from analyses.fees import fee_levels, table_of, which
from analyses.presentation import earnings
from analyses.question import QuestionError, inquiry
from analyses.questions.payouts import PAYOUTS, PayoutsAnswer, fees_table, notes, of_arm
from analyses.whatif import whatif
from reports.commands.batches.all_questions import Subject, parts
from reports.commands.report import FEES, OPERATORS
from reports.page.changes_section import edge_now
from reports.questions.simulate import dealers_edge
from strategies import load_players
from tests.playing import job, play, sure
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.simulate import play_job
from tongits_sim.rules import load
from tongits_sim.run.answers import mean_of
from tongits_sim.run.base_job import JobError
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions


def document(*rules: str, **options: Any) -> PayoutsAnswer:
    sets = [load(name) for name in rules or ("pagat", "rulesofcards", "casino_x")]
    return PAYOUTS.ask(
        inquiry(
            PAYOUTS, rule_sets=sets, run_options=RunOptions(workers=1), **({"games": 3000, "session": 20} | options)
        )
    )


def test_every_set_of_rules_has_its_rows() -> None:
    answer = document()
    for name in ("variants", "parts", "endings", "jackpots"):
        wanted = ("pagat", "casino_x") if name == "jackpots" else ("pagat", "rulesofcards", "casino_x")
        assert tuple(dict.fromkeys(row.rules for row in getattr(answer, name))) == wanted, name
    assert answer.games_played == 9000
    assert not answer.fees


def test_numbers_are_those_of_a_simulation() -> None:
    answer = document("sjs")
    other = play(job("sjs", "greedy,greedy,greedy", 3000, match_games=20)).to_dict()
    row = answer.variants[0]
    assert row.dealer.mean == pytest.approx(other["dealer_summary"]["payout"]["mean"])
    assert row.dealer.ci95 == pytest.approx(tuple(other["dealer_summary"]["payout"]["ci95"]))
    assert {ending.ending: ending.share.mean for ending in answer.endings} == pytest.approx(other["endings"])


@pytest.mark.parametrize("rules", ["casino_x", "pagat"])
def test_the_dealers_edge_is_one_number_whoever_says_it(rules: str) -> None:
    """simulate, payouts and whatif, of which sheets and reports are made: of the players named, in matches."""
    players = "expert,greedy,caller"
    how = RunOptions(workers=1)
    answer = document(rules, players=players, games=12_000)
    (row,) = answer.variants
    assert row.player == "expert, greedy, caller"
    simulated = dealers_edge(play(job(rules, players, 12_000, match_games=20)).answer)
    changed = whatif(rules, players, deals=300, change="deal.next_dealer=rotate", match_games=20, run_options=how)
    before = changed.answer.changes[0].effect("dealer_edge").before
    assert row.edge.half_width is not None
    width = 2 * row.edge.half_width  # none of them plays fewer games
    assert mean_of(simulated) == pytest.approx(mean_of(row.edge), abs=width)
    assert mean_of(before) == pytest.approx(mean_of(row.edge), abs=width)
    alone = document(rules, players="expert,expert,expert", games=12_000).variants[0].edge
    assert abs(mean_of(alone) - mean_of(row.edge)) > width  # of three others it would be another number


def test_a_report_its_ladder_and_the_operators_sheet_say_it_too() -> None:
    """All of the players named, the ladder and the sheet the same number from the same games."""
    players = tuple(load_players("expert,greedy,caller"))
    subject = Subject(load("casino_x"), "--rules casino_x", players, 1, 0.06, RunOptions(workers=1))
    operators = replace(subject, options={"fee": FEES}, only=OPERATORS)
    ladder = dict(parts(subject))["rules"](subject)
    paid, sheet = (dict(parts(asked))["payouts"](asked) for asked in (subject, operators))
    assert isinstance(ladder, WhatIfAnswer)
    assert isinstance(paid, PayoutsAnswer)
    assert isinstance(sheet, PayoutsAnswer)
    now = edge_now(ladder, paid)
    for answer in (paid, sheet):
        assert answer.variants[0].player == ", ".join(ladder.players) == "expert, greedy, caller"
        assert mean_of(answer.variants[0].edge) == now
    measured = ladder.changes[0].effect("dealer_edge").before
    assert sheet.variants[0].edge.half_width is not None
    assert mean_of(measured) == pytest.approx(now, abs=3 * sheet.variants[0].edge.half_width)
    earned = {row.player: mean_of(row.payout) for row in sheet.players_at_fees if row.level == sheet.own_fee}
    for row in play(job("casino_x", "expert,greedy,caller", 12_000, match_games=100)).answer.players_summary:
        assert row.payout.half_width is not None
        assert earned[row.player] == pytest.approx(mean_of(row.payout), abs=3 * row.payout.half_width)


def test_a_jackpot_loses_nothing() -> None:
    row = (answer := document("pagat", games=6000)).jackpots[0]
    assert "jackpot" in notes(answer)[0]
    assert row.staked.mean == 6
    taken = mean_of(row.size) / mean_of(row.games_between)
    assert taken == pytest.approx(mean_of(row.staked) * (1 - mean_of(row.returned)))
    longer = document("pagat", games=6000, session=300).jackpots[0]
    assert mean_of(longer.returned) < mean_of(row.returned)


def test_games_for_a_score_have_no_payouts() -> None:
    with pytest.raises(JobError, match="played for a score"):
        document("pagat+progressive")


def test_parts_places_and_endings_add_up() -> None:
    answer = document()
    for variant in answer.variants:
        mine = {row.part: row for row in of_arm(answer.parts, variant)}
        assert sum(mean_of(row.dealer) for row in mine.values()) == pytest.approx(variant.dealer.mean)
        nets = mean_of(variant.dealer) + mean_of(variant.right) + mean_of(variant.last)
        assert nets == pytest.approx(-mean_of(variant.house_fees))
        others = (mean_of(variant.right) + mean_of(variant.last)) / 2
        assert mean_of(variant.edge) == pytest.approx(mean_of(variant.dealer) - others)
        assert sum(mean_of(row.share) for row in of_arm(answer.endings, variant)) == pytest.approx(1)


def test_shares_of_what_changes_hands_count_the_same_money_on_both_sides() -> None:
    answer = document("pagat", "rulesofcards", "online")
    for variant in answer.variants:
        parts = {row.part: row for row in of_arm(answer.parts, variant)}
        moved = {part: mean_of(row.turnover) for part, row in parts.items() if part != "fees"}
        assert mean_of(variant.turnover) == pytest.approx(sum(moved.values()))
        assert variant.dealer_share.mean == pytest.approx(mean_of(variant.dealer) / sum(moved.values()))
        without = mean_of(variant.dealer) - mean_of(parts["jackpot"].dealer)
        assert variant.dealer_share_without_jackpot.mean == pytest.approx(
            without / (sum(moved.values()) - moved["jackpot"])
        )
    pagat, rulesofcards, _ = answer.variants
    assert mean_of(pagat.turnover) > mean_of(pagat.dealer) / 0.6, "without the jackpot the dealer would take two thirds"
    assert rulesofcards.dealer_share == rulesofcards.dealer_share_without_jackpot


def test_rules_with_a_fee_play_usual_fees_where_several_bots_are_named() -> None:
    assert not document("online", games=300).fees
    fees = document("online", games=300, players="greedy,caller").fees
    assert [row.level for row in fees] == [0.0, 0.05, 0.1, 0.15, 0.2, 0.3]


@functools.cache
def taxed(rules: str = "casino_x", **options: Any) -> PayoutsAnswer:
    asked = {"players": "greedy,caller,hunter", "games": 18_000, "session": 10, "fee": "2,10,30"}
    return document(rules, **(asked | options))


def test_fees_of_the_rules_are_played_too() -> None:
    answer = taxed()
    assert [row.level for row in answer.fees] == [0.0, 0.02, 0.05, 0.1, 0.3]
    assert (answer.fee_of, answer.own_fee) == ("fees.winnings", 0.05)
    assert len(answer.players_at_fees) == 5 * 3


def test_the_table_of_fees_has_a_column_for_each_player() -> None:
    answer = taxed()
    table = fees_table(answer)
    for number, player in enumerate(row.player for row in answer.break_even):
        own = [row.payout for row in answer.players_at_fees if row.player == player]
        assert [cells[3 + number] for cells in table.rows] == earnings(own)


def test_fees_of_players_add_up_to_the_income_of_the_house() -> None:
    answer = taxed()
    for fee in answer.fees:
        mine = [row for row in answer.players_at_fees if row.level == fee.level]
        assert sum(mean_of(row.pays) for row in mine) == pytest.approx(mean_of(fee.house))
        assert sum(mean_of(row.payout) for row in mine) == pytest.approx(-mean_of(fee.house))
        assert mean_of(fee.each) == pytest.approx(mean_of(fee.house) / 3)
    incomes = [mean_of(fee.house) for fee in answer.fees]
    assert incomes == sorted(incomes)
    assert incomes[0] == 0


@pytest.mark.parametrize(("rules", "knob"), [("casino_x", "fees.winnings"), ("online", "fees.antes")])
def test_numbers_are_those_of_simulations_at_that_fee(rules: str, knob: str) -> None:
    """A second route: whole runs of `simulate` under rules with that fee, in every seating."""
    answer = taxed(rules, games=600, fee="20", players="greedy,hunter", session=5)
    assert (answer.table, answer.fee_of) == (("greedy", "hunter", "hunter"), knob)
    house = greedy = 0.0
    for seating in ("greedy,hunter,hunter", "hunter,greedy,hunter", "hunter,hunter,greedy"):
        played = BatchJob(load(rules, [f"{knob}=0.2"]), tuple(load_players(seating)), 200, 1, 5, fixed_seats=True)
        simulated = play_job(played, RunOptions(workers=1, notice=silent)).answer
        house += mean_of(sure(simulated.house).income) / 3
        greedy += next(sure(row.payout.mean) for row in simulated.players_summary if row.player == "greedy") / 3
    assert mean_of(next(row.house for row in answer.fees if row.level == 0.2)) == pytest.approx(house)
    mine = next(row.payout for row in answer.players_at_fees if (row.player, row.level) == ("greedy", 0.2))
    assert mean_of(mine) == pytest.approx(greedy)


def test_at_the_break_even_fee_a_player_gets_nothing() -> None:
    """Played: at the break-even fee the payout on the same deals is 0, except for rounding."""
    row = max(taxed().break_even, key=lambda each: mean_of(each.before))
    assert row.player == "caller"
    level = round(mean_of(row.level), 6)
    low, high = sure(row.level.ci95)
    assert 0.05 < low < level < high < 1
    again = taxed(fee=f"{100 * level:.4f}")
    met = next(fee for fee in again.players_at_fees if fee.player == "caller" and fee.level == pytest.approx(level))
    assert mean_of(met.payout) == pytest.approx(0, abs=0.005)


def test_which_fee_is_asked_about_and_who_sits_at_the_table() -> None:
    assert which(load("pagat")) == ("fees.winnings", 0.0)
    assert which(load("online")) == ("fees.antes", 0.15)
    a, b = load_players("greedy,caller", None)
    assert (table_of([a]), table_of([a, b])) == ((a, a, a), (a, b, b))
    with pytest.raises(QuestionError, match="not 4"):
        table_of([a, b, a, b])
    assert (fee_levels(None), fee_levels("5 %, 10")) == ([], [0.05, 0.1])
    for wrong in ("5,x", "101", "-1", "nan"):
        with pytest.raises(QuestionError, match="percentages from 0 to 100"):
            fee_levels(wrong)
