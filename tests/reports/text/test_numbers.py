"""Speed, time and bars as people read them."""

from __future__ import annotations

from reports.text import numbers
from reports.text.numbers import bar, seconds, speed, unbroken


def test_numbers_of_the_run_are_at_hand() -> None:
    assert numbers.amount(0.5) == "+0.50"


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
