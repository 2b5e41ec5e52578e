from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mahjong_sim as mj
import tongits_sim as ts
from mahjong_sim.bots.registry import TRIED
from tongits_sim.experiments.tuning import HELD_OUT, tune, values_to_try
from tongits_sim.run.answers import Estimate
from tongits_sim.run.run_options import RunOptions

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


@dataclass(frozen=True)
class Run:
    elapsed: float = 0.5


def below_seven(tables: Sequence[tuple[Any, ...]], deals: int, seed: int, play: Any) -> tuple[list[Estimate], Any]:
    """A measure without games: the nearer a number is to 7, the more its bot earns."""
    worth = [-abs(bot.parameters()["call_at"] - 7) for bot, *_ in tables]
    leads = [Estimate(value - worth[0], (value - worth[0] - 0.1, value - worth[0] + 0.1)) for value in worth[1:]]
    return leads, Run()


def test_any_measure_is_maximised() -> None:
    start = ts.load_player("caller(call_at=14)")
    answer = tune(below_seven, "ours", start, (), {"call_at": (3, 8, 14, 20)}, command="test", seed=5)
    (step,) = answer.steps
    assert (step.before, step.chosen) == (14, 8)
    assert {value: lead.mean for value, lead in step.tried.items()} == {"3": 3, "8": 6, "20": -6}
    assert (answer.command, answer.rules, answer.lead.mean, answer.run.elapsed_s) == ("test", "ours", 6, 1.0)
    assert (answer.steps[0].seed, answer.check_seed) == (5, 5 + HELD_OUT)


def test_a_users_bot_has_its_own_numbers(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import replace\nfrom mahjong_sim.bots.variants import DEFENDER\n"
        "from mahjong_sim.bots.strategy import Param\n"
        "EXPERT = replace(DEFENDER, name='expert', params=(*DEFENDER.params, Param('fixed', 1, 1, 1, 'nothing')))\n"
    )
    mine = mj.load_player(f"{file}:expert")
    assert "fixed" not in values_to_try(mine, None, TRIED, "see")
    assert set(values_to_try(mine, None, TRIED, "see")) == {param.name for param in mine.strategy.params} - {"fixed"}
