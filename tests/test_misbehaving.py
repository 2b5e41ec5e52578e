from pathlib import Path
from typing import Any

import pytest

from tests.experiments.census.counting import census
from tests.experiments.duplicate.fields import field
from tests.experiments.forks.forking import forks
from tests.experiments.paired.pairings import pairing
from tests.playing import BAD_BOTS, command, job, play_silently
from tongits_sim.compile.match_loop import NEVER_ANSWERED
from tongits_sim.run.faults import BotFault
from tongits_sim.run.job import Job
from tongits_sim.run.status import run_statuses

pytestmark = pytest.mark.slow

LATE, RAISES = ("late", "broke rule R2 at its discard"), ("raises", "ValueError: the stock")


def works(bot: str, games: int = 200) -> dict[str, Job[Any]]:
    players = f"greedy,{BAD_BOTS}:{bot},caller"
    return {
        "simulate": job(players=players, games=games, seed=3),
        "compare": field(players, games),
        "whatif": pairing(players=players, deals=games),
        "analyze forks": forks("call", players=players, games=games),
        "analyze census": census(players=players, games=games),
    }


@pytest.mark.parametrize("kind", works("late"))
@pytest.mark.parametrize(("bot", "message", "backend"), [(*LATE, "threading"), (*LATE, "loky"), (*RAISES, "loky")])
def test_a_faulty_bot_is_named_and_finished_games_are_kept(
    kind: str, bot: str, message: str, backend: str, tmp_path: Path
) -> None:
    job = works(bot)[kind]
    with pytest.raises(BotFault) as caught:
        play_silently(job, workers=2, backend=backend, block_size=4, out=tmp_path / "run")
    fault, run = caught.value.fault, caught.value.run
    assert fault.label == bot
    assert message in fault.sentence()
    assert f"match {fault.match + 1}, game {fault.game + 1}, seat {'ABC'[fault.seat]}" in fault.sentence()
    assert run is not None
    assert 0 <= run.games < job.games
    (status,) = run_statuses(tmp_path / "run")
    assert status.state == "stopped"
    assert status.games <= run.games


@pytest.mark.parametrize(("kind", "backend"), [("simulate", "loky"), ("whatif", "threading")])
def test_that_never_answers_is_given_up(kind: str, backend: str) -> None:
    with pytest.raises(BotFault, match="it does not respond") as caught:
        play_silently(works("sleeps", 1)[kind], workers=1, backend=backend, bot_timeout=0.5)
    assert caught.value.fault.code == NEVER_ANSWERED
    assert caught.value.fault.label == "sleeps"


@pytest.mark.parametrize(
    "line",
    [
        f"simulate --players greedy,{BAD_BOTS}:late,caller --games 400",
        f"analyze calls --players greedy,{BAD_BOTS}:late,caller --games 400",
        f"analyze sunog --players greedy,{BAD_BOTS}:late,caller --games 400",
    ],
)
def test_a_faulty_bot_ends_every_command_in_one_sentence(line: str) -> None:
    code, _, err = command(*line.split())
    assert code == 2
    last = err.splitlines()[-1]
    assert last.startswith("Error: the bot late broke rule R2 at its discard")
    assert err.count("broke rule R2") == 1
    assert "Traceback" not in err
