from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.playing import job
from tongits_sim.run.numbers import SizeError, parse_count
from tongits_sim.run.run_options import MIN_GAMES, RunOptions, StopControl


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("1M", 10**6),
        ("1.5M", 1_500_000),
        (1e6, 10**6),
        (7, 7),
        (np.int64(7), 7),
        (np.float64(2e3), 2000),
        ("20k", 20_000),
    ],
)
def test_numbers_as_people_write_them(value: Any, number: int) -> None:
    size = parse_count(value)
    assert (size, type(size)) == (number, int)


@pytest.mark.parametrize("value", ["", "many", "0.5", 0.25, float("nan"), float("inf"), True, None, [3], "1e99999"])
def test_refuses_what_is_no_whole_number(value: Any) -> None:
    with pytest.raises(SizeError, match="the number of deals must be a whole number"):
        parse_count(value, "the number of deals")


def test_a_part_has_its_own_folder(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run_options = RunOptions(
        workers=1, out=tmp_path / "answer", progress=lambda done, total: seen.append((done, total))
    )
    run = run_options.run(job(games=60), "first")
    assert run.totals.games == 60
    assert (tmp_path / "answer" / "first" / "run.db").is_file()
    assert seen[-1] == (60, 60)
    again = RunOptions(workers=1, out=tmp_path / "answer", resume=True).run(job(games=60), "first")
    assert again.games_now == 0
    assert again.totals == run.totals


def test_runs_after_ctrl_c_play_a_few_blocks(tmp_path: Path) -> None:
    halt = StopControl()
    run_options = RunOptions(workers=1, out=tmp_path / "answer", halt=halt)
    whole = RunOptions(workers=1).run(job(games=100_000))
    assert halt.interrupted(whole)
    halt._until = 0.0  # its moment is over
    run = run_options.run(job(games=100_000), "second")
    assert MIN_GAMES <= run.games < 2_000
    assert halt.shortened == 1
    assert not (tmp_path / "answer").exists()
