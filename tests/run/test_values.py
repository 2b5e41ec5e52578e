"""Small values of a run: cores, numbers as people write and read them, how a work is played."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.playing import job
from tongits_sim.run.cores import available_cores
from tongits_sim.run.how import LEAST, Halt, How
from tongits_sim.run.numbers import (
    amount,
    bar,
    between,
    decimals,
    digits_of,
    half_width,
    known,
    p_words,
    percent,
    percent_known,
    seconds,
    speed,
    unbroken,
)
from tongits_sim.run.sizes import SizeError, parse_whole, whole

# ---- Cores that may be used ----------------------------------------------------------------------------------------


def test_counts_the_cores_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert available_cores() == 3


def test_counts_those_of_the_machine_where_the_system_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1


# ---- Whole numbers as people write them ----------------------------------------------------------------------------


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
    size = whole(value)
    assert (size, type(size)) == (number, int)


@pytest.mark.parametrize("value", ["", "many", "0.5", 0.25, float("nan"), float("inf"), True, None, [3], "1e99999"])
def test_refuses_what_is_no_whole_number(value: Any) -> None:
    with pytest.raises(SizeError, match="the number of deals must be a whole number"):
        whole(value, "the number of deals")


def test_a_text_that_is_no_number_is_none() -> None:
    assert parse_whole("1 000 000") == 10**6
    assert parse_whole("1x") is None


# ---- Numbers as people read them -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "digits"), [(25.0, 0), (0.4, 1), (0.012, 2), (0.0009, 4), (1e-9, 5), (0, 2), (math.nan, 2), (None, 2)]
)
def test_decimals_follow_the_interval(width: float | None, digits: int) -> None:
    assert decimals(width) == digits


def test_amounts_have_a_sign_unless_they_are_nothing() -> None:
    assert [amount(x) for x in (0.5, -0.5, 0.0, -0.001, 1234.5)] == ["+0.50", "−0.50", "0.00", "0.00", "+1,234.50"]
    assert amount(2, 0, sign=False) == "2"
    assert amount(None) == ""


def test_intervals_and_shares() -> None:
    assert between([-1, 2], 1) == "−1.0 to +2.0"
    assert between(None, 1) == "not known"
    assert half_width([1, 3]) == 1
    assert half_width(None) is None
    assert percent(0.5) == "50.0 %"
    assert percent(None) == ""
    assert percent_known(0.29633, [0.2954, 0.2972]) == "29.63 %"
    assert percent_known(0.29633, [0.2, 0.4]) == "30 %"
    assert percent_known(0.29633, None) == "29.6 %"


def test_an_amount_with_what_is_known_of_it() -> None:
    assert known(0.36821, (0.313, 0.4234)) == "+0.368 ± 0.055"
    assert known(1.0, None) == "+1.00"
    assert digits_of((0.313, 0.4234)) == 3
    assert [p_words(p) for p in (0.3044, 1e-9, None)] == ["0.3044", "< 0.0001", ""]


def test_speed_and_time() -> None:
    assert speed(1_934_567) == "1.93 million games/s"
    assert speed(123_456) == "123,000 games/s"
    assert speed(None) == ""
    assert [seconds(s) for s in (0.25, 42.4, 125, 9000)] == ["0.2 s", "42 s", "2 min 5 s", "2 h 30 min"]


def test_bars_grow_by_eighths() -> None:
    assert bar(0) == ""
    assert bar(1, 10) == "█" * 10
    assert bar(0.5 + 1 / 80, 10) == "█" * 5 + "▏"
    assert [len(bar(share / 100, 30)) for share in range(101)] == sorted(len(bar(s / 100, 30)) for s in range(101))


def test_numbers_are_held_together_and_words_are_not() -> None:
    blank, joiner = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"
    assert unbroken("95 % of 0.4 ± 0.1 units") == f"95{blank}% of 0.4{blank}±{blank}0.1 units"
    assert unbroken("wait with 15–69, 40+") == f"wait with 15–{joiner}69, 40+"
    assert unbroken("± is half a 95 % interval – or less") == f"± is half a 95{blank}% interval – or less"


# ---- A work played as one value says -------------------------------------------------------------------------------


def test_a_part_has_its_own_folder(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    how = How(workers=1, out=tmp_path / "answer", progress=lambda done, total: seen.append((done, total)))
    run = how.run(job(games=60), "first")
    assert run.totals.games == 60
    assert (tmp_path / "answer" / "first" / "run.db").is_file()
    assert seen[-1] == (60, 60)
    again = How(workers=1, out=tmp_path / "answer", resume=True).run(job(games=60), "first")
    assert again.played == 0
    assert again.totals == run.totals


def test_what_follows_after_ctrl_c_is_a_first_look(tmp_path: Path) -> None:
    halt = Halt()
    how = How(workers=1, out=tmp_path / "answer", halt=halt)
    whole = How(workers=1).run(job(games=100_000))
    assert halt.interrupted(whole)
    halt._until = 0.0  # its moment is over
    run = how.run(job(games=100_000), "second")
    assert LEAST <= run.games < 2_000
    assert halt.cut == 1
    assert not (tmp_path / "answer").exists()
