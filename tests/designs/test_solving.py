"""The design `solving`: its job, kernels, worker, totals and estimates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from strategies.hooks import lay_to_open
from strategies.profile_bot import blocking
from tests.designs.forks.forking import asked, counted, forced, slow_game
from tests.designs.solving.solving import from_files, grids, solving
from tests.playing import BAD_BOTS
from tests.playing import job as usual_job
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.designs.solving.layout import GLANCE, SUMS
from tongits_sim.game.board import Board
from tongits_sim.profiles.cells import KINDS
from tongits_sim.profiles.profile import Grid
from tongits_sim.run.work import Block

# ---- Solving jobs refuse what cannot be --------------------------------------------------------------------------


def test_refused() -> None:
    with pytest.raises(JobError, match="the same grids"):
        solving(profiles=(grids(), grids()[:1]))
    with pytest.raises(JobError, match="every cell of every grid"):
        solving(decided=(b"\0", b"\0"))
    cells = tuple(
        Grid(kind, (("count", tuple(range(250))), ("stock", tuple(range(200)))), bytes(200_000)) for kind in KINDS
    )
    with pytest.raises(JobError, match="all grids together"):
        solving(profiles=(cells,))


# ---- Both answers played on are what playing them step by step from Python gives ---------------------------------

N, DIFFERENCE, YES, NO, SAID = (SUMS.index(name) for name in ("n", "difference", "yes", "no", "said"))


def by_kind(job: SolvingJob) -> dict[str, list[int]]:
    """What the cells of each grid hold together: questions, what yes and no brought, yes said, and the difference."""
    sums, at = {}, 0
    cells = counted(job)["cells"]
    for grid in job.grids:
        sums[grid.kind] = cells[at : at + grid.cells].sum(axis=0)[[N, YES, NO, SAID, DIFFERENCE]].tolist()
        at += grid.cells
    return sums


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pagat", "sjs", "pagat+joker"])
def test_values_are_those_of_games_played_one_by_one(rules: str, tmp_path: Path) -> None:
    job = solving(rules, games=24)
    for kind, mine in by_kind(job).items():
        slow, sums = ForkJob(job.rules, from_files(job, tmp_path), kind), np.zeros(5, np.int64)
        for number in range(24):
            for row in asked(slow, number):
                yes, no = (forced(slow, number, row["place"], each)[0] for each in (1, 0))
                sums += (1, yes, no, row["action"], yes - no)
        assert mine == sums.tolist()
        assert sums[0] > 5


def test_the_game_itself_is_the_one_that_is_simulated(tmp_path: Path) -> None:
    job = solving()
    players = from_files(job, tmp_path)
    worker, same = job.worker(), Worker(usual_job(players=",".join(player.spec for player in players), games=60))
    for number in range(60):
        worker.play(Block(0, number, 1, 1))
        same.play(Block(0, number, 1, 1))
        assert worker._result["payout"][0].tolist() == same._result["payout"][0].tolist()


def test_a_match_brings_all_its_games() -> None:
    """With one game more in a match the first game's decisions are worth more than that game."""
    one, three = (counted(solving("sjs", games=60 * games, match_games=games))["cells"] for games in (1, 3))
    assert three[:, N].sum() > 2 * one[:, N].sum()
    assert np.abs(three[:, YES]).sum() > np.abs(one[:, YES]).sum()


def test_exploring_goes_on_with_the_other_answer() -> None:
    never = solving(profiles=(grids(0.0),), explore=0.0)
    often = solving(profiles=(grids(0.0),), explore=0.5)
    always = solving(profiles=(grids(1.0),), explore=0.0)
    sums = [counted(job)["cells"].sum(axis=0) for job in (never, often, always)]
    shares = [cells[SAID] / cells[N] for cells in sums]
    assert shares[0] == 0
    assert 0.3 < shares[1] < 0.7
    assert shares[2] == 1


def questions(job: SolvingJob, slow: ForkJob, number: int, kind: str) -> list[tuple[int, int, int, int]]:
    """Every question of a kind in match `number`: its place among all decisions, the answer, what yes and no mean."""
    forks: list[tuple[int, int, int, int]] = []
    place = -1

    def look(board: Board, name: str) -> int | None:
        nonlocal place
        place += 1
        if name != kind:
            return None
        view, seat = board.view, int(board.view.me)
        slot = slow.seatings[number % len(slow.seatings)][seat]
        params = slow.players[slot].params().view(np.recarray)[0]
        base = job.players[slot].strategy.hooks
        if kind == "lay":
            first = int(view.open_melds[seat] + view.secrets[seat]) == 0
            yes, no = int(base.lay(view, params)) or int(lay_to_open(view, params)), 0
            yes = yes if first else 0
        else:
            yes, no = (int(hook(view, params)) for hook in blocking(base.sapaw)[1:])
        action = int(getattr(slow.players[slot].strategy.hooks, name)(view, params))
        if yes:
            forks.append((place, action, yes, no))
            assert action in (yes, no)
        return action

    slow_game(slow, number, look)
    return forks


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "games", "at_least"), [("lay", 24, 20), ("sapaw", 120, 5)])
def test_laying_and_blocking_are_played_both_ways(kind: str, games: int, at_least: int, tmp_path: Path) -> None:
    job = solving(profiles=(grids(more=True),), games=games)
    slow, sums = ForkJob(job.rules, from_files(job, tmp_path), "call"), np.zeros(5, np.int64)
    for number in range(games):
        for place, action, *answers in questions(job, slow, number, kind):
            yes, no = (forced(slow, number, place, each)[0] for each in answers)
            sums += (1, yes, no, action == answers[0], yes - no)
    assert by_kind(job)[kind] == sums.tolist()
    assert sums[0] >= at_least


def test_few_decisions_of_a_decided_cell_are_compared() -> None:
    job = solving(games=600)
    whole = counted(job)["cells"]
    half = tuple((np.arange(grid.cells) % 2).astype(np.uint8).tobytes() for grid in job.grids)
    few = counted(solving(games=600, decided=half))["cells"]
    marked = np.concatenate([np.frombuffer(each, np.uint8) for each in half]).astype(bool)
    assert (few[~marked] == whole[~marked]).all()
    share = few[marked][:, N].sum() / whole[marked][:, N].sum()
    assert 0.5 / GLANCE < share < 2 / GLANCE


# ---- A worker's bots that break the rules are named, with a game to play again -----------------------------------


@pytest.mark.parametrize(("bot", "decision"), [("shouts", "call"), ("shrugs", "respond")])
def test_an_answer_that_is_none_is_refused_by_the_engine(bot: str, decision: str) -> None:
    """A bot that answers 7 to a call or a challenge while its habits are counted: that decision counts nowhere."""
    job = solving(players=f"{BAD_BOTS}:{bot},caller,caller", plays=(-1, -1, -1), counted=(True, False, False), games=60)
    played = job.worker().play(Block(0, 0, 60, 1))
    assert played.fault is not None
    assert bot in played.fault.sentence()
    assert f"at its {decision}" in played.fault.sentence()
    first = 0 if decision == "call" else job.grids[0].cells
    cells = played.counts["cells"][first : first + job.grids[decision == "respond"].cells]
    assert cells[:, 0].sum() == 0


def test_locked_slots_play_as_they_are() -> None:
    job = solving(plays=(0, -1, -1), counted=(True, False, False), games=30)
    played = job.worker().play(Block(0, 0, 30, 1))
    assert played.fault is None
    assert int(played.counts["games"][0]) == 30
    assert played.counts["branches"][0] == played.counts["cells"][:, 0].sum()
