"""What the pages say holds on other games: every README number and sentence of a report is asked again, of
fewer games and another seed, and the numbers must agree within their intervals.
"""

import math
import re
import shlex
from collections.abc import Iterator, Sequence
from statistics import NormalDist

import pytest
from click.testing import CliRunner

from cli import main
from tests.playing import ROOT
from tests.test_docs import SHOWN

MORE = 90_000
"""Added to seeds."""
NUMBER = r"[−+-]?\d[\d,]*(?:\.\d+)?"
_TOLD = re.compile(rf"({NUMBER}) ?%? ± ({NUMBER})|({NUMBER}) ?%? to ({NUMBER})(?: %\)|\)| {{2,}})")
CHANCE = 0.001
"""That numbers of one truth are called different, for all numbers of a page together."""


def _value(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def told(text: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Lines with intervals: the heading they stand under and the words before the first number, or the first cell of a
    row, and each mean with half the width of its interval.
    """
    heading = ""
    for line in text.splitlines():
        if line.startswith(("#", "**")):
            heading = re.split(NUMBER, line, maxsplit=1)[0].strip("#* ")
        found = []
        for mean, half, low, high in _TOLD.findall(line):
            ends = (_value(low), _value(high)) if low else (_value(mean) - _value(half), _value(mean) + _value(half))
            found.append(((ends[0] + ends[1]) / 2, abs(ends[1] - ends[0]) / 2))
        if found:
            words = re.split(NUMBER, line, maxsplit=1)[0].strip(" |(−+-") or "".join(line.split("|")[1:2]).strip()
            yield f"{heading}: {words}".lstrip(": "), found


def apart(page: str, again: str) -> tuple[list[str], int]:
    """Numbers of a page that games of another seed do not bear out, and how many were compared: by the words of their
    lines; of lines that begin alike, whose order may differ, the one that is nearest.
    """
    others: dict[str, list[list[tuple[float, float]]]] = {}
    for words, numbers in told(again):
        others.setdefault(words, []).append(numbers)
    pairs = []
    for words, numbers in told(page):
        alike = [candidate for candidate in others.get(words, []) if len(candidate) == len(numbers)]
        if alike:
            nearest = min(alike, key=lambda other: _distance(numbers, other))
            pairs += [(words, *both) for both in zip(numbers, nearest, strict=True)]
    return differing(pairs), len(pairs)


Told = tuple[float, float]


def differing(pairs: Sequence[tuple[str, Told, Told]]) -> list[str]:
    """Which of some numbers of two seeds differ beyond chance: by their words, each a mean with half its interval."""
    limit = NormalDist().inv_cdf(1 - CHANCE / 2 / max(len(pairs), 1)) / 1.96
    return [
        f"{words}: {first[0]:g} ± {first[1]:g}, and {second[0]:g} ± {second[1]:g}"
        for words, first, second in pairs
        if abs(first[0] - second[0]) > limit * math.hypot(first[1], second[1]) + _rounding(first) + _rounding(second)
    ]


def _distance(numbers: Sequence[Told], others: Sequence[Told]) -> float:
    pairs = zip(numbers, others, strict=True)
    return max(abs(first[0] - second[0]) / (math.hypot(first[1], second[1]) or 1e-9) for first, second in pairs)


def _rounding(told: tuple[float, float]) -> float:
    return 0.05 * told[1]


def test_other_numbers_are_found_out() -> None:
    page = "| three greedy | +0.10 ± 0.02 | 30 % of 9 | −1.5 ± 0.5 |\nthe edge (95 % interval +0.107 to +0.126)"
    read = {words: [tuple(round(number, 6) for number in both) for both in numbers] for words, numbers in told(page)}
    assert read == {"three greedy": [(0.1, 0.02), (-1.5, 0.5)], "the edge": [(0.1165, 0.0095)]}
    assert apart(page, page) == ([], 3)
    assert apart(page, page.replace("0.10 ±", "0.13 ±")) == ([], 3)
    assert apart(page, page.replace("0.10 ±", "0.30 ±"))[0] == ["three greedy: 0.1 ± 0.02, and 0.3 ± 0.02"]
    assert apart(page, page.replace("+0.107 to +0.126", "−0.126 to −0.107"))[0]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_numbers_of_the_readme_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    compared = dict[str, int]()
    for call, shown in SHOWN["README.md"]:
        words = call.replace("\\\n", " ").replace('"', "'").replace("1000000", "50k").replace("20k", "4k")
        if not shown or words.split()[0] not in ("simulate", "compare", "whatif"):
            continue
        seed = re.sub(r"--seed \d+", "", words) + f" --seed {MORE}"
        again = CliRunner().invoke(main, shlex.split(seed))
        assert not again.exit_code, again.output
        wrong, number = apart(_columns_joined(shown), _columns_joined(again.stdout))
        assert not wrong, words
        compared[words.split()[0]] = number
    assert compared.keys() == {"simulate", "whatif"}
    assert all(compared.values()), compared


def _columns_joined(page: str) -> str:
    return re.sub(rf"({NUMBER}) {{2,}}(\d+\.\d+)(?! ?%)", r"\1 ± \2", page)
