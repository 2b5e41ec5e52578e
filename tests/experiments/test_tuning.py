from pathlib import Path

import mahjong_sim as mj
import tongits_sim as ts
from mahjong_sim.mahjong import MAHJONG
from tests.tiny_game import TINY
from tongits_sim.core.tuning import HELD_OUT, tune, usual
from tongits_sim.run.options import RunOptions

ALONE = RunOptions(workers=1)


def test_a_number_that_matters_is_found() -> None:
    bot, others = "ambitious(suit_at=1)", "greedy,greedy,greedy"
    answer = mj.tune("visayan", bot, others, {"suit_at": (1, 18)}, deals=40, check_deals=40, run_options=ALONE)
    assert answer.tuned == "ambitious(suit_at=18)"
    assert answer.steps[0].chosen == 18
    assert answer.check_seed == answer.seed + HELD_OUT
    assert answer.lead.ci95 is not None
    assert answer.lead.ci95[0] > 0


def test_one_that_matters_in_tongits_too() -> None:
    # A player who never calls, among players who do, earns more where it calls at all.
    answer = ts.tune("pagat", "caller(call_at=0)", "greedy,caller", deals=400, check_deals=4_000, run_options=ALONE)
    assert [step.param for step in answer.steps] == ["call_at", "challenge_at"]
    assert answer.steps[0].chosen > 0
    assert answer.lead.ci95 is not None
    assert answer.lead.ci95[0] > 0


def test_any_game_has_it() -> None:
    answer = tune(TINY, None, "steady(below=14)", "random", deals=400, check_deals=2_000, run_options=ALONE)
    (step,) = answer.steps
    assert (step.before, 5 <= step.chosen <= 11) == (14, True)
    best = max(step.tried, key=lambda value: step.tried[value].mean or 0)
    assert float(best) == step.chosen
    assert (answer.command, answer.others) == ("tiny tune", ("random",))
    assert answer.lead.ci95 is not None
    assert answer.lead.ci95[0] > 0


def test_a_users_bot_has_its_own_numbers(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import replace\nfrom mahjong_sim.bots.variants import DEFENDER\n"
        "from mahjong_sim.bots.strategy import Param\n"
        "EXPERT = replace(DEFENDER, name='expert', params=(*DEFENDER.params, Param('fixed', 1, 1, 1, 'nothing')))\n"
    )
    mine = mj.load_player(f"{file}:expert")
    assert "fixed" not in usual(MAHJONG, mine)
    assert set(usual(MAHJONG, mine)) == {param.name for param in mine.strategy.params} - {"fixed"}
