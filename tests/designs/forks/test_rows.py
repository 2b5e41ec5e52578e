"""A row for each fork: the rows are the forks that are counted, and their values those of both actions."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.designs.forks.forking import counted, forks
from tests.playing import play_work
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.forks.columns import columns
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.designs.forks.job import FORKED, ForkJob
from tongits_sim.designs.forks.layout import FEATURES
from tongits_sim.folders.row_table import RowTable
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import silent

WAIT = tuple((20.0, 20.0, 20.0) for _ in range(18))


def table(path: Path, job: ForkJob, workers: int = 1, size: int | None = None) -> pl.DataFrame:
    rows = RowTable(path, columns(job.decision, job.seed, job.job.labels), job)
    run_work(job, How(workers=workers, notice=silent), table=rows, block_size=size)
    return pl.read_parquet(path)


@pytest.mark.parametrize("decision", FORKED)
def test_rows_are_the_forks_that_are_counted(tmp_path: Path, decision: str) -> None:
    job = forks(decision, games=300, keep_rows=True, rule=WAIT if decision == "call" else None)
    frame = table(tmp_path / "decisions.parquet", job)
    plain = forks(decision, games=300, rule=job.rule)
    totals = counted(plain)
    estimates = ForkEstimates(plain, totals)
    assert frame["weight"].sum() == estimates.forks
    assert counted(job) == totals
    weighted = (pl.col("payout_yes") - pl.col("payout_no")) * pl.col("weight")
    difference = frame.select(weighted.sum()).item() / estimates.forks
    assert difference == pytest.approx(float(estimates.group("all").estimate))
    danger = (pl.col("next_payout_yes") - pl.col("next_payout_no")) * pl.col("weight")
    assert frame.select(danger.sum()).item() / estimates.forks == pytest.approx(
        float(estimates.group("all", "next_payout").estimate)
    )
    burned = pl.col("burned_yes").cast(int) - pl.col("burned_no").cast(int)
    assert frame.select((burned * pl.col("weight")).sum()).item() / estimates.forks == pytest.approx(
        float(estimates.group("all", "burned").estimate)
    )
    assert set(frame["decision"].cast(pl.String)) == {decision}
    assert set(frame.columns) > set(FEATURES)
    cells = frame.group_by(pl.col("turn").clip(0, 20)).agg(pl.col("weight").sum())
    assert dict(cells.iter_rows()) == {turn: int(n) for turn, n in enumerate(estimates.counts("turns")) if n}


def test_waiting_has_a_payout_only_where_it_was_played(tmp_path: Path) -> None:
    assert table(tmp_path / "a.parquet", forks("call", games=100, keep_rows=True))["payout_wait"].null_count() > 50
    job = forks("call", games=100, keep_rows=True, rule=WAIT)
    frame = table(tmp_path / "b.parquet", job)
    assert frame["payout_wait"].null_count() == 0
    estimates = ForkEstimates(job, counted(job))
    difference = (frame["payout_yes"] - frame["payout_wait"]).mean()
    assert difference == pytest.approx(float(estimates.group("all", "rule").estimate))


def test_the_same_rows_on_any_workers(tmp_path: Path) -> None:
    job = forks("respond", games=300, keep_rows=True)
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    table(one, job, 1, 41)
    table(two, job, 2, 41)
    assert one.read_bytes() == two.read_bytes()
    assert play_work(job).totals == counted(forks("respond", games=300))


def test_long_matches_are_refused() -> None:
    with pytest.raises(JobError, match="at most 1,000 games"):
        forks("call", match_games=1001, games=2000, keep_rows=True)
