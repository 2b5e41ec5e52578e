"""Comparisons in which bots that are surely not the best leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyses.compare import Comparison, compare
from analyses.elimination import first_stage
from tests.analyses.drawn import ASKED, Drawn, repeated
from tests.playing import command
from tongits_sim.run.answers import mean_of
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions

QUIET = RunOptions(workers=1, notice=silent)
BOTS = "greedy,caller,hunter,miser,random"


def played(within: float, **options: Any) -> Comparison:
    return compare(players=BOTS, within=within, sessions=False, **{"run_options": QUIET} | options)


def without_run(comparison: Comparison) -> dict[str, Any]:
    return {name: value for name, value in comparison.to_dict().items() if name not in ("run", "within", "stopping")}


def test_those_who_stay_have_played_everything_and_the_others_all_deals_until_they_left() -> None:
    answer = played(0.12).answer
    assert answer.within is not None
    assert answer.within.reached
    left = {row.player: row for row in answer.ranking if row.left_after}
    assert {"miser", "random"} <= set(left)
    stayed = [row.player for row in answer.ranking if row.player not in left]
    assert len(stayed) >= 2
    whole = compare(players=BOTS, deals=answer.deals, sessions=False, run_options=QUIET).answer
    assert answer.games_played < whole.games_played
    rows, in_whole = ({row.player: row for row in comparison.ranking} for comparison in (answer, whole))
    for player in stayed:
        for name in ("payout", "payout_sd", "games", "wins", "sunog", "challenges_won"):
            assert getattr(rows[player], name) == getattr(in_whole[player], name)
    for player, row in left.items():
        part = compare(players=BOTS, deals=row.left_after, sessions=False, run_options=QUIET).answer
        in_part = {row.player: row for row in part.ranking}
        assert row.payout.mean == in_part[player].payout.mean
        assert row.wins == in_part[player].wins
        assert row.diff_when_left is not None
        assert row.diff_when_left.ci95 is not None
        assert row.diff_when_left.ci95[1] < 0
        ahead = in_part[str(row.left_behind)]
        assert row.diff_when_left.mean == pytest.approx(mean_of(row.payout) - mean_of(ahead.payout))
        assert answer.pair(stayed[0], player).diff.mean == part.pair(stayed[0], player).diff.mean
    assert answer.pair(*stayed[:2]).diff == whole.pair(*stayed[:2]).diff
    assert (answer.pair(*stayed[:2]).diff.half_width or 1) <= 0.12
    assert [cell for cell in answer.matrix if cell.player == stayed[0]] != []
    means = {(cell.player, cell.opponent): cell.payout for cell in whole.matrix}
    assert all(cell.payout == means[cell.player, cell.opponent] for cell in answer.matrix if cell.player in stayed)


def test_a_smaller_width_goes_on_to_the_digits_of_one_run(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = played(0.15, run_options=RunOptions(workers=2, notice=silent, out=kept))
    closer = played(0.1, run_options=RunOptions(workers=2, notice=silent, out=kept, resume=True))
    alone = played(0.1)
    assert without_run(closer) == without_run(alone)
    assert first.answer.deals < closer.answer.deals
    assert closer.run.games_now <= alone.run.games_now - first.run.games_now
    wider = played(0.2, run_options=RunOptions(workers=2, notice=silent, out=kept, resume=True))
    assert wider.run.games_now == 0
    assert wider.answer.deals <= closer.answer.deals


def test_a_comparison_cut_short_takes_the_same_steps(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        if done == of:
            raise MemoryError  # stands for anything that ends the program

    folder = tmp_path / "stopped"
    with pytest.raises(MemoryError):
        played(0.12, run_options=RunOptions(workers=1, notice=silent, out=folder, progress=stop))
    again = played(0.12, run_options=RunOptions(workers=1, notice=silent, out=folder, resume=True))
    assert without_run(again) == without_run(played(0.12))


def test_nobody_leaves_a_comparison_with_a_baseline() -> None:
    answer = played(0.2, baseline="greedy").answer
    assert not any(row.left_after for row in answer.ranking)
    widths = [row.diff_to_baseline for row in answer.ranking if row.player != "greedy"]
    assert all((diff.half_width or 1) <= 0.2 for diff in widths if diff is not None)


def test_the_screen_says_who_left_and_when() -> None:
    code, out, _ = command("compare", *BOTS.split(","), "--within", "0.12", "--workers", "1")
    assert code == 0
    assert "left early, surely not the best" in out
    row = next(line.split() for line in out.splitlines() if line.strip().startswith("random"))
    assert "300" in row
    assert "behind" in out


RUNS = 150


def test_the_best_leaves_in_at_most_one_comparison_of_twenty_and_limits_hold() -> None:
    """The hardest case: all are almost as good as the best. `python -m tools.leaving` plays 1,000 of each."""
    found = repeated(RUNS, [0.001, 0, 0, 0, 0, 0])
    assert found.best_left / RUNS <= 0.05
    assert found.known > 0.8 * RUNS
    assert found.held / found.known > 0.95 - 4 * (0.95 * 0.05 / found.known) ** 0.5
    assert found.wrong / RUNS <= 0.1


def test_bots_that_are_clearly_worse_leave_at_once() -> None:
    for seed in range(20):
        drawn = Drawn([300, 290, 0, 0, -100, -200], ASKED, seed)
        drawn.play()
        assert set(drawn.dismissed) == {2, 3, 4, 5}
        assert {gone.moments.n for gone in drawn.dismissed.values()} == {first_stage(drawn.job)}
        assert drawn.known.reached
