"""The engine against the referee and the naive player, which know nothing of it: every preset, overlay and knob.

A fault in one of 40 games of a preset is found by its 120 games here with 95 %; the gate judges 80 others.
`python -m tools.cross_validation 20` does the same at length.
"""

from itertools import islice
from random import Random

import pytest

from tests.naive.knobs import PRESETS
from tests.validation import Report, check_engine, check_naive, preset_cases, random_cases, single_cases

pytestmark = pytest.mark.slow

SEED = 20


@pytest.mark.parametrize("base", PRESETS)
def test_presets_and_overlays(base: str) -> None:
    report = Report()
    for case in preset_cases():
        if case.name.split("+")[0] == base:
            check_engine(case, 30, SEED, report)
            check_naive(case, 5, SEED, report)
    assert not report.problems
    assert report.engine >= 120
    assert report.naive >= 20


def test_every_knob_in_every_value() -> None:
    report = Report()
    for case in single_cases(("pagat+joker", "ecoins")):
        check_engine(case, 2, SEED, report)
        check_naive(case, 1, SEED, report)
    assert not report.problems


def test_random_pairs_of_changes() -> None:
    report = Report()
    for number, case in enumerate(islice(random_cases(Random(SEED), changes=2), 60)):
        check_engine(case, 4, number, report)
        check_naive(case, 2, number, report)
    assert not report.problems


def test_every_corner_comes_up_under_random_rules() -> None:
    report = Report()
    for number, case in enumerate(islice(random_cases(Random(3)), 120)):
        check_engine(case, 4, number, report)
        check_naive(case, 2, number, report)
    wanted = {"tongits", "draw", "challenge", "stock_out", "spread", "void", "call", "fold", "secret", "take onto"}
    wanted |= {f"joker {act}" for act in ("lay", "take", "sapaw", "secret")}
    assert wanted <= set(report.seen)
    assert not report.problems
