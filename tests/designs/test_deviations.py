"""The design `deviations`: its job, kernels, worker, totals and estimates."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.deviations.deviating import counted, deviations, slow_sums, some_scores
from tests.playing import BAD_BOTS
from tests.playing import job as usual_job
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.rules import preset_names
from tongits_sim.run.work import Block

# ---- Jobs with deviations refuse what cannot be ------------------------------------------------------------------


def test_refused() -> None:
    with pytest.raises(JobError, match="a score for each"):
        deviations(scores=some_scores()[:5])


# ---- Alternatives played on are what playing them step by step from Python gives ---------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pagat", "sjs", "pagat+joker"])
@pytest.mark.parametrize("deviates", [False, True])
def test_sums_are_those_of_games_played_one_by_one(rules: str, deviates: bool) -> None:
    job = deviations(rules, games=9, scores=some_scores() if deviates else None)
    slow = sum((slow_sums(job, number) for number in range(9)), np.zeros((job.cells, 3), np.int64))
    fast = counted(job)["cells"]
    assert (fast == slow).all()
    assert slow[:, 0].sum() > 50


def test_without_scores_nobody_deviates() -> None:
    job = deviations()
    worker, same = job.worker(), Worker(usual_job(players="greedy,greedy,greedy", games=60))
    for number in range(60):
        worker.play(Block(0, number, 1, 1))
        same.play(Block(0, number, 1, 1))
        assert worker._result["payout"][0].tolist() == same._result["payout"][0].tolist()


def test_a_match_brings_all_its_games() -> None:
    one, three = (counted(deviations("sjs", games=30 * games, match_games=games))["cells"] for games in (1, 3))
    assert three[:, 0].sum() > 2 * one[:, 0].sum()
    assert three[:, 2].sum() > 2 * one[:, 2].sum()


@pytest.mark.parametrize("size", [7, 60])
def test_blocks_do_not_matter(size: int) -> None:
    job = deviations(scores=some_scores())
    assert counted(job, size) == counted(job)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+joker"])
def test_every_alternative_is_legal(rules: str) -> None:
    """An illegal one is a fault, and `counted` wants none."""
    for player in ("greedy", "hunter", "random"):
        totals = counted(deviations(rules, player, games=400, scores=some_scores(7)))
        assert totals["branches"][0] > 1000


def test_exploring_goes_on_with_any_option() -> None:
    """With chance in every decision cells are reached that the bot's own answers never lead to."""
    never, always = (counted(deviations(games=300, explore=share))["cells"][:, 0] for share in (0.0, 1.0))
    assert ((always > 0) & (never == 0)).sum() > 100
    assert counted(deviations(games=300, explore=1.0)) == counted(deviations(games=300, explore=1.0))


# ---- The records of deviations -----------------------------------------------------------------------------------


def sure_names(layout: object) -> tuple[str, ...]:
    """Names of a layout's fields."""
    names: tuple[str, ...] = getattr(layout, "names", ())
    return names


# ---- A worker's bots that break the rules are named, also where they only lend their answers ---------------------


@pytest.mark.parametrize("bot", ["cheat", "raises", "meddles"])
def test_a_fault_names_the_bot(bot: str) -> None:
    job = deviations(player=f"{BAD_BOTS}:{bot}", games=40)
    played = job.worker().play(Block(0, 0, 40, 1))
    assert played.fault is not None
    assert bot in played.fault.sentence()
    assert "one seat deviated" in played.fault.detail
