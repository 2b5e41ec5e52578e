import dataclasses
import json
import pickle
from math import comb
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from reports.commands.any_game import COMMANDS, group_of
from tests.stored import lose_last
from tests.tiny_game import TINY, load, load_players
from tongits_sim.core.batch import BatchJob, simulate
from tongits_sim.core.compare import compare
from tongits_sim.core.whatif import whatif
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.jobs import JobError


def numbers(answer: Any) -> Any:
    return dataclasses.replace(answer, workers=1, games_per_second=None, elapsed_s=0.0, out=None)


def test_a_batch_says_what_the_rules_give() -> None:
    answer = simulate(TINY, games=20_000)
    steady, chance = answer.players_summary
    assert (steady.player, chance.player) == ("steady", "random")
    assert steady.payout.mean == pytest.approx(-(chance.payout.mean or 0))
    assert steady.payout_sd is not None
    assert steady.payout_sd**2 + (steady.payout.mean or 0) ** 2 == pytest.approx(1, abs=1e-3)
    assert answer.leader is not None
    assert answer.leader.player == "steady"
    assert answer.leader.lead.ci95 is not None
    assert answer.leader.lead.ci95[0] > 0
    even = simulate(TINY, players="random,random", games=20_000)
    assert all(row.payout.ci95 and row.payout.ci95[0] < 0 < row.payout.ci95[1] for row in even.seats_summary)


def test_without_a_draw_either_seat_wins_half_of_the_games() -> None:
    answer = simulate(TINY, load("plain", ["draw.most=0"]), "steady,random", 40_000, match_games=4)
    row = answer.players_summary[0]
    assert row.wins.ci95 is not None
    assert row.wins.ci95[0] < comb(13, 2) / (13 * 12) < row.wins.ci95[1]
    assert (answer.games, answer.matches) == (40_000, 10_000)


def test_the_better_number_earns_more() -> None:
    answer = compare(TINY, None, "steady(below=2),steady(below=8),random", others="steady", deals=2_000)
    assert answer.ranking[0].player == "steady(below=8)"
    assert len(answer.pairs) == 3
    assert answer.games_played == 3 * 2 * 2_000
    with pytest.raises(JobError, match="one other sits"):
        compare(TINY, None, "steady,random", others="steady,steady", deals=5)


def test_a_change_of_the_stake_changes_no_game() -> None:
    answer = whatif(TINY, None, ["pay.stake=3", "draw.most=3"], deals=500)
    paid, drawn = [{row.measure: row for row in change.effects} for change in answer.changes]
    assert paid["cards drawn"].diff == Estimate(0.0, (0.0, 0.0))
    steady = paid["units that steady makes"]
    assert steady.after.mean == pytest.approx(3 * (steady.before.mean or 0))
    assert (drawn["cards drawn"].diff.mean or 0) > 0
    assert drawn["cards drawn"].p_holm is not None
    assert drawn["cards drawn"].p_holm < 0.001


def test_the_same_digits_on_two_workers_and_resumed(tmp_path: Path) -> None:
    def played(**how: Any) -> tuple[Answer, ...]:
        batch = simulate(TINY, games=4_000, seed=3, **how)
        folder = {**how, "out": how["out"] / "paired"} if "out" in how else how
        return numbers(batch), numbers(whatif(TINY, None, ["draw.most=2"], deals=600, **folder))

    one = played(workers=1)
    assert played(workers=2, out=tmp_path / "run") == one
    runs = [path.parent for path in (tmp_path / "run").rglob("run.db")]
    assert len(runs) >= 2
    for run in runs:  # as if it had been interrupted
        lose_last(run)
    assert played(workers=2, out=tmp_path / "run", resume=True) == one


def test_its_commands_are_those_of_any_game(tmp_path: Path) -> None:
    group = group_of(TINY, "A page of code.")
    assert set(group.listing) == set(COMMANDS)

    def lines(*words: str) -> str:
        result = CliRunner().invoke(group, [*words, "--workers", "1"])
        assert result.exit_code == 0, result.output
        return result.output

    page = tmp_path / "tiny.html"
    assert "steady earns most" in lines("simulate", "--games", "20k", "-o", str(page))
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    ranking = json.loads(lines("compare", "steady(below=8)", "random", "--deals", "2k", "--format", "json"))["ranking"]
    assert ranking[0]["player"] == "steady(below=8)"
    rows = lines("whatif", "draw.most=3", "--deals", "200", "--format", "csv").splitlines()
    assert rows[0].startswith("change,measure,before,")
    assert "2 rule sets on 200 deals" in lines("whatif", "--change", "draw.most=3", "--deals", "200", "--dry-run")


def test_a_job_travels() -> None:
    job = BatchJob(TINY, load("plain"), load_players("steady(below=5),random"), 40)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    assert job.job_type == "tiny-simulate"
