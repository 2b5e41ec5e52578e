"""Mahjong: the questions' numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from analyses.answers.rollouts import Cell
from analyses.question import QuestionError, inquiry
from analyses.registry import question
from mahjong_sim.analyses import forked
from mahjong_sim.analyses.risk_fit import OPEN, TURNS, count_discards, expected_wins, fit_numbers, main
from mahjong_sim.bots.registry import load_player
from mahjong_sim.designs.forks.layout import MOST_OTHERS
from mahjong_sim.hands.values import ITEMS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.questions.claims import MELDS, NEARER
from mahjong_sim.questions.hands import AT_ONCE, GOALS, LUCK, aim_of, bits_of, goals_of, worth
from mahjong_sim.questions.payouts import CHANGES, LENGTHS
from mahjong_sim.rules import load
from reports.page.stored import answer_folders
from tests.mahjong_sim.asked import asked, forks
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.run_folder import keep

# ---- `analyze claims`: averages and cells are of the same forks --------------------------------------------------


def test_averages_add_up() -> None:
    answer = asked("claims")
    means = answer.averages
    assert means["any"].all.n == answer.forks == sum(means[meld].all.n for meld in MELDS)
    for each in means.values():
        assert each.all.n == each.chose_yes.n + each.chose_no.n
    assert means["any"].chose_yes.ci95[0] > 0
    parts = [(row.mean or 0.0) * row.n for row in (means["any"].chose_yes, means["any"].chose_no)]
    assert means["any"].all.mean == pytest.approx(sum(parts) / answer.forks)


def test_greedy_takes_only_what_brings_it_nearer() -> None:
    answer = asked("claims")
    assert {cell.at["nearer"] for cell in answer.cells} == set(NEARER)
    for cell in answer.cells:
        if cell.n and cell.at["nearer"] != "nearer":
            assert cell.share_yes == 0
    assert sum(cell.n for cell in answer.cells) == answer.forks


# ---- `analyze discards`: what another tile costs, and how often it is won with -----------------------------------


def test_another_tile_costs() -> None:
    answer = asked("discards")
    assert answer.difference.ci95 is not None
    assert answer.difference.mean < 0
    assert answer.deal_in.mean >= 0
    assert answer.price.mean >= answer.deal_in.mean  # a hand is worth one unit at least, the discarder pays double


def test_the_maps_hold_the_same_forks() -> None:
    answer = asked("discards")
    assert answer.min_forks > 15  # each counts for several
    total = sum(cell.n for cell in answer.table)
    assert total == sum(cell.n for cell in answer.seen) == sum(cell.n for cell in answer.cells)
    dealt = sum(cell.n * (cell.deal_in.mean or 0) for cell in answer.table)
    assert dealt / total == pytest.approx(answer.deal_in.mean)


# ---- Parts of questions asked by paired rollouts: families of cells, extremes on other hands, limits of shares ----


def test_cells_with_few_forks_are_not_resolved() -> None:
    estimates = forks("claims")
    many = forked.cells(estimates, "shanten", 10, Cell, {})
    none = forked.cells(estimates, "shanten", 10**9, Cell, {})
    assert [cell.n for cell in many] == estimates.counts("shanten").tolist()
    assert all(cell.p_bh is not None for cell in many if cell.n >= 10 and cell.ev_diff.ci95)
    assert not any(cell.resolved or cell.p_bh is not None for cell in none)


def test_p_values_are_corrected_over_the_map() -> None:
    from tongits_sim.stats import benjamini_hochberg, p_value

    estimates = forks("claims")
    counts = estimates.counts("shanten")
    raw = np.where(counts >= 10, np.asarray(p_value(estimates.cells("shanten"))), np.nan)
    expected = benjamini_hochberg(raw)
    cells = forked.cells(estimates, "shanten", 10, Cell, {})
    known = [cell.p_bh for cell in cells if cell.p_bh is not None]
    assert known == pytest.approx([each for each in expected.tolist() if each == each])


def test_extremes_are_chosen_on_other_hands() -> None:
    answer = asked("claims")
    extremes = answer.extremes["cells"]
    assert extremes.games == answer.games // 4
    assert extremes.seed == answer.seed + forked.CHOOSING
    cells = [
        Cell(at={"shanten": at}, n=50, ev_diff=Estimate(value, (value - 1, value + 1)), p_bh=0.01, resolved=sure)
        for at, (value, sure) in enumerate([(3.0, False), (1.0, True), (-2.0, True), (0.5, True)])
    ]
    farthest = forked.extremes(forks("claims"), cells)
    assert (farthest.most, farthest.least) == ({"shanten": 1}, {"shanten": 2})


def test_what_never_happened_has_an_upper_limit() -> None:
    low_high = forked.share_limits(Estimate(0.0, None), "dealt_in_a", np.array([100, 100]))
    assert low_high is not None
    assert low_high[0] == 0
    assert low_high[1] == pytest.approx(0.0295, abs=1e-3)
    assert forked.share_limits(Estimate(0.01, (-0.01, 0.03)), "goal_a", np.array([9, 9])) == (0.0, 0.03)
    assert forked.share_limits(Estimate(-0.5, (-0.6, -0.4)), "won", np.array([9, 9])) == (-0.6, -0.4)


def test_shares_over_all_forks_lie_between_0_and_1() -> None:
    share = forked.total(forks("claims"), "dealt_in_a")  # no claim is a discard
    assert share.mean == 0
    assert share.ci95 is not None
    assert 0 == share.ci95[0] < share.ci95[1] < 0.1


def test_nothing_to_fork_is_a_sentence() -> None:
    asked_ = inquiry(question("open", MAHJONG), players="closed,closed,closed,closed", games=3, how=How(workers=1))
    with pytest.raises(QuestionError, match="no such decision came up in 3 games"):
        question("open", MAHJONG).ask(asked_)


# ---- `analyze hands`: goals, and how often hands are paid for each item ------------------------------------------


def test_every_goal_is_tried() -> None:
    answer = asked("hands")
    assert [cell.at["goal"] for cell in answer.cells] == list(GOALS)
    assert all(cell.n > 5 for cell in answer.cells)
    assert sum(cell.n for cell in answer.cells) == answer.forks


def test_items_are_shares_of_games() -> None:
    answer = asked("hands")
    assert [row.item for row in answer.items] == list(ITEMS)
    assert answer.item_games == 2 * answer.games
    win = answer.items[0]
    assert win.share_of_wins.mean == 1
    assert 0.9 < win.share.mean <= 1
    assert all(row.share.ci95[0] <= row.share.mean <= row.share.ci95[1] for row in answer.items)


def test_concealed_is_reached_more_often_by_who_stays_so() -> None:
    concealed = asked("hands").cells[list(GOALS).index("concealed")]
    assert concealed.reached.mean >= concealed.own_reached.mean


def test_everything_that_is_paid_is_a_goal_or_says_why_not() -> None:
    rules = load("visayan")
    paid = [name for name in (*ITEMS, *AT_ONCE, "bunot") if worth(rules, name)]
    assert set(paid) - set(LUCK) == {item for _, items in GOALS.values() for item in items}
    assert all(aim_of(item) for item in paid)
    assert len(GOALS) <= MOST_OTHERS
    for bot, items in GOALS.values():
        assert load_player(bot).spec == bot
        assert bits_of(items)
    assert bits_of(("flush",)) == 128
    assert len({bits_of((name,)) for name in (*ITEMS, *AT_ONCE, "bunot")}) == len(ITEMS) + len(AT_ONCE) + 1


def test_only_what_the_rules_pay_is_tried() -> None:
    assert "siete pares" not in goals_of(load("visayan", ["win.seven_pairs=false"]))
    assert "straight" not in goals_of(load("visayan", ["hand.straight=0"]))
    assert worth(load("manila"), "beauty") == worth(load("visayan"), "many_flowers") == 0
    assert worth(load("manila"), "many_flowers") == 0.5
    assert worth(load("visayan"), "bunot") == 2


def test_what_is_paid_at_once_is_a_share_of_a_players_games() -> None:
    rows = {row.item: row for row in asked("hands").at_once}
    assert list(rows) == [name for name in (*AT_ONCE, "bunot") if name != "many_flowers"]
    bare = rows["no_flowers"].share
    assert bare.ci95[0] < 0.38 < bare.ci95[1]  # of sixteen tiles; mano has seventeen
    assert rows["winner_no_flowers"].share.mean < bare.mean
    assert all(0 <= row.share.ci95[0] <= row.share.ci95[1] <= 1 for row in rows.values())


# ---- `analyze mano`: the value agrees with what it is made of ----------------------------------------------------


def test_the_value_is_the_mean_over_the_other_places() -> None:
    answer = asked("mano")
    assert answer.games == 4 * answer.deals
    assert f" --deals {answer.deals} " in answer.command_line
    assert answer.payout.mean == pytest.approx(sum(row.payout.mean for row in answer.places) / 3)
    assert answer.won.mean == pytest.approx(answer.won_mano.mean - answer.won_other.mean)
    assert sum(row.n for row in answer.shanten) == 4 * answer.deals
    assert answer.by_player == ()


def test_equal_tables_pay_what_the_others_lose() -> None:
    # The payouts of a game add up to nothing, so mano makes three quarters of its advantage over the others.
    answer = asked("mano")
    whole = sum(row.n * row.payout.mean for row in answer.shanten) / (4 * answer.deals)
    assert whole == pytest.approx(answer.payout.mean)


def test_players_have_rows_where_they_differ() -> None:
    answer = asked("mano", "greedy,greedy,greedy,random")
    assert [row.of for row in answer.by_player] == ["greedy", "greedy", "greedy", "random"]


# ---- `analyze open`: the first open meld against staying concealed -----------------------------------------------


def test_every_first_meld_is_a_fork_and_who_stays_concealed_wins_less_often() -> None:
    answer = asked("open")
    assert sum(cell.n for cell in answer.melds) == answer.forks
    assert answer.branches % 3 == 0
    assert answer.won.ci95 is not None
    assert answer.won.ci95[0] > 0


# ---- `analyze payouts`: variants on the same walls, sessions, pots -----------------------------------------------


def test_variants_are_compared_with_the_rules_asked_about() -> None:
    answer = asked("payouts")
    assert [row.variant for row in answer.variants] == ["visayan", *CHANGES]
    first, single, *_ = answer.variants
    assert first.moved_diff is None
    assert single.moved.mean - first.moved.mean == pytest.approx(single.moved_diff.mean)
    assert single.moved_diff.mean < 0
    assert (single.void.mean, single.bunot.mean) == (first.void.mean, first.bunot.mean)


def test_sessions_have_a_row_for_each_variant_and_player() -> None:
    answer = asked("payouts")
    assert [row.variant for row in answer.sessions] == [row.variant for row in answer.variants]
    for row in answer.sessions:
        assert row.sessions == 20
        assert row.bankroll.mean > 0
        assert row.session_swing > row.swing > 0
    assert {row.pots for row in answer.sessions} == {None}


def test_pots_are_taken_more_often_in_longer_matches() -> None:
    pots = [row.pots for row in asked("payouts").jai_alai]
    assert len(pots) == len(LENGTHS)
    assert pots == sorted(pots)
    assert pots[-1] > pots[0]


def test_variants_are_of_the_rules_as_they_were_changed() -> None:
    rules, own = load("visayan", ["pay.discarder=1"]), question("payouts", MAHJONG)
    changed = inquiry(own, rules=rules, games=10, session_games=2, how=How(workers=1))
    answer: Any = question("payouts", MAHJONG).ask(changed)
    assert [row.variant for row in answer.variants] == [answer.rules, *list(CHANGES)[1:]]
    assert answer.command_line.startswith("tongits mahjong analyze payouts --rules visayan --set pay.discarder=1 ")


def test_games_are_those_of_all_variants_and_sessions() -> None:
    answer: Any = asked("payouts")
    first = {row.variant: row for row in answer.sessions}
    sessions = sum(row.sessions * row.session_games for row in (*first.values(), *answer.jai_alai))
    assert answer.games == answer.deals * len(answer.variants) + sessions


# ---- What an inquiry is given, and the command that asks it again ------------------------------------------------


def test_the_command_line_asks_it_again() -> None:
    own, rules = question("claims", MAHJONG), load("manila", ["win.several=all"])
    head = inquiry(own, rules=rules, players="greedy,greedy,closed,random", games=7).head(own)
    assert head["command_line"] == (
        "tongits mahjong analyze claims --rules manila --set win.several=all --players greedy,greedy,closed,random "
        "--games 7 --seed 1"
    )
    sessions = inquiry(question("payouts", MAHJONG), games=9, session_games=4).head(question("payouts", MAHJONG))
    assert sessions["command_line"].endswith("--deals 9 --seed 1 --session-games 4")


# ---- The fit of the table of risks finds the numbers that made the counts ----------------------------------------

SHAPE = (5, len(TURNS), 3, len(OPEN), 4)


def test_it_finds_the_factors_of_counts_that_are_a_product() -> None:
    tiles, thrown, seen = np.array([0.5, 0.8, 1, 0.1, 0.2]), np.array([1, 0.5, 0.1]), np.array([1, 0.7, 0.4, 0.3])
    turns, opened = 0.001 * np.arange(1, len(TURNS) + 1), np.array([1, 2, 3, 4, 5.0])
    discards = np.random.default_rng(1).integers(10_000, 20_000, SHAPE).astype(float)
    fit = fit_numbers(discards, expected_wins(discards, (tiles, turns, thrown, opened, seen)))
    assert np.allclose(fit.tiles, tiles, atol=1e-4)
    assert np.allclose(fit.thrown, thrown, atol=1e-4)
    assert np.allclose(fit.seen, seen, atol=1e-4)
    assert np.allclose(fit.by_turn, turns[:, None] * opened, atol=1e-4)


def test_few_counts_are_drawn_towards_the_product() -> None:
    discards = np.full(SHAPE, 1000.0)
    won = np.full(SHAPE, 10.0)
    won[:, 3, :, 2, :] = 0
    risk = fit_numbers(discards, won).by_turn[3][2]
    assert 0 < risk < 0.01


def test_a_discard_is_won_with_more_often_the_later(tmp_path: Path) -> None:
    discards, won = count_discards(400, 5, How(workers=1))
    assert discards.shape == won.shape == SHAPE
    others = (0, 2, 3, 4)
    share = won.sum(others) / np.maximum(discards.sum(others), 1)
    assert share[12:].mean() > share[3:6].mean()
    assert (won <= discards).all()
    path = tmp_path / "numbers.py"
    done = CliRunner().invoke(main, ["--games", "100", "--workers", "1", "-o", str(path)])
    assert done.exit_code == 0, done.output
    constants: dict[str, object] = {}
    exec(path.read_text(encoding="utf-8"), constants)
    assert np.array(constants["BY_TURN"]).shape == (len(TURNS), len(OPEN))
    with pytest.raises(ValueError, match="shape"):
        fit_numbers(discards, won[:4])


# ---- Answers read back from folders ------------------------------------------------------------------------------


def test_a_folder_of_all_questions_is_their_folders(tmp_path: Path) -> None:
    for name in ("mano", "claims"):
        keep({"question": name}, tmp_path / name)
    assert answer_folders(tmp_path, MAHJONG) == [tmp_path / "claims", tmp_path / "mano"]
    assert answer_folders(tmp_path / "mano", MAHJONG) == [tmp_path / "mano"]
    assert answer_folders(tmp_path / "nothing", MAHJONG) == [tmp_path / "nothing"]
