import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tongits_sim as ts
from analyses.compare import compare
from analyses.monitoring import look_at
from reports.questions.compare import ahead, company, players, screen
from strategies import load_players
from tests.experiments.census.counting import counted
from tests.experiments.duplicate.fields import NULL_BOTS, compared, without_clock
from tests.playing import BAD_BOTS, command, sure
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.experiments.census import CensusJob
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.compiling import silent
from tongits_sim.run.faults import BotFault
from tongits_sim.run.run_options import RunOptions


def test_the_best_is_first_and_differences_are_to_it() -> None:
    rows = compared("greedy,caller,hunter,miser", 100, baseline="miser").answer.ranking
    means = [mean_of(row.payout) for row in rows]
    assert means == sorted(means, reverse=True)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert row.diff_to_best.mean == pytest.approx(mean_of(row.payout) - means[0])
        assert (row.verdict_vs_baseline is None) == (row.player == "miser")
    assert rows[0].diff_to_best.ci95 == (0.0, 0.0)
    assert sum(sure(row.wins.mean) for row in rows) * 3 / 4 == pytest.approx(1)


LEADING = RunOptions(workers=1, notice=silent)


@pytest.mark.parametrize(("players", "match"), [("greedy,caller,hunter", 1), ("expert,greedy", 5)])
def test_after_so_many_games_it_leads_in_19_of_20_sessions(players: str, match: int) -> None:
    answer = compare("pagat", players, 15_000, run_options=LEADING, match_games=match).answer
    (lead, *_) = answer.leads
    assert (lead.a, lead.b) == tuple(row.player for row in answer.ranking[:2])
    games = -(-(lead.games or 0) // match) * match
    assert 5 < games < lead.longest
    soonest, latest = lead.between
    assert soonest <= (lead.games or 0) <= (latest or lead.longest)
    assert soonest < (latest or lead.longest) < 6 * soonest  # 200 sessions or more know it within some tens of per cent
    shown = f"{float(f'{soonest:.2g}'):,.0f}"
    assert ahead(answer, lead.a).startswith(f"{shown}–" if latest else f"{shown} games or more")
    others = [row.player for row in answer.ranking if row.player not in (lead.a, lead.b)]
    seated = tuple(load_players(",".join([lead.a, lead.b, *others, lead.b][:3])))
    job = CensusJob(load("pagat"), seated, 3000 * games, 77, match, False, (games,), games // match)
    assert counted(job).led(0) == pytest.approx(0.95, abs=0.025)
    assert lead.led > 0.95


def test_only_certain_pairs_have_a_number_and_few_games_none() -> None:
    few = compare("pagat", "greedy,caller,hunter", 30, run_options=LEADING).answer
    assert few.leads == ()
    assert "ahead of the next" not in players(few).headings
    close = compare("pagat", "expert,expert(call_two=1.2),greedy", 2_000, run_options=LEADING).answer
    unsure = {(row.a, row.b) for row in close.pairs if row.verdict == "inconclusive"}
    assert unsure.isdisjoint((row.a, row.b) for row in close.leads)
    assert compare("pagat", "greedy,miser", 2_000, run_options=LEADING, sessions=False).answer.leads == ()


def test_workers_do_not_change_a_digit() -> None:
    options: dict[str, Any] = {"players": "greedy,caller,random", "games": 90, "baseline": "caller"}
    assert without_clock(compared(**options, workers=1).to_dict()) == without_clock(
        compared(**options, workers=2, block_deals=7).to_dict()
    )


def test_two_seeds_must_agree() -> None:
    document = compared("greedy,random", 300, confirm=True).to_dict()
    assert document["confirm"]["agreed"] == 1
    assert document["confirm"]["seed"] != document["seed"]
    assert document["pairs"][0]["verdict"] == "better"
    assert document["pairs"][0]["diff_confirm"] > 0


def test_stops_when_the_width_is_reached() -> None:
    document = compared("greedy,greedy(call_at=5)", 40_000, within=0.1).to_dict()
    assert 1000 <= document["deals"] < 40_000
    low, high = document["pairs"][0]["diff"]["ci95"]
    assert (high - low) / 2 <= 0.1
    assert document["stopping"]["reached"]


def test_stops_when_all_is_decided() -> None:
    document = compared("greedy,random", 30_000, monitor=True).to_dict()
    assert document["deals"] < 30_000
    assert document["pairs"][0]["verdict"] == "better"
    assert document["pairs"][0]["p_holm"] <= 0.05


def test_a_monitored_comparison_ends_the_same_whatever_its_blocks() -> None:
    blocks = (None, 7, 64, 900)
    ends = [compared("greedy,random", 30_000, monitor=True, block_deals=size).answer.deals for size in blocks]
    assert ends == [ends[0]] * 4
    assert ends[0] in look_at(30_000)


def test_only_differences_to_the_baseline_have_to_be_decided() -> None:
    players = f"{NULL_BOTS}:coin(salt=1),{NULL_BOTS}:coin(salt=2),greedy"
    assert compared(players, 4000, monitor=True, baseline="greedy").to_dict()["stopping"]["reached"]
    assert not compared(players, 4000, monitor=True).to_dict()["stopping"]["reached"]


HOW = RunOptions(workers=1, notice=silent)
MIDDLE, TIMID = "greedy(call_at=20, challenge_at=40)", "greedy(call_at=15, challenge_at=10)"


def test_a_better_player_who_loses_beside_two_others_is_named() -> None:
    answer = compare("pagat", [MIDDLE, TIMID], 6000, run_options=HOW).answer
    (pair,) = answer.pairs
    alone = next(row for row in answer.tables if row.player == pair.a and row.table.count(pair.b) == 2)
    assert alone.payout.ci95 is not None
    assert alone.payout.ci95[1] < 0 < (pair.diff.mean or 0)
    assert company(answer) == f"One {pair.a} against two {pair.b} earns less than a third {pair.b} would."
    assert company(compare("pagat", ["expert", "miser"], 500, run_options=HOW).answer) == ""


def test_a_loss_beside_two_others_is_what_a_third_of_them_would_not_lose() -> None:
    """The house takes its fees of three of a kind too: they are no loss to the other player."""
    answer = compare(load("pagat", ["fees.winnings=0.1"]), [MIDDLE, TIMID], 6000, run_options=HOW).answer
    (pair,), house = answer.pairs, answer.house
    assert house is not None
    alone = next(row for row in answer.tables if row.player == pair.a and row.table.count(pair.b) == 2)
    loss = -(alone.payout.mean or 0) - (house.income.mean or 0) / 3
    assert loss > 0
    free = replace(answer, house=None)
    words = f"One {pair.a} against two {pair.b} earns less than a third {pair.b} would."
    assert company(free) == company(answer) == words


def test_the_order_of_typing_changes_nothing_certain() -> None:
    names = ("greedy", "caller", "hunter")
    earned: dict[str, list[Estimate]] = {}
    for order in itertools.permutations(names):
        rows = ts.simulate("pagat", ",".join(order), games=12_000, notice=silent).players_summary
        for row in rows:
            earned.setdefault(row.player, []).append(row.payout)
    compared = {row.player: row.payout for row in compare("pagat", names, 2000, run_options=HOW).answer.ranking}
    for name, payouts in earned.items():
        for payout in (*payouts, compared[name]):
            width = (payout.half_width or 0) + (payouts[0].half_width or 0)
            assert (payout.mean or 0) == pytest.approx(payouts[0].mean, abs=1.1 * width), name


def test_single_games_leave_the_jackpot_out() -> None:
    assert leaves_out_jackpot(load("pagat").knobs(), 1)
    assert not leaves_out_jackpot(load("pagat").knobs(), 10)
    assert not leaves_out_jackpot(load("pagat", ["jackpot.seed=0", "jackpot.add=0"]).knobs(), 1)


def test_a_bot_that_fails_is_left_out_and_the_others_are_compared_as_without_it(tmp_path: Path) -> None:
    cheat = f"{BAD_BOTS}:cheat"
    how = replace(LEADING, out=tmp_path / "run")
    answer = compare("pagat", ["greedy", cheat, "caller"], 200, run_options=how, sessions=False).answer
    (failed,) = answer.left_out
    assert failed.player == "cheat"
    assert "the bot cheat broke rule" in failed.fault
    alone = compare("pagat", "greedy,caller", 200, run_options=LEADING, sessions=False).answer
    assert (answer.players, answer.ranking, answer.games_played) == (alone.players, alone.ranking, alone.games_played)
    assert "cheat failed and is left out." in screen(answer).notes
    assert json.loads((tmp_path / "run" / "results.json").read_text())["left_out"][0]["player"] == "cheat"


def test_a_bot_without_which_nothing_can_be_said_ends_the_comparison() -> None:
    cheat = f"{BAD_BOTS}:cheat"
    with pytest.raises(BotFault):
        compare("pagat", ["greedy", cheat, "caller"], 200, run_options=LEADING, strict=True)
    with pytest.raises(BotFault):
        compare("pagat", ["greedy", cheat], 200, run_options=LEADING)
    with pytest.raises(BotFault):
        compare("pagat", ["greedy", cheat, "caller"], 200, baseline=cheat, run_options=LEADING)


def test_the_command_says_who_failed() -> None:
    line = ("compare", "greedy", f"{BAD_BOTS}:cheat", "caller", "--deals", "100")
    code, out, err = command(*line)
    assert code == 1
    assert "is the best" in out or "too close" in out
    assert err.splitlines()[-1].startswith("Error: the bot cheat broke rule")
    code, out, err = command(*line, "--strict")
    assert (code, out) == (2, "")
